// Orders as people say them.

const NAMES: Record<string, string> = { end: "end its turn", exit: "leave the map" };
const PACES: Record<string, string> = { run: "run", crouch: "go crouched" };
const SIDES: Record<string, string> = { E: "east", SE: "south-east", SW: "south-west", W: "west", NW: "north-west", NE: "north-east" };

/** An order without its unit, as it stands on a button. */
export function said(line: string): string {
  return (
    NAMES[line] ??
    line
      .replace(/^ready (\d+) (\d+)$/, (_, shots, least) => `up to ${shots} shot${shots === "1" ? "" : "s"} at ${least} % or better`)
      .replace(/^turn /, "")
      .replace(/^cover /, "")
      .replaceAll("_", " ")
  );
}

/** An order with its unit, as it is advised. */
export function advised(order: string): string {
  const [, name = "", line = order] = /^(.+: )(.+)$/.exec(order) ?? [];
  const [verb, to = "", how = ""] = line.split(" ");
  switch (verb) {
    case "move":
      return `${name}${PACES[how] ?? "walk"} to ${to}`;
    case "cover":
      return `${name}take ${how} cover to the ${SIDES[to] ?? to}`;
    case "turn":
      return `${name}turn ${SIDES[to] ?? to}`;
    case "ready":
      return `${name}get ready for ${said(line)}`;
    default:
      return name + said(line);
  }
}
