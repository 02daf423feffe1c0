// What sessions answer to a player's questions: the shapes of `Session::query`.
import type { At } from "../engine";

export interface Soldier {
  name: string;
  class: string;
  at: At;
  hp: number;
  max_hp: number;
  armour: number;
  facing: string;
  stance: string;
  cover: string;
  weapon: string | null;
  stunned: boolean;
  panicked: boolean;
  suppressed: boolean;
  tu: number;
  most_tu: number;
  energy: number;
  max_energy: number;
  morale: number;
  loaded: number;
  magazine: number;
  spare: number;
  carries: string[];
  ended: boolean;
  can_act: boolean;
  engaged: boolean;
  /** Name, time units, rounds. */
  modes: [string, number, number][];
}

export interface Objective {
  name: string;
  task: string;
  primary: boolean;
  stands: "open" | "done" | "lost";
  from_turn: number;
  progress?: [number, number];
  zone?: string;
  at?: At[];
}

export interface Squad {
  turn: number;
  time_limit: number | null;
  acting: boolean;
  units: Soldier[];
  objectives: Objective[];
}

export type Pace = "walk" | "run" | "crouch";

export interface Reach {
  unit: string;
  pace: Pace;
  from: At;
  tu: number;
  hexes: [At, number][];
  cover: [At, [string, number][]][];
}

export interface Term {
  name: string;
  value: number;
}

export interface Attack {
  order: string;
  head: boolean;
  weapon: string;
  mode: string;
  tu: number;
  rounds: number;
  distance: number;
  terms: Term[];
  accuracy: number[];
  crit: number[];
  p_hit: number;
  p_kill: number;
  p_burn: number;
  mean: number;
  damage: Record<string, number>;
  refused?: string;
}

export interface Target {
  name: string;
  at: At;
  hp: number;
  max_hp: number;
  distance: number;
  watches: boolean;
  attacks: Attack[];
  why?: string;
}

export interface Action {
  order: string;
  line: string;
  tu: number;
  words: string;
}

export interface Aimed {
  order: string;
  line: string;
  tu: number;
  hexes: At[];
}

export interface Actions {
  actions: Action[];
  aimed: Aimed[];
}

export interface Inside {
  name: string;
  at: At;
  enemy: boolean;
  hp: number;
  in_area: boolean;
  on_target: number;
  expected: number;
}

export interface Preview {
  order: string;
  refused?: string;
  words: string;
  tu: number;
  left: number;
  path?: At[];
  costs?: number[];
  may_react?: { name: string; at: At; sees: At[] }[];
  cover?: [string, number][];
  accuracy?: number[];
  area?: At[];
  friends?: string[];
  inside?: Inside[];
  attack?: Attack;
}

export interface Hero {
  name: string;
  hp: number;
  max_hp: number;
  ap: number;
  max_ap: number;
  fight: number;
  fights: number;
  turn: number;
  bag: { id: string; name: string; count: number }[];
  worn: { slot: string; name: string }[];
  choices: { order: string; words: string; cost: number; odds: string }[];
}

/** What the AI would order, and why. */
export interface Advice {
  order: string;
  why: string;
}

export interface Best {
  goal: string;
  decides: string;
  choices: { order: string; words: string; worth: number }[];
}
