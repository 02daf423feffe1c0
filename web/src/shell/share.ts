// A scenario in a link: its text and files, deflated, as letters that a link may have.
import type { Source } from "../engine";

/** What a link may unpack to: as much as a scenario may have. */
const most = 16 * 1024 * 1024;

const parting = "\u0000";

/** Whether a text is a battle that was kept with its dice or orders, and no scenario. */
export const isReplay = (text: string): boolean => /^\s*\{\s*"replay"\s*:/.test(text);

export async function pack(source: Source): Promise<string> {
  const files = Object.entries(source.files ?? {}).flat();
  const bytes = new TextEncoder().encode([source.text, ...files].join(parting));
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return letters(new Uint8Array(await new Response(packed).arrayBuffer()));
}

/** Rejected where a link was cut or made by something else. */
export async function unpack(packed: string): Promise<Source> {
  const stream = new Blob([bytesOf(packed)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const [text = "", ...parts] = new TextDecoder().decode(await limited(stream)).split(parting);
  const files: Record<string, string> = {};
  for (let i = 0; i + 1 < parts.length; i += 2) files[parts[i]!] = parts[i + 1]!;
  return { text, files };
}

async function limited(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error("the link holds more than a scenario may have");
    }
    pieces.push(new Uint8Array(value));
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

function letters(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function bytesOf(packed: string): Uint8Array<ArrayBuffer> {
  const text = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
