// Whose is what in a match, in words: sides, and how it ended for whoever looks.
import { capital, sentence } from "../design/numbers";
import type { Outcome } from "../engine";
import type { Side } from "../design/side";
import { rules } from "../shell/rulesets.svelte";
import type { MatchInfo, SeatInfo } from "./server";

/** The two sides of each ruleset that people can play against each other. */
export const SIDES: Record<string, readonly [string, string]> = {
  battlescape: ["player", "enemy"],
  olympia: ["attacker", "defender"],
  mfd: ["heroes", "villains"],
  mission: ["squad", "site"],
};

const NAMES: Record<string, string> = { player: "the squad", enemy: "the opposition" };

/** `the squad`, `the attacker`. */
export const sideName = (side: string): string => NAMES[side] ?? `the ${side}`;

const placeOf = (info: MatchInfo, side: string): number => SIDES[info.ruleset]?.indexOf(side) ?? -1;

/** The colour of a side. */
export const colourOf = (info: MatchInfo, side: string | null): Side => (side !== null && placeOf(info, side) === 1 ? "second" : "first");

export const list = (names: string[]): string => (names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);

export const nameOf = (seat: SeatInfo): string => seat.name || `Seat ${seat.seat + 1}`;

/** Whoever sits on a side, or the AI. */
function peopleOf(info: MatchInfo, place: number): string[] {
  const names = info.seats.filter((seat) => placeOf(info, seat.side) === place).map(nameOf);
  return names.length > 0 ? names : ["the AI"];
}

/** Whether people sit on one side only. */
export const together = (info: MatchInfo): boolean => info.seats.every((seat) => seat.side === info.seats[0]?.side);

/** The engine's words speak of a player and his enemy, who are both players here. */
const WHY: Record<string, string> = {
  victory: "the squad has done what it came for",
  defeat: "the squad is beaten",
  failed: "the mission of the squad has failed",
  withdrawn: "the squad has withdrawn",
};

export interface Verdict {
  /** `You won`, `Ben won`. */
  short: string;
  /** Who beat whom, and how. */
  long: string;
}

/** How a match ended for a seat, or for a spectator. */
export function verdictOf(info: MatchInfo, seat: number | null): Verdict {
  const outcome: Outcome | undefined = rules.named(info.ruleset)?.outcomes.find((known) => known.name === info.outcome);
  if (!outcome) return { short: "It is over", long: "" };
  const why = (info.ruleset === "battlescape" ? WHY[outcome.name] : undefined) ?? outcome.words;
  if (outcome.side === null) return { short: "Nobody won", long: sentence(why) };
  const winners = peopleOf(info, outcome.side);
  const losers = peopleOf(info, 1 - outcome.side);
  const own = info.seats.find((one) => one.seat === seat);
  const won = own ? placeOf(info, own.side) === outcome.side : null;
  const short = won === null ? `${capital(list(winners))} won` : won ? "You won" : "You lost";
  return { short, long: sentence(`${list(winners)} won against ${list(losers)}: ${why}`) };
}

/** What is told at the end of a played battle, for the eyes of a side: it is written for the squad, with what can be typed next. */
export function closingFor(closing: string, side: string | null): string {
  const lines = closing.trim().split("\n").filter((line) => !line.startsWith("Options:"));
  if (lines[0]) lines[0] = lines[0].replace(/^[A-Z]+ after/, "After");
  if (side === "player") return lines.join("\n");
  const lost = side === null ? "The opposition lost" : "Your side lost";
  return lines.map((line) => line.replace(/^Squad lost/, "The squad lost").replace(/^Enemies lost/, lost)).join("\n");
}
