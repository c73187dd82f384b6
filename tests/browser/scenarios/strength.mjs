// Placement, games from files, rivals.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accessible, assert, close, here, hurry, playOut, tab, turn } from "../support.mjs";

/** Waits for three rivals, who differ; without RIVALS=whole, only until they are on the way. */
async function makeRivals(page) {
  const progress = page.getByRole("progressbar", { name: "Making your rivals" });
  await progress.waitFor();
  if (process.env.RIVALS !== "whole") {
    await page.waitForFunction(
      () => +document.querySelector('[aria-label="Making your rivals"]')?.getAttribute("aria-valuenow") >= 1,
      null,
      { timeout: 120000 },
    );
    // Games may still be measured, which can be stopped as well.
    return page.locator(".me-rivals").getByRole("button", { name: "Stop", exact: true }).click();
  }
  await page.locator(".rival").nth(2).waitFor({ timeout: 3600000 });
  const shown = (part) => page.locator(`.rival ${part}`).evaluateAll((all) => all.map((one) => one.outerHTML));
  for (const part of ["h3", ".portrait", "h3 + p"]) assert.equal(new Set(await shown(part)).size, 3, part);
  assert.equal(await page.locator(".rival").count(), 3);
}

/** Ann's openings as White, and a game in which her agent opens as her opponents did. */
async function playOwnOpening(page) {
  const openings = page.locator(".me-repertoire");
  const rows = openings.locator("ul").last().locator("li");
  const texts = await rows.allTextContents();
  assert.equal(texts.length, 3, texts.join("; "));
  const line = rows.filter({ hasText: "f5 f4 e3 f6 d3 c4" });
  assert.match(await line.textContent(), /2 games · 0 won, 2 lost/);
  await accessible(page, "your openings");
  await openings.getByLabel("Opponent").selectOption("Your agent");
  await line.getByRole("button").click();
  for (const [at, move] of ["f4", "f6", "c4"].entries()) {
    await page.locator(".moves li").nth(2 * at).waitFor();
    await turn(page);
    const moves = await page.locator(".moves li").allTextContents();
    assert.equal(moves.map((words) => words.slice(-2)).join(" "), "f5 f4 e3 f6 d3".slice(0, 6 * at + 2));
    await page.locator(`.cell.open[data-square="${move}"]`).click();
  }
  await page.getByRole("link", { name: "Me", exact: true }).click();
}

