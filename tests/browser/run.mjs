// The page in a real browser: what a person does, by mouse, by keyboard alone, by touch.
//
//   node run.mjs [NAME...]      the scenarios whose names contain one of these
//   SHOTS=FOLDER node run.mjs   also writes pictures of every view
//   RIVALS=whole node run.mjs   makes rivals to the end (minutes)

import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { accessible, assert, begin, close, fits, here, launch, playOut, Server, tab, turn } from "./support.mjs";

const scenarios = {
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
    assert.equal(await page.locator(".cell.better").count(), 0, "the answer is not told");
    const first = await page.locator(".said").textContent();
    await page.locator(".cell.open").first().click();
    await page.locator(".answer").waitFor();
    await page.getByRole("button", { name: "Show the best move" }).click();
    assert.equal(await page.locator(".cell.better").count(), 1);
    await page.getByRole("button", { name: "Next mistake" }).click();
    assert.notEqual(await page.locator(".said").textContent(), first);
    // The best line on the board, and why the opponent played.
    await page.getByRole("button", { name: "To the start" }).click();
    await page.getByRole("button", { name: "One move on" }).click();
    await page.getByRole("button", { name: "Play it on the board" }).click();
    await page.getByRole("button", { name: "Back to the game" }).click();
    await page.keyboard.press("ArrowRight");
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
    await page.getByRole("heading", { name: "Welcome" }).waitFor();
    await tabTo("I know how strong I am");
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

  async "a whole game by touch at 360 pixels"({ browser, server }) {
    const page = await tab(browser, server, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    await fits(page, "welcome");
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
    for (const view of ["Review", "Me", "Study", "Play"]) {
      await page.getByRole("link", { name: view }).tap();
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
    const second = await page.context().newPage();
    await second.goto(new URL("/", server.address).href);
    await second.locator(".cell.open").first().click();
    await page.waitForFunction((n) => document.querySelectorAll(".moves li").length >= n + 2, before.length);
    await page.getByRole("button", { name: "Take back" }).click();
    await second.waitForFunction((n) => document.querySelectorAll(".moves li").length === n, before.length);
    await second.close();
    await page.getByText("Show what moves are worth").click();
    await page.locator(".cell.valued .value").first().waitFor();
    await page.getByRole("button", { name: "Resign", exact: true }).click();
    await page.getByRole("button", { name: "Yes, resign" }).click();
    await page.getByRole("heading", { name: "You resigned" }).waitFor();
    await page.getByRole("button", { name: "Play again" }).click();
    await page.getByRole("button", { name: "Take back" }).waitFor();
    await close(page);
  },

  async "the server is killed and started again"({ browser, server }) {
    const page = await tab(browser, server);
    await begin(page);
    await turn(page);
    await page.locator(".cell.open").first().click();
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length >= 2);
    const before = await page.locator(".moves li").allTextContents();
    await server.kill();
    await page.getByText("The program does not answer", { exact: false }).first().waitFor();
    const address = server.address;
    await server.start();
    assert.equal(server.address, address, "the same address");
    await page.getByText("The program does not answer", { exact: false }).first().waitFor({ state: "detached" });
    assert.deepEqual(await page.locator(".moves li").allTextContents(), before);
    await page.locator(".cell.open").first().click();
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length >= 4);
    await close(page);
  },

  async placement({ browser, server }) {
    const page = await tab(browser, server);
    await page.getByRole("button", { name: "Find out how strong I am" }).click();
    await page.getByText("at once").click();
    await page.getByRole("button", { name: "Begin the placement" }).click();
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
        name: game < 9 ? `Go on: game ${game + 2} of 10` : "The placement is over",
        exact: game < 9,
      });
      await next.click();
    }
    await page.getByRole("heading", { name: "How strong you are" }).waitFor();
    await page.getByText("Placement: 10 of 10 games played", { exact: false }).waitFor();
    await page.getByText("This rests on", { exact: false }).waitFor();
    await page.getByText("Most probably between", { exact: false }).waitFor();
    await close(page);
  },

  async "rivals from three dropped files"({ browser, server }) {
    const page = await tab(browser, server);
    await page.getByRole("button", { name: "I have games of mine" }).click();
    const zone = page.locator(".drop");
    await zone.waitFor();
    const files = ["one.ggf", "two.sgf", "three.txt"];
    const { readFileSync } = await import("node:fs");
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
        await page.getByText("have no names", { exact: false }).waitFor();
        continue;
      }
      await page.getByLabel(`Which player in ${name} are you?`).selectOption("Ann");
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
    // How long others wait meanwhile: requests to the desk, with an analysis going on as well.
    const waits = await page.evaluate(async () => {
      const { ask } = await import("/server.js");
      await ask("study", { start: null, moves: "f5d6c3", rule: "most" });
      const times = [];
      for (let i = 0; i < 50; i++) {
        const begun = performance.now();
        await ask("games", { of: { in: "mine" }, from: 0, count: 25, find: "" });
        times.push(performance.now() - begun);
      }
      await ask("stop-study");
      return times.sort((a, b) => a - b);
    });
    console.log(`    answers meanwhile: median ${waits[25].toFixed(1)} ms, longest ${waits[49].toFixed(1)} ms`);
    if (process.env.RIVALS === "whole") {
      await page.locator(".rival").first().waitFor({ timeout: 3600000 });
      assert.equal(await page.locator(".rival").count(), 3);
    } else {
      await page.getByRole("button", { name: "Stop", exact: true }).click();
    }
    await close(page);
  },

  async "three rivals: cards, a game, the score"({ browser, server }) {
    await server.kill();
    cpSync(join(here, "rivals"), join(server.folder, "data", "rivals"), { recursive: true });
    await server.start();
    const page = await tab(browser, server);
    await page.getByRole("button", { name: "I have games of mine" }).click();
    await page.locator(".rival .portrait").nth(2).waitFor();
    assert.equal(await page.locator(".rival .portrait").count(), 3);
    const name = await page.locator(".rival h3").first().textContent();
    await page.getByRole("button", { name: `Play ${name}` }).click();
    await page.getByText("at once").click();
    await page.getByText("Black (begins)").click();
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await playOut(
      page,
      () => page.locator(".cell.open").first().click(),
      () => page.getByRole("button", { name: "Pass", exact: true }).click(),
    );
    await page.getByRole("link", { name: "Me" }).click();
    await page
      .getByText(/^\d won, \d lost/)
      .first()
      .waitFor();
    await close(page);
  },

  async "study: set up, paste, open, walk"({ browser, server }) {
    const page = await tab(browser, server);
    await page.getByRole("link", { name: "Study" }).click();
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
    await page.getByText("That is neither", { exact: false }).waitFor();
    await paste(`${"-".repeat(27)}XX------XX${"-".repeat(27)} O`);
    await page.getByText("The game is over").first().waitFor();
    await page.getByText("Set up a position").click();
    await page.getByRole("button", { name: "Normal start" }).click();
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
        const moving = await page.evaluate(() => document.getAnimations().length);
        assert.equal(moving, 0, "reduced motion");
        await close(page);
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
    assert.ok(bytes > 50000 && bytes <= 300000, `${bytes} bytes`);
    await close(page);
  },
};

const wanted = process.argv.slice(2);
const browser = await launch();
let failed = 0;
for (const [name, scenario] of Object.entries(scenarios)) {
  if (wanted.length && !wanted.some((word) => name.includes(word))) continue;
  const begun = performance.now();
  const server = await new Server().start();
  try {
    await scenario({ browser, server });
    console.log(`ok ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${name}\n${error.stack}`);
    for (const context of browser.contexts()) {
      for (const [i, page] of context.pages().entries()) {
        const path = join(process.env.SHOTS ?? "/tmp", `failed-${i}.png`);
        writeFileSync(path, await page.screenshot().catch(() => ""));
        console.log(`  seen: ${path} ${page.problems?.join("\n") ?? ""}`);
      }
      await context.close();
    }
  }
  await server.end();
}
await browser.close();
process.exit(failed ? 1 : 0);
