import { engine, type Source } from "../engine";

/** The trial of a battle that ends so: the one that is known, or the first that is found; null if none is. */
export async function exampleOf(source: Source, seed: number, condition: string, known: number | null): Promise<number | null> {
  if (known !== null) return known;
  const { trial } = await engine.ask({ ask: "find", source, seed, that: condition, most: 100_000 });
  return trial;
}
