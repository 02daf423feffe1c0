// Who strikes whom in a moment, in every game's own events.
export interface Struck {
  name: string;
  /** Where a name alone does not tell who: the men of a noble. */
  kind?: string | undefined;
}

export interface Strike {
  by: Struck;
  at: Struck;
  hit: boolean;
  /** What it did: `−7`, `killed`; empty for a miss. */
  did: string;
}

type Told = Record<string, unknown>;

export function strikesOf(events: readonly unknown[] | undefined): Strike[] {
  const found: Strike[] = [];
  for (const event of events ?? []) {
    if (typeof event !== "object" || event === null) continue;
    const strike = strikeOf(event as Told);
    if (strike) found.push(strike);
  }
  return found;
}

function strikeOf(event: Told): Strike | null {
  if (event.event !== "attack") return null;
  const by = whom(event.by ?? event.attacker);
  const at = whom(event.at ?? event.defender);
  if (!by || !at) return null;
  const damage = typeof event.damage === "number" ? event.damage : 0;
  const result = event.result;
  if (damage > 0) return { by, at, hit: true, did: `−${damage}` };
  if (typeof result === "object" && result !== null) return { by, at, hit: true, did: said(result as Told) };
  const hit = typeof result === "string" && result !== "miss" && result !== "missed" && event.hit !== false;
  return { by, at, hit, did: hit ? String(result) : "" };
}

function whom(value: unknown): Struck | null {
  if (typeof value === "string") return { name: value };
  if (typeof value !== "object" || value === null) return null;
  const { unit, kind, structure } = value as { unit?: string; kind?: string; structure?: string };
  return unit ? { name: unit, kind } : structure ? { name: structure } : null;
}

/** `{ wounded: { wound: 15 } }` as `wounded 15`. */
function said(result: Told): string {
  const [word = "", inside] = Object.entries(result)[0] ?? [];
  const amount = typeof inside === "number" ? inside : Object.values((inside ?? {}) as Told).find((v) => typeof v === "number");
  return amount === undefined ? word : `${word} ${String(amount)}`;
}
