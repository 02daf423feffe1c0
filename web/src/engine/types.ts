// The one interface through which the page speaks with the engine. Everything that is decided is
// decided behind it, in Rust; answers have the shapes of the command line's JSON.
import type {
  BestAnswer,
  CompareAnswer,
  DecideAnswer,
  FindAnswer,
  ImpactAnswer,
  InspectAnswer,
  LuckAnswer,
  MatrixAnswer,
  OddsAnswer,
  RunAnswer,
  SensitivityAnswer,
  SolveAnswer,
  SweepAnswer,
  SweepRow,
} from "./answers";
import type { Moment, Scene } from "./scenes";

export type * from "./answers";
export type * from "./scenes";

/** A scenario: its text, and the files that it names. */
export interface Source {
  text: string;
  /** Contents by name, as the scenario names them: spreadsheets, data files, an aftermath. */
  files?: Record<string, string>;
  /** What its file is called; a battle without a name is called after it. */
  file?: string;
}

export type Capability =
  | "tell"
  | "observe"
  | "picture"
  | "scenes"
  | "play"
  | "inspect"
  | "exact"
  | "decide"
  | "parts"
  | "export"
  | "sides";

/** A set of rules. */
export interface Ruleset {
  name: string;
  version: number;
  /** How battles can end, in the order they are told. */
  outcomes: Outcome[];
  /** Commented scenarios to start from, the usual one first (kind ""). */
  templates: { kind: string; text: string }[];
  capabilities: Capability[];
  /** Who may look at a battle with knowledge of his own; nobody where all know all. */
  observers: string[];
  /** JSON schema of its scenario files, for completion and help. */
  schema: unknown;
}

export interface Outcome {
  name: string;
  /** A sentence without capital and end: "the attacker wins". */
  words: string;
  /** Whose it is, by its place in `Scene.sides`; null where it is nobody's. */
  side: number | null;
}

/** Something that is wrong or odd. */
export interface Diagnostic {
  severity: "error" | "warning";
  code: string | null;
  /** The file it is in: null for the scenario itself. */
  file: string | null;
  /** Where, in the units of JavaScript strings; both 0 where it has no place. */
  from: number;
  to: number;
  line: number;
  column: number;
  /** The value's path, such as `attacker.stack[0].men`. */
  path: string;
  message: string;
  help: string | null;
}

/** What became of a check. `battle` is there when it can be fought. */
export interface Checked {
  errors: number;
  warnings: number;
  diagnostics: Diagnostic[];
  /** The ruleset that the text names, if it is known, though the rest may be wrong. */
  ruleset: string | null;
  battle: {
    name: string;
    ruleset: string;
    seed: number | null;
    /** Measures, in the order they are told. */
    measures: string[];
    /** Who may be decided for, where the rules have deciders. */
    deciders: string[];
  } | null;
}

/** A change of a scenario by path. `value` is TOML as users write it: `12`, `"plain"`, `{ noble = "X" }`;
 * what is no TOML is taken as text. */
export type Change =
  | { set: string; value: string | number | boolean }
  | { push: string; value: string | number | boolean }
  | { remove: string };

export interface Edited {
  text: string;
  /** Of the changes, those that could not be made: why not, by place in the list. */
  refused: { change: number; why: string }[];
}

/** The names that conditions and claims may use, for whoever writes them by hand. */
export interface ConditionNames {
  outcomes: string[];
  measures: string[];
}

// ---------------------------------------------------------------------------------------------
// Questions

/** How odds are found: to an error, by so many trials, or exactly; without any of them exactly where that
 * is cheap, else to half a percentage point. */
export interface Way {
  /** Half the width that intervals may have: 0.005. */
  error?: number;
  trials?: number;
  exact?: boolean;
}

interface About {
  source: Source;
  seed?: number;
}

