// A battle that somebody plays in this browser. It is kept after every order: whoever comes back goes on.
import { engine, type Play, type Scene, type Source, type Standing } from "../engine";
import { notify } from "../design/notices.svelte";
import type { Side } from "../design/side";
import { shelf } from "../shell/shelf";
import { scriptOf, type Script } from "../board/script";

interface Kept {
  replay: string;
  name: string;
  ruleset: string;
  seed: number;
  /** Null while it goes on. */
  outcome: string | null;
  changed: number;
}

const plays = shelf<Kept>("plays");

export interface Heard {
  words: string;
  /** After how many orders. */
  order: number;
}

export class Played {
  play: Play | null = $state.raw(null);
  standing: Standing | null = $state.raw(null);
  before: Scene | null = $state.raw(null);
  script: Script | null = $state.raw(null);
  told: Heard[] = $state.raw([]);
  /** How many orders were given: whoever asked something before has to ask again. */
  version = $state(0);
  busy = $state(false);
  wrong = $state("");
  resumed = $state(false);
  /** Whether what fights it answers. */
  reached = $state(true);
  /** After so many orders nothing can be taken back. */
  private refusedAt = $state(-1);
  private began = 0;

  constructor(private readonly key: string) {}

  get scene(): Scene | null {
    return this.standing?.scene ?? null;
  }
  /** Whether whoever looks may ask and order now. */
  get acting(): boolean {
    return this.play !== null;
  }
  /** Whose colour those have who are ordered. */
  get colour(): Side {
    return "first";
  }
  /** Whether the last order may be one that can be taken back. */
  get undoable(): boolean {
    const orders = this.standing?.orders ?? 0;
    return !this.busy && !this.over && orders > this.firstOrders && orders !== this.refusedAt;
  }
  /** How many orders were given before those that can be taken back. */
  protected get firstOrders(): number {
    return 0;
  }
  get over(): boolean {
    return this.standing?.outcome !== null && this.standing !== null;
  }

  /** What was kept of this battle: with this seed, or the last one. */
  private async kept(seed: number | null): Promise<Kept | undefined> {
    if (seed !== null) return plays.get(`${this.key}#${seed}`);
    const mine = (await plays.all()).filter(([key]) => key.startsWith(`${this.key}#`)).map(([, kept]) => kept);
    return mine.sort((a, b) => b.changed - a.changed)[0];
  }

  /** Goes on with what was kept, or begins. */
  async open(source: Source, seed: number | null, usual: number | null, replay?: string): Promise<void> {
    await this.doing(async () => {
      const saved = replay ?? (await this.kept(seed))?.replay;
      if (saved !== undefined) {
        try {
          this.take(await engine.resume(saved));
          this.resumed = this.standing!.orders > 0;
          return;
        } catch (error) {
          // Its scenario or the rules have changed since: it begins anew, and says so.
          notify(`What was kept could not be gone on with: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
      this.take(await engine.play(source, seed ?? usual ?? Math.floor(Math.random() * 1e6)));
    });
  }

  async again(source: Source, seed: number): Promise<void> {
    await this.doing(async () => {
      this.play?.close();
      this.take(await engine.play(source, seed));
      this.resumed = false;
      await this.keep();
    });
  }

  private take(play: Play): void {
    this.play = play;
    this.told = lines(play.first, 0);
    this.show(play.first, null);
  }

  async order(order: string): Promise<boolean> {
    return this.doing(async () => {
      const before = this.scene;
      const standing = await this.play!.order(order);
      this.told = [...this.told, ...lines(standing, standing.orders)];
      this.show(standing, before);
      await this.keep();
    });
  }

  async undo(): Promise<boolean> {
    const orders = this.standing?.orders ?? 0;
    const done = await this.takeBack();
    this.refusedAt = done || !this.reached ? -1 : orders;
    return done;
  }

  protected takeBack(): Promise<boolean> {
    return this.doing(async () => {
      const standing = await this.play!.undo();
      this.told = this.told.filter((line) => line.order <= standing.orders);
      this.show(standing, null);
      await this.keep();
    });
  }

  query<T>(question: string): Promise<T> {
    return this.play!.query<T>(question);
  }

  protected show(standing: Standing, before: Scene | null): void {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.before = before;
    this.script = before && !still ? scriptOf(before, standing.heard.map((heard) => heard.event)) : null;
    this.began = performance.now();
    this.standing = standing;
    this.version += 1;
  }

  /** How far what happened has been shown. Long turns of others are shown faster. */
  clock = (): number => {
    const length = this.script?.length ?? 0;
    return (performance.now() - this.began) * Math.max(1, length / 6_000);
  };
  /** Shows how it ended at once. */
  skip(): void {
    if (this.script && this.clock() < this.script.length) this.script = null;
  }

  protected async keep(): Promise<void> {
    const { play, standing } = this;
    if (!play || !standing) return;
    const kept: Kept = { replay: await play.save(), name: play.name, ruleset: play.ruleset, seed: play.seed, outcome: standing.outcome, changed: Date.now() };
    await plays.put(`${this.key}#${play.seed}`, kept);
  }

  protected async doing(act: () => Promise<void>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.wrong = "";
    try {
      await act();
      return true;
    } catch (error) {
      this.tell(error instanceof Error ? error.message : String(error));
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Says what went wrong. */
  protected tell(words: string): void {
    if (this.play) notify(words);
    else this.wrong = words;
  }

  close(): void {
    this.play?.close();
  }
}

function lines(standing: Standing, order: number): Heard[] {
  return standing.heard.flatMap(({ words }) => (words ? [{ words: plain(words), order }] : []));
}

/** A line of the log without its turn, which stands above it. */
export const plain = (words: string): string => words.replace(/^\s*T\d+\s+/, "").replace(/^-+\s*/, "").trim();
