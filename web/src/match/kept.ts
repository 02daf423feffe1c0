// What this browser keeps of matches: seats that were taken in it, and links of matches that were made in it.

/** A seat that was taken here. */
export interface KnownSeat {
  match: string;
  secret: string;
  seat?: number;
  /** What the seat added to the dice. */
  number?: number;
  /** What the server had committed to when the match was seen first. */
  commitment?: string;
}

/** A match that was made here, with the links of its seats. */
export interface MadeMatch {
  match: string;
  name: string;
  /** In the order of the seats. */
  seats: { side: string; secret: string }[];
  spectator: string | null;
}

const SEATS = "fracas-seats";
const MADE = "fracas-made";
const NAME = "fracas-name";
const DRAFT = "fracas-draft/";
const MOST = 50;

function read<T>(key: string): T[] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "[]") as T[];
  } catch {
    return [];
  }
}
function write(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // A browser that keeps nothing still has the links.
  }
}

/** The last first. */
export const knownSeats = (): KnownSeat[] => read<KnownSeat>(SEATS);
export const knownSeat = (match: string): KnownSeat | undefined => knownSeats().find((known) => known.match === match);
export const madeMatches = (): MadeMatch[] => read<MadeMatch>(MADE);
export const madeMatch = (match: string): MadeMatch | undefined => madeMatches().find((made) => made.match === match);

/** Keeps a seat; what was first known of its dice stays. */
export function rememberSeat(seat: KnownSeat): void {
  const old = knownSeat(seat.match);
  const others = knownSeats().filter((known) => known.match !== seat.match);
  const kept = old?.secret === seat.secret ? { ...seat, ...old } : seat;
  write(SEATS, JSON.stringify([kept, ...others].slice(0, MOST)));
}
export function rememberMade(made: MadeMatch): void {
  write(MADE, JSON.stringify([made, ...madeMatches()].slice(0, MOST)));
}
/** Forgets all that is kept of a match. */
export function forget(match: string): void {
  write(SEATS, JSON.stringify(knownSeats().filter((known) => known.match !== match)));
  write(MADE, JSON.stringify(madeMatches().filter((made) => made.match !== match)));
  keepDraft(match, null);
}

export const ownName = (): string => {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
};
export const keepName = (name: string): void => write(NAME, name);

/** A set-up that is being written. */
export const draftOf = (match: string): string | null => {
  try {
    return localStorage.getItem(DRAFT + match);
  } catch {
    return null;
  }
};
export const keepDraft = (match: string, text: string | null): void => write(DRAFT + match, text);
