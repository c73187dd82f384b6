// Home: one tap away from a game, and all of it in sight.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { T as en } from "../../../src/serve/page/assets/texts.js";
import { T as fr } from "../../../src/serve/page/assets/texts.fr.js";
import { T as ja } from "../../../src/serve/page/assets/texts.ja.js";
import { accessible, assert, close, fits, firstMoves, here, hurry, tab, turn } from "../support.mjs";

const texts = { en, fr, ja };
const SIZES = [[360, 640], [390, 844], [844, 390], [768, 1024], [1280, 800], [1920, 1080]];

/** What lies outside of the window, or behind the tabs at its foot. It runs in the page. */
function outOfSight() {
  const { top } = document.querySelector(".tabs").getBoundingClientRect();
  const end = top > innerHeight / 2 ? top : innerHeight;
  return [...document.querySelectorAll(".home .board, .home .panel *")]
    .filter((one) => {
      const box = one.getBoundingClientRect();
      return box.height && (box.top < 0 || box.left < 0 || box.right > innerWidth || box.bottom > end + 0.5);
    })
    .map((one) => `${one.tagName} ${one.textContent}: ${one.getBoundingClientRect().bottom} of ${end}`);
}

/** The characters of rivals that are not shown whole. It runs in the page. */
function cutOff() {
  const likes = [...document.querySelectorAll(".faces strong + .small")];
  return likes.filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent);
}

export default {
  async "home is in sight at every size, in every language: of a newcomer, and with rivals and a game that was left"({
    browser,
    server,
  }) {
    const shots = process.env.SHOTS;
    if (shots) mkdirSync(shots, { recursive: true });
    const look = async (name) => {
      for (const [code, T] of Object.entries(texts)) {
        const page = await tab(browser, server, { locale: code, reducedMotion: "reduce" });
        await page.locator(".home .primary").waitFor();
        await page.getByRole("button", { name: T.options, exact: true }).waitFor();
        for (const [width, height] of SIZES) {
          for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
            await page.setViewportSize({ width, height });
            await page.emulateMedia({ colorScheme });
            const seen = `${name}-${code}-${width}x${height}-${colorScheme}`;
            if (shots) await page.screenshot({ path: join(shots, `home-${seen}.png`) });
            assert.deepEqual(await page.evaluate(outOfSight), [], seen);
            // A short phone has room for three lines of each.
            if (height !== 640) assert.deepEqual(await page.evaluate(cutOff), [], seen);
            const board = await page.locator(".board").boundingBox();
            assert.ok(board && board.width >= 200 && Math.abs(board.width - board.height) < 1, `${seen}: ${board?.width}`);
            await fits(page, seen);
          }
        }
        await accessible(page, `${name}, ${code}`);
        await page.context().close();
      }
    };
    await look("newcomer");
    const page = await tab(browser, server);
    await server.keep(page, join(here, "rivals"), "rivals");
    await page.locator(".faces .portrait").nth(2).waitFor();
    await page.locator(".faces button").first().click();
    await turn(page);
    await page.locator(".cell.open").first().click();
    await page.getByRole("button", { name: "Leave for later" }).click();
    await page.getByRole("button", { name: /^Go on against \w+: / }).waitFor();
    await look("rivals");
    await close(page);
  },

  async "one tap leads from opening to a board that answers, at every size"({ browser, server }) {
    const page = await tab(browser, server, { hasTouch: true });
    await hurry(page, "Black (begins)");
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await page.reload();
      const play = page.getByRole("button", { name: "Play (about 800)" });
      await (width < 1000 ? play.tap() : play.click());
      assert.equal((await firstMoves(page)).length, 2);
      await page.getByRole("button", { name: "Resign", exact: true }).click();
      await page.getByRole("button", { name: "Yes, resign" }).click();
      await page.getByRole("heading", { name: "You resigned" }).waitFor();
    }
    // A finished game that the options or home have replaced does not come back.
    const leaveOptions = async () => {
      await page.getByRole("button", { name: "Done", exact: true }).click();
      await page.getByRole("button", { name: "Play (about 800)" }).waitFor();
    };
    await page.evaluate(() => void (location.hash = "play/options"));
    await leaveOptions();
    await page.reload();
    await page.getByRole("button", { name: "Options", exact: true }).click();
    await leaveOptions();
    await close(page);
  },

  async "the options keep the last choice, and home begins as they say"({ browser, server }) {
    const page = await tab(browser, server);
    await page.getByRole("button", { name: "Options", exact: true }).click();
    // A rule without levels leaves the choice of one.
    const opponent = page.locator(".option input:checked");
    assert.equal(await opponent.inputValue(), "strength");
    await page.getByText("Fewest discs", { exact: true }).click();
    assert.equal(await opponent.inputValue(), "player");
    // The people on home play for most discs all the same, and it says so.
    await page.getByRole("button", { name: "Done", exact: true }).click();
    await page.getByText("Who wins \u00b7 Most discs").waitFor();
    assert.equal(await page.locator(".faces .card").count(), 3);
    await page.getByRole("button", { name: "Options", exact: true }).click();
    await page.getByText("Most discs", { exact: true }).click();
    assert.equal(await opponent.inputValue(), "strength");
    await page.getByLabel("Player", { exact: true }).selectOption("static-normal");
    await page.locator(".choice", { hasText: "White" }).click();
    await page.getByText("at once").click();
    await page.getByLabel("Clock").selectOption("5 min");
    await page.getByRole("button", { name: "Done", exact: true }).click();
    await page.getByText("White \u00b7 5 min").waitFor();
    await page.reload();
    await page.getByText("White \u00b7 5 min").waitFor();
    await page.getByRole("button", { name: "Play static-normal" }).click();
    await page.locator(".clock", { hasText: /^[45]:/ }).first().waitFor();
    await turn(page);
    assert.equal(await page.locator(".moves li").count(), 1, "Black has moved");
    // The clock runs in other views, too.
    const clock = async () => {
      const [minutes, seconds] = (await page.locator(".clock").last().textContent()).split(":");
      return 60 * +minutes + +seconds;
    };
    const before = await clock();
    await page.evaluate(() => void (location.hash = "rules"));
    await page.waitForTimeout(4000);
    await page.evaluate(() => void (location.hash = "play"));
    await turn(page);
    const spent = before - (await clock());
    assert.ok(spent >= 3, `${spent} of four seconds are gone`);
    // A game with a clock cannot wait: nothing else begins, and nothing of it is lost.
    await page.getByRole("link", { name: "Me", exact: true }).click();
    await page.getByRole("button", { name: "Find out how strong I am" }).click();
    await page.locator("#passing").getByText("Finish the game in hand first, or resign it.").waitFor();
    // The message is there before the view of the game is.
    await page.locator(".moves li").first().waitFor();
    assert.equal(await page.locator(".moves li").count(), 1);
    await close(page);
  },

  async "who is new sees the rules, and plays against a beginner"({ browser, server }) {
    const page = await tab(browser, server);
    await page.getByRole("button", { name: "I am new: show me the rules" }).click();
    await page.locator(".rulepicture").nth(5).waitFor();
    assert.equal(await page.locator(".rulepicture").count(), 6);
    await page.getByRole("button", { name: /^Play \(about \d+\)$/ }).click();
    await turn(page);
    await page.getByRole("button", { name: "Leave for later" }).waitFor();
    await close(page);
  },
};
