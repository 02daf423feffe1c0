/** Whose something is: the side that stands left, the one that stands right, or nobody's. */
export type Side = "first" | "second" | "neither";

/** One way a battle ends, as strips and tables show it. */
export interface Share {
  /** The engine's word: `attacker`. */
  name: string;
  /** What it means: `the attacker wins`. */
  words: string;
  side: Side;
  p: number;
  low: number;
  high: number;
}

/** Left to right as a strip shows them: the first side's, nobody's, the second side's. */
export function inLine<T extends { side: Side }>(shares: readonly T[]): T[] {
  const order: Record<Side, number> = { first: 0, neither: 1, second: 2 };
  return [...shares].sort((a, b) => order[a.side] - order[b.side]);
}

/** How far the first side's part of a strip reaches. */
export const frontOf = (shares: readonly Share[]): number =>
  shares.filter((share) => share.side === "first").reduce((sum, share) => sum + share.p, 0);
