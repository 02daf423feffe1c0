// The server that this page comes from, where it is `fracas serve`: it says so in the page itself.
import { EngineError, type Scene, type Source } from "../engine";

export const served: boolean = document.querySelector('meta[name="fracas-server"]') !== null;

const api = "api/v1/";

/** Asks the server; rejected with its own words. */
export async function call<T>(method: string, path: string, body?: unknown, seat?: string): Promise<T> {
  const headers: Record<string, string> = {};
  if (seat !== undefined) headers.authorization = `Seat ${seat}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  const init: RequestInit = { method, headers };
  if (body !== undefined) init.body = JSON.stringify(body);
  let answer: Response;
  try {
    answer = await fetch(api + path, init);
  } catch {
    throw new Unreachable("the server cannot be reached");
  }
  const text = await answer.text();
  const told: unknown = text === "" ? null : JSON.parse(text);
  if (!answer.ok) throw new Refused(answer.status, (told as { error?: { message?: string } } | null)?.error?.message ?? answer.statusText);
  return told as T;
}

export class Unreachable extends EngineError {}

export class Refused extends EngineError {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export interface SeatInfo {
  seat: number;
  side: string;
  name: string;
  joined: boolean;
  gone: boolean;
  number: number | null;
  handed_in: boolean;
}

/** What everybody may know of a match. */
export interface MatchInfo {
  id: string;
  name: string;
  ruleset: string;
  kind: "orders" | "sealed";
  state: "waiting" | "playing" | "over";
  note: string | null;
  seats: SeatInfo[];
  to_act: string | null;
  deadline: number | null;
  spectators: number | null;
  outcome: string | null;
  rematch: string | null;
  commitment: string;
  secret: string | null;
  seed: number | null;
}

/** What a seat sees: of a battle that is given orders, or of one whose set-ups are sealed. */
export interface Seen {
  opening?: string;
  scene?: Scene | null;
  mine?: boolean;
  heard?: { from: number; next: number; lines: { event: unknown; words: string | null; order: number }[] };
  orders?: number;
  outcome?: string | null;
  closing?: string | null;
  source?: Source;
  keys?: string[];
  set_up?: { text: string } | null;
  result?: { report: { outcome: string }; log: string } | null;
}

export interface MatchView {
  match: MatchInfo;
  /** Null for spectators. */
  seat: number | null;
  side: string | null;
  /** Of a shared side: which seats order each of its units. */
  commands?: Record<string, number[]> | null;
  seen: Seen;
}

export interface Made {
  id: string;
  seats: { secret: string; link: string }[];
  spectator: { secret: string; link: string } | null;
  match: MatchInfo;
}

/** Calls back whenever something has changed, until it is stopped. A line that breaks is taken up again, and `reached` hears of both. */
export function follow(match: string, seat: string, changed: () => void, reached: (answers: boolean) => void): () => void {
  const end = new AbortController();
  const listen = async (): Promise<void> => {
    while (!end.signal.aborted) {
      try {
        const answer = await fetch(`${api}matches/${match}/events`, { headers: { authorization: `Seat ${seat}` }, signal: end.signal });
        reached(true);
        const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
          if (part.value.includes("event: changed")) changed();
        }
      } catch {
        // It is tried again below.
        if (!end.signal.aborted) reached(false);
      }
      await new Promise((again) => setTimeout(again, 1_000));
    }
  };
  void listen();
  return () => end.abort();
}
