// Words that rules know and no schema lists: classes, weapons, kinds of men. The engine tells them to whoever writes a word
// that it does not know, so that is what is done, on a copy.
import { engine, type Source } from "../engine";
import { pathOf, type Key } from "./toml";

const asked = new Map<string, Promise<string[]>>();
const unknown = "unknown_word";

/** The words that may stand as the value at a path, or with `asKey` as a key of the table there. */
export function wordsFor(source: Source, ruleset: string, keys: readonly Key[], asKey: boolean): Promise<string[]> {
  const shape = keys.map((key) => (typeof key === "number" ? "*" : key)).join(".");
  const name = `${ruleset} ${asKey} ${shape}`;
  let words = asked.get(name);
  if (!words) {
    words = ask(source, keys, asKey).catch(() => []);
    asked.set(name, words);
    void words.then((found) => found.length === 0 && asked.delete(name));
  }
  return words;
}

async function ask(source: Source, keys: readonly Key[], asKey: boolean): Promise<string[]> {
  const path = pathOf(asKey ? [...keys, unknown] : keys);
  const { text, refused } = await engine.edit(source, [{ set: path, value: asKey ? 1 : `"${unknown}"` }]);
  if (refused.length > 0) return [];
  const { diagnostics } = await engine.check({ ...source, text });
  const told = diagnostics.find((one) => one.help && (one.path === path || one.message.includes(unknown)));
  const list = /(?:known are|allowed:|one of:?)\s+(.+)$/s.exec(told?.help ?? "")?.[1];
  return list ? list.split(/,\s+|\s+or\s+|\s+and\s+/).map((word) => word.trim().replace(/^["'`]|["'`]$/g, "")).filter((word) => /^[\w -]+$/.test(word)) : [];
}
