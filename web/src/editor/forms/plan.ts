// Which parts of a scenario stand where in the forms, and whose they are.
import type { Side } from "../../design/side";
import { child, nodeAt, type Node } from "../toml";

export interface Section {
  title: string;
  side: Side;
  nodes: Node[];
}

/** Top-level keys by ruleset: the first side's, the second's; what is in neither is common ground. */
const sides: Record<string, { first: [string, string[]]; second: [string, string[]] }> = {
  olympia: { first: ["Attacker", ["attacker"]], second: ["Defender", ["defender"]] },
  mfd: { first: ["Heroes", ["heroes"]], second: ["Villains", ["villains"]] },
  mission: { first: ["Agents", ["agent", "weapons"]], second: ["Site", ["mission", "enemy", "site", "enemy_types", "next"]] },
  andor: { first: ["Hero", ["player", "policy", "item"]], second: ["Monsters", ["monster", "next"]] },
};

/** Keys that no form shows: the map has its painter. */
const elsewhere = ["ruleset", "map"];

export function sectionsOf(root: Node, ruleset: string): Section[] {
  if (ruleset === "battlescape") return squads(root);
  const plan = sides[ruleset];
  if (!plan) return [{ title: "Battle", side: "neither", nodes: rest(root, []) }];
  const taken = [...plan.first[1], ...plan.second[1]];
  const of = (keys: string[]): Node[] => keys.map((key) => child(root, key)).filter((node) => node !== undefined);
  return filled([
    { title: plan.first[0], side: "first", nodes: of(plan.first[1]) },
    { title: plan.second[0], side: "second", nodes: of(plan.second[1]) },
    { title: "The battle", side: "neither", nodes: rest(root, taken) },
  ]);
}

function squads(root: Node): Section[] {
  const all = child(root, "squad")?.children ?? [];
  const of = (side: string): Node[] => all.filter((squad) => nodeAt(squad, ["side"])?.value === side);
  return filled([
    { title: "Your squad", side: "first", nodes: of("player") },
    { title: "The enemy", side: "second", nodes: of("enemy") },
    { title: "Bystanders", side: "neither", nodes: of("neutral") },
    { title: "The battle", side: "neither", nodes: rest(root, ["squad"]) },
  ]);
}

const rest = (root: Node, taken: string[]): Node[] =>
  root.children.filter((node) => ![...taken, ...elsewhere].includes(String(node.keys[0])));

const filled = (sections: Section[]): Section[] => sections.filter(({ nodes }) => nodes.length > 0);
