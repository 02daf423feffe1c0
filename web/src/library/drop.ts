// What somebody drops or picks: scenarios with their files, spreadsheets of ninja, data of Andor's Trail, replays.
import { notify } from "../design/notices.svelte";
import { engine, type Source } from "../engine";
import { addOwn, newId, replays } from "../shell/battle.svelte";
import { addressOf } from "../shell/route";
import { isReplay } from "../shell/share";

const most = 64 * 1024 * 1024;

type Files = Record<string, string>;

/** Opens what somebody dropped or picked, or tells why it cannot be opened. */
export async function openFiles(list: FileList | null | undefined): Promise<void> {
  if (!list || list.length === 0) return;
  try {
    location.hash = await takeFiles(list);
  } catch (error) {
    notify(error instanceof Error ? error.message : String(error));
  }
}

/** Takes files in and tells where to go with them; rejected with words for people. */
async function takeFiles(list: FileList): Promise<string> {
  const files = [...list];
  if (files.reduce((sum, file) => sum + file.size, 0) > most) throw new Error("These files are larger than any battle may be.");
  const texts: Files = Object.fromEntries(await Promise.all(files.map(async (file) => [file.name, await file.text()] as const)));
  const replay = Object.values(texts).find(isReplay);
  return replay === undefined ? addressOf("edit", await addOwn(scenarioOf(texts))) : takeReplay(replay);
}

async function takeReplay(text: string): Promise<string> {
  const { source, played, seed, trial, report } = await engine.replay(text);
  const id = newId();
  await replays.put(id, { text, source, played });
  const unfinished = played && report.outcome === "unfinished";
  return addressOf(unfinished ? "play" : "watch", { kind: "replay", id }, { seed, trial });
}

const ending = (name: string): string => name.split(".").pop()?.toLowerCase() ?? "";

export function scenarioOf(files: Files): Source {
  const named = (kind: string): string[] => Object.keys(files).filter((name) => ending(name) === kind);
  const [scenario, another] = named("toml");
  if (another !== undefined) throw new Error("These are several scenarios: open one at a time.");
  if (scenario !== undefined) {
    const { [scenario]: text = "", ...others } = files;
    return { text, files: asNamed(text, others), file: scenario };
  }
  const sheets = named("csv");
  if (sheets.length === 2) return ninja(sheets, files);
  if (sheets.length === 1) throw new Error("One spreadsheet is one side: drop the heroes’ and the villains’ together.");
  const data = named("json");
  if (data.length > 0) return monsters(data, files);
  throw new Error("This is no scenario (.toml), spreadsheet (.csv), data file or replay (.json).");
}

/** A scenario may name a file in a folder: what was dropped goes by its last name. */
function asNamed(text: string, files: Files): Files {
  return Object.fromEntries(
    Object.entries(files).map(([name, content]) => {
      const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      return [new RegExp(`["']([^"'\\n]*/${escaped})["']`).exec(text)?.[1] ?? name, content];
    }),
  );
}

function ninja(sheets: string[], files: Files): Source {
  const [heroes, villains] = /villain|enem|raider/i.test(sheets[0]!) ? sheets.toReversed() : sheets;
  const title = [heroes!, villains!].map((name) => name.replace(/\.csv$/i, "")).join(" against ");
  const text = `ruleset = "mfd"\nname = ${JSON.stringify(title)}\n\n[heroes]\ncsv = ${JSON.stringify(heroes)}\n\n[villains]\ncsv = ${JSON.stringify(villains)}\n`;
  return { text, files };
}

/** The first monster of the data against a hero to be filled in. */
function monsters(data: string[], files: Files): Source {
  const first = data.map((name) => /"id"\s*:\s*"([^"]+)"[^{}]*"maxHP"/.exec(files[name] ?? "")?.[1]).find((id) => id !== undefined);
  if (first === undefined) throw new Error("There is no monster in this data: drop a monster list with it.");
  const list = data.toSorted().map((name) => `  ${JSON.stringify(name)},\n`).join("");
  const text = `ruleset = "andor"\nname = "A hero against ${first}"\nprofile = "current"\ndata = [\n${list}]\n\n[player]\nlevel = 1\nbase = { hp = 30, attack_chance = 80, damage = "2-5", block = 10 }\n\n[[monster]]\nuse = ${JSON.stringify(first)}\n`;
  return { text, files };
}
