// What somebody drops or picks: scenarios with their files, spreadsheets, data of other programs, replays.
import { engine } from "../engine";
import { addOwn, newId, replays } from "../shell/battle.svelte";
import { addressOf } from "../shell/route";

const most = 64 * 1024 * 1024;

/** Takes files in and tells where to go with them; rejected with words for people. */
export async function takeFiles(list: FileList): Promise<string> {
  const files = [...list];
  if (files.reduce((sum, file) => sum + file.size, 0) > most) throw new Error("These files are larger than any battle may be.");
  const texts = await Promise.all(files.map(async (file) => [file.name, await file.text()] as const));
  const opened = await engine.open(Object.fromEntries(texts));
  if ("source" in opened) return addressOf("edit", await addOwn(opened.source));
  const { source, played, seed, trial, report } = await engine.replay(opened.replay);
  const id = newId();
  await replays.put(id, { text: opened.replay, source, played });
  const unfinished = played && !report.outcome;
  return addressOf(unfinished ? "play" : "watch", { kind: "replay", id }, { seed, trial });
}
