// A newcomer's first minutes, as docs/page.md tells them in pictures (SHOTS=FOLDER writes them).

import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { assert, binary, close, playOut, tab, turn } from "../support.mjs";

/** Who stands in for the newcomer: a player like people, who chooses the moves that the scenario clicks. */
class Newcomer {
  constructor(player, seed) {
    this.process = spawn(binary, ["gtp", "--player", player, "--seed", String(seed)], { stdio: ["pipe", "pipe", "inherit"] });
    this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
  }

  async say(command) {
    this.process.stdin.write(`${command}\n`);
    for (;;) {
      const { value } = await this.lines.next();
      if (value) return value.replace(/^= ?/, "");
    }
  }

  /** The move in the game on the page. */
  async move(page) {
    await this.say("clear_board");
    const moves = await page.locator(".moves .square").allTextContents();
    const sides = await page.locator(".moves .token").evaluateAll((all) => all.map((one) => one.classList.contains("black")));
    for (const [i, move] of moves.entries()) await this.say(`play ${sides[i] ? "b" : "w"} ${move}`);
    const isBlack = await page.locator(".seat").last().locator(".token.black").count();
    return (await this.say(`genmove ${isBlack ? "b" : "w"}`)).toLowerCase();
  }

  async end() {
    this.process.kill();
    await once(this.process, "exit");
  }
}

/** Plays so many moves of the person. */
async function playFor(page, step, pass, moves) {
  for (let i = 0; i < moves; i++) {
    const before = await page.locator(".moves li").count();
    await ((await turn(page)) === "pass" ? pass() : step());
    await page.waitForFunction((n) => document.querySelectorAll(".moves li").length >= n + 2, before);
  }
  await turn(page);
}

/** Writes a picture, as small as the browser makes it. */
async function picture(page, name, options = {}) {
  if (!process.env.SHOTS) return;
  await page.mouse.move(0, 0);
  await page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.blur());
  await page.waitForTimeout(400);
  // As far as there is something to see.
  const { until = "main > *", ...more } = options;
  const end = await page.locator(until).last().evaluate((one) => one.getBoundingClientRect().bottom);
  const { width, height } = /** @type {{width: number, height: number}} */ (page.viewportSize());
  const clip = { x: 0, y: 0, width, height: Math.ceil(more.fullPage ? end + 20 : Math.min(height, end + 20)) };
  const png = (await page.screenshot({ ...more, clip })).toString("base64");
  const webp = await page.evaluate(async (png) => {
    const bytes = Uint8Array.from(atob(png), (c) => c.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.85 });
    return [...new Uint8Array(await blob.arrayBuffer())];
  }, png);
  assert.ok(webp.length < 100000, `${name} has ${webp.length} bytes`);
  writeFileSync(join(process.env.SHOTS, `${name}.webp`), Buffer.from(webp));
}

export default {
  async "a newcomer's five minutes: open, play, lose, see why, an exercise, rivals"({ browser, server }) {
    const page = await tab(browser, server, { viewport: { width: 1000, height: 840 }, reducedMotion: "reduce" });
    const named = (role, name) => page.getByRole(role, { name, exact: true });
    const newcomer = new Newcomer("people-1400", 7);
    const step = async () => {
      const square = await newcomer.move(page);
      await page.locator(`[data-square="${square}"]`).click();
    };
    const pass = () => named("button", "Pass").click();
    const again = async () => {
      await named("button", "Again, colours swapped").click();
      await page.locator(".result").waitFor({ state: "detached" });
    };
    try {
      // Open.
      await page.locator(".home .primary").waitFor();
      await picture(page, "1-open");
      await named("button", "Options").click();

      // Play, against somebody stronger.
      await named("slider", "Strength").fill("1750");
      await page.getByText("at once").click();
      await page.getByText("Black (begins)").click();
      await named("button", "Start").click();
      await playFor(page, step, pass, 11);
      await picture(page, "2-play");

      // Lose; a game that is won is followed by another one.
      const result = page.locator(".result");
      for (let games = 1; ; games++) {
        await playOut(page, step, pass);
        if (/^You lose/.test((await result.textContent()) ?? "")) break;
        assert.ok(games < 6, "six games were not lost");
        await again();
      }
      await picture(page, "3-lose");

      // See why: the worst move.
      await named("button", "Review the game").click();
      await page.getByText(/^Judged by .*\.$/).waitFor({ timeout: 240000 });
      const worst = /You gave discs away in \d+ moves, most with move (\d+)/.exec((await page.locator(".summary").textContent()) ?? "");
      assert.ok(worst?.[1], "a lost game has more than one mistake");
      await page.getByText("Moves of the game", { exact: true }).click();
      await page.getByRole("button", { name: new RegExp(`^${worst[1]} `) }).click();
      await page.getByText("Moves of the game", { exact: true }).click();
      await page.locator(".said").getByText("It gave away", { exact: false }).waitFor();
      await page.evaluate(() => scrollTo(0, 0));
      await picture(page, "4-why", { fullPage: true, until: ".said > p" });

      // An exercise: from a mistake of this game, if there is one that somebody a little stronger would not have made.
      await page.getByRole("link", { name: "Exercises", exact: true }).click();
      await page.locator(".cell.open").first().waitFor();
      const own = page.getByText(/^your own games \([1-9]/);
      if (await own.waitFor({ timeout: 20000 }).then(() => true, () => false)) {
        await own.click();
        await page.getByText(/^From your game against/).waitFor();
      }
      await page.locator(".cell.open").first().click();
      await page.getByText(/^Right: | is not it: /).waitFor();
      await picture(page, "5-exercise");

      // Rivals: after some more games the strength is known somewhat better.
      await page.getByRole("link", { name: "Play", exact: true }).click();
      const games = process.env.SHOTS ? 3 : 1;
      for (let game = 0; game < games; game++) {
        await again();
        await playOut(page, step, pass);
      }
      await page.getByRole("link", { name: "Me", exact: true }).click();
      await page.getByText(/^This rests on .* games, and/).waitFor({ timeout: 120000 });
      await named("button", "Make my rivals").click();
      await named("progressbar", "Making your rivals").waitFor();
      if (process.env.SHOTS) {
        await page.locator(".rival").nth(2).waitFor({ timeout: 1800000 });
        await page.evaluate(() => scrollTo(0, 0));
        await picture(page, "6-rivals");

        // The README's picture: a game against the first of them.
        await page.getByRole("button", { name: /^Play \w/ }).first().click();
        await playFor(page, step, pass, 15);
        await picture(page, "0-game");
      }
    } finally {
      await newcomer.end();
    }
    await close(page);
  },
};
