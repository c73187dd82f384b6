// After a game: the card, its key moments, and the review that begins with them.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { T as en } from "../../../src/serve/page/assets/texts.js";
import { T as fr } from "../../../src/serve/page/assets/texts.fr.js";
import { T as ja } from "../../../src/serve/page/assets/texts.ja.js";
import { accessible, assert, begin, close, fits, playOut, tab } from "../support.mjs";

const texts = { en, fr, ja };

/** The bottoms of what these selectors name, and where the window ends, or its tabs begin. It runs in the page. */
function bottoms(selectors) {
  const { top } = document.querySelector(".tabs").getBoundingClientRect();
  const end = top > innerHeight / 2 ? top : innerHeight;
  return { end, bottoms: selectors.map((one) => document.querySelector(one).getBoundingClientRect().bottom) };
}

/** Plays a game to its end, with the last of the legal moves each time. */
async function playGame(page) {
  await begin(page);
  await playOut(
    page,
    () => page.locator(".cell.open").last().click(),
    () => page.getByRole("button", { name: "Pass", exact: true }).click(),
  );
}

export default {
  async "after a game: the result, the strength before and after, three key moments, and what can be done next"({
    browser,
    server,
  }) {
    const page = await tab(browser, server);
    await playGame(page);
    await page.getByText(/^Your strength: about \d+, between \d+ and \d+\.$/).waitFor({ timeout: 60000 });
    await page.locator(".moments button").nth(2).waitFor({ timeout: 60000 });
    assert.equal(await page.locator(".moments svg").count(), 3);
    for (const words of await page.locator(".moments button").allTextContents())
      assert.match(words, /Move \d+\. You played [a-h][1-8]\. It gave away .* Better: [a-h][1-8]\./);
    assert.equal(await page.locator(".play .graph").count(), 0, "no graph");
    await accessible(page, "after a game");

    // The three moments are tried again, one after the other.
    await page.getByRole("button", { name: "Try these 3 again" }).click();
    const question = page.locator(".said", { hasText: "Here you gave away" });
    await question.waitFor();
    const next = page.getByRole("button", { name: "Next mistake" });
    for (let moment = 1; moment < 3; moment++) await next.click();
    const words = await question.textContent();
    await next.click();
    await page.getByText("That was the last one.", { exact: true }).waitFor();
    assert.ok((await question.textContent())?.startsWith(words ?? "?"), "the question stays");

    // A moment opens the review there: with arrows, and the line is played through on the board.
    await page.goBack();
    await page.locator(".moments button").first().click();
    await page.locator(".arrows .better").waitFor();
    await page.locator(".said", { hasText: /The answer to [a-h][1-8] is [a-h][1-8]\./ }).waitFor();
    const discs = () => page.locator(".cell.black, .cell.white").count();
    for (const name of ["Play the best line", "Play what the move allowed"]) {
      await page.getByRole("button", { name }).click();
      const before = await discs();
      await page.waitForFunction((n) => document.querySelectorAll(".cell.black, .cell.white").length > n, before);
      await page.getByRole("button", { name: "Back to the game" }).click();
    }

    // Some move of the opponent's did something that can be seen.
    const did = page.locator(".said", { hasText: /[a-h][1-8] (takes|leaves you|lets you|turns|makes|opens|is a quiet)/ });
    await page.getByRole("button", { name: "To the start" }).click();
    for (let moves = 0; !(await did.isVisible()); moves++) {
      assert.ok(moves < 60, "no move of the opponent's did anything");
      await page.getByRole("button", { name: "One move on" }).click();
    }

    // A word of teachers is explained where it is said.
    const term = page.locator(".said .term").first();
    await page.getByRole("button", { name: "To the start" }).click();
    for (let moves = 0; !(await term.isVisible()); moves++) {
      assert.ok(moves < 60, "no reason used such a word");
      await page.getByRole("button", { name: "One move on" }).click();
    }
    assert.match((await term.locator("summary").textContent()) ?? "", /^What is (a|parity)/);
    await term.locator("summary").click();
    await term.locator("p").waitFor();
    if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, "term.png"), fullPage: true });

    // The review opens at the first moment by itself.
    await page.goBack();
    await page.getByRole("button", { name: "Review the game" }).click();
    await page.locator(".arrows .better").waitFor();
    await page.getByText(/^Your choices: \d+ best, \d+ good, \d+ inaccurate, \d+ mistakes?\.$/).waitFor();
    assert.equal(await page.locator(".graph .legend").count(), 0, "one curve");
    const all = page.getByRole("button", { name: "All curves" });
    await all.click({ timeout: 120000 });
    await page.locator(".graph .legend").waitFor();
    // What people give away has an axis of its own.
    await page.locator(".graph figure", { hasText: /Discs that people rated \d+ give away here/ }).waitFor();
    assert.equal(await page.locator(".graph figure").count(), 2);
    await page.goBack();

    // The second game shows how the strength has changed.
    await page.getByRole("button", { name: "Again, colours swapped" }).click();
    await page.locator(".result").waitFor({ state: "detached" });
    await playOut(
      page,
      () => page.locator(".cell.open").first().click(),
      () => page.getByRole("button", { name: "Pass", exact: true }).click(),
    );
    await page.getByText(/^Your strength: \d+ before, \d+ now, between \d+ and \d+\.$/).waitFor({ timeout: 60000 });
    await close(page);
  },

  async "what is said of a move, the verdict on a try and the way to the next mistake are in sight of the board"({
    browser,
    server,
  }) {
    const shots = process.env.SHOTS;
    if (shots) mkdirSync(shots, { recursive: true });
    const first = await tab(browser, server);
    await playGame(first);
    await first.locator(".moments button").first().waitFor({ timeout: 60000 });
    for (const [code, T] of Object.entries(texts)) {
      const viewport = { width: 360, height: 640 };
      const page = await tab(browser, server, { locale: code, viewport, reducedMotion: "reduce" });
      await page.locator(".home .primary").waitFor();
      await page.evaluate(() => void (location.hash = "review/mine/1"));
      await page.locator(".arrows .better").waitFor({ timeout: 60000 });
      await page.getByRole("button", { name: T.nextMistake, exact: true }).waitFor();
      const areSeen = async (what, selectors) => {
        for (const [width, height] of [[360, 640], [390, 844], [1280, 800], [844, 390]]) {
          await page.setViewportSize({ width, height });
          const name = `${what}-${code}-${width}x${height}`;
          if (shots) await page.screenshot({ path: join(shots, `${name}.png`) });
          const { end, bottoms: found } = await page.evaluate(bottoms, selectors);
          assert.ok(found.every((bottom) => bottom <= end + 0.5), `${name}: ${found} of ${end}`);
          await fits(page, name);
        }
      };
      await areSeen("review", [".board", ".mistakes", ".said > p"]);
      await page.getByRole("button", { name: T.nextMistake, exact: true }).click();
      await page.locator(".cell.open").first().click();
      await page.locator(".answer").waitFor();
      await areSeen("verdict", [".board", ".mistakes", ".answer"]);
      await page.context().close();
    }
    await close(first);
  },
};
