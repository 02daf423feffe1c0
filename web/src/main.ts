import { engine } from "./engine/here";
import "./design/base.css";

// The engine is fetched and compiled while the page is; whoever asks it something says what became of it.
engine.ready().catch(() => {});
void import("./app");
// For whoever opens the console to try something.
Object.assign(globalThis, { fracas: engine });
