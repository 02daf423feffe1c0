// Reports and page have one palette: what both name is the same in both.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root, web } from "./harness.mjs";

/** Tokens by name. */
const tokens = (text) => Object.fromEntries([...text.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]));

test("a report has the colours and the type of the page", () => {
  const page = tokens(readFileSync(join(web, "src/design/tokens.css"), "utf8").split("@media")[0]);
  const [light, dark] = readFileSync(join(root, "crates/fracas-report/src/style/tokens.css"), "utf8").split("@media").map(tokens);
  for (const [name, value] of Object.entries(light)) {
    const both = dark[name] ? `light-dark(${value}, ${dark[name]})` : value;
    assert.equal(both, page[name], name);
  }
  assert.equal(Object.keys(light).length, 11);
});
