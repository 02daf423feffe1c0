// The examples of the project, there before the engine is.
import type { Source } from "./types";

export interface Example {
  /** Folder and file without its ending: `olympia/duel`. */
  id: string;
  ruleset: string;
  name: string;
  /** The sentence that opens the file: what it shows. */
  sentence: string;
  source: Source;
}

const texts = import.meta.glob<string>("../../../examples/*/*.toml", {
  query: "?raw",
  import: "default",
  eager: true,
});
const files = import.meta.glob<string>("../../../examples/{mfd/*.csv,andor/data/*.json}", {
  query: "?raw",
  import: "default",
  eager: true,
});

const inside = (path: string) => path.replace(/^.*\/examples\//, "");

/** The first comment without what it says on commands to try. */
export function sentenceOf(text: string): string {
  const comment: string[] = [];
  for (const line of text.split("\n")) {
    if (!line.startsWith("#") || /^#\s*Try:/.test(line)) break;
    comment.push(line.replace(/^#\s*/, "").trim());
  }
  return comment.join(" ");
}

/** The files of the example's folder that its text names. */
function filesOf(folder: string, text: string): Record<string, string> {
  const named = Object.entries(files)
    .map(([path, content]) => [inside(path), content] as const)
    .filter(([path]) => path.startsWith(`${folder}/`))
    .map(([path, content]) => [path.slice(folder.length + 1), content] as const)
    .filter(([name]) => text.includes(`"${name}"`) || text.includes(`'${name}'`));
  return Object.fromEntries(named);
}

export const examples: Example[] = Object.entries(texts).map(([path, text]) => {
  const id = inside(path).replace(/\.toml$/, "");
  const [folder = "", file = ""] = id.split("/");
  return {
    id,
    ruleset: /^ruleset\s*=\s*["'](\w+)["']/m.exec(text)?.[1] ?? folder,
    name: /^name\s*=\s*"([^"]*)"/m.exec(text)?.[1] ?? file,
    sentence: sentenceOf(text),
    source: { text, files: filesOf(folder, text), file: `${file}.toml` },
  };
});
