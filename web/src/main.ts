import { mount } from "svelte";
import App from "./App.svelte";
import { engine } from "./engine";
import { keepOffline } from "./offline/register";
import "./design/base.css";

// The engine comes while the page is drawn; whoever asks it something says what became of it.
engine.ready().catch(() => {});
const target = document.getElementById("page");
if (target) mount(App, { target });
keepOffline();
// For whoever opens the console to try something.
Object.assign(globalThis, { fracas: engine });
