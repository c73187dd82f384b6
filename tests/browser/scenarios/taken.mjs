// What can be taken back or left, and what was played elsewhere: by mouse, by keyboard alone and by touch.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { assert, begin, close, firstMoves, fits, here, tab } from "../support.mjs";

/** Ways to use what is on the page: how a tab is opened for them, and how something is chosen. */
const WAYS = {
  mouse: { options: {}, use: (what) => what.click() },
  keyboard: {
    options: {},
    use: async (what) => {
      await what.focus();
      await what.press("Enter");
    },
  },
  touch: {
    options: { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } },
    use: (what) => what.tap(),
  },
};

const scenarios = {
  async "a game is left for later, another begun from an XOT start, and the first gone on with"(page, use) {
    await begin(page);
    const before = await firstMoves(page);
    await use(page.getByRole("button", { name: "Leave for later" }));
    const goOn = page.getByRole("button", { name: "Go on against static-normal: 2 moves played" });
    await goOn.waitFor();
    await use(page.getByRole("button", { name: "Options", exact: true }));
    await page.getByLabel("Opening", { exact: true }).selectOption("xot");
    await page.getByText("It begins with the position on the board", { exact: false }).waitFor();
    assert.equal(await page.locator(".cell.black, .cell.white").count(), 12, "eight moves");
    // It can be left before its first move, and keeps its position. The opponent may be the first to move.
    await use(page.getByRole("button", { name: "Start", exact: true }));
    await use(page.getByRole("button", { name: "Leave for later" }));
    await use(page.getByRole("button", { name: /^Go on against static-normal: [01] moves? played$/ }));
    await page.getByRole("button", { name: "Leave for later" }).waitFor();
    assert.ok((await page.locator(".cell.black, .cell.white").count()) >= 12);
    await use(page.getByRole("button", { name: "Leave for later" }));
    await use(page.getByRole("button", { name: "Options", exact: true }));
    await use(goOn);
    await page.locator(".cell.open").first().waitFor();
    assert.deepEqual(await page.locator(".moves li").allTextContents(), before);
    await use(page.locator(".cell.open").first());
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length >= 4);
  },

  async "added files are taken back, and come in again"(page, use) {
    await use(page.getByRole("link", { name: "Me", exact: true }));
    const rests = page.getByText("This rests on", { exact: false });
    for (const name of ["one.ggf", "two.sgf"]) {
      await page.locator(".drop input").setInputFiles(join(here, "games", name));
      await page.getByLabel(`Which player in ${name} are you?`).selectOption("Ann");
      await use(page.getByRole("button", { name: "Add my games" }));
      await page.getByText(`${name}: `).waitFor();
      await rests.waitFor({ timeout: 60000 });
    }
    for (let count = 2; count > 0; count--) {
      assert.equal(await page.getByRole("button", { name: "Review them" }).count(), count);
      await use(page.locator(".added").getByRole("button", { name: "Remove" }).first());
      // Sooner, the next click would be the second of two.
      await page.waitForTimeout(600);
      await page.waitForFunction((count) => document.querySelectorAll(".added li").length < count, count);
    }
    await rests.waitFor({ state: "detached", timeout: 60000 });
    assert.equal(await page.getByRole("button", { name: "Review them" }).count(), 0);
    // The last one first, then the other one.
    for (const words of ["two.sgf was removed", "one.ggf was removed"]) {
      await page.locator("#passing").getByText(words, { exact: false }).waitFor();
      await use(page.getByRole("button", { name: "Undo" }));
    }
    await rests.waitFor({ timeout: 60000 });
    await page.getByText("one.ggf: 2 games of Ann").waitFor();
    await page.getByText("two.sgf: 1 game of Ann").waitFor();
    await page.reload();
    await rests.waitFor();
  },

  async "the explorer counts what was played in a file, beside what it is worth"(page, use) {
    await use(page.getByRole("link", { name: "Study", exact: true }));
    await page.evaluate(async (text) => {
      const { openFiles } = await import(new URL("server.js", document.baseURI));
      await openFiles([new File([text], "one.ggf")]);
    }, readFileSync(join(here, "games", "one.ggf"), "utf8"));
    await use(page.locator("summary", { hasText: "What was played here" }));
    await page.getByText("No game came to this position.").waitFor();
    await page.getByLabel("Games to look at").selectOption("one.ggf");
    await page.getByText("2 games came to this position.").waitFor();
    const rows = page.locator(".explorer tbody tr");
    assert.equal(await rows.count(), 1, "e6 and f5 are images of each other");
    await page.getByRole("columnheader", { name: "Black won / drawn / lost" }).waitFor();
    await page.waitForFunction(() => document.querySelector(".explorer td:last-child")?.textContent);
    await use(rows.first().getByRole("button"));
    await page.locator(".explorer tbody tr").first().waitFor();
    await page.waitForFunction(() => document.querySelectorAll(".cell.black, .cell.white").length === 5);
    // Tournament games are kept, until they are removed.
    await page.evaluate(async (bytes) => {
      const { openFiles } = await import(new URL("server.js", document.baseURI));
      await openFiles([new File([new Uint8Array(bytes)], "WTH_1977.wtb")]);
      sessionStorage.clear();
    }, Array.from(readFileSync(join(here, "../data/WTH_1977.wtb"))));
    await page.reload();
    await use(page.locator("summary", { hasText: "What was played here" }));
    await page.getByLabel("Games to look at").selectOption("Tournament games (1 file)");
    await page.getByText(/^\d+ games came to this position\./).waitFor();
    await use(page.getByRole("button", { name: "Remove the tournament games" }));
    await page.getByText("No game came to this position.").waitFor();
    assert.equal(await page.getByLabel("Games to look at").locator("option", { hasText: "Tournament" }).count(), 0);
  },

  async "an exercise is answered, and another one comes"(page, use) {
    await use(page.getByRole("link", { name: "Exercises", exact: true }));
    const task = page.locator(".panel .status", { hasText: "Find the best move" });
    await task.waitFor();
    const board = () => page.locator(".cell").evaluateAll((cells) => cells.map((cell) => cell.className).join());
    const before = await board();
    await use(page.locator(".cell.open").first());
    await page.getByText(/^Right: | is not it: /).waitFor();
    await page.getByText(/^1 exercise, [01] found at the first try/).waitFor();
    await use(page.getByRole("button", { name: "Next", exact: true }));
    await task.waitFor();
    assert.notEqual(await board(), before);
  },
};

const by = (way, name, scenario) => [
  `${name} (by ${way})`,
  async ({ browser, server }) => {
    const page = await tab(browser, server, WAYS[way].options);
    await scenario(page, WAYS[way].use);
    await fits(page, name);
    await close(page);
  },
];

export default Object.fromEntries(
  Object.entries(scenarios).flatMap(([name, scenario]) => Object.keys(WAYS).map((way) => by(way, name, scenario))),
);
