// The battle that is open. Its text is the truth: forms, maps and odds follow it.
import { engine, examples, type Checked, type Source } from "../engine";
import { addressOf, keyOf, replaceAddress, type BattleRef, type Extras, type Room } from "./route";
import { shelf } from "./shelf";
import { isReplay, unpack } from "./share";

/** A battle of one's own, as the browser keeps it. */
export interface OwnBattle {
  name: string;
  ruleset: string;
  source: Source;
  /** When it was changed last. */
  changed: number;
  /** The example it was made from. */
  from?: string;
}

export const ownBattles = shelf<OwnBattle>("battles");
export const replays = shelf<{ text: string; source: Source; played: boolean }>("replays");

const nameIn = (text: string): string | undefined => /^name\s*=\s*"((?:[^"\\\n]|\\.)*)"/m.exec(text)?.[1];
const rulesetIn = (text: string): string | undefined => /^ruleset\s*=\s*["'](\w+)["']/m.exec(text)?.[1];

export class OpenBattle {
  ref: BattleRef = $state.raw({ kind: "own", id: "" });
  source: Source = $state.raw({ text: "" });
  /** What the engine says of the text as it is now; null until it has said it. */
  checked: Checked | null = $state.raw(null);
  /** The replay that was opened, where one was. */
  replay: string | undefined;
  /** The source as it was when it was opened. */
  readonly opened: Source;
  private from: string | undefined;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private keeping: ReturnType<typeof setTimeout> | undefined;

  constructor(ref: BattleRef, source: Source, replay?: string) {
    this.ref = ref;
    this.source = source;
    this.opened = source;
    this.replay = replay;
    this.from = ref.kind === "example" ? ref.id : undefined;
    void this.check();
  }

  get name(): string {
    return this.checked?.battle?.name ?? nameIn(this.source.text) ?? this.source.file?.replace(/\.toml$/, "") ?? "A battle";
  }
  get ruleset(): string {
    return this.checked?.ruleset ?? rulesetIn(this.source.text) ?? "";
  }
  get own(): boolean {
    return this.ref.kind === "own";
  }

  address(room: Room, extras: Extras = {}): string {
    return addressOf(room, this.ref, extras);
  }

  /** Takes a change of text or files; whoever changes somebody else's battle gets a copy of his own. */
  change(source: Source, room: Room): void {
    if (source.text === this.source.text && source.files === this.source.files) return;
    this.source = source;
    if (!this.own) {
      this.ref = { kind: "own", id: newId() };
      open.set(keyOf(this.ref), this);
      replaceAddress(this.address(room));
    }
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => void this.check(), 120);
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => void this.keep(), 400);
  }

  async keep(): Promise<void> {
    if (this.ref.kind !== "own") return;
    clearTimeout(this.keeping);
    const { name, ruleset, source } = this;
    const kept: OwnBattle = { name, ruleset, source, changed: Date.now() };
    await ownBattles.put(this.ref.id, this.from === undefined ? kept : { ...kept, from: this.from });
  }

  private async check(): Promise<void> {
    const { source } = this;
    const checked = await engine.check(source);
    if (source === this.source) this.checked = checked;
  }
}

export const newId = (): string => crypto.randomUUID().slice(0, 8);

const open = new Map<string, OpenBattle>();

/** The battle of an address; rejected with words for people where there is none. */
export async function openBattle(ref: BattleRef): Promise<OpenBattle> {
  const key = keyOf(ref);
  const known = open.get(key);
  if (known && keyOf(known.ref) === key) return known;
  const battle = await load(ref);
  open.set(key, battle);
  return battle;
}

async function load(ref: BattleRef): Promise<OpenBattle> {
  switch (ref.kind) {
    case "example": {
      const example = examples.find((known) => known.id === ref.id);
      if (!example) throw new Error(`There is no example ${ref.id}.`);
      return new OpenBattle(ref, example.source);
    }
    case "own": {
      const kept = await ownBattles.get(ref.id);
      if (!kept) throw new Error("This battle is not in this browser: it was deleted, or made in another one.");
      return new OpenBattle(ref, kept.source);
    }
    case "replay": {
      const kept = await replays.get(ref.id);
      if (!kept) throw new Error("This replay is not in this browser.");
      return new OpenBattle(ref, kept.source, kept.text);
    }
    case "shared":
      try {
        return await fromLink(ref, await unpack(ref.packed));
      } catch {
        throw new Error("This link is damaged: a part of it is missing, or it was not made here.");
      }
  }
}

/** A link holds a scenario, or the replay of a battle that somebody played. */
async function fromLink(ref: BattleRef, held: Source): Promise<OpenBattle> {
  if (!isReplay(held.text)) return new OpenBattle(ref, held);
  const { source } = await engine.replay(held.text);
  return new OpenBattle(ref, source, held.text);
}

/** Keeps a scenario as a battle of one's own. */
export async function addOwn(source: Source, name?: string): Promise<BattleRef> {
  const id = newId();
  const { text } = source;
  await ownBattles.put(id, {
    name: name ?? nameIn(text) ?? source.file?.replace(/\.toml$/, "") ?? "A battle",
    ruleset: rulesetIn(text) ?? "",
    source,
    changed: Date.now(),
  });
  return { kind: "own", id };
}

/** What lies open is forgotten with what was deleted. */
export async function removeOwn(id: string): Promise<void> {
  open.delete(keyOf({ kind: "own", id }));
  await ownBattles.delete(id);
}

addEventListener("pagehide", () => {
  for (const battle of open.values()) void battle.keep();
});
