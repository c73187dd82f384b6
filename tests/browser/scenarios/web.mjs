// The page as static files: without a network, below the top of a host.

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { assert, begin, close, firstMoves, playOut, root, Server, SlowHost, Static, tab, turn } from "../support.mjs";

const play = (page) =>
  playOut(
    page,
    () => page.locator(".cell.open").first().click(),
    () => page.getByRole("button", { name: "Pass", exact: true }).click(),
  );

/**
 * Clicks what these words or selectors name, each as soon as it is there, and waits for so many discs; how long after
 * the visit they are on the board. It runs in the page.
 */
async function discs(steps) {
  const words = steps.slice(0, -1);
  const found = (step) =>
    step.startsWith(".")
      ? document.querySelector(step)
      : [...document.querySelectorAll("button, label")].find((one) => one.textContent.startsWith(step));
  const until = async (seen) => {
    while (!seen()) await new Promise(requestAnimationFrame);
    return seen();
  };
  for (const step of words) (await until(() => found(step)?.offsetParent && found(step))).click();
  await until(() => document.querySelectorAll(".cell.black, .cell.white").length >= steps.at(-1));
  return performance.now();
}

/** Makes the first legal move each time, until so many discs are on the board. It runs in the page. */
async function playOn(discs) {
  const count = () => document.querySelectorAll(".cell.black, .cell.white").length;
  for (let now = count(); now < discs; now = count()) {
    document.querySelector(".cell.open")?.click();
    while (count() === now) await new Promise(requestAnimationFrame);
  }
}

/** A tab whose browser says that it has so many cores; `globalThis.lose(worker)` ends one, as a browser may. */
async function withCores(browser, server, cores) {
  const page = await tab(browser, null);
  await page.addInitScript((cores) => {
    Object.defineProperty(Navigator.prototype, "hardwareConcurrency", { get: () => cores });
    globalThis.Worker = class extends Worker {
      constructor(...how) {
        super(...how);
        globalThis.desk ??= this;
      }
      postMessage(message, ...more) {
        super.postMessage(message, ...more);
        if (message.to === "work") globalThis.hand = this;
      }
    };
    globalThis.lose = (worker) => {
      worker.terminate();
      worker.dispatchEvent(new ErrorEvent("error", { message: "this one was lost", cancelable: true }));
    };
  }, cores);
  await page.goto(server.address);
  return page;
}

/** What the browser keeps, as texts; and puts some more there. */
function kept(page, more = {}) {
  return page.evaluate(
    async ([place, more]) => {
      const { open } = await import(new URL("kept.js", document.baseURI));
      const kept = await open(place);
      for (const [name, text] of Object.entries(more)) kept.put(name, new TextEncoder().encode(text));
      await kept.written;
      const files = [...(await kept.all())].map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]);
      kept.database.close();
      return Object.fromEntries(files);
    },
    [`rival ${Static.path}`, more],
  );
}

/** Adds Ann's games of a file. */
async function addGames(page, file) {
  await page.getByRole("link", { name: "Me", exact: true }).click();
  await page.locator(".drop input").setInputFiles(join(root, "tests/browser/games", file));
  await page.getByLabel(`Which player in ${file} are you?`).selectOption("Ann");
  await page.getByRole("button", { name: "Add my games" }).click();
}

/* Minutes: RIVALS=whole. */
const whole = {
  async "one worker and three make the same rivals"({ browser, server }) {
    const made = [];
    let profile = null;
    for (const cores of [4, 2]) {
      const page = await withCores(browser, server, cores);
      if (profile) {
        await page.locator("main h1").first().waitFor();
        await kept(page, { "profile.json": profile });
        await page.reload();
        await page.getByRole("link", { name: "Me", exact: true }).click();
      } else {
        await addGames(page, "ten.ggf");
        await page.getByText("of 10 games, and", { exact: false }).waitFor({ timeout: 240000 });
        profile = (await kept(page))["profile.json"];
      }
      const begun = performance.now();
      await page.getByRole("button", { name: "Make my rivals" }).click();
      await page.locator(".rival").nth(2).waitFor({ timeout: 3600000 });
      console.log(`    ${((performance.now() - begun) / 1000).toFixed(0)} s by ${cores - 1}`);
      made.push(Object.entries(await kept(page)).filter(([name]) => name.startsWith("rivals/")));
      await close(page);
    }
    assert.equal(made[0].length, 3);
    assert.deepEqual(made[0], made[1]);
  },
};

/** Ends one of the page's workers as soon as there are some: a hand, or the desk. */
async function loseWorker(page, which) {
  await page.waitForFunction(() => globalThis.hand);
  await page.evaluate((which) => {
    const lost = globalThis[which];
    delete globalThis[which];
    lose(lost);
  }, which);
}

