// Positions and games that are studied.

import { join } from "node:path";
import { accessible, assert, begin, close, here, tab } from "../support.mjs";

export default {
  async "openings have their names, however the board lies"({ browser, server }) {
    const page = await tab(browser, server);
    // Every line of the list can be played, and is named by its own name at its end.
    const wrong = await page.evaluate(async () => {
      const { OPENINGS, openingOf } = await import(new URL("openings.js", document.baseURI));
      const { replay } = await import(new URL("rules.js", document.baseURI));
      const half = (moves) => moves.replace(/[a-h][1-8]/g, ([x, y]) => "hgfedcba"["abcdefgh".indexOf(x)] + (9 - y));
      const names = (moves) => {
        const states = replay(null, moves);
        return states.length - 1 === moves.length / 2 ? openingOf(states, states.length - 1) : "illegal";
      };
      return OPENINGS.filter(([moves, name]) => names(moves) !== name || names(half(moves)) !== name);
    });
    assert.deepEqual(wrong, []);
    await page.evaluate(() => void (location.hash = "game=f5d6c3d3c4f4f6"));
    await page.getByText("Opening: Stephenson").waitFor();
    await page.evaluate(() => void (location.hash = "game=f5d6c3d3c4f4"));
    await page.getByText("Opening: Tiger", { exact: true }).waitFor();
    // A game can begin with one.
    await page.evaluate(() => void (location.hash = "play/options"));
    await page.getByLabel("Opening", { exact: true }).selectOption("Heath-Bat");
    await page.waitForFunction(() => document.querySelectorAll(".cell.black, .cell.white").length === 11);
    await page.getByText("Black (begins)").click();
    await page.getByText("at once").click();
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.getByText("Opening: Heath-Bat", { exact: true }).waitFor();
    await page.locator(".cell.open").first().waitFor();
    assert.equal(await page.locator(".cell.black, .cell.white").count(), 12, "four discs, seven moves, and White moved");
    await close(page);
  },

  async "exercises: one found, one missed, which comes again"({ browser, server }) {
    const page = await tab(browser, server);
    await page.getByRole("link", { name: "Exercises", exact: true }).click();
    await page.locator(".panel .status", { hasText: "Find the best move" }).waitFor();
    await page.getByText(/Half of the people rated \d+ find it/).waitFor();
    // Whatever is chosen is answered, and the right move is shown with what all moves are worth.
    const seen = new Set();
    for (let tried = 1; tried <= 8 && seen.size < 2; tried++) {
      const before = await page.locator(".panel .status").textContent();
      assert.match(before, /^(Black|White) to move/);
      await page.locator(".cell.open").first().click();
      await page.getByText(/^Right: | is not it: /).waitFor();
      await page.locator(".cell.valued").first().waitFor();
      await page.locator(".cell.better").waitFor();
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/exercise-${tried}.png` });
      seen.add((await page.locator(".panel .line").textContent()).startsWith("Right") ? "found" : "missed");
      await page.getByText(new RegExp(`^${tried} exercises?, \\d found at the first try`)).waitFor();
      await page.getByRole("button", { name: "Next", exact: true }).click();
      await page.locator(".cell.open").first().waitFor();
    }
    assert.ok(seen.has("missed"), "the lowest square is not always right");
    // What was done is kept.
    await page.reload();
    await page.getByText("found at the first try", { exact: false }).waitFor();
    await page.getByText("your own games").click();
    await page.getByText("Nothing here now", { exact: false }).waitFor();
    await close(page);
  },

  async "the exercise of the day is answered once, and a run ends after three minutes"({ browser, server }) {
    const page = await tab(browser, server);
    await page.clock.install();
    await page.getByRole("link", { name: "Exercises", exact: true }).click();
    await page.getByText("the exercise of the day").click();
    const next = page.getByRole("button", { name: "Next", exact: true });
    const answer = async () => {
      await page.locator(".cell.open").first().click();
      await page.getByText(/^Right: | is not it: /).waitFor();
    };
    await answer();
    const told = await page.getByText("The first day in a row. Tomorrow there is another one.").textContent();
    assert.match(told ?? "", /^Half of the people/);
    assert.equal(await next.isVisible(), false);
    const answered = () =>
      page.locator(".cell:is(.played, .better)").evaluateAll((cells) => cells.map((cell) => cell.dataset.square));
    const squares = await answered();
    await page.reload();
    await page.getByText("the exercise of the day").click();
    await page.getByText(/^Right: | is not it: /).waitFor();
    assert.deepEqual(await answered(), squares);
    // The next exercise of a run comes by itself.
    await page.getByText("three minutes against the clock").click();
    await page.getByText(/^[23]:\d\d left: 0 of 0 found/).waitFor();
    await answer();
    await page.getByText(/^2:\d\d left: [01] of 1 found/).waitFor();
    await page.locator(".cell.open").first().waitFor();
    // The run goes on while another view is open.
    await page.getByRole("link", { name: "Me", exact: true }).click();
    await page.locator("main[data-view=me]").waitFor();
    await page.getByRole("link", { name: "Exercises", exact: true }).click();
    await page.getByText(/^2:\d\d left: [01] of 1 found/).waitFor();
    await page.getByLabel("three minutes against the clock").and(page.locator(":checked")).waitFor();
    await page.locator(".cell.open").first().waitFor();
    await page.clock.fastForward(180000);
    await page.getByText(/^Time is up: [01] of 1 found. Your best run: [01]\./).waitFor();
    assert.equal(await page.locator(".cell.open").count(), 0);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/run.png` });
    await page.getByRole("button", { name: "Three minutes more" }).click();
    await page.getByText(/^[23]:\d\d left: 0 of 0 found/).waitFor();
    await accessible(page, "exercises, a run");
    // The next day has another exercise, also in a page that stays open.
    await page.getByText("the exercise of the day").click();
    await page.getByText(/^Right: | is not it: /).waitFor();
    await page.getByRole("link", { name: "Me", exact: true }).click();
    await page.locator("main[data-view=me]").waitFor();
    await page.clock.fastForward(24 * 60 * 60 * 1000);
    await page.getByRole("link", { name: "Exercises", exact: true }).click();
    await page.locator(".cell.open").first().waitFor();
    await close(page);
  },

  async "what costs most: from Me to an exercise of the theme and its answer"({ browser, server }) {
    const page = await tab(browser, server);
    await page.getByRole("link", { name: "Me", exact: true }).click();
    await page.locator(".drop input").setInputFiles(join(here, "games", "ten.ggf"));
    await page.getByRole("button", { name: "Add my games" }).click();
    // The themes of the ten games come after the strength.
    const themes = page.locator(".me-themes li");
    await page.getByText("In your last 10 games", { exact: false }).waitFor({ timeout: 240000 });
    assert.equal(await themes.count(), 3);
    for (const words of await themes.allTextContents()) {
      assert.match(words, /\d discs a game; people of your strength \d+\.\d/, words);
    }
    await accessible(page, "what to practise");
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/themes.png`, fullPage: true });
    const theme = await themes.first().locator("strong").textContent();
    await themes.first().getByRole("link").click();
    await page.locator(".panel .status", { hasText: "Find the best move" }).waitFor();
    await page.getByText(`Theme: ${theme}`, { exact: false }).waitFor();
    assert.ok(await page.getByRole("radio", { name: /^what to practise \([1-9]/ }).isChecked());
    await page.locator(".cell.open").first().click();
    await page.getByText(/^Right: | is not it: /).waitFor();
    const isRight = ((await page.locator(".panel .line").textContent()) ?? "").startsWith("Right");
    await page.getByText(`Theme: ${theme}${isRight ? " (1 of 4 steps)" : ""}.`, { exact: false }).waitFor();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/theme.png`, fullPage: true });
    // The next one is of the same theme, until another source is chosen.
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await page.locator(".cell.open").first().waitFor();
    await page.getByText(`Theme: ${theme}`, { exact: false }).waitFor();
    await page.getByText(/^other people.s games/).click();
    await page.getByText("Theme: ", { exact: false }).waitFor({ state: "detached" });
    await page.locator(".cell.open").first().waitFor();
    await close(page);
  },

  async "study: set up, paste, open, walk"({ browser, server }) {
    const page = await tab(browser, server);
    await page.getByRole("link", { name: "Study", exact: true }).click();
    await page.locator(".cell.valued").first().waitFor();
    await page.locator('[data-square="f5"]').click();
    await page.waitForFunction(() => document.querySelectorAll(".cell.valued").length === 3);
    await page.getByText("Paste moves", { exact: false }).first().click();
    const paste = async (text) => {
      await page.getByLabel("Paste moves, a position or a game").fill(text);
      await page.getByRole("button", { name: "Load" }).click();
    };
    await paste("f5d6c3d3c4");
    await page.waitForFunction(() => document.querySelectorAll(".cell.black, .cell.white").length === 9);
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll(".cell.black, .cell.white").length === 9);
    await page.getByText("Paste moves", { exact: false }).first().click();
    await paste("nonsense");
    const refused = page.getByText(/No game can be read here: .*found .*, expected /);
    await refused.waitFor();
    // A board with moves behind it; and one of them illegal.
    const board = "........\n........\n........\n...OX...\n...XO...\n........\n........\n........ X";
    await paste(`${board}\n1. d3 c5 2. f6`);
    await page.waitForFunction(() => document.querySelectorAll(".cell.black, .cell.white").length === 7);
    assert.equal(await refused.count(), 0);
    await paste(`${board} d3 a1`);
    await page.getByText("a1 is not a legal move.", { exact: true }).last().waitFor();
    await page.waitForFunction(() => document.querySelectorAll(".cell.black, .cell.white").length === 7);
    await paste(`${"-".repeat(27)}XX------XX${"-".repeat(27)} O`);
    await page.getByText("The game is over").first().waitFor();
    await paste("nonsense");
    await refused.waitFor();
    await page.getByText("Set up a position").click();
    const toMove = page.locator(".edit fieldset").last().locator("input:checked");
    assert.equal(await toMove.inputValue(), "white");
    assert.equal(await page.locator(".panel .status").textContent(), "", "it is not finished");
    await page.getByRole("button", { name: "Normal start" }).click();
    await refused.waitFor({ state: "detached" });
    assert.equal(await toMove.inputValue(), "black");
    await page.locator(".edit fieldset").last().getByText("White").click();
    await page.getByText("White to move.", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Swap the colours" }).click();
    assert.equal(await toMove.inputValue(), "black");
    await page.locator('[data-square="a1"]').click();
    assert.equal(await page.locator('[data-square="a1"].black').count(), 1);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByText("Open a file of games").click();
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: "Choose files" }).click(),
    ]);
    await chooser.setFiles(join(here, "games", "one.ggf"));
    await page.locator("button.game").nth(1).click();
    await page.getByRole("button", { name: "One move on" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".cell.black, .cell.white").length === 5);
    // Played on from here, against whom one likes.
    await page.getByRole("button", { name: "Play on from here" }).click();
    await page.getByText("It begins with the position on the board", { exact: false }).waitFor();
    assert.equal(await page.locator(".cell.black, .cell.white").count(), 5);
    await page.reload();
    await page.getByText("It begins with the position on the board", { exact: false }).waitFor();
    assert.equal(await page.locator(".cell.black, .cell.white").count(), 5);
    await begin(page, { player: "random" });
    await page.getByText("It begins with the position on the board", { exact: false }).waitFor({ state: "detached" });
    assert.ok((await page.locator(".cell.black, .cell.white").count()) >= 5);
    // The normal start is of the usual rule, also after a game of the other one.
    await page.getByRole("button", { name: "Resign", exact: true }).waitFor();
    await page.evaluate(() => sessionStorage.setItem("study", '{"start":null,"moves":"f5","ply":0,"rule":"fewest"}'));
    await page.getByRole("link", { name: "Study", exact: true }).click();
    await page.getByText("Nobody here judges", { exact: false }).first().waitFor();
    await page.getByText("Set up a position").click();
    await page.getByRole("button", { name: "Normal start" }).click();
    await page.getByRole("button", { name: "Done" }).click();
    await page.locator(".cell.valued").nth(3).waitFor();
    // A link shows a game to whoever opens it.
    await page.evaluate(() => (location.hash = "#game=f5d6c3"));
    await page.waitForFunction(() => document.querySelectorAll(".cell.black, .cell.white").length === 7);
    // As far as its moves are legal; the first other one is named.
    for (const [game, wrong, discs] of [["h8", "h8", 4], ["f5d6c3zz", "zz", 7]]) {
      await page.evaluate((game) => void (location.hash = `#game=${game}`), game);
      await page.locator("#passing").getByText(`${wrong} is not a legal move.`).waitFor();
      await page.waitForFunction((n) => document.querySelectorAll(".cell.black, .cell.white").length === n, discs);
    }
    await close(page);
  },
};
