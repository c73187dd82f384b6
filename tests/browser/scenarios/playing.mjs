// Games: by mouse, by keyboard alone, by touch; what a reload and a killed server leave of them.

import { readFileSync } from "node:fs";
import { T as en } from "../../../src/serve/page/assets/texts.js";
import { T as fr } from "../../../src/serve/page/assets/texts.fr.js";
import { T as ja } from "../../../src/serve/page/assets/texts.ja.js";
import { another, assert, begin, close, firstMoves, fits, here, playOut, tab, turn, watched } from "../support.mjs";

const texts = { en, fr, ja };

/** Waits until what had the focus, or what stands in its place, has it. */
const keepsFocus = (page) => page.waitForFunction(() => document.activeElement !== document.body);

export default {
  async "a whole game by mouse, then its review"({ browser, server }) {
    const page = await tab(browser, server);
    await begin(page);
    await turn(page);
    assert.equal(await page.locator(".cell.open").count(), 4, "four moves to begin with");
    await playOut(
      page,
      () => page.locator(".cell.open").last().click(),
      () => page.getByRole("button", { name: "Pass", exact: true }).click(),
    );
    assert.match(await page.locator(".result").textContent(), /^(You (win|lose)|A draw)/);
    await page.getByRole("button", { name: "Review the game" }).click();
    await page.getByText("Judged by", { exact: false }).waitFor({ timeout: 60000 });
    assert.ok((await page.locator(".graph path").count()) >= 1);
    // From one mistake to the next, without the answer.
    await page.getByRole("button", { name: "To the start" }).click();
    await page.getByLabel("Mistakes of").selectOption("all");
    await page.getByRole("button", { name: "Next mistake" }).click();
    await page.getByText("gave away", { exact: false }).first().waitFor();
    await page.getByRole("heading", { name: /^Move \d+\. Try again$/ }).waitFor();
    assert.equal(await page.locator(".cell.better").count(), 0, "the answer is not told");
    const first = await page.locator(".said").textContent();
    await page.locator(".cell.open").first().click();
    await page.locator(".answer").waitFor();
    // It stays while the judge looks deeper.
    await page.getByText(/^Judged by \w+\.$/).waitFor({ timeout: 60000 });
    assert.equal(await page.locator(".answer").count(), 1);
    await page.getByRole("button", { name: "Show the best move" }).click();
    await keepsFocus(page);
    assert.equal(await page.locator(".cell.better").count(), 1);
    await page.getByRole("button", { name: "Next mistake" }).click();
    assert.notEqual(await page.locator(".said").textContent(), first);
    // The best line on the board, and why the opponent played.
    await page.getByRole("button", { name: "To the start" }).click();
    await page.getByRole("button", { name: "One move on" }).click();
    for (const name of ["Play the best line", "Back to the game"]) {
      await page.getByRole("button", { name }).click();
      await keepsFocus(page);
    }
    await page.keyboard.press("ArrowRight");
    await page
      .getByText(/^[a-h][1-8]: .* rated \d+ play it, .* rated \d+\. .*A move within 2 discs of the best: .* rated \d+ find one\. On/)
      .waitFor();
    await page.getByRole("button", { name: "All curves" }).click();
    await page.getByText(/^Discs that people rated \d+ give away here/).first().waitFor();
    const why = page.getByRole("button", { name: /^Why did/ });
    if (await why.count()) await why.click();
    await page.locator(".reason").waitFor();
    await page.getByText("Share", { exact: true }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as GGF" }).click(),
    ]);
    assert.equal(file.suggestedFilename(), "game.ggf");
    const [picture] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save a picture" }).click(),
    ]);
    assert.equal(picture.suggestedFilename(), "board.png");
    if (process.env.SHOTS) await picture.saveAs(`${process.env.SHOTS}/shared.png`);
    const sizes = readFileSync(await picture.path());
    assert.deepEqual([sizes.readUInt32BE(16), sizes.readUInt32BE(20)], [800, 940], "names above the board, the mark below");
    await close(page);
  },

  async "a whole game by keyboard alone"({ browser, server }) {
    const page = await tab(browser, server);
    const press = (key) => page.keyboard.press(key);
    const focused = () =>
      page.evaluate(() =>
        /^(BUTTON|A|SUMMARY)$/.test(document.activeElement.tagName) ? document.activeElement.textContent.trim() : "",
      );
    async function tabTo(text) {
      for (let i = 0; i < 60; i++) {
        if ((await focused()).includes(text)) return;
        await press("Tab");
      }
      throw new Error(`no way to ${text}`);
    }
    await page.locator(".home .primary").waitFor();
    await tabTo("Options");
    await press("Enter");
    await page.getByRole("button", { name: "Start", exact: true }).waitFor();
    // The arrow keys choose among a few: here an opponent that answers at once.
    for (let i = 0; i < 60 && !(await page.evaluate(() => document.activeElement.value === "human")); i++)
      await press("Tab");
    await press("ArrowRight");
    assert.ok(await page.getByLabel("at once").isChecked());
    await tabTo("Start");
    await press("Enter");
    await turn(page);
    let typed = 0;
    await playOut(
      page,
      async () => {
        const square = await page.locator(".cell.open").first().getAttribute("data-square");
        if (typed++ < 3) {
          await page.getByLabel("Type a move").focus();
          await page.keyboard.type(square);
          return press("Enter");
        }
        await page.locator('[role=gridcell][tabindex="0"]').focus();
        const at = await page.evaluate(() => document.activeElement.dataset.square);
        const way = (from, to, less, more) => Array(Math.abs(to - from)).fill(to < from ? less : more);
        for (const key of [
          ...way(at.charCodeAt(0), square.charCodeAt(0), "ArrowLeft", "ArrowRight"),
          ...way(+at[1], +square[1], "ArrowUp", "ArrowDown"),
        ])
          await press(key);
        assert.match(
          await page.evaluate(() => document.activeElement.getAttribute("aria-label")),
          new RegExp(`^${square}, empty, legal`),
        );
        await press("Enter");
      },
      async () => {
        await page.getByLabel("Type a move").focus();
        await page.keyboard.type("pass");
        await press("Enter");
      },
    );
    assert.match(await page.locator("#announcer").textContent(), /You (win|lose)|draw/);
    await close(page);
  },

  async "a move that is typed wrongly is answered beside the field"({ browser, server }) {
    const page = await tab(browser, server);
    await begin(page);
    await turn(page);
    const field = page.getByLabel("Type a move");
    for (const [text, words] of [["a1", "a1 is not a legal move."], ["pass", "pass is not a legal move."]]) {
      await field.fill(text);
      await field.press("Enter");
      await page.locator(".typed").getByText(words, { exact: true }).waitFor();
    }
    await field.fill("d");
    assert.equal(await page.locator(".typed .wrong").textContent(), "");
    await close(page);
  },

  async "a whole game by touch at 360 pixels"({ browser, server }) {
    const page = await tab(browser, server, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    await fits(page, "home");
    await begin(page);
    await page.locator(".cell.open").first().waitFor();
    await fits(page, "play");
    const cell = await page.locator(".cell").first().boundingBox();
    assert.ok(cell.width >= 39, `a square is ${cell.width} pixels wide`);
    await playOut(
      page,
      () => page.locator(".cell.open").first().tap(),
      () => page.getByRole("button", { name: "Pass", exact: true }).tap(),
    );
    for (const view of ["Games", "Me", "Study", "Play"]) {
      await page.getByRole("link", { name: view, exact: true }).tap();
      await page.waitForTimeout(150);
      await fits(page, view);
      const small = await page.evaluate(() =>
        [...document.querySelectorAll("button, select, summary, input[type=text], nav a")]
          .filter((e) => e.offsetParent && !e.closest(".moves") && !e.classList.contains("unseen"))
          .filter((e) => e.getBoundingClientRect().height < 43.5)
          .map((e) => e.outerHTML.slice(0, 80)),
      );
      assert.deepEqual(small, [], `${view} has controls below 44 pixels`);
    }
    await close(page);
  },

  async "reload in the middle, two tabs, take back, resign"({ browser, server }) {
    const page = await tab(browser, server);
    await begin(page);
    for (let i = 0; i < 3; i++) {
      await turn(page);
      const before = await page.locator(".moves li").count();
      await page.locator(".cell.open").first().click();
      await page.waitForFunction((n) => document.querySelectorAll(".moves li").length >= n + 2, before);
    }
    const moves = () => page.locator(".moves li").allTextContents();
    const before = await moves();
    await page.reload();
    await page.locator(".cell.open").first().waitFor();
    assert.deepEqual(await moves(), before);
    // A second tab shows the same, and follows.
    const second = await another(page, server);
    await second.locator(".cell.open").first().click();
    await page.waitForFunction((n) => document.querySelectorAll(".moves li").length >= n + 2, before.length);
    await page.getByRole("button", { name: "Take back" }).click();
    await second.waitForFunction((n) => document.querySelectorAll(".moves li").length === n, before.length);
    await second.close();
    // Looking back changes nothing.
    const discs = () => page.locator(".cell.black, .cell.white").count();
    const present = await discs();
    await page.locator(".moves button").first().click();
    await page.getByText("An earlier position").waitFor();
    assert.deepEqual([await discs(), await page.locator(".cell.open").count()], [5, 0]);
    await page.getByRole("button", { name: "Back to the game" }).click();
    await page.locator(".cell.open").first().waitFor();
    assert.equal(await discs(), present);
    await page.getByText("Show what moves are worth").click();
    await page.locator(".cell.valued .value").first().waitFor();
    await page.getByRole("button", { name: "Resign", exact: true }).click();
    await page.getByRole("button", { name: "Yes, resign" }).click();
    await page.getByRole("heading", { name: "You resigned" }).waitFor();
    await keepsFocus(page);
    await page.getByRole("button", { name: "Again, colours swapped" }).click();
    await keepsFocus(page);
    await page.getByRole("button", { name: "Take back" }).waitFor();
    await close(page);
  },

  async "the server is killed and started again"({ browser, server }) {
    const page = await tab(browser, server);
    await begin(page);
    const before = await firstMoves(page);
    await server.kill();
    await page.getByText("The program does not answer", { exact: false }).first().waitFor();
    const address = server.address;
    server.stay();
    await server.start();
    assert.equal(new URL(server.address).origin, new URL(address).origin, "the same address");
    assert.notEqual(server.address, address, "another key");
    // The start opens a page of its own: this browser has the new key, and the page from before goes on.
    const next = await watched(page.context());
    await next.goto(server.address);
    await page.locator(".moves li").nth(before.length - 1).waitFor();
    assert.deepEqual(await page.locator(".moves li").allTextContents(), before);
    await next.close();
    await page.locator(".cell.open").first().click();
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length >= 4);
    await close(page);
  },

  async "a map of one's own, and an opening that the opponent keeps to, in every language"({ browser, server }) {
    for (const [code, T] of Object.entries(texts)) {
      const page = await tab(browser, server, { locale: code, reducedMotion: "reduce" });
      const named = (role, name) => page.getByRole(role, { name, exact: true });
      const squares = () => page.locator(".moves .square").allTextContents();
      const place = async (square) => {
        const before = (await squares()).length;
        await page.locator(`[data-square="${square}"]`).click();
        await page.waitForFunction((n) => document.querySelectorAll(".moves li").length >= n + 2, before);
      };
      const leave = async () => {
        await named("button", T.resign).click();
        await named("button", T.yes).click();
        await named("button", T.otherGame).click();
        await named("button", T.options).click();
        await named("heading", T.options).waitFor();
      };
      await named("button", T.options).click();
      await page.getByText(T.colors.black, { exact: true }).click();
      await page.getByText(T.paces["at-once"], { exact: true }).click();
      const map = named("textbox", T.ownMap);
      await map.fill("1 2 3");
      await named("button", T.start).click();
      await page.getByText(T.mapWrong(3)).waitFor();
      // The later the square, the better: to d3 white can answer c3, e3 and c5.
      await map.fill(Array.from({ length: 64 }, (_, square) => square).join(", "));
      await named("button", T.start).click();
      await page.getByText(T.yourMove).first().waitFor();
      await place("d3");
      assert.deepEqual(await squares(), ["d3", "c5"], code);
      await leave();

      await page.getByLabel(T.player, { exact: true }).selectOption("static-normal");
      await page.getByLabel(T.openingField, { exact: true }).selectOption({ label: T.openingName("Tiger") });
      await page.getByText(T.openingLine, { exact: true }).click();
      await page.getByText(T.colors.black, { exact: true }).click();
      await named("button", T.start).click();
      await page.getByText(T.yourMove).first().waitFor();
      const line = ["c4", "e3", "f6", "e6", "f5"];
      for (const square of [line[0], line[2]]) await place(square);
      assert.deepEqual(await squares(), line.slice(0, 4), code);
      await leave();
      await close(page);
    }
  },
};
