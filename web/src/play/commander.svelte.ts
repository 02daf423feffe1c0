// What whoever commands a squad has in hand: a unit, a target, something to aim, and what is to be expected of it.
import type { At } from "../engine";
import { notify } from "../design/notices.svelte";
import { sentence } from "../design/numbers";
import { same } from "../board/geometry";
import type { Overlay } from "../board/overlay";
import type { Actions, Advice, Aimed, Attack, Pace, Preview, Reach, Squad, Target } from "./asked";
import type { Played } from "./session.svelte";

export class Commander {
  squad: Squad | null = $state.raw(null);
  unit: string | null = $state(null);
  pace: Pace = $state("walk");
  aiming: Aimed | null = $state.raw(null);
  reach: Reach | null = $state.raw(null);
  targets: Target[] = $state.raw([]);
  actions: Actions = $state.raw({ actions: [], aimed: [] });
  target: string | null = $state(null);
  /** The attack that is looked at. */
  attack: Attack | null = $state.raw(null);
  cursor: At | null = $state.raw(null);
  preview: Preview | null = $state.raw(null);
  /** What was pressed once and asks to be pressed again. */
  armed: string | null = $state(null);
  hint: Advice | null = $state.raw(null);
  sight: At[] | null = $state.raw(null);

  /** What the battle had become when it was asked about last, and whether it is being asked. */
  private known = -1;
  private asking = false;

  constructor(readonly game: Played) {}

  get soldier() {
    return this.squad?.units.find((unit) => unit.name === this.unit) ?? null;
  }
  get able() {
    return this.squad?.units.filter((unit) => unit.can_act) ?? [];
  }
  get aimedAt(): Target | null {
    return this.targets.find((target) => target.name === this.target) ?? null;
  }

  /** Asks everything anew once the battle has changed, by an order of one's own or of somebody else on the side. */
  async follow(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    try {
      while (this.game.acting && this.known !== this.game.version) {
        const { version } = this.game;
        this.known = version;
        if (!(await this.refresh())) return void (this.known = -1);
      }
    } finally {
      this.asking = false;
    }
  }

  /** What can be found out; nothing, with a word on it, where that is not told. */
  private ask<T>(question: string): Promise<T | null> {
    return this.game.query<T>(question).catch((why: Error) => {
      // What nobody answered is asked again once somebody does.
      if (!this.game.reached) this.known = -1;
      else if (this.game.acting) notify(why.message);
      return null;
    });
  }

  /** Whether it was told how things stand. */
  private async refresh(): Promise<boolean> {
    const turn = this.squad?.turn;
    const squad = await this.ask<Squad>("squad");
    if (!squad) return false;
    this.squad = squad;
    this.hint = null;
    this.armed = null;
    // A new turn begins with the first of the squad.
    const stays = squad.turn === turn && this.able.some((unit) => unit.name === this.unit);
    if (!stays) {
      await this.choose(this.able[0]?.name ?? squad.units[0]?.name ?? null);
      return true;
    }
    if (this.sight) this.sight = null;
    const { aiming, attack, preview } = this;
    await this.askAbout(this.unit);
    // What was in hand stays there, with what is to be expected of it now.
    if (aiming && this.aiming === aiming) this.aiming = this.actions.aimed.find((one) => one.order === aiming.order) ?? null;
    if (attack && this.attack === attack) this.attack = this.aimedAt?.attacks.find((one) => one.order === attack.order) ?? null;
    if (preview && this.preview === preview) await this.look(this.cursor);
    return true;
  }

  async choose(name: string | null): Promise<void> {
    this.unit = name;
    this.aiming = null;
    this.attack = null;
    this.preview = null;
    this.armed = null;
    this.hint = null;
    if (this.sight) this.sight = null;
    await this.askAbout(name);
  }

  /** What a unit can do. */
  private async askAbout(name: string | null): Promise<void> {
    if (name === null || this.game.over) {
      [this.reach, this.targets, this.actions] = [null, [], { actions: [], aimed: [] }];
      return;
    }
    const [reach, targets, actions] = await Promise.all([
      this.game.query<Reach>(`reach ${name} ${this.pace}`).catch(() => null),
      this.ask<{ targets: Target[] }>(`targets ${name}`),
      this.ask<Actions>(`actions ${name}`),
    ]);
    if (this.unit !== name) return;
    this.reach = reach;
    this.targets = targets?.targets ?? [];
    this.actions = actions ?? { actions: [], aimed: [] };
    if (!this.aimedAt) this.target = this.targets.find((target) => target.attacks.length > 0)?.name ?? null;
  }

  async setPace(pace: Pace): Promise<void> {
    this.pace = pace;
    if (this.unit) this.reach = await this.ask<Reach>(`reach ${this.unit} ${pace}`);
    if (this.cursor) await this.look(this.cursor);
  }

  aim(aimed: Aimed | null): void {
    this.aiming = aimed;
    this.attack = null;
    this.preview = null;
    this.armed = null;
  }

  /** Shows what a press on a hex would do. */
  async look(at: At | null): Promise<void> {
    const moved = !same(at, this.cursor);
    this.cursor = at;
    if (moved) this.armed = null;
    const line = at ? this.lineAt(at) : null;
    if (line === null) {
      this.preview = null;
      return;
    }
    const preview = await this.game.query<Preview>(`preview ${line}`).catch(() => null);
    if (same(at, this.cursor)) this.preview = preview;
  }

