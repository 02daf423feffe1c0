// The next battle of a chain: the squad of one that was fought goes on in another (B-254).
import type { Engine, Source } from "../engine";

/** Squads that are looked at for the player's own. */
const MOST_SQUADS = 16;
const FILE = "before.toml";

/** A battle whose squad comes from what another left. */
export async function followedBy(engine: Engine, source: Source, aftermath: string): Promise<Source> {
  const sides = await engine.get(source, Array.from({ length: MOST_SQUADS }, (_, i) => `squad[${i}].side`));
  const place = sides.findIndex((side) => side?.includes("player"));
  if (place < 0) throw new Error("That battle has no squad of the player's.");
  const [had] = await engine.get(source, [`squad[${place}].units`]);
  const changes = [{ set: `squad[${place}].from`, value: FILE }, ...(had === null || had === undefined ? [] : [{ remove: `squad[${place}].units` }])];
  const edited = await engine.edit(source, changes);
  const refused = edited.refused[0];
  if (refused) throw new Error(refused.why);
  return { ...source, text: edited.text, files: { ...source.files, [FILE]: aftermath } };
}
