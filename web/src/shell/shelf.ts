// What stays in this browser. Where it cannot be kept (private windows of some browsers), it lasts as long as the tab.

import { remote } from "../match/remote";

const names = ["battles", "runs", "journals", "plays", "replays", "glances"] as const;
export type ShelfName = (typeof names)[number];

export interface Shelf<T> {
  get(key: string): Promise<T | undefined>;
  put(key: string, value: T): Promise<void>;
  delete(key: string): Promise<void>;
  all(): Promise<[string, T][]>;
  /** Everything whose key begins so, in the order of the keys. */
  under(beginning: string): Promise<T[]>;
  deleteUnder(beginning: string): Promise<void>;
}

let opened: Promise<IDBDatabase | null> | undefined;

function database(): Promise<IDBDatabase | null> {
  opened ??= new Promise((resolve) => {
    let request: IDBOpenDBRequest;
    try {
      request = indexedDB.open("fracas", 2);
    } catch {
      resolve(null);
      return;
    }
    request.onupgradeneeded = () => {
      const { result } = request;
      for (const name of names) if (!result.objectStoreNames.contains(name)) result.createObjectStore(name);
    };
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => resolve(null);
  });
  return opened;
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser could not keep it"));
  });

const memory = new Map<string, Map<string, unknown>>(names.map((name) => [name, new Map()]));

const beginningWith = (beginning: string): IDBKeyRange => IDBKeyRange.bound(beginning, `${beginning}\uffff`);

/** A shelf of the browser, or of the server that this page comes from. */
export function shelf<T>(name: ShelfName): Shelf<T> {
  return remote(name, inBrowser<T>(name));
}

function inBrowser<T>(name: ShelfName): Shelf<T> {
  const kept = memory.get(name) as Map<string, T>;
  const store = async (mode: IDBTransactionMode): Promise<IDBObjectStore | null> =>
    (await database())?.transaction(name, mode).objectStore(name) ?? null;
  return {
    async get(key) {
      const at = await store("readonly");
      return at ? done<T | undefined>(at.get(key)) : kept.get(key);
    },
    async put(key, value) {
      const at = await store("readwrite");
      if (at) await done(at.put(value, key));
      else kept.set(key, value);
    },
    async delete(key) {
      const at = await store("readwrite");
      if (at) await done(at.delete(key));
      else kept.delete(key);
    },
    async all() {
      const at = await store("readonly");
      if (!at) return [...kept];
      const [keys, values] = await Promise.all([done(at.getAllKeys()), done<T[]>(at.getAll())]);
      return keys.map((key, i) => [String(key), values[i] as T]);
    },
    async under(beginning) {
      const at = await store("readonly");
      if (at) return done<T[]>(at.getAll(beginningWith(beginning)));
      return [...kept].filter(([key]) => key.startsWith(beginning)).map(([, value]) => value);
    },
    async deleteUnder(beginning) {
      const at = await store("readwrite");
      if (at) await done(at.delete(beginningWith(beginning)));
      else for (const key of [...kept.keys()]) if (key.startsWith(beginning)) kept.delete(key);
    },
  };
}