  /** The order that a hex stands for now. */
  private lineAt(at: At): string | null {
    const { soldier, aiming } = this;
    if (!soldier?.can_act) return null;
    if (aiming) return `${aiming.order} ${at[0]},${at[1]}`;
    if (same(at, soldier.at) || this.unitAt(at)) return null;
    const pace = this.pace === "walk" ? "" : ` ${this.pace}`;
    return `${soldier.name}: move ${at[0]},${at[1]}${pace}`;
  }

  private unitAt(at: At): string | null {
    const units = this.game.scene?.sides.flatMap((side) => side.units) ?? [];
    return units.find((unit) => same(unit.at, at) && (unit.state === "fighting" || unit.state === "down"))?.name ?? null;
  }

  /** A press on a hex: chooses whom it shows, or orders what was previewed. */
  async pick(at: At): Promise<void> {
    if (this.game.busy) return;
    const on = this.unitAt(at);
    if (!this.aiming && on) {
      this.cursor = at;
      if (this.squad?.units.some((unit) => unit.name === on)) return this.choose(on);
      if (this.targets.some((target) => target.name === on)) {
        this.target = on;
        this.attack = this.aimedAt?.attacks.find((attack) => !attack.refused) ?? null;
        this.preview = null;
        return;
      }
    }
    const known = same(at, this.cursor) && this.preview !== null;
    if (!known) await this.look(at);
    const { preview } = this;
    if (!preview) return;
    if (preview.refused) return notify(sentence(preview.refused));
    const risky = (preview.may_react?.length ?? 0) > 0 || (preview.friends?.length ?? 0) > 0;
    // What was not seen before it was pressed, and what may be regretted (B-75, B-184), is pressed twice.
    if ((!known || risky) && this.armed !== preview.order) {
      this.armed = preview.order;
      return;
    }
    await this.order(preview.order);
  }

  async order(order: string): Promise<void> {
    this.aim(null);
    this.hint = null;
    if (await this.game.order(order)) await this.follow();
  }

  async undo(): Promise<void> {
    this.aim(null);
    if (await this.game.undo()) await this.follow();
  }

  /** Ends the phase; asked for twice while somebody still has much to do. */
  async endTurn(): Promise<void> {
    const waiting = this.able.filter((unit) => unit.tu >= 20);
    if (waiting.length > 0 && this.armed !== "end phase") {
      this.armed = "end phase";
      return;
    }
    await this.order("end phase");
  }

  async advise(): Promise<void> {
    if (!this.unit) return;
    this.hint = await this.ask<Advice>(`advice ${this.unit}`);
  }

  async toggleSight(): Promise<void> {
    if (this.sight || !this.unit) this.sight = null;
    else this.sight = (await this.ask<{ hexes: At[] }>(`sight ${this.unit}`))?.hexes ?? null;
  }

  nextUnit(by = 1): void {
    const names = (this.able.length > 0 ? this.able : (this.squad?.units ?? [])).map((unit) => unit.name);
    if (names.length === 0) return;
    const next = names[(names.indexOf(this.unit ?? "") + by + names.length) % names.length]!;
    void this.choose(next).then(() => (this.cursor = this.soldier?.at ?? null));
  }

  nextTarget(by = 1): void {
    const names = this.targets.map((target) => target.name);
    if (names.length === 0) return;
    this.target = names[(names.indexOf(this.target ?? "") + by + names.length) % names.length]!;
    this.attack = this.aimedAt?.attacks[0] ?? null;
    this.cursor = this.aimedAt?.at ?? this.cursor;
    this.preview = null;
  }

  get overlay(): Overlay {
    if (!this.game.acting) return {};
    const { soldier, reach, preview, aiming } = this;
    const from = soldier?.at;
    const move = preview?.path && from ? { from, steps: preview.path, costs: preview.costs ?? [], bad: preview.refused !== undefined } : null;
    const cheapest = Math.min(...(soldier?.modes.map(([, tu]) => tu) ?? [Infinity]));
    const shot = this.attack && this.aimedAt && from && !preview ? { from, to: this.aimedAt.at } : null;
    const goals = (this.squad?.objectives ?? []).filter((goal) => goal.stands === "open").flatMap((goal) => goal.at ?? []);
    return {
      reach: aiming || !soldier?.can_act ? [] : (reach?.hexes.map(([at, cost]) => ({ at, cost })) ?? []),
      dear: soldier && Number.isFinite(cheapest) ? soldier.tu - cheapest : Infinity,
      aims: aiming?.hexes ?? [],
      path: move && move.steps.length > 0 ? move : null,
      watched: preview?.may_react ?? [],
      cover: preview?.path?.length && preview.cover ? { at: preview.path.at(-1)!, sides: preview.cover } : null,
      area: preview?.area ?? [],
      aim: aiming && this.cursor && from ? { from, to: this.cursor } : shot,
      cursor: this.cursor,
      front: soldier && soldier.can_act ? { at: soldier.at, facing: soldier.facing } : null,
      sight: this.sight ?? [],
      rings: goals,
      second: this.game.colour === "second",
    };
  }
}
