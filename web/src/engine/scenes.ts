// What a viewer shows of a battle at a moment.

/** A place on the board: column and row; or east and north of where the fight began. */
export type At = [number, number];

export interface Scene {
  /** In the game's own words: "round 3". */
  when: string;
  /** Always in the same order. */
  sides: SceneSide[];
  board?: Board;
}

export interface SceneSide {
  name: string;
  /** Now and at first; absent where an observer cannot know. */
  strength?: [number, number];
  structure?: Structure;
  units: SceneUnit[];
}

/** Walls or a ship around a side. */
export interface Structure {
  name: string;
  defense: [number, number];
  /** In percent. */
  damage: number;
  stands: boolean;
}

export type UnitState = "waiting" | "fighting" | "down" | "unseen" | "fled" | "captured" | "dead";

/** A unit, or so many that are alike. Side, name and kind together name it through all moments. */
export interface SceneUnit {
  name: string;
  kind?: string;
  count: number;
  of: number;
  health?: [number, number];
  state: UnitState;
  at?: At;
  facing?: string;
  /** 0 in front. */
  row?: number;
  signs?: string[];
}

export interface Board {
  /** In a stream of moments only in the first and where it has changed. */
  land?: Land;
  /** What an observer sees now, row by row: `+` seen, `-` not; absent in the truth. */
  sight?: string[];
  smoke?: [At, number][];
  gas?: At[];
  fire?: At[];
  items?: [string, At][];
  /** What somebody noticed without seeing it. */
  marks?: [string, At][];
  objectives?: [string, string][];
}

export interface Land {
  /** Hexes with their points up; odd rows stand half a hex to the right. */
  grid: "hexes";
  /** A sign for each field; a blank is not known. */
  terrain: string[];
  height: number[][];
  kinds: TerrainKind[];
  zones: { name: string; fields: At[] }[];
}

export interface TerrainKind {
  sign: string;
  name: string;
  /** 0 none, 1 half, 2 full. */
  cover: number;
  height: number;
  open: boolean;
}

/** What was told since the moment before. */
export interface Line {
  words: string;
  /** The same as a log of turning points has it. */
  turning?: string;
  /** Why whoever did it did it, where that is known. */
  why?: string;
}

export interface Moment extends Scene {
  moment: number;
  /** How many events were told up to here. */
  events: number;
  told?: Line[];
  /** The events since the moment before, as a log in JSON has them. */
  happened?: unknown[];
  /** Only in the last moment. */
  outcome?: string;
}
