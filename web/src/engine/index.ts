export { type Example, examples } from "./examples";
export * from "./types";
