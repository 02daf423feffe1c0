// Whether anybody chose the dice of a match: the steps of docs/serve.md, done again in this browser.
import type { KnownSeat } from "./kept";

/** What a replay tells of its dice. */
export interface Dice {
  seed: number;
  trial: number;
  fair: { commitment: string; secret: string; match: string; numbers: number[] };
}

/** A page that came without HTTPS is not given SHA-256. */
export const canCheck = (): boolean => globalThis.crypto?.subtle !== undefined;

const digest = async (text: string): Promise<Uint8Array> => new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Why the dice cannot be trusted; nothing if they were fair. */
export async function unfair({ seed, trial, fair }: Dice, match: string, known: KnownSeat | undefined): Promise<string | null> {
  if (fair.match !== match) return "they are those of another match";
  if (known?.commitment !== undefined && known.commitment !== fair.commitment) return "the server has committed to another secret than it says now";
  if (known?.number !== undefined && known.seat !== undefined && known.number !== fair.numbers[known.seat]) return "your number was exchanged";
  if (hex(await digest(fair.secret)) !== fair.commitment) return "the secret is not the one that was committed to";
  const lines = ["fracas fair dice 1", fair.secret, fair.match, ...fair.numbers];
  const first = (await digest(lines.map((line) => `${line}\n`).join(""))).slice(0, 8);
  const wanted = first.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n) >> 11n;
  if (wanted !== BigInt(seed)) return "the seed does not follow from the secret and the numbers";
  return trial === 0 ? null : "not the first battle of the seed was fought";
}
