// The page itself.
import { mount } from "svelte";
import App from "./App.svelte";
import { keepOffline } from "./offline/register";

const target = document.getElementById("page");
if (target) mount(App, { target });
keepOffline();
