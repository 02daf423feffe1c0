// The build's part of a quick start: the page names what it will ask for, so that a browser fetches it all at once.
import type { HtmlTagDescriptor, Plugin, Rollup } from "vite";

/** The module that main.ts comes to when it has asked for the engine. */
const PAGE = "src/app.ts";

export function ahead(): Plugin {
  return {
    name: "fracas-ahead",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle = {} }) {
        const parts = Object.values(bundle);
        const page = parts.find((part): part is Rollup.OutputChunk => part.type === "chunk" && !!part.facadeModuleId?.endsWith(PAGE));
        if (!page) throw new Error(`${PAGE} is no part of its own`);
        const engine = parts.filter(({ fileName }) => fileName.endsWith(".wasm"));
        // The entry stands in the page already.
        const chunks = parts.filter((part) => part.type === "chunk").filter((part) => !part.isEntry && (part === page || page.imports.includes(part.fileName)));
        const styles = chunks.flatMap((part) => [...(part.viteMetadata?.importedCss ?? [])]);
        return [
          ...engine.map(({ fileName }) => link(fileName, { rel: "preload", as: "fetch", type: "application/wasm" })),
          ...chunks.map(({ fileName }) => link(fileName, { rel: "modulepreload" })),
          ...styles.map((name) => link(name, { rel: "preload", as: "style" })),
        ];
      },
    },
  };
}

function link(file: string, attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: "link", attrs: { ...attrs, crossorigin: true, href: `./${file}` }, injectTo: "head" };
}
