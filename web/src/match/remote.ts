// Shelves that the server keeps, in place of the browser's own.
import type { Shelf, ShelfName } from "../shell/shelf";
import { call, Refused, served } from "./server";

/** What the library calls each shelf. What is worked out again in a moment stays in the browser. */
const KINDS: Partial<Record<ShelfName, string>> = { battles: "scenarios", runs: "sweeps", plays: "plays", replays: "battles" };

/** So many are asked for at once: the server tells no more than 64 MB. */
const AT_ONCE = 50;

interface Item<T> {
  key: string;
  body: { name?: string; kept: T };
}

let asked: Promise<boolean> | undefined;

/** Whether the server keeps things for whoever looks: it may ask for a token first. */
function keeps(): Promise<boolean> {
  asked ??= served ? call("GET", "library?limit=1").then(() => true, () => false) : Promise.resolve(false);
  return asked;
}

/** The same shelf in the library of the server, where there is one; else the browser's own. */
export function remote<T>(name: ShelfName, own: Shelf<T>): Shelf<T> {
  const kind = KINDS[name];
  if (!served || kind === undefined) return own;
  const at = (key: string): string => `library/${kind}/${encodeURIComponent(key)}`;
  const there: Shelf<T> = {
    get: (key) =>
      call<Item<T>>("GET", at(key)).then(
        ({ body }) => body.kept,
        (error: unknown) => {
          if (error instanceof Refused && error.status === 404) return undefined;
          throw error;
        },
      ),
    put: async (key, value) => void (await call("PUT", at(key), { name: (value as { name?: string }).name, kept: value })),
    delete: async (key) => void (await call("DELETE", at(key))),
    all: async () => {
      const found: [string, T][] = [];
      for (let offset = 0; ; offset += AT_ONCE) {
        const part = await call<Item<T>[]>("GET", `library?kind=${kind}&limit=${AT_ONCE}&offset=${offset}`);
        found.push(...part.map(({ key, body }): [string, T] => [key, body.kept]));
        if (part.length < AT_ONCE) return found;
      }
    },
    under: async (beginning) => {
      const all = (await there.all()).toSorted(([a], [b]) => (a < b ? -1 : 1));
      return all.filter(([key]) => key.startsWith(beginning)).map(([, value]) => value);
    },
    deleteUnder: async (beginning) => {
      for (const [key] of await there.all()) if (key.startsWith(beginning)) await there.delete(key);
    },
  };
  const chosen = async (): Promise<Shelf<T>> => ((await keeps()) ? there : own);
  return {
    get: async (key) => (await chosen()).get(key),
    put: async (key, value) => (await chosen()).put(key, value),
    delete: async (key) => (await chosen()).delete(key),
    all: async () => (await chosen()).all(),
    under: async (beginning) => (await chosen()).under(beginning),
    deleteUnder: async (beginning) => (await chosen()).deleteUnder(beginning),
  };
}
