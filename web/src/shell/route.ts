// Addresses: `#/room?b=battle&seed=7&trial=3`. The fragment never reaches a server.

export const rooms = ["library", "edit", "odds", "lab", "watch", "play", "invite", "match"] as const;
export type Room = (typeof rooms)[number];

/** Which battle an address is about. A shared one is carried by the address itself. */
export type BattleRef =
  | { kind: "example" | "own" | "replay"; id: string }
  | { kind: "shared"; packed: string };

export interface Route {
  room: Room;
  battle: BattleRef | null;
  /** What else stands after `?`: seed, trial, moment. */
  params: URLSearchParams;
}

export function parse(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const params = new URLSearchParams(query);
  const [door, match, secret] = path.split("/");
  if (door === "match" && match && secret) return { room: "match", battle: null, params: new URLSearchParams({ match, secret }) };
  const room = rooms.find((known) => known === path) ?? "library";
  const battle = battleOf(params);
  for (const key of ["b", "s", "replay"]) params.delete(key);
  return { room: battle ? room : "library", battle, params };
}

function battleOf(params: URLSearchParams): BattleRef | null {
  const packed = params.get("s");
  if (packed) return { kind: "shared", packed };
  const replay = params.get("replay");
  if (replay) return { kind: "replay", id: replay };
  const id = params.get("b");
  if (!id) return null;
  return id.startsWith("own/") ? { kind: "own", id: id.slice(4) } : { kind: "example", id };
}

/** The battle's own part of an address; the same battle always has the same. */
export function keyOf(battle: BattleRef): string {
  switch (battle.kind) {
    case "shared":
      return `s=${battle.packed}`;
    case "replay":
      return `replay=${battle.id}`;
    case "own":
      return `b=own/${battle.id}`;
    case "example":
      return `b=${battle.id}`;
  }
}

export type Extras = Record<string, string | number | null | undefined>;

export function addressOf(room: Room, battle: BattleRef | null, extras: Extras = {}): string {
  const query = battle ? [keyOf(battle)] : [];
  for (const [key, value] of Object.entries(extras)) {
    if (value !== null && value !== undefined && value !== "") query.push(`${key}=${encodeURIComponent(value)}`);
  }
  const path = room === "library" ? "" : room;
  return `#/${path}${query.length > 0 ? `?${query.join("&")}` : ""}`;
}

export function go(room: Room, battle: BattleRef | null, extras: Extras = {}): void {
  location.hash = addressOf(room, battle, extras);
}

/** Changes what stands after `?` without a step in the history; null takes a key out. */
export function replaceParams(extras: Extras): void {
  const { room, battle, params } = parse(location.hash);
  const merged: Extras = { ...Object.fromEntries(params), ...extras };
  replaceAddress(addressOf(room, battle, merged));
}

export function replaceAddress(address: string): void {
  if (address === location.hash) return;
  history.replaceState(history.state, "", address);
  dispatchEvent(new HashChangeEvent("hashchange"));
}
