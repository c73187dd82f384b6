// How every view looks and reads, how heavy the page is and how fast.

import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { T as en } from "../../../src/serve/page/assets/texts.js";
import { T as fr } from "../../../src/serve/page/assets/texts.fr.js";
import { T as ja } from "../../../src/serve/page/assets/texts.ja.js";
import { accessible, assert, begin, binary, close, firstMoves, fits, here, playOut, tab, turn } from "../support.mjs";

const texts = { en, fr, ja };

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
    const warning = page.getByText("A game with hints or moves taken back does not count", { exact: false });
    await warning.waitFor();
    assert.equal(await page.getByLabel("Show what moves are worth").isChecked(), false, "one hint is no setting");
    await page.locator(".cell.open").first().click();
    await turn(page);
    await page.waitForFunction(() => !document.querySelector(".cell.valued"));
    assert.equal(await page.getByLabel("Show what moves are worth").isChecked(), false);
    // The game does not count all the same.
    assert.ok(await warning.isVisible());
    await page.getByRole("button", { name: "Take back" }).click();
    await page.waitForFunction(() => !document.querySelector(".moves li"));
    assert.ok(await warning.isVisible());
    await page.reload();
    await turn(page);
    assert.deepEqual(await place("h8"), a1, "kept");
    await close(page);
  },

  async "the whole board is in sight on a small or a low window, and a long name hides nothing"({ browser, server }) {
    const first = await tab(browser, server);
    await begin(first);
    await firstMoves(first);
    const game = `(;GM[Othello]PB[${"N".repeat(10000)}]PW[Ben]TY[8]BO[8 ${"-".repeat(27)}O*------*O${"-".repeat(27)} *]B[E6]W[F4];)`;
    await first.evaluate(async (text) => {
      const { openFiles } = await import(new URL("server.js", document.baseURI));
      await openFiles([new File([text], "long.ggf")]);
    }, game);
    // A small phone; three on their sides; 1200 x 860 at 200 %; the colours of the system instead of the page's.
    for (const [size, options] of [
      ["360x640", { viewport: { width: 360, height: 640 } }],
      ["844x390", { viewport: { width: 844, height: 390 } }],
      ["667x375", { viewport: { width: 667, height: 375 } }],
      ["568x320", { viewport: { width: 568, height: 320 } }],
      ["600x430", { viewport: { width: 600, height: 430 }, deviceScaleFactor: 2 }],
      ["forced", { forcedColors: "active" }],
    ]) {
      const page = await tab(browser, server, options);
      await page.locator(".cell.black").first().waitFor();
      for (const view of ["play", "review/file/1/0", "exercises"]) {
        await page.evaluate((view) => void (location.hash = view), view);
        await page.locator(".cell.black").first().waitFor();
        await fits(page, `${view}, ${size}`);
        const seen = await page.evaluate(() => {
          const { top, bottom } = document.querySelector(".board").getBoundingClientRect();
          const low = document.querySelector(".tabs").getBoundingClientRect();
          const letters = [...document.querySelectorAll(".across > *, .down > *")];
          const { scrollHeight } = document.documentElement;
          const tops = new Set([...document.querySelectorAll(".tabs a")].map((one) => one.getBoundingClientRect().top));
          return {
            rows: tops.size,
            end: low.top > top ? low.top : innerHeight,
            ...{ top, bottom, scrollHeight },
            clipped: letters.filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth).length,
            colors: new Set([...document.querySelectorAll(".face")].map((one) => getComputedStyle(one).backgroundColor)).size,
          };
        });
        const told = `${view}, ${size}: ${JSON.stringify(seen)}`;
        assert.ok(seen.bottom <= seen.end && seen.rows === 1, told);
        assert.ok(seen.scrollHeight < 3000 && !seen.clipped && (size !== "forced" || seen.colors > 1), told);
        if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `${view.split("/")[0]}-${size}.png`) });
      }
      await page.context().close();
    }
    await close(first);
  },

  async "on a small phone what must be done is in sight, and so is the next exercise"({ browser, server }) {
    const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
    const page = await tab(browser, server, phone);
    await page.locator(".cell.black").first().waitFor();
    // Black has no move.
    await page.evaluate(async (start) => {
      const { ask } = await import(new URL("server.js", document.baseURI));
      const who = { kind: "shipped", name: "random" };
      await ask("new-game", { start, line: null, who, color: "black", rule: "most", pace: "at-once", clock: null });
      location.hash = "play";
    }, `${"-".repeat(24)}OXX${"-".repeat(29)}OXX----- X`);
    const inSight = async (name) => {
      const element = await page.getByRole("button", { name, exact: true }).elementHandle();
      await page.waitForFunction((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, top + height - 1));
      }, element);
    };
    await inSight("Pass");
    await page.evaluate(() => void (location.hash = "exercises"));
    await page.locator(".cell.open").first().tap();
    await inSight("Next");
    await page.getByRole("button", { name: "Next", exact: true }).tap();
    await page.locator(".cell.open").first().waitFor();
    await page.waitForFunction(() => document.querySelector(".board").getBoundingClientRect().top >= 0);
    await close(page);
  },

  async "every view is accessible, light and dark, and nothing moves for those who do not want it"({
    browser,
    server,
  }) {
    const shots = process.env.SHOTS;
    const code = process.env.LANGUAGE ?? "en";
    const T = texts[code];
    if (shots) mkdirSync(shots, { recursive: true });
    const page = await tab(browser, server, { locale: code, reducedMotion: "reduce" });
    await server.keep(page, join(here, "rivals"), "rivals");
    const named = (role, name) => page.getByRole(role, { name, exact: true });
    await named("button", T.newHere).waitFor();
    await accessible(page, "home of a newcomer");
    const go = (hash) => page.evaluate((hash) => void (location.hash = hash), hash);
    const begin = async () => {
      await go("play/options");
      await page.getByLabel(T.player, { exact: true }).selectOption("static-normal");
      await page.getByText(T.paces["at-once"], { exact: true }).click();
      await page.getByText(T.colors.black, { exact: true }).click();
      await named("button", T.start).click();
    };
    const click = () => page.locator(".cell.open").first().click();
    await begin();
    await playOut(page, click, () => named("button", T.pass).click(), T.pass);
    await go("me");
    await page.getByText(T.scale).waitFor({ timeout: 60000 });
    await go("play");
    await named("button", T.otherGame).click();
    const sizes = [["wide", { width: 1200, height: 860 }]];
    if (shots || code !== "en") sizes.push(["phone", { width: 360, height: 740 }]);
    for (const colorScheme of ["light", "dark"]) {
      for (const [size, viewport] of sizes) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.setViewportSize(viewport);
        const look = async (name) => {
          await page.waitForTimeout(100);
          await fits(page, `${name}, ${colorScheme}, ${size}`);
          await accessible(page, `${name}, ${colorScheme}, ${size}`);
          if (shots)
            await page.screenshot({ path: join(shots, `${name}-${colorScheme}-${size}.png`), fullPage: size === "wide" });
        };
        await go("rules");
        await named("heading", T.howTo).waitFor();
        await look("rules");
        await go("play");
        await page.locator(".home .primary").waitFor();
        await look("home");
        await go("play/options");
        await named("button", T.start).waitFor();
        await look("options");
        await begin();
        for (let i = 0; i < 8; i++) {
          if ((await turn(page, T.pass)) !== "move") break;
          const before = await page.locator(".moves li").count();
          await page
            .locator(".cell.open")
            .nth(1 % (await page.locator(".cell.open").count()))
            .click();
          await page.waitForFunction((n) => document.querySelectorAll(".moves li").length >= n + 2, before);
        }
        await look("play");
        await named("button", T.resign).click();
        await named("button", T.yes).click();
        await named("heading", T.resigned(true)).waitFor();
        await look("over");
        await named("button", T.otherGame).click();
        await go("review");
        await page.locator("button.game").first().waitFor();
        await look("games");
        await go("review/mine/1");
        await page.getByText(T.judged("master"), { exact: false }).waitFor({ timeout: 120000 });
        await page.getByText(T.gameList, { exact: true }).click();
        await look("review");
        await named("button", T.first).click();
        for (let i = 0; i < 3; i++) await named("button", T.nextMistake).click();
        await look("mistake");
        await go("me");
        await page.locator(".rival").first().waitFor();
        await look("me");
        await go("study");
        await page.locator(".cell.valued").first().waitFor();
        await look("study");
        await page.getByText(T.edit, { exact: true }).first().click();
        await look("set-up");
        await go("exercises");
        await page.locator(".cell.open").first().waitFor();
        await look("exercise");
        await page.locator(".cell.open").first().click();
        await page.locator(".cell.valued").first().waitFor();
        await look("answered");
        await named("button", T.nextExercise).click();
        const moving = await page.evaluate(() => document.getAnimations().length);
        assert.equal(moving, 0, "reduced motion");
      }
    }
    await close(page);
  },

  async "the page speaks the browser's language, or the one that is chosen, and loads no other"({ browser, server }) {
    const page = await tab(browser, server, { locale: "fr-CA" });
    const loaded = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .map((entry) => new URL(entry.name).pathname.split("/").at(-1))
          .filter((name) => /^texts(\.\w\w)?\.js$/.test(name ?? "")),
      );
    const heading = (code) => page.getByRole("button", { name: texts[code].newHere, exact: true });
    await heading("fr").waitFor();
    assert.equal(await page.locator("html").getAttribute("lang"), "fr");
    assert.deepEqual(await loaded(), ["texts.fr.js"]);
    for (const [code, file] of [["ja", "texts.ja.js"], ["en", "texts.js"]]) {
      await page.locator("#foot select").selectOption(code);
      await heading(code).waitFor();
      assert.equal(await page.locator("html").getAttribute("lang"), code);
      assert.deepEqual(await loaded(), [file]);
    }
    await page.reload();
    await heading("en").waitFor();
    await close(page);
  },

  async "the pages of a tournament and a training fit a phone, light and dark"({ browser, server }) {
    const made = (name, ...words) => {
      execFileSync(binary, [...words, "--out", join(server.folder, name)], { stdio: "ignore" });
      return pathToFileURL(join(server.folder, name, name === "played" ? "report.html" : "index.html")).href;
    };
    const engine = (name) => ["--engine", `name=${name} proto=gtp cmd="rival gtp --player static-normal"`];
    const training = ["--recipe", "map-response", "--generations", "1", "--population", "6", "--response", "0"];
    const pages = [
      made("played", "tournament", "--games", "2", ...engine("one"), ...engine("two")),
      made("trained", "train", "map", ...training),
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
      await page.locator(".home .primary").waitFor();
      paints.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime));
    }
    const bytes = await page.evaluate(() => {
      const loaded = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
      /* The browser may ask for the icon more than once. */
      const sizes = new Map(loaded.map(({ name, decodedBodySize }) => [name, decodedBodySize]));
      return [...sizes].reduce((sum, [name, size]) => (name.includes("/api") ? sum : sum + size), 0);
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