export interface OddsAsk extends About, Way {
  ask: "odds";
  /** Conditions whose probability is wanted: `attacker & attacker_lost <= 12`. */
  that?: string[];
  /** Measures whose whole distribution is wanted; they come in `distributions`. */
  spread?: string[];
}
/** The first battle in which a condition holds. */
export interface FindAsk extends About {
  ask: "find";
  that: string;
  from?: number;
  /** How many trials are tried before it gives up: 1,000,000 if nothing is said. */
  most?: number;
}
/** Odds along axes such as `attacker.stack[0].men.knight=0..60..5`. */
export interface SweepAsk extends About, Way {
  ask: "sweep";
  vary: string[];
  that?: string[];
  /** Rows of an earlier answer to the same question: they are not fought again. */
  known?: SweepRow[];
}
/** The smallest value of one axis for which the claims hold: `attacker >= 90%`. */
export interface SolveAsk extends About {
  ask: "solve";
  vary: string;
  for: string[];
  /** The largest instead. */
  most?: boolean;
  trials?: number;
  exact?: boolean;
}
/** Several scenarios with the same dice, against the first. */
export interface CompareAsk {
  ask: "compare";
  battles: { name: string; source: Source }[];
  seed?: number;
  /** Outcomes, conditions or measures; all outcomes if none. */
  for?: string[];
  least?: boolean;
  trials?: number;
  error?: number;
}
/** The best army for the money: choices such as `attacker.stack[0].men.knight=0..9 cost 40`. */
export interface BestAsk extends About {
  ask: "best";
  choose: string[];
  budget: number;
  for: string;
  least?: boolean;
  trials?: number;
}
/** Everybody against everybody: each source holds one side. */
export interface MatrixAsk {
  ask: "matrix";
  entrants: { name: string; source: Source }[];
  trials?: number;
  seed?: number;
}
/** What a notch up or down of each number of the file does. */
export interface SensitivityAsk extends About {
  ask: "sensitivity";
  /** The outcome or condition it is about; the first outcome if nothing is said. */
  of?: string;
  trials?: number;
  top?: number;
}
/** What leaving out each fighter does. */
export interface ImpactAsk extends About {
  ask: "impact";
  trials?: number;
}
/** The best decisions. */
export interface DecideAsk extends About {
  ask: "decide";
  decider?: string;
  /** What is to be large: `win`, `10*win + gold`. */
  for?: string;
  rows?: number;
}
/** Where one battle lies among others of its scenario. */
export interface LuckAsk extends About {
  ask: "luck";
  trial: number;
  trials?: number;
}

export type Question =
  | OddsAsk
  | FindAsk
  | SweepAsk
  | SolveAsk
  | CompareAsk
  | BestAsk
  | MatrixAsk
  | SensitivityAsk
  | ImpactAsk
  | DecideAsk
  | LuckAsk;

export interface Answers {
  odds: OddsAnswer;
  find: FindAnswer;
  sweep: SweepAnswer;
  solve: SolveAnswer;
  compare: CompareAnswer;
  best: BestAnswer;
  matrix: MatrixAnswer;
  sensitivity: SensitivityAnswer;
  impact: ImpactAnswer;
  decide: DecideAnswer;
  luck: LuckAnswer;
}
export type AnswerTo<Q extends Question> = Answers[Q["ask"]];

/** How far a question has come; `of` may grow, and is 0 while nobody knows. */
export interface Progress {
  done: number;
  of: number;
}

export interface AskOptions<A> {
  /** What is known by now, marked provisional; some times a second at most, and once more at the end. */
  onAnswer?: (answer: A, progress: Progress) => void;
  onProgress?: (progress: Progress) => void;
  /** Ends the work; the promise is rejected with an `AbortError`. What `onAnswer` told stays true. */
  signal?: AbortSignal;
  /** Where what came of the work is kept: with it the same question goes on where it was. Questions that are answered in
   * one go have no use for it. */
  journal?: Journal;
}

/** A piece of a question's work, and what came of it; both as JSON. */
export interface Came {
  piece: string;
  found: string;
}
/** What a question was handed back, and how many pieces it was asked for then. */
export interface Step {
  taken: Came[];
  capacity: number;
}
export interface Journal {
  /** The steps of before, from the first on. */
  steps(): Promise<Step[]>;
  keep(step: Step): void;
}

// ---------------------------------------------------------------------------------------------
// Play

/** What can be done now. */
export interface Choice {
  order: string;
  words: string;
}

/** What the player got to know: the event itself, and words for it if it is worth any. */
export interface Heard {
  event: unknown;
  words: string | null;
}

