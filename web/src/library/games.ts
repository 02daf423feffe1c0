/** The games, as somebody who knows none of them is told. */
export interface Game {
  ruleset: string;
  title: string;
  about: string;
}

export const games: readonly Game[] = [
  { ruleset: "olympia", title: "Armies and castles", about: "Stacks of nobles and men, rows, walls, sieges, prisoners." },
  { ruleset: "battlescape", title: "Squads on hexes", about: "Time units, sight, cover, smoke, and an enemy who thinks." },
  { ruleset: "mission", title: "Agents on missions", about: "A squad against a site: wounds, weariness, when to turn back." },
  { ruleset: "mfd", title: "Ninja in dice pools", about: "Many against many, with bodyguards, from spreadsheets if you like." },
  { ruleset: "andor", title: "A hero and monsters", about: "Action points, equipment, potions, loot, one turn after another." },
];

export const titleOf = (ruleset: string): string => games.find((game) => game.ruleset === ruleset)?.title ?? ruleset;
