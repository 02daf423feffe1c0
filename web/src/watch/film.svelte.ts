// A battle as a film: its moments as far as they have come, where one stands in it, and what runs.
import type { Land, Moment } from "../engine";
import { scriptOf, type Script } from "../board/script";

/** Asks for so many moments from one on; fewer at the end. */
export type Source = (from: number, count: number) => Promise<Moment[]>;

export const SPEEDS = [0.5, 1, 2, 4, 8] as const;

/** What a moment takes at the usual pace, where nothing on it moves. */
const STILL = 420;
const SLOWEST = 1_800;
/** Moments are asked for in small pieces: the first picture comes at once, and reading one costs no frame of a film that runs. */
const PIECES = [2, 20, 40];
/** So many milliseconds apart what has come is shown: the time line is drawn anew for it. */
const APART = 300;
/** A film of ranks has about so many pictures when it runs: of a longer battle, moments are passed over. */
const PICTURES = 500;
/** No battle is longer than somebody would watch; memory is not either. */
const MOST = 20_000;

export class Film {
  moments: Moment[] = $state.raw([]);
  lands: Land[] = [];
  /** Whether all of it is there. */
  complete = $state(false);
  at = $state(0);
  playing = $state(false);
  speed = $state(1);
  wrong = $state("");
  script: Script | null = $state.raw(null);
  /** When the script began, on the clock of frames; 0 where it stands still. */
  private began = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  /** Where one wants to be, which may not be fought yet. */
  wanted: number;

  constructor(
    private readonly source: Source,
    start = 0,
  ) {
    this.wanted = start;
    void this.load();
  }

  get now(): Moment | null {
    return this.moments[this.at] ?? null;
  }
  get before(): Moment | null {
    return this.moments[this.at - 1] ?? null;
  }
  get last(): number {
    return Math.max(0, this.moments.length - 1);
  }
  get land(): Land | null {
    return this.lands[this.at] ?? null;
  }
  /** How far the script of this moment has run. */
  clock = (): number => (this.began === 0 ? Infinity : (performance.now() - this.began) * this.speed);

  private async load(): Promise<void> {
    const all: Moment[] = [];
    const show = (): void => {
      this.moments = [...all];
      if (this.wanted > this.at && !this.playing) this.at = Math.min(this.wanted, this.last);
    };
    try {
      let shown = -Infinity;
      for (let piece = 0; !this.closed && all.length < MOST; piece++) {
        const count = PIECES[Math.min(piece, PIECES.length - 1)]!;
        const found = await this.source(all.length, count);
        if (this.closed) return;
        for (const moment of found) this.lands.push(moment.board?.land ?? this.lands.at(-1)!);
        all.push(...found);
        if (found.length < count || found.at(-1)?.outcome !== undefined) break;
        if (piece < PIECES.length - 1 || performance.now() - shown > APART) {
          show();
          shown = performance.now();
        }
      }
      show();
      this.complete = true;
    } catch (error) {
      this.wrong = error instanceof Error ? error.message : String(error);
    }
  }

  /** Goes to a moment; nothing moves on the way. */
  jump(to: number): void {
    clearTimeout(this.timer);
    this.wanted = this.at = Math.max(0, Math.min(this.last, Math.round(to)));
    this.began = 0;
    this.script = null;
    if (this.playing) this.wait();
  }

  /** A moment on, or several, shown as it happens. */
  step(by = 1): void {
    if (this.at >= this.last) return this.pause();
    clearTimeout(this.timer);
    this.wanted = this.at = Math.min(this.last, this.at + by);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.script = still ? null : scriptOf(this.before, this.now?.happened ?? []);
    this.began = this.script && this.script.length > 0 ? performance.now() : 0;
    if (this.playing) this.wait();
  }

  back(): void {
    this.pause();
    this.jump(this.at - 1);
  }

  play(): void {
    if (this.at >= this.last && this.complete) this.at = 0;
    this.playing = true;
    this.step();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  private wait(): void {
    const length = this.script?.length ?? 0;
    const pause = length > 0 ? Math.min(SLOWEST, length) + 120 : this.now?.told?.length ? STILL : 120;
    this.timer = setTimeout(() => {
      if (!this.playing) return;
      if (this.at < this.last) this.step(this.land ? 1 : Math.ceil(this.last / PICTURES));
      else if (this.complete) this.pause();
      else this.wait();
    }, pause / this.speed);
  }

  close(): void {
    this.closed = true;
    this.pause();
  }
}

/** A turning point: something that a log of turning points tells. */
export interface Turning {
  moment: number;
  words: string;
}

export function turningsOf(moments: readonly Moment[]): Turning[] {
  const found: Turning[] = [];
  for (const moment of moments) {
    for (const line of moment.told ?? []) {
      const words = line.turning?.trim();
      if (words) found.push({ moment: moment.moment, words: plain(words) });
    }
  }
  return found;
}

/** A line without the columns of a terminal. */
export const plain = (words: string): string => words.replace(/^\s*T\d+\s+/, "").replace(/^-+\s*/, "").trim();
