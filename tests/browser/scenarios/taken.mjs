// What can be taken back or left, and what was played elsewhere.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { assert, begin, close, firstMoves, here, tab } from "../support.mjs";

export default {
  async "a game is left for later, another begun from an XOT start, and the first gone on with"({ browser, server }) {
    const page = await tab(browser, server);
    await begin(page);
    const before = await firstMoves(page);
    await page.getByRole("button", { name: "Leave for later" }).click();
    const goOn = page.getByRole("button", { name: "Go on against static-normal: 2 moves played" });
    await goOn.waitFor();
    await page.getByLabel("Opening", { exact: true }).selectOption("xot");
    await page.getByText("It begins with the position on the board", { exact: false }).waitFor();
    assert.equal(await page.locator(".cell.black, .cell.white").count(), 12, "eight moves");
    await goOn.click();
    await page.locator(".cell.open").first().waitFor();
    assert.deepEqual(await page.locator(".moves li").allTextContents(), before);
    await close(page);
  },

  async "a finished game and an added file are taken back, and come in again"({ browser, server }) {
    const page = await tab(browser, server);
    await page.getByRole("button", { name: "I have games of mine" }).click();
    await page.locator(".drop input").setInputFiles(join(here, "games", "one.ggf"));
    await page.getByLabel("Which player in one.ggf are you?").selectOption("Ann");
    await page.getByRole("button", { name: "Add my games" }).click();
    const rests = page.getByText("This rests on", { exact: false });
    await rests.waitFor({ timeout: 60000 });
    await page.locator(".added").getByRole("button", { name: "Take back" }).click();
    await rests.waitFor({ state: "detached", timeout: 60000 });
    await page.getByRole("button", { name: "Undo" }).click();
    await rests.waitFor({ timeout: 60000 });
    await page.getByText("one.ggf: 2 games of Ann").waitFor();
    await page.reload();
    await rests.waitFor();
    await close(page);
  },

  async "the explorer counts what was played in a file, beside what it is worth"({ browser, server }) {
    const page = await tab(browser, server);
    await page.getByRole("link", { name: "Study" }).click();
    await page.evaluate(async (text) => {
      const { openFiles } = await import(new URL("server.js", document.baseURI));
      await openFiles([new File([text], "one.ggf")]);
    }, readFileSync(join(here, "games", "one.ggf"), "utf8"));
    await page.getByText("What was played here").click();
    await page.getByText("No game came to this position.").waitFor();
    await page.getByLabel("Games to look at").selectOption("one.ggf");
    await page.getByText("2 games came to this position.").waitFor();
    const rows = page.locator(".explorer tbody tr");
    assert.equal(await rows.count(), 2, "e6 and f5");
    await page.waitForFunction(() => document.querySelector(".explorer td:last-child")?.textContent);
    await rows.first().getByRole("button").click();
    await page.locator(".explorer tbody tr").first().waitFor();
    await page.waitForFunction(() => document.querySelectorAll(".cell.black, .cell.white").length === 5);
    await close(page);
  },
};
