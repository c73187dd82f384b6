// One list of games: played here, left for later and added; what is added stays in sight.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { T as en } from "../../../src/serve/page/assets/texts.js";
import { T as fr } from "../../../src/serve/page/assets/texts.fr.js";
import { T as ja } from "../../../src/serve/page/assets/texts.ja.js";
import { accessible, assert, begin, close, firstMoves, fits, here, tab, turn } from "../support.mjs";

const texts = { en, fr, ja };

export default {
  async "one list of games: played, left and added ones are found, reviewed and gone on with, in every language"({
    browser,
    server,
  }) {
    const page = await tab(browser, server);
    await begin(page);
    await turn(page);
    await page.getByRole("button", { name: "Resign", exact: true }).click();
    await page.getByRole("button", { name: "Yes, resign" }).click();
    await page.getByRole("button", { name: "Another game" }).click();
    await begin(page);
    await firstMoves(page);
    await page.getByRole("button", { name: "Leave for later" }).click();
    await page.getByRole("link", { name: "Me", exact: true }).click();
    const open = () => page.locator(".drop input").setInputFiles(join(here, "games", "ten.ggf"));
    const question = page.getByLabel("Which player in ten.ggf are you?");
    const add = async () => {
      await open();
      await question.selectOption("Ann");
      await page.getByRole("button", { name: "Add my games" }).click();
    };
    await add();
    await page.getByText("ten.ggf: 10 games of Ann").waitFor();
    // The same file a second time is told; and there is a way out of the question.
    await add();
    await page.locator("#passing").getByText("These games were added before.").waitFor();
    await question.waitFor({ state: "detached" });
    await open();
    assert.equal(await question.inputValue(), "Ann", "as before");
    await page.getByRole("button", { name: "Leave it" }).click();
    await question.waitFor({ state: "detached" });
    // Files of one game each are asked about once, and their games are not listed again.
    const alone = readFileSync(join(here, "games", "ten.ggf"), "utf8").trim().split("\n");
    const files = alone.map((game, i) => ({ name: `${i}.ggf`, mimeType: "text/plain", buffer: Buffer.from(game) }));
    await page.locator(".drop input").setInputFiles(files);
    await page.getByLabel(`Which player in ${alone.length} files.ggf are you?`).waitFor();
    await page.getByRole("button", { name: "Add my games" }).click();
    await page.locator("#passing").getByText("These games were added before.").waitFor();

    await page.getByRole("link", { name: "Games", exact: true }).click();
    // Me lists these games as well, and stays until the other view is there.
    await page.locator("main[data-view=review]").waitFor();
    const games = page.locator(".gamelist .game");
    const counted = (count) => page.waitForFunction((n) => document.querySelectorAll(".gamelist .game").length === n, count);
    await counted(11);
    const named = await games.evaluateAll((all) => all.filter((one) => /[A-Z]/.test(one.textContent)).length);
    assert.equal(named, 11);
    await page.getByLabel("Result").selectOption("lost");
    await page.waitForFunction(() => document.querySelectorAll(".gamelist .game").length < 11);
    const lost = await games.allTextContents();
    assert.ok(lost.length > 0 && lost.every((words) => words.includes("lost")), lost.join("; "));
    await page.getByLabel("Result").selectOption("");
    await counted(11);
    // By the name of the opening that a line shows, and by the name of an opponent.
    const opening = (await games.last().locator(".soft").textContent())?.split(" \u00b7 ").at(-1) ?? "";
    await page.getByLabel("Player, date or opening").fill(opening);
    await page.waitForFunction(() => document.querySelectorAll(".gamelist .game").length < 11);
    for (const words of await games.allTextContents()) assert.ok(words.length > 0, opening);
    await page.getByLabel("Player, date or opening").fill("nobody");
    await page.getByText("No game fits.").waitFor();
    await page.getByLabel("Player, date or opening").fill("static");
    await counted(1);
    await page.getByLabel("Player, date or opening").fill("");
    await counted(11);
    await accessible(page, "games");
    // Measured games have their mistakes, and what the list shows is saved together.
    await page.locator(".gamelist .soft", { hasText: /about \d+ mistakes?/ }).first().waitFor({ timeout: 60000 });
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save these games (GGF)" }).click(),
    ]);
    assert.equal(readFileSync(await saved.path(), "utf8").match(/GM\[Othello\]/g)?.length, 11);

    // An added game is reviewed, also after a reload, from the person's side.
    await games.last().click();
    await page.locator(".counts", { hasText: "Your choices" }).waitFor({ timeout: 60000 });
    await page.reload();
    await page.locator(".counts", { hasText: "Your choices" }).waitFor({ timeout: 60000 });
    assert.match(page.url(), /#review\/added\/1\/\d+$/);

    // The one that was left is gone on with.
    await page.getByRole("link", { name: "Games", exact: true }).click();
    await page.getByRole("button", { name: "Go on against static-normal: 2 moves played" }).click();
    await turn(page);
    await close(page);
    for (const [code, T] of Object.entries(texts)) {
      const other = await tab(browser, server, { locale: code, viewport: { width: 360, height: 640 } });
      await other.locator(".cell.black").first().waitFor();
      await other.evaluate(() => void (location.hash = "review"));
      await other.getByLabel(T.findGame, { exact: true }).waitFor();
      await fits(other, `games, ${code}`);
      await accessible(other, `games, ${code}`);
      await close(other);
    }
  },

  async "eight removals can be undone, and of failed ones those that are still known"({ browser, server }) {
    const page = await tab(browser, server);
    await page.locator(".cell.open, .card").first().waitFor();
    await page.evaluate(async () => {
      const { ask } = await import(new URL("server.js", document.baseURI));
      const who = { kind: "shipped", name: "random" };
      const terms = { start: null, line: null, who, color: "black", rule: "most", pace: "at-once", clock: null };
      for (let game = 1; game <= 9; game++) await ask("resign", { game: await ask("new-game", terms) });
    });
    await page.getByRole("link", { name: "Games", exact: true }).click();
    const removes = page.getByRole("button", { name: /^Remove: / });
    const listed = (count) => page.waitForFunction((n) => document.querySelectorAll(".owngame").length === n, count);
    for (let count = 9; count > 0; count--) {
      await listed(count);
      const { x, y, width, height } = await removes.first().boundingBox();
      // The second of two taps removes nothing.
      for (let tap = 0; tap < Math.min(2, count); tap++) {
        await page.mouse.click(x + width / 2, y + height / 2);
        await page.waitForTimeout(150);
      }
      await page.waitForTimeout(400);
    }
    await listed(0);
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Undo");
    const undo = page.getByRole("button", { name: "Undo", exact: true });
    await page.route("**/api", (route) => route.abort("connectionrefused"), { times: 1 });
    await undo.click();
    await page.locator("#passing").getByText("The program does not answer.").waitFor();
    // Another tab undoes the last removal, so here the one before is offered.
    await page.evaluate(async () => {
      const { ask } = await import(new URL("server.js", document.baseURI));
      await ask("put-back", { number: 9 });
    });
    await undo.click();
    await page.locator("#notices [data-key=undo]").waitFor();
    for (let back = 2; back <= 8; back++) {
      await undo.click();
      await page.waitForFunction(async (back) => {
        const { ask } = await import(new URL("server.js", document.baseURI));
        const all = { of: { in: "all" }, from: 0, count: 9, find: "", names: [], openings: [], ended: null };
        return (await ask("games", all)).total === back;
      }, back);
    }
    assert.equal(await undo.count(), 0);
    await close(page);
  },

  async "of several files those that can be read are offered, and each of the others is named"({ browser, server }) {
    const page = await tab(browser, server);
    await page.getByRole("link", { name: "Me", exact: true }).click();
    const file = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
    const good = file("good.txt", "f5d6c3d3c4");
    const files = [file("bad.ggf", "x"), good, file("cut.wtb", "x"), file("illegal.txt", "f5a1")];
    const errors = page.locator(".me-files .error");
    for (let choice = 1; choice <= 2; choice++) {
      await page.locator(".drop input").setInputFiles(files);
      await page.getByLabel("Which player in good.txt are you?").nth(choice - 1).waitFor();
      await errors.nth(2).waitFor();
      const told = await errors.allTextContents();
      assert.deepEqual(told.map((words) => words.split(" ")[0]), ["bad.ggf", "cut.wtb", "illegal.txt"]);
      assert.match(told[1], /the file is damaged, or not a WTHOR file$/);
      assert.match(told[2], /found a1 for white/);
    }
    await page.locator(".drop input").setInputFiles([good]);
    await errors.first().waitFor({ state: "detached" });
    // The study says of a pasted move which one is illegal.
    await page.getByRole("link", { name: "Study", exact: true }).click();
    await page.locator("summary", { hasText: "Paste moves" }).click();
    await page.getByLabel("Paste moves, a position or a game").fill("f5a1");
    await page.getByRole("button", { name: "Load", exact: true }).click();
    await page.getByText("found a1 for white", { exact: false }).waitFor();
    await close(page);
  },

  async "three pasted games are three, and one of them is chosen"({ browser, server }) {
    const page = await tab(browser, server);
    await page.getByRole("link", { name: "Study", exact: true }).click();
    await page.locator("summary", { hasText: "Paste moves" }).click();
    await page.getByLabel("Paste moves, a position or a game").fill("f5d6c3d3c4\nf5f6e6f4\nd3c5f6f5\n");
    await page.getByRole("button", { name: "Load", exact: true }).click();
    await page.getByText("Pasted games: 3 games").waitFor();
    await page.locator("button.game").nth(1).click();
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 4);
    await close(page);
  },
};