export default {
  async placement({ browser, server }) {
    const page = await tab(browser, server);
    await hurry(page);
    await page.getByRole("button", { name: "Find out how strong I am" }).click();
    // Ten games: one is played, the others are given up after two moves, which is the fastest way to be placed low.
    for (let game = 0; game < 10; game++) {
      if (game === 0) {
        await playOut(
          page,
          () => page.locator(".cell.open").first().click(),
          () => page.getByRole("button", { name: "Pass", exact: true }).click(),
        );
      } else {
        await turn(page);
        await page.getByRole("button", { name: "Resign", exact: true }).click();
        await page.getByRole("button", { name: "Yes, resign" }).click();
      }
      const next = page.getByRole("button", {
        name: game < 9 ? `Find out how strong I am: game ${game + 2} of 10` : "The placement is over",
        exact: game < 9,
      });
      await next.click();
    }
    await page.getByRole("heading", { name: "How strong you are" }).waitFor();
    await page.getByText("Placement: 10 games count so far, of 10", { exact: false }).waitFor();
    await page.getByText("This rests on", { exact: false }).waitFor();
    await page.getByText("Most probably between", { exact: false }).waitFor();
    await close(page);
  },

  async "ten pasted games give a strength and three rivals"({ browser, server }) {
    const page = await tab(browser, server, { permissions: ["clipboard-read", "clipboard-write"] });
    await page.getByRole("link", { name: "Me", exact: true }).click();
    const paste = async (text) => {
      await page.evaluate((text) => navigator.clipboard.writeText(text), text);
      await page.getByLabel("Or paste games here").focus();
      await page.keyboard.press("Control+V");
      await page.getByRole("button", { name: "Read", exact: true }).click();
    };
    // An unreadable one is told with its place, and the others are there.
    const games = readFileSync(join(here, "games", "ten.ggf"), "utf8");
    await paste(`${games}\n${games.split("\n")[0].replace("B[F5]", "B[X9]")}\n`);
    await page.getByText("found 'X9'", { exact: false }).waitFor();
    // The player of most games is offered first, so not even the name is typed.
    assert.equal(await page.getByLabel("Which player in Pasted games are you?").inputValue(), "Ann");
    await page.getByRole("button", { name: "Add my games" }).click();
    await page.getByText("Pasted games: 10 games of Ann").waitFor();
    await page.getByText("of 10 games, and", { exact: false }).waitFor({ timeout: 240000 });
    console.log(`    ${await page.locator(".headline").textContent()}, ${await page.getByText("Most probably between").textContent()}`);
    await playOwnOpening(page);
    await page.getByRole("button", { name: "Make my rivals" }).click();
    await makeRivals(page);
    await close(page);
  },

  async "rivals from three dropped files"({ browser, server }) {
    const page = await tab(browser, server);
    await page.getByRole("link", { name: "Me", exact: true }).click();
    const zone = page.locator(".drop");
    await zone.waitFor();
    const files = ["one.ggf", "two.sgf", "three.txt"];
    for (const name of files) {
      const text = readFileSync(join(here, "games", name), "utf8");
      const data = await page.evaluateHandle(
        ([name, text]) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([text], name));
          return transfer;
        },
        [name, text],
      );
      await zone.dispatchEvent("drop", { dataTransfer: data });
      if (name === "three.txt") {
        // Without names, all games are those of one side.
        await page.getByLabel("Which player in three.txt are you?").selectOption("White (1 game)");
      } else await page.getByLabel(`Which player in ${name} are you?`).selectOption("Ann");
      await page.getByRole("button", { name: "Add my games" }).click();
      await page.getByText(`${name}: `, { exact: false }).waitFor();
    }
    await page.getByText("This rests on", { exact: false }).waitFor({ timeout: 60000 });
    await page.getByRole("button", { name: "Make my rivals" }).click();
    const progress = page.getByRole("progressbar", { name: "Making your rivals" });
    await progress.waitFor();
    const part = async () => +(await progress.getAttribute("aria-valuenow"));
    await page.waitForFunction(
      () => +document.querySelector('[aria-label="Making your rivals"]')?.getAttribute("aria-valuenow") >= 1,
      null,
      { timeout: 120000 },
    );
    const before = await part();
    await page.reload();
    await progress.waitFor();
    assert.ok((await part()) >= before, "a reload loses nothing");
    assert.match((await page.locator(".making").textContent()) ?? "", /^(Finding|Collecting|Watching|Making|Beginning)/);
    // Meanwhile the agent is there to play against, under the same name after a reload.
    await page.getByRole("button", { name: "Play your agent meanwhile" }).click();
    await page.locator(".seat .who", { hasText: "agent" }).waitFor();
    await page.reload();
    await page.locator(".seat .who", { hasText: "agent" }).waitFor();
    await page.getByRole("button", { name: "Leave for later" }).or(page.locator(".cell.open").first()).first().waitFor();
    await page.getByRole("link", { name: "Me", exact: true }).click();
    await progress.waitFor();
    // How long others wait meanwhile: requests to the desk, with an analysis going on as well.
    const waits = await page.evaluate(async () => {
      const { ask } = await import(new URL("server.js", document.baseURI));
      await ask("study", { start: null, moves: "f5d6c3", rule: "most" });
      const times = [];
      for (let i = 0; i < 50; i++) {
        const begun = performance.now();
        await ask("games", { of: { in: "mine" }, from: 0, count: 25, find: "", names: [], openings: [], ended: null });
        times.push(performance.now() - begun);
      }
      await ask("stop-study", { key: "f5d6c3" });
      return times.sort((a, b) => a - b);
    });
    console.log(`    answers meanwhile: median ${waits[25].toFixed(1)} ms, longest ${waits[49].toFixed(1)} ms`);
    await makeRivals(page);
    // The mistakes in these games are exercises, as soon as one is solved.
    await page.getByRole("link", { name: "Exercises", exact: true }).click();
    const own = page.getByText(/^your own games \([1-9]/);
    await own.waitFor({ timeout: 180000 });
    await own.click();
    await page.getByText(/^From your game against \w+.*: move \d+\. Half of the people/).waitFor();
    await page.locator(".cell.open").first().click();
    await page.getByText(/^Right: | is not it: /).waitFor();
    await close(page);
  },

  async "damaged files are named, and the others are there"({ browser, server }) {
    const page = await tab(browser, server);
    const folder = mkdtempSync(join(tmpdir(), "rival-damaged-"));
    const damage = (...names) => {
      mkdirSync(join(folder, "games"), { recursive: true });
      names.forEach((name) => writeFileSync(join(folder, name), "{garb"));
    };
    // One damaged rival: the others are listed, and new ones are asked for as usual.
    await page.locator(".home .primary").waitFor();
    await server.keep(page, join(here, "rivals"), "rivals");
    damage("rook.json");
    await server.keep(page, folder, "rivals");
    await page.getByText(/This file cannot be read.*: rivals\/rook\.json: /).waitFor();
    await page.getByRole("link", { name: "Me", exact: true }).click();
    await page.locator(".rival .portrait").nth(2).waitFor();
    // A damaged profile and a damaged game too: the first is named, and an unreadable game is no game.
    damage("profile.json", "games/000001.json");
    await server.keep(page, folder, "");
    await page.getByText(/This file cannot be read.*: profile\.json: .* \(and \d more\)/).waitFor();
    await page.evaluate(() => void (location.hash = "me"));
    await page.getByText(/^That did not work: profile\.json: /).waitFor();
    await page.locator(".rival .portrait").nth(2).waitFor();
    await page.evaluate(() => void (location.hash = "review"));
    await page.getByText("No finished game yet.").waitFor();
    assert.equal(await page.getByRole("button", { name: "Show more" }).count(), 0);
    if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, "damaged.png") });
    rmSync(folder, { recursive: true });
    await close(page);
  },

  async "three rivals: cards, a game, the score"({ browser, server }) {
    const page = await tab(browser, server);
    await server.keep(page, join(here, "rivals"), "rivals");
    await page.getByRole("link", { name: "Me", exact: true }).click();
    await page.locator(".rival .portrait").nth(2).waitFor();
    assert.equal(await page.locator(".rival .portrait").count(), 3);
    const name = await page.locator(".rival h3").first().textContent();
    await page.getByRole("link", { name: "Play", exact: true }).click();
    await hurry(page, "Black (begins)");
    await page.getByRole("link", { name: "Me", exact: true }).click();
    await page.getByRole("button", { name: `Play ${name}` }).click();
    await playOut(
      page,
      () => page.locator(".cell.open").first().click(),
      () => page.getByRole("button", { name: "Pass", exact: true }).click(),
    );
    await page.getByRole("link", { name: "Me", exact: true }).click();
    await page
      .getByText(/^\d won, \d lost/)
      .first()
      .waitFor();
    await page.getByText(/^They play at (your strength, about \d+\.|about \d+, not at your \d+: )/).waitFor({ timeout: 60000 });
    await close(page);
  },
};
