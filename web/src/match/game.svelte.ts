// A battle that is fought by the server, order by order, as one seat sees it.
import type { Play, Standing } from "../engine";
import { Played } from "../play/session.svelte";
import { call, type MatchInfo, type MatchView } from "./server";

export class MatchGame extends Played {
  info: MatchInfo | null = $state.raw(null);
  view: MatchView | null = $state.raw(null);
  private next = 0;

  constructor(
    readonly match: string,
    readonly secret: string,
  ) {
    super(`match/${match}`);
  }

  get mine(): boolean {
    return this.view?.seen.mine === true;
  }

  post<T>(what: string, body: unknown = {}): Promise<T> {
    return call<T>("POST", `matches/${this.match}/${what}`, body, this.secret);
  }

  /** Looks again, and shows what has happened since. */
  async look(): Promise<void> {
    const from = this.play ? this.next : 0;
    this.show_view(await call<MatchView>("GET", `matches/${this.match}/view?from=${from}`, undefined, this.secret));
  }

  /** Does something as this seat. */
  async act(what: string, body?: unknown): Promise<boolean> {
    return this.doing(async () => {
      await this.post(what, body);
      await this.look();
    });
  }

  /** Whether it was done and more can be ordered: who is not to act has nothing to ask either. */
  override async order(order: string): Promise<boolean> {
    return (await this.act("orders", { order })) && this.mine && !this.over;
  }

  override async undo(): Promise<boolean> {
    return (await this.act("undo")) && this.mine;
  }

  override query<T>(question: string): Promise<T> {
    return this.post<T>("query", { question });
  }

  /** The whole battle in a file, once it is over. */
  async replay(): Promise<string> {
    return JSON.stringify(await call("GET", `matches/${this.match}/replay`, undefined, this.secret));
  }

  private show_view(view: MatchView): void {
    this.info = view.match;
    this.view = view;
    const { seen } = view;
    if (!seen.scene) return;
    // Spectators see, and hear nothing.
    const heard = seen.heard ?? { from: 0, next: 0, lines: [] };
    const again = heard.from === 0;
    const standing: Standing = { scene: seen.scene, heard: heard.lines, outcome: view.match.outcome, closing: seen.closing ?? null, orders: seen.orders ?? 0 };
    this.next = heard.next;
    const told = heard.lines.flatMap(({ words, order }) => (words ? [{ words: words.trim(), order }] : []));
    this.told = again ? told : [...this.told, ...told];
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
