// Questions that the front page asks, each about an example, with the numbers in it that one may play with.

export interface Knob {
  path: string;
  label: string;
  /** As the example has it. */
  value: number;
  max: number;
  step?: number;
}

export interface Question {
  example: string;
  question: string;
  /** Words and knobs in turn. */
  tells: readonly (string | Knob)[];
  /** What the answer counts, and how it is said after the number. */
  outcomes: readonly string[];
  so: string;
}

export const questions: readonly Question[] = [
  {
    example: "olympia/storm-the-castle",
    question: "Will the castle hold?",
    tells: [
      "Osswid storms Castle Greywater with ",
      { path: "attacker.stack[0].men.soldier", label: "soldiers", value: 90, max: 2000, step: 5 },
      " soldiers and ",
      { path: "attacker.stack[1].men.catapult", label: "catapults", value: 6, max: 60 },
      " catapults.",
    ],
    outcomes: ["defender"],
    so: "of the time, it holds",
  },
  {
    example: "battlescape/skirmish",
    question: "Can four recruits take the meadow?",
    tells: [
      "Beyond the hedge wait ",
      { path: "squad[1].units[0].count", label: "sectoids", value: 4, max: 12 },
      " sectoids and a floater.",
    ],
    outcomes: ["victory"],
    so: "of the time, they do",
  },
  {
    example: "andor/wolves",
    question: "Is the hero a match for the pack?",
    tells: [
      "At the gate: ",
      { path: "monster[0].count", label: "grey wolves", value: 2, max: 6 },
      " grey wolves and their leader. In the bag: ",
      { path: "player.bag.tonic", label: "tonics", value: 3, max: 12 },
      " tonics.",
    ],
    outcomes: ["win"],
    so: "of the time, yes",
  },
  {
    example: "mission/hq",
    question: "Can veterans take the headquarters?",
    tells: [
      "Against Red Dawn go ",
      { path: "agent[0].count", label: "veterans", value: 18, max: 60 },
      " veterans and ",
      { path: "agent[1].count", label: "aces", value: 6, max: 30 },
      " aces; then they rest and take an outpost with whoever is left.",
    ],
    outcomes: ["success"],
    so: "of the time, both fall",
  },
  {
    example: "mfd/bridge",
    question: "What is a bodyguard worth?",
    tells: [
      "On the bridge Tom covers the summoner, with ",
      { path: "heroes.fighters[1].xp", label: "Tom’s experience", value: 6400, max: 20000, step: 400 },
      " experience behind him.",
    ],
    outcomes: ["heroes"],
    so: "of the time, they keep the bridge",
  },
];