/** How things stand for whoever plays. */
export interface Standing {
  scene: Scene | null;
  /** What was heard since the standing before. */
  heard: Heard[];
  outcome: string | null;
  /** How it ended, in words; null while it goes on. */
  closing: string | null;
  /** How many orders were given and not taken back. */
  orders: number;
}

/** A battle that is played. One order after the other: each call waits for the one before it. */
export interface Play {
  readonly seed: number;
  readonly source: Source;
  readonly ruleset: string;
  readonly name: string;
  /** What whoever plays knows at first, in words. */
  readonly opening: string;
  /** How things stood when it was begun or gone on with. */
  readonly first: Standing;
  order(order: string): Promise<Standing>;
  undo(): Promise<Standing>;
  /** Everything that can be ordered now. */
  choices(): Promise<Choice[]>;
  /** The order that the game's own policy would give. */
  advice(): Promise<string>;
  /** What the ruleset answers before an order is given, such as a path with its cost. */
  query<T = unknown>(question: string): Promise<T>;
  /** The replay file up to here: with it `resume` goes on. */
  save(): Promise<string>;
  /** The battle as it is reported: the aftermath is the scenario that is left. */
  report(): Promise<RunAnswer>;
  close(): void;
}

/** A replay file that was read and fought again. */
export interface Replayed {
  source: Source;
  /** Seed and trial where it was fought with rolled dice by nobody's orders: then `moments` shows it. */
  seed: number | null;
  trial: number | null;
  /** Whether somebody played it: then `resume` goes on or shows it. */
  played: boolean;
  report: RunAnswer;
}

// ---------------------------------------------------------------------------------------------

/** Everything that can be asked of the engine. Promises are rejected with an `EngineError` whose message is for people. */
export interface Engine {
  /** Another engine with so many workers. */
  withWorkers(workers: number): Engine;
  /** Resolves when the engine can answer. Calls before that wait for it by themselves. */
  ready(): Promise<void>;
  version(): Promise<string>;
  rulesets(): Promise<Ruleset[]>;

  check(source: Source): Promise<Checked>;
  edit(source: Source, changes: Change[]): Promise<Edited>;
  /** The values at paths as they are written; null where there is none. */
  get(source: Source, paths: string[]): Promise<(string | null)[]>;
  inspect(source: Source): Promise<InspectAnswer>;
  /** The names that conditions about this battle may use. */
  conditions(source: Source): Promise<ConditionNames>;
  /** What is wrong with a condition or claim; null if nothing is. */
  checkCondition(source: Source, text: string, kind?: "condition" | "claim" | "aim"): Promise<string | null>;

  ask<Q extends Question>(question: Q, options?: AskOptions<AnswerTo<Q>>): Promise<AnswerTo<Q>>;

  /** Fights one battle. */
  run(source: Source, seed: number, trial: number): Promise<RunAnswer>;
  /** The log of one battle, line by line: "none", "phases" or "all". */
  log(source: Source, seed: number, trial: number, detail?: "none" | "phases" | "all"): Promise<string>;
  /** So many moments of a battle from one on, the truth or as an observer knows it; fewer at its end. */
  moments(
    source: Source,
    seed: number,
    trial: number,
    observer: number | null,
    from: number,
    count: number,
  ): Promise<Moment[]>;
  /** The moments of a replay file, played by somebody or not. */
  replayMoments(replay: string, observer: number | null, from: number, count: number): Promise<Moment[]>;
  /** Reads a replay file, fights it again and compares every event. */
  replay(file: string): Promise<Replayed>;
  /** The replay file of a battle. */
  save(source: Source, seed: number, trial: number): Promise<string>;

  play(source: Source, seed: number): Promise<Play>;
  resume(replay: string): Promise<Play>;
  /** The same in a worker of its own, for what takes long: to close it ends that. */
  resumeAlone(replay: string): Promise<Play>;

  /** One HTML file that needs nothing else, of the odds, of a battle, of a sweep or another answer of the laboratory. */
  report(question: Question | { ask: "run"; source: Source; seed: number; trial: number }): Promise<string>;
}

/** What the engine could not do, in a sentence for people. */
export class EngineError extends Error {
  override name = "EngineError";
}
