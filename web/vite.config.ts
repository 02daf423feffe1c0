import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { ahead } from "./ahead";
import { offline } from "./offline";

// Addresses in the built page are relative, so that it can be put in any folder of any host.
export default defineConfig({
  base: "./",
  plugins: [svelte(), ahead(), offline()],
  build: { target: "es2022", assetsInlineLimit: 0, reportCompressedSize: false },
  worker: { format: "es" },
});
