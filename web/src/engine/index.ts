export { type Example, examples } from "./examples";
export { engine } from "./here";
export * from "./types";
