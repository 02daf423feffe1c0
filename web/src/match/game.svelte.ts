// A battle that is fought by the server, order by order, as one seat sees it.
import type { Play, Standing } from "../engine";
import { notify } from "../design/notices.svelte";
import type { Side } from "../design/side";
import { plain, Played } from "../play/session.svelte";
import { colourOf, sideName } from "./sides";
import { call, Unreachable, type MatchInfo, type MatchView, type SeatInfo } from "./server";

/** After so many milliseconds a server that could not be reached is asked again. */
const AGAIN = 2_000;

/** A line of the log, with sides called as they are everywhere in a match. */
const said = (words: string): string => plain(words).replace(/^(player|enemy) phase$/, (_, side: string) => `Now ${sideName(side)} acts`);

export class MatchGame extends Played {
  info: MatchInfo | null = $state.raw(null);
  view: MatchView | null = $state.raw(null);
  private next = 0;
  /** What was shown last. */
  private shown = "";
  /** Looks follow each other: what was heard is told once. */
  private looking: Promise<void> = Promise.resolve();
  private later: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  /** How many orders the side had been given when its phase began. */
  private begun = $state(0);

  constructor(
    readonly match: string,
    readonly secret: string,
  ) {
    super(`match/${match}`);
  }

  /** The seat of whoever looks; spectators have none. */
  get own(): SeatInfo | null {
    const seat = this.view?.seat;
    return this.info?.seats.find((one) => one.seat === seat) ?? null;
  }
  /** Whether it is the turn of the own side. */
  get mine(): boolean {
    return this.view?.seen.mine === true && this.own?.gone === false && this.info?.state === "playing";
  }
  override get acting(): boolean {
    return this.mine && this.info?.kind === "orders" && this.play !== null;
  }
  override get colour(): Side {
    return this.info ? colourOf(this.info, this.view?.side ?? null) : "first";
  }
  protected override get firstOrders(): number {
    return this.begun;
  }

  private async call<T>(method: string, what: string, body?: unknown): Promise<T> {
    try {
      const told = await call<T>(method, `matches/${this.match}${what}`, body, this.secret);
      this.reached = true;
      return told;
    } catch (error) {
      this.reached = !(error instanceof Unreachable);
      if (!this.reached) this.lookLater();
      throw error;
    }
  }
  /** Until the server answers again: the line on which it tells of changes may not have noticed. */
  private lookLater(): void {
    if (this.closed) return;
    this.later ??= setTimeout(() => {
      this.later = undefined;
      this.look().catch(() => {});
    }, AGAIN);
  }
  override close(): void {
    this.closed = true;
    clearTimeout(this.later);
  }
  private post<T>(what: string, body: unknown = {}): Promise<T> {
    return this.call<T>("POST", `/${what}`, body);
  }

  /** Looks again, and shows what has happened since. */
  look(): Promise<void> {
    const look = this.looking.then(async () => {
      const from = this.play ? this.next : 0;
      this.showView(await this.call<MatchView>("GET", `/view?from=${from}`));
    });
    this.looking = look.catch(() => {});
    return look;
  }

  /** Does something as this seat. */
  async act(what: string, body?: unknown): Promise<boolean> {
    return this.doing(async () => {
      await this.post(what, body);
      await this.look();
    });
  }

  override async order(order: string): Promise<boolean> {
    return this.act("orders", { order });
  }

  protected override takeBack(): Promise<boolean> {
    return this.act("undo");
  }

  override query<T>(question: string): Promise<T> {
    return this.post<T>("query", { question });
  }

  /** The whole battle in a file, once it is over. */
  async replay(): Promise<string> {
    return JSON.stringify(await this.call("GET", "/replay"));
  }

  /** The match that is played after this one; made if it is not there yet. */
  async rematch(): Promise<string | null> {
    let id: string | null = null;
    await this.doing(async () => void (id = (await this.post<{ id: string }>("rematch")).id));
    return id;
  }

  /** Does something, and says what went wrong. */
  attempt(act: () => Promise<void>): Promise<boolean> {
    return this.doing(act);
  }

  /** Over a map it is told where it is seen from everywhere; else it stays until something goes well. */
  protected override tell(words: string): void {
    if (this.info?.kind === "orders" && this.info.state === "playing") notify(words);
    else this.wrong = words;
  }

  private showView(view: MatchView): void {
    this.info = view.match;
    this.view = view;
    const { seen } = view;
    if (!seen.scene) return;
    // Spectators see, and hear nothing.
    const heard = seen.heard ?? { from: 0, next: 0, lines: [] };
    const now = JSON.stringify([seen.orders, heard.next, view.match.outcome, seen.mine, seen.scene]);
    if (now === this.shown) return;
    this.shown = now;
    const again = heard.from === 0;
    const standing: Standing = { scene: seen.scene, heard: heard.lines, outcome: view.match.outcome, closing: seen.closing ?? null, orders: seen.orders ?? 0 };
    this.next = heard.next;
    const told = heard.lines.flatMap(({ words, order }) => (words ? [{ words: said(words), order }] : []));
    this.told = again ? told : [...this.told, ...told];
    for (const { event, order } of heard.lines) if ((event as { event?: string } | null)?.event === "phase") this.begun = order;
    if (this.play === null) this.play = this.asPlay(view, standing);
    this.show(standing, again ? null : this.scene);
  }

  /** What the rooms of a played battle ask of it. */
  private asPlay(view: MatchView, first: Standing): Play {
    return {
      seed: 0,
      source: { text: "" },
      ruleset: view.match.ruleset,
      name: view.match.name,
      opening: view.seen.opening ?? "",
      first,
      order: () => Promise.reject(new Error("orders go to the match")),
      undo: () => Promise.reject(new Error("orders go to the match")),
      choices: () => Promise.resolve([]),
      advice: () => this.post<{ order: string }>("advice").then(({ order }) => order),
      query: <T>(question: string) => this.query<T>(question),
      save: () => this.replay(),
      report: () => Promise.reject(new Error("a match has no aftermath of its own")),
      close: () => {},
    };
  }

  /** The server keeps it. */
  protected override async keep(): Promise<void> {}
}
