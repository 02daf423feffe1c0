// Answers, in the shapes of the command line's JSON.

/** A number with the interval that holds it; low = high = value where it is exact. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

export interface Heading {
  fracas: string;
  ruleset: string;
  name: string;
  part?: string;
}

export interface Versions {
  rules: number;
  stream: number;
}

export interface OutcomeOdds {
  p: number;
  low: number;
  high: number;
  /** A trial that ended so; null if none is known or the odds are exact. */
  example: number | null;
}

export interface MeasureOdds {
  /** The outcome whose battles alone count, and how many they are. */
  given?: string;
  n?: number | null;
  mean: number | null;
  se: number | null;
  low?: number | null;
  high?: number | null;
  sd: number | null;
  min: number | null;
  p5: number | null;
  p50: number | null;
  p95: number | null;
  max: number | null;
}

export interface Likelihood {
  condition: string;
  p: number;
  low: number;
  high: number;
  example: number | null;
}

/** A value, or values counted together, and how often it comes. */
export interface Share {
  low: number;
  high: number;
  p: number;
}

export interface Odds {
  method: "exact" | "sampled";
  why: string;
  seed: number | null;
  trials: number | null;
  outcomes: Record<string, OutcomeOdds>;
  measures: Record<string, MeasureOdds>;
  by_outcome?: Record<string, { n: number | null; measures: Record<string, MeasureOdds> }>;
  unresolved: number;
  provisional?: true;
}

export interface OddsAnswer extends Heading, Odds {
  /** How it ends, in a sentence. */
  headline: string;
  remarks?: string[];
  versions: Versions;
  that?: Likelihood[];
  /** Of the measures that were asked for, those that are known. */
  distributions?: Record<string, Share[]>;
}

export interface FindAnswer {
  /** The first trial in which it holds; null if none of those tried. */
  trial: number | null;
  /** Trials looked at. */
  tried: number;
  provisional?: true;
}

/** A point of a sweep: its number, its values by path, and its odds or why there are none. */
export type SweepRow = { point: number; values: Record<string, string | number> } & (
  | (Odds & { that?: Likelihood[] })
  | { error: string }
);

export interface SweepAnswer extends Heading {
  seed: number;
  /** What varies, and its values in order. The last axis runs fastest in the numbers of points. */
  axes: { path: string; values: string[] }[];
  points: number;
  /** What is known, in the order of the points. */
  rows: SweepRow[];
  provisional?: true;
}

export interface SolvedValue {
  value: string;
  does: "yes" | "no" | "close" | "impossible" | "unknown";
  claims: Estimate[];
  trials: number | null;
  why?: string;
}

/** What the laboratory's answers have besides: the answer in a sentence, and what must be known with it. */
export interface Said {
  sentence: string;
  cautions?: string[];
}

export interface SolveAnswer extends Heading, Said {
  seed: number;
  path: string;
  for: string[];
  wanted: number[];
  most: boolean;
  value: string | null;
  or_from?: string;
  border: SolvedValue[];
  tried: SolvedValue[];
  of: number;
  monotone: "all_tried" | "nothing_against" | "broken";
  alpha: number;
  verified: boolean;
  provisional?: true;
  versions: Versions;
}

export interface CompareAnswer extends Heading, Said {
  seed: number;
  aims: { aim: string; share: boolean }[];
  least: boolean;
  /** The best first. */
  variants: {
    name: string;
    base: boolean;
    trials: number | null;
    values: Estimate[];
    differences: Estimate[];
    dropped: boolean;
    worse: boolean;
  }[];
  looks: number;
  planned_looks: number;
  cut_short: boolean;
  provisional?: true;
  versions: Versions;
}

export interface Army {
  choices: Record<string, string>;
  cost: number;
  value: Estimate;
  trials: number | null;
}

export interface BestAnswer extends Heading, Said {
  seed: number;
  for: string;
  share: boolean;
  least: boolean;
  money: number;
  best: Army;
  runners_up: Army[];
  prices: {
    path: string;
    from: string;
    to: string;
    cost: number;
    difference: Estimate;
    per_point: number | null;
  }[];
  tried: number;
  possible: number | null;
  worse: number;
  set_aside: number;
  impossible: number;
  provisional?: true;
  versions: Versions;
}

export interface MatrixAnswer extends Said {
  fracas: string;
  ruleset: string;
  seed: number;
  sides: [string, string];
  ranking: { name: string; score: Estimate; from: number; to: number; battles: number }[];
  meetings: { first: string; second: string; wins: Estimate; loses: Estimate; trials: number | null }[];
  provisional?: true;
  versions: Versions;
}

export interface SensitivityAnswer extends Heading {
  method: "exact" | "sampled";
  seed: number | null;
  trials: number | null;
  for: string;
  p: number;
  sensitivity: {
    path: string;
    value: number;
    changes: { to: number; p: number; effect: number; low: number; high: number }[];
  }[];
  left_out: number;
  versions: Versions;
}

export interface ImpactAnswer extends Heading {
  method: "exact" | "sampled";
  seed: number | null;
  trials: number | null;
  impact: { side: string; name: string; with: number; without: number; impact: number; low: number; high: number }[];
  versions: Versions;
}

export interface Valued {
  worth: number;
  outcomes: Record<string, number>;
}

export interface DecideAnswer extends Heading, Said {
  decider: string;
  decides: string;
  for: string;
  /** As the file decides, with the best decisions, and with the table below. */
  file: Valued;
  best: Valued;
  table: Valued;
  line: ({ write: string } & Valued) | null;
  facts: string[];
  rows: { when: { fact: string; least: number | null; most: number | null }[]; do: string; visits: number }[];
  otherwise: string[];
  states: number;
  decisions: number;
  branches: number;
  reached: number;
  versions: Versions;
}

export interface LuckAnswer {
  trials: number;
  outcome: { p: number; low: number; high: number };
  measures: Record<string, { value: number; below: number; same: number; above: number }>;
}

export interface RunAnswer extends Heading {
  seed: number | null;
  trial: number | null;
  outcome: string;
  measures: Record<string, number>;
  /** The scenario that is left, as text. */
  aftermath: string;
  versions: Versions;
  /** The lines that close a report. */
  closing: string;
  /** Files for the game's own programs, by name. */
  files: Record<string, string>;
  /** What else the ruleset tells of it, by key. */
  [fact: string]: unknown;
}

/** What the rules make of a scenario before the first die: tables by key. */
export interface InspectAnswer extends Heading {
  /** The same as tables for eyes, in order. */
  tables: Table[];
  [table: string]: unknown;
}

export interface Table {
  title: string;
  columns: string[];
  rows: string[][];
  note: string | null;
}
