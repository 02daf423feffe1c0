// The build's part of it: writes `sw.js` beside the page, with the list of all files and a version made from them.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

export function offline(): Plugin {
  let open = "";
  return {
    name: "fracas-offline",
    apply: "build",
    // After the page itself is made.
    enforce: "post",
    configResolved: (config) => {
      open = config.publicDir;
    },
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((name) => name !== "sw.js");
      const version = createHash("sha256");
      for (const name of files.sort()) {
        const part = bundle[name];
        version.update(name).update(part?.type === "asset" ? part.source : (part?.code ?? ""));
      }
      // What is copied as it is.
      const copied = open && existsSync(open) ? readdirSync(open).sort() : [];
      for (const name of copied) version.update(name).update(readFileSync(join(open, name)));
      files.push(...copied);
      const text = readFileSync(new URL("./src/offline/worker.js", import.meta.url), "utf8");
      const list = ["./", ...files.map((name) => `./${name}`)];
      const source = text
        .replace("__FILES__", JSON.stringify(list))
        .replace("__VERSION__", JSON.stringify(version.digest("hex").slice(0, 16)));
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}
