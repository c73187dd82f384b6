// How every view looks and reads, how heavy the page is and how fast.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { accessible, assert, begin, binary, close, fits, here, playOut, tab, turn } from "../support.mjs";

export default {
  async "the board is turned round and coloured, a hint is for one move, and a reload keeps what was chosen"({
    browser,
    server,
  }) {
    const page = await tab(browser, server);
    await begin(page);
    await turn(page);
    const place = async (name) => page.locator(`[data-square="${name}"]`).boundingBox();
    const shade = () => page.locator('[data-square="a1"]').evaluate((cell) => getComputedStyle(cell).backgroundColor);
    const [a1, h8, green] = [await place("a1"), await place("h8"), await shade()];
    await page.getByText("Board and sound").click();
    await page.getByText("Turn the board round").click();
    await page.getByText("Wood", { exact: true }).click();
    assert.deepEqual([await place("h8"), await place("a1")], [a1, h8], "half a turn");
    assert.notEqual(await shade(), green);
    // The arrow keys go where they point.
    await page.locator('[data-square="h8"]').focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-square")), "g7");
    await accessible(page, "a turned board of wood");
    if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, "turned.png") });
    await page.getByText("A sound for each move").click();
    // One hint: gone with the move.
    await page.getByRole("button", { name: "Show a hint" }).click();
    await page.locator(".cell.valued").first().waitFor();
    await page.getByText("A game with hints does not count", { exact: false }).waitFor();
    await page.locator(".cell.open").first().click();
    await turn(page);
    await page.waitForFunction(() => !document.querySelector(".cell.valued"));
    assert.equal(await page.getByLabel("Show what moves are worth").isChecked(), false);
    await page.reload();
    await turn(page);
    assert.deepEqual(await place("h8"), a1, "kept");
    await close(page);
  },

  async "every view is accessible, light and dark, and nothing moves for those who do not want it"({
    browser,
    server,
  }) {
    await server.kill();
    cpSync(join(here, "rivals"), join(server.folder, "data", "rivals"), { recursive: true });
    await server.start();
    const shots = process.env.SHOTS;
    if (shots) mkdirSync(shots, { recursive: true });
    const first = await tab(browser, server);
    await accessible(first, "welcome");
    await begin(first);
    await playOut(
      first,
      () => first.locator(".cell.open").first().click(),
      () => first.getByRole("button", { name: "Pass", exact: true }).click(),
    );
    await first.getByRole("link", { name: "Me" }).click();
    await first.getByText("This rests on", { exact: false }).waitFor({ timeout: 60000 });
    await first.getByRole("link", { name: "Play" }).click();
    await first.getByRole("button", { name: "Another game" }).click();
    await close(first);
    const sizes = shots
      ? [
          ["wide", { width: 1200, height: 860 }],
          ["phone", { width: 360, height: 740 }],
        ]
      : [["wide", { width: 1200, height: 860 }]];
    for (const colorScheme of ["light", "dark"]) {
      for (const [size, viewport] of sizes) {
        const page = await tab(browser, server, { colorScheme, reducedMotion: "reduce", viewport });
        const look = async (name) => {
          await page.waitForTimeout(100);
          await accessible(page, `${name}, ${colorScheme}, ${size}`);
          if (shots)
            await page.screenshot({ path: join(shots, `${name}-${colorScheme}-${size}.png`), fullPage: size === "wide" });
        };
        const go = (hash) => page.evaluate((hash) => void (location.hash = hash), hash);
        await go("welcome");
        await page.getByRole("heading", { name: "Welcome" }).waitFor();
        await look("welcome");
        await go("play");
        await page.getByRole("button", { name: "Start", exact: true }).waitFor();
        await look("new-game");
        await page.getByText("at once").click();
        await page.getByText("Black (begins)").click();
        await page.getByRole("button", { name: "Start", exact: true }).click();
        for (let i = 0; i < 8; i++) {
          if ((await turn(page)) !== "move") break;
          const before = await page.locator(".moves li").count();
          await page
            .locator(".cell.open")
            .nth(1 % (await page.locator(".cell.open").count()))
            .click();
          await page.waitForFunction((n) => document.querySelectorAll(".moves li").length >= n + 2, before);
        }
        await look("play");
        await page.getByRole("button", { name: "Resign", exact: true }).click();
        await page.getByRole("button", { name: "Yes, resign" }).click();
        await page.getByRole("heading", { name: "You resigned" }).waitFor();
        await look("over");
        await page.getByRole("button", { name: "Another game" }).click();
        await go("review");
        await page.locator("button.game").first().waitFor();
        await look("games");
        await go("review/mine/1");
        await page.getByText("Judged by", { exact: false }).waitFor({ timeout: 60000 });
        await page.getByText("Moves of the game").click();
        await look("review");
        await page.getByRole("button", { name: "To the start" }).click();
        for (let i = 0; i < 3; i++) await page.getByRole("button", { name: "Next mistake" }).click();
        await look("mistake");
        await go("me");
        await page.locator(".rival").first().waitFor();
        await look("me");
        await go("study");
        await page.locator(".cell.valued").first().waitFor();
        await look("study");
        await page.getByText("Set up a position").click();
        await look("set-up");
        await go("exercises");
        await page.locator(".cell.open").first().waitFor();
        await look("exercise");
        await page.locator(".cell.open").first().click();
        await page.locator(".cell.valued").first().waitFor();
        await look("answered");
        await page.getByRole("button", { name: "Next", exact: true }).click();
        const moving = await page.evaluate(() => document.getAnimations().length);
        assert.equal(moving, 0, "reduced motion");
        await close(page);
      }
    }
  },

  async "the pages of a tournament and a training fit a phone, light and dark"({ browser, server }) {
    const made = (name, ...words) => {
      execFileSync(binary, [...words, "--out", join(server.folder, name)], { stdio: "ignore" });
      return pathToFileURL(join(server.folder, name, name === "played" ? "report.html" : "index.html")).href;
    };
    const engine = (name) => ["--engine", `name=${name} proto=gtp cmd="rival gtp --player static-normal"`];
    const pages = [
      made("played", "tournament", "--games", "2", ...engine("one"), ...engine("two")),
      made("trained", "train", "map", "--generations", "1", "--population", "6"),
    ];
    for (const colorScheme of ["light", "dark"]) {
      for (const address of pages) {
        const page = await tab(browser, null, { colorScheme, viewport: { width: 360, height: 740 } });
        await page.goto(address);
        await page.getByText("machine", { exact: true }).waitFor();
        await page.locator("svg").first().waitFor();
        if (address.includes("played")) {
          await page.locator("#rows > div").nth(1).click();
          await page.locator("#board svg").waitFor();
        }
        await fits(page, address);
        await accessible(page, `${address}, ${colorScheme}`);
        await page.context().close();
      }
    }
  },

  async "how heavy and how fast it is"({ browser, server }) {
    const page = await tab(browser, null);
    const paints = [];
    for (let i = 0; i < 5; i++) {
      await page.goto("about:blank");
      await page.goto(server.address);
      await page.getByRole("heading", { name: "Welcome" }).waitFor();
      paints.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime));
    }
    const bytes = await page.evaluate(() => {
      const loaded = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
      return loaded
        .filter((entry) => !entry.name.includes("/api"))
        .reduce((sum, entry) => sum + entry.decodedBodySize, 0);
    });
    await begin(page);
    const answers = [];
    for (let i = 0; i < 20; i++) {
      if ((await turn(page)) !== "move") break;
      // From the click to the opponent's move on the board, measured in the page; the opponent needs no time.
      answers.push(
        await page.evaluate(
          () =>
            new Promise((resolve) => {
              const list = document.querySelector(".moves");
              const before = list.children.length;
              const begun = performance.now();
              new MutationObserver((_, observer) => {
                if (list.children.length < before + 2) return;
                observer.disconnect();
                resolve(performance.now() - begun);
              }).observe(list, { childList: true });
              document.querySelector(".cell.open").click();
            }),
        ),
      );
    }
    const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)].toFixed(0);
    console.log(
      `    ${Math.round(bytes / 1000)} kB; first paint: median ${median(paints)} ms, longest ${Math.max(...paints).toFixed(0)} ms; answer: median ${median(answers)} ms, longest ${Math.max(...answers).toFixed(0)} ms`,
    );
    assert.ok(bytes > 50000 && bytes <= 200000, `${bytes} bytes`);
    await close(page);
  },
};
