// Matches over `fracas serve`, in a real browser with profiles of their own: from the invitation to the last shot, a reload in the
// middle, a seat handed to the AI, a spectator, sealed set-ups from both sides, and the library that the server keeps.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, it } from "node:test";
import { launch, root, visit } from "./harness.mjs";
import { accessible, fits } from "./rooms.mjs";

const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
const binary = process.env.FRACAS_BINARY ?? join(target, "release/fracas");
const missing = existsSync(binary) ? false : `there is no ${binary}: cargo build --release`;

/** A server on any free port. */
async function server(data) {
  const child = spawn(binary, ["serve", "--port", "0", "--data-dir", data], { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^fracas is at (\S+)/.exec(line)?.[1];
    if (url) return { url, stop: () => new Promise((done) => (child.on("exit", done), child.kill("SIGTERM"))) };
  }
  throw new Error("the server did not start");
}

describe("matches", { skip: missing }, () => {
  let data, site, browser;
  before(async () => {
    data = mkdtempSync(join(tmpdir(), "fracas-match-"));
    site = await server(data);
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
    rmSync(data, { recursive: true, force: true });
  });

  const open = (path, options) => visit(browser, site.url + path, options);

  /** Nothing went wrong; but what a page asks may be overtaken by an order, and is then refused. */
  const quiet = (seat) => assert.deepEqual(seat.complaints.filter((words) => !/ 409 /.test(words)), []);

  /** Makes a match in the page; the links in the order of the seats. */
  async function invite(battle, choose = async () => {}) {
    const host = await open(`#/invite?b=${battle}`);
    await choose(host.page);
    await host.page.getByRole("button", { name: "Make the match" }).click();
    const links = host.page.locator(".invite ul a");
    await links.first().waitFor();
    const found = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    await accessible(host.page);
    await host.context.close();
    return found;
  }
  async function sit(link, name) {
    const seat = await open(link);
    await seat.page.getByLabel("Your name").fill(name);
    await seat.page.getByLabel("Your name").press("Enter");
    return seat;
  }
  /** Waits until one of both is to act or all is over; who that is. */
  async function whoseTurn(seats) {
    for (;;) {
      for (const seat of seats) {
        if (await seat.page.locator(".summary").count()) return null;
        if (await seat.page.locator(".turn button:last-child:not(:disabled)").count()) return seat;
      }
      await seats[0].page.waitForTimeout(100);
    }
  }
  const endTurn = async (seat) => {
    const button = seat.page.locator(".turn button").last();
    await button.click();
    if (/end anyway/.test(await button.textContent().catch(() => ""))) await button.click();
    await seat.page.locator(".waiting, .summary").first().waitFor();
  };

  it("is played by two, through a reload, by orders on the page", async () => {
    const links = await invite("battlescape/mirror_yard", (page) => page.getByLabel(/Spectators/).check());
    assert.equal(links.length, 3);
    const spectator = await open(links[2]);
    const seats = [await sit(links[0], "Ada"), await sit(links[1], "Ben")];
    let acting = await whoseTurn(seats);
    assert.equal(acting, seats[0]);
    await accessible(acting.page);
    // The tab says whose turn it is; whoever waits has the same map, his squad, and nothing to take back.
    assert.deepEqual(await Promise.all(seats.map((seat) => seat.page.title())), ["Your turn – fracas", "Two yards · fracas"]);
    await seats[1].page.getByText("The turn of Ada").waitFor();
    assert.equal(await seats[1].page.locator(".squad button").count(), await seats[0].page.locator(".squad button").count());
    assert.ok(await acting.page.getByRole("button", { name: "Undo" }).isDisabled());
    assert.match(await seats[1].page.locator(".seats").innerText(), /Ada, the squad, is to act\s+Ben \(you\), the opposition/);
    // What the AI would order, by the button that does it.
    await acting.page.getByRole("button", { name: "Hint" }).click();
    await acting.page.getByRole("button", { name: "Do it" }).click();
    await acting.page.locator(".hint").waitFor({ state: "detached" });
    await acting.page.reload();
    acting = await whoseTurn(seats);
    assert.equal(acting, seats[0]);
    assert.match(await acting.page.locator(".seats").textContent(), /Ada.*Ben/s);
    await endTurn(acting);
    await whoseTurn([seats[1]]);
    await seats[1].page.getByText("keep the other side from its objectives").waitFor();
    assert.ok(await seats[1].page.getByRole("button", { name: "Undo" }).isDisabled());
    await endTurn(seats[1]);
    await endTurn(await whoseTurn([seats[0]]));
    await endTurn(await whoseTurn([seats[1]]));
    await spectator.page.getByText("phases ago").waitFor();
    const leave = async (seat) => {
      await seat.page.getByRole("button", { name: "Leave" }).click();
      await seat.page.getByRole("button", { name: "the AI takes over" }).click();
    };
    // Ben leaves, has the AI play a phase, and comes back to the next.
    await leave(seats[1]);
    await seats[1].page.getByText("You have left").waitFor();
    const turn = seats[0].page.locator(".turn button").last();
    await turn.click();
    if (/end anyway/.test(await turn.textContent().catch(() => ""))) await turn.click();
    assert.equal(await whoseTurn([seats[0]]), seats[0]);
    await seats[1].page.getByRole("button", { name: "Come back" }).click();
    await seats[1].page.locator(".waiting").waitFor();
    await endTurn(seats[0]);
    assert.equal(await whoseTurn(seats), seats[1]);
    // Ben leaves, and then Ada: the AI fights it out.
    for (const seat of [seats[1], seats[0]]) await leave(seat);
    for (const seat of [...seats, spectator]) await seat.page.locator(".summary").waitFor();
    await seats[0].page.getByRole("button", { name: "Rematch" }).click();
    await seats[0].page.getByText("You play the opposition").waitFor();
    await seats[1].page.getByRole("button", { name: "Watch all of it" }).click();
    await seats[1].page.waitForFunction(() => location.hash.startsWith("#/watch"));
    for (const one of [...seats, spectator]) quiet(one);
    for (const one of [...seats, spectator]) await one.context.close();
  });

  it("is played to the last shot", async () => {
    const links = await invite("battlescape/mirror_street");
    const seats = [await sit(links[0], "Ada"), await sit(links[1], "Ben")];
    // Two who only ever end their turns would never meet: the server is asked what the AI would do, and told to do it.
    const [, , match, secret] = links[0].split("/");
    const other = links[1].split("/")[3];
    await whoseTurn(seats);
    const outcome = await seats[0].page.evaluate(
      async ([match, secrets]) => {
        const post = (secret, what, body) =>
          fetch(`api/v1/matches/${match}/${what}`, { method: "POST", headers: { authorization: `Seat ${secret}`, "content-type": "application/json" }, body: JSON.stringify(body) }).then((answer) => answer.json());
        for (let orders = 0; orders < 5_000; orders++) {
          const info = await fetch(`api/v1/matches/${match}`).then((answer) => answer.json());
          if (info.state === "over") return info.outcome;
          const acting = secrets[info.to_act === "enemy" ? 1 : 0];
          await post(acting, "orders", await post(acting, "advice", {}));
        }
        return null;
      },
      [match, [secret, other]],
    );
    // Each is told how it ended for him, and that nobody chose the dice.
    const won = { victory: 0, defeat: 1, failed: 1 }[outcome];
    const told = seats.map((_, seat) => (won === undefined ? "Nobody won" : seat === won ? "You won" : "You lost"));
    for (const [place, seat] of seats.entries()) {
      await seat.page.getByRole("heading", { name: told[place], exact: true }).waitFor();
      if (won !== undefined) await seat.page.getByText(won === 0 ? "Ada won against Ben" : "Ben won against Ada").waitFor();
      await seat.page.getByText("The dice were fair").waitFor();
      await seat.page.getByRole("link", { name: "fracas: all battles" }).click();
      const listed = seat.page.getByRole("region", { name: "Your matches" }).getByRole("listitem");
      await listed.getByText(told[place].toLowerCase()).waitFor();
      await listed.getByRole("button", { name: /^Remove/ }).click();
      await listed.waitFor({ state: "detached" });
    }
    for (const seat of seats) quiet(seat);
    for (const seat of seats) await seat.context.close();
  });

  it("takes sealed set-ups from both sides", async () => {
    const links = await invite("olympia/duel");
    const seats = [await sit(links[0], "Ada"), await sit(links[1], "Ben")];
    // What is refused is told beside the box, and stays written through a reload.
    await seats[0].page.getByLabel("Your set-up").fill("[[attacker.stack]]\nnoble = 'Wolfram'\nmen.soldeir = 12\n");
    await seats[0].page.getByRole("button", { name: "Hand in" }).click();
    await seats[0].page.getByRole("alert").getByText("soldeir").waitFor();
    await seats[0].page.reload();
    assert.match(await seats[0].page.getByLabel("Your set-up").inputValue(), /soldeir/);
    seats[0].complaints.length = 0;
    await seats[0].page.getByLabel("Your set-up").fill('[[attacker.stack]]\nnoble = "Wolfram"\nmen.pikeman = 12\n');
    await seats[0].page.getByRole("button", { name: "Hand in" }).click();
    await seats[0].page.getByText("Handed in.").waitFor();
    await seats[1].page.getByText("has handed in").waitFor();
    assert.ok(!(await seats[1].page.content()).includes("Wolfram"));
    await seats[1].page.getByRole("button", { name: "Hand in" }).click();
    for (const seat of seats) await seat.page.getByLabel("The battle").getByText("Wolfram").first().waitFor();
    for (const seat of seats) await seat.page.getByRole("heading", { name: /^(You won|You lost|Nobody won)$/ }).waitFor();
    await accessible(seats[0].page);
    for (const seat of seats) quiet(seat);
    for (const seat of seats) await seat.context.close();
  });

  it("keeps the links for whoever made it until everybody is there", async () => {
    const host = await open("#/invite?b=battlescape/mirror_yard", { viewport: { width: 390, height: 800 } });
    await host.page.getByRole("button", { name: "Make the match" }).click();
    const links = host.page.locator(".invite ul a");
    await links.first().waitFor();
    await fits(host.page, "the links");
    const other = await links.nth(1).getAttribute("href");
    await links.first().click();
    await host.page.getByLabel("Your name").fill("Ada");
    await host.page.getByRole("button", { name: "Take this seat" }).click();
    await host.page.getByText("Waiting for the others").waitFor();
    const kept = host.page.getByRole("region", { name: "Links" }).getByRole("link");
    assert.deepEqual(await kept.evaluateAll((all) => all.map((link) => link.getAttribute("href"))), [other]);
    await host.page.getByRole("link", { name: "fracas: all battles" }).click();
    const listed = host.page.getByRole("region", { name: "Your matches" });
    assert.equal(await listed.locator(".links a").getAttribute("href"), other);
    await fits(host.page, "the first page");
    const guest = await sit(other, "Ben");
    await guest.page.locator(".waiting").waitFor();
    await host.page.reload();
    await listed.getByText("your turn").waitFor();
    assert.equal(await listed.locator(".links a").count(), 0);
    for (const one of [host, guest]) quiet(one);
    for (const one of [host, guest]) await one.context.close();
  });

  it("shows friends on one side what the other has ordered", async () => {
    const links = await invite("battlescape/skirmish", (page) => page.getByLabel("Who fights whom").selectOption("ai"));
    const seats = [await sit(links[0], "Ada"), await sit(links[1], "Ben")];
    const squad = (seat) => seat.page.locator(".squad button").allInnerTexts();
    const turn = (seat) => seat.page.locator("h3", { hasText: "Objectives" }).innerText();
    for (const seat of seats) await seat.page.locator(".squad [aria-pressed=true]").waitFor();
    const first = (await squad(seats[0])).join();
    await seats[0].page.getByRole("button", { name: "Hint" }).click();
    await seats[0].page.getByRole("button", { name: "Do it" }).click();
    for (const seat of seats) await seat.page.waitForFunction((was) => [...document.querySelectorAll(".squad button")].map((one) => one.innerText).join() !== was, first);
    assert.deepEqual(await squad(seats[1]), await squad(seats[0]));
    assert.match(await turn(seats[1]), /turn 1/);
    // They share all units, so either may end the turn: the next is the next for both.
    const button = seats[0].page.locator(".turn button").last();
    await button.click();
    if (/end anyway/.test(await button.textContent())) await button.click();
    for (const seat of seats) await seat.page.locator("h3", { hasText: /turn [2-9]/ }).or(seat.page.locator(".summary")).first().waitFor();
    for (const seat of seats) quiet(seat);
    // A server that is out of reach is told of, and asked again.
    const { page, context, complaints } = seats[1];
    await context.setOffline(true);
    await page.locator(".squad button").last().click();
    const told = page.locator(".match > .wrong", { hasText: "The server cannot be reached" });
    await told.waitFor();
    await context.setOffline(false);
    await told.waitFor({ state: "detached" });
    assert.deepEqual(complaints.filter((words) => !/ERR_INTERNET_DISCONNECTED| 409 /.test(words)), []);
    for (const seat of seats) await seat.context.close();
  });

  it("keeps battles of one's own for every browser", async () => {
    const one = await open("");
    await one.page.evaluate(() => fetch("api/v1/library/scenarios/kept", { method: "PUT", headers: { "content-type": "application/json" }, body: JSON.stringify({ name: "Kept", kept: { name: "Kept by the server", ruleset: "olympia", source: { text: 'ruleset = "olympia"\n' }, changed: 1 } }) }));
    const other = await open("");
    await other.page.getByText("Kept by the server").first().waitFor();
    await one.context.close();
    await other.context.close();
  });
});