export default {
  ...(process.env.RIVALS === "whole" ? whole : {}),

  async "lost workers: others measure what they measured"({ browser, server }) {
    const page = await withCores(browser, server, 3);
    await addGames(page, "one.ggf");
    await loseWorker(page, "hand");
    await page.getByText("This rests on", { exact: false }).waitFor({ timeout: 120000 });
    const told = await page.getByText("This rests on", { exact: false }).textContent();
    const { games } = JSON.parse((await kept(page))["profile.json"]);
    assert.ok(told.includes(`${games.length} games`), `${told}: ${games.length} are known`);
    await close(page);
  },

  // Two minutes: CI leaves it out.
  async "the bar of rivals does not go back when workers are gone"({ browser, server }) {
    const page = await withCores(browser, server, 3);
    await addGames(page, "one.ggf");
    await page.getByText("This rests on", { exact: false }).waitFor({ timeout: 120000 });
    await page.evaluate(() => delete globalThis.hand);
    await page.getByRole("button", { name: "Make my rivals" }).click();
    const label = '[aria-label="Making your rivals"]';
    const beyond = (part) =>
      page.waitForFunction(
        ([label, part]) => {
          const now = +document.querySelector(label)?.getAttribute("aria-valuenow");
          return now > part ? now : null;
        },
        [label, part],
        { timeout: 120000 },
      );
    let part = await (await beyond(0)).jsonValue();
    // All that the bar has shown since.
    await page.evaluate((label) => {
      globalThis.shown = [];
      const bar = document.querySelector(label);
      new MutationObserver(() => shown.push(+bar.getAttribute("aria-valuenow"))).observe(bar, { attributes: true });
    }, label);
    for (const which of ["hand", "desk"]) {
      await loseWorker(page, which);
      part = await (await beyond(part)).jsonValue();
    }
    const shown = await page.evaluate(() => shown);
    assert.deepEqual(shown, [...shown].sort((a, b) => a - b), "it never goes back");
    await page.locator(".me-rivals").getByRole("button", { name: "Stop", exact: true }).click();
    await page.getByRole("button", { name: "Make my rivals" }).waitFor();
    // The desk, which nobody replaces in silence.
    assert.deepEqual(page.problems.splice(0), ["this one was lost"]);
    await close(page);
  },

  async "a whole game, then another with the server off"({ browser, server }) {
    const page = await tab(browser, server);
    await begin(page, { player: "beginner" });
    await turn(page);
    console.log(`    first move to make after ${(await page.evaluate(() => performance.now())).toFixed(0)} ms`);
    await play(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await server.kill();
    await page.reload();
    await page.locator(".home .primary").click();
    await turn(page);
    console.log(`    the second time after ${(await page.evaluate(() => performance.now())).toFixed(0)} ms`);
    await play(page);
    assert.match(await page.locator(".result").textContent(), /^(You (win|lose)|A draw)/);
    await page.getByRole("link", { name: "Me", exact: true }).click();
    await page.getByText(/of 2 games/).waitFor({ timeout: 60000 });
    await close(page);
  },

  async "the first move of an opponent at a quarter of the speed"({ browser, server }) {
    const page = await tab(browser, null);
    const asked = new Set();
    page.on("request", (request) => request.serviceWorker() || asked.add(request.url()));
    const slow = await page.context().newCDPSession(page);
    await slow.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.goto(server.address);
    // The default opponent, who begins. The page is clicked through from inside, without the time that a person needs.
    const first = await page.evaluate(discs, ["Options", "at once", "White", "Start", 5]);
    const bytes = [...asked].map((url) => url.split(Static.path)[1].replace(/[?#].*/, "") || "index.html");
    const whole = bytes.map((name) => gzipSync(readFileSync(resolve(root, process.env.WEB, name)), { level: 9 }).length);
    const compressed = whole.reduce((sum, length) => sum + length, 0) / 1e6;
    console.log(`    ${first.toFixed(0)} ms after the first visit, ${compressed.toFixed(2)} MB compressed by then`);
    assert.ok(bytes.includes("rival.wasm") && compressed < 4, `${compressed} MB`);
    await page.evaluate(() => navigator.serviceWorker.ready);
    // The second visit finds the game, and one's move is answered.
    await page.goto("about:blank");
    await page.goto(server.address);
    const second = await page.evaluate(discs, [".cell.open", 7]);
    console.log(`    ${second.toFixed(0)} ms after the second visit`);
    await close(page);
  },

  async "a first visit over a slow line: the board and the rules, a first move, and every byte once"({ browser }) {
    const host = await new SlowHost(1.6e6, 150).start();
    try {
      const page = await tab(browser, null, { locale: "en" });
      page.setDefaultTimeout(120000);
      const slow = await page.context().newCDPSession(page);
      await slow.send("Emulation.setCPUThrottlingRate", { rate: 4 });
      await page.goto(host.address, { waitUntil: "commit" });
      const board = await page.evaluate(discs, [4]);
      await page.locator(".rulepicture").first().waitFor();
      const early = host.sent;
      const first = await page.evaluate(discs, ["Options", "at once", "White", "Start", 5]);
      const byFirst = host.sent;
      // The numbers of later phases come while the game goes on.
      await page.evaluate(playOn, 14);
      await page.evaluate(() => navigator.serviceWorker.ready);
      const [kilobytes, megabytes] = [early / 1e3, byFirst / 1e6];
      console.log(`    the board after ${board.toFixed(0)} ms and at most ${kilobytes.toFixed(0)} kB`);
      console.log(`    the first move after ${first.toFixed(0)} ms and ${megabytes.toFixed(2)} MB, ${(host.sent / 1e6).toFixed(2)} MB in all`);
      await page.goto("about:blank");
      await page.goto(host.address);
      const second = await page.evaluate(discs, [".cell.open", 17]);
      console.log(`    an answer ${second.toFixed(0)} ms after the second visit`);
      // The browser asks for the icon and for the worker of its store when it likes.
      const often = ["icon.svg", "offline.js"];
      const twice = [...host.requests].filter(([path, count]) => count > 1 && !often.includes(path));
      assert.deepEqual(twice, [], "every byte once");
      assert.ok(host.sent < 4e6, `${host.sent} bytes`);
      // 1.6 MB are needed. While a busy machine thinks, more come.
      assert.ok(byFirst < 2.2e6, `${byFirst} bytes before the first move`);
      assert.ok(early < 6e5, `${early} bytes before the board`);
      await close(page);
    } finally {
      host.end();
    }
  },

  async "an opponent that takes its time answers, though data comes while its move is due"({ browser }) {
    const host = await new SlowHost(4e6, 20).start();
    try {
      const page = await tab(browser, null, { locale: "en" });
      await page.goto(host.address);
      await page.evaluate(discs, ["Options", "Black", "Start", ".cell.open", 6]);
      const early = host.sent;
      await page.evaluate(playOn, 12);
      assert.ok(early < host.sent, "the answers came while data did");
      await close(page);
    } finally {
      host.end();
    }
  },

  async "a worker that asked another host would be seen"({ browser, server }) {
    const page = await tab(browser, null);
    await page.context().route("**/worker.js", (route) =>
      route.fulfill({ contentType: "text/javascript", body: 'onmessage = () => fetch("http://127.0.0.2:9/away");' }),
    );
    const away = page.waitForEvent("request", (request) => request.url().endsWith("/away"));
    await page.goto(server.address);
    await away;
    assert.ok(page.problems.includes("asked http://127.0.0.2:9/away"), page.problems.join("; "));
    await page.context().close();
  },

  async "a game, games of a file and the strength go to the program and back"({ browser, server }) {
    const page = await tab(browser, server);
    await page.getByRole("link", { name: "Me", exact: true }).click();
    await page.locator(".drop input").setInputFiles(join(root, "tests/browser/games/one.ggf"));
    await page.getByLabel("Which player in one.ggf are you?").selectOption("Ann");
    await page.getByRole("button", { name: "Add my games" }).click();
    await page.getByText("This rests on", { exact: false }).waitFor({ timeout: 120000 });
    const strength = (page) => page.locator(".me-strength svg").first().getAttribute("aria-label");
    const known = await strength(page);
    await page.getByRole("link", { name: "Play", exact: true }).click();
    await begin(page);
    const moves = await firstMoves(page);
    const save = async (page, name) => {
      await page.getByRole("link", { name: "Me", exact: true }).click();
      const [saved] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Save all" }).click(),
      ]);
      const path = join(server.folder, name);
      await saved.saveAs(path);
      return path;
    };
    const program = new Server();
    program.more = ["--import", await save(page, "web.zip")];
    await program.start();
    try {
      const native = await tab(browser, program);
      await turn(native);
      assert.deepEqual(await native.locator(".moves li").allTextContents(), moves, "in the program");
      await native.getByRole("link", { name: "Me", exact: true }).click();
      assert.equal(await strength(native), known);
      // One move more, and back into a browser that knows nothing.
      await native.getByRole("link", { name: "Play", exact: true }).click();
      await native.locator(".cell.open").first().click();
      await native.waitForFunction(() => document.querySelectorAll(".moves li").length >= 4);
      const more = await native.locator(".moves li").allTextContents();
      const path = await save(native, "program.zip");
      await close(native);
      const fresh = await tab(browser, server);
      await fresh.getByRole("link", { name: "Me", exact: true }).click();
      await fresh.locator(".me-data input").setInputFiles(path);
      await fresh.getByRole("button", { name: "Replace everything" }).click();
      await fresh.waitForFunction((known) => document.querySelector(".me-strength svg")?.ariaLabel === known, known);
      await fresh.getByRole("link", { name: "Play", exact: true }).click();
      await turn(fresh);
      assert.deepEqual(await fresh.locator(".moves li").allTextContents(), more, "in the browser");
      await close(fresh);
    } finally {
      await program.end();
    }
    await close(page);
  },
};
