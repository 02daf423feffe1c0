import { startEngine } from "./client";

/** The engine of this page. Its workers start with the first call. */
export const engine = startEngine();
