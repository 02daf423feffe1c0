import { startEngine } from "./client";

export { type Example, examples } from "./examples";
export * from "./types";

/** The engine of this page. Its workers start with the first call. */
export const engine = startEngine();
