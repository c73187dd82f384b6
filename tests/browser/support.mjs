// A served page as a process, and Debian's Chromium in front of it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "../..");
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
const binary = process.env.RIVAL ?? ["release", "debug"].map((kind) => join(target, kind, "rival")).find(existsSync);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export { assert, binary, here, root };

/** A server with a folder of its own, which goes with it. */
class Served {
  /** @param {string} name of the folder, before what makes it unique */
  constructor(name) {
    this.folder = mkdtempSync(join(tmpdir(), name));
  }

  /** What its first line says. */
  async line() {
    this.ended = new Promise((resolve) => this.process.on("exit", resolve));
    let said = "";
    for await (const piece of this.process.stdout) {
      said += piece;
      if (said.includes("\n")) break;
    }
    return said.trim();
  }

  /** kill -9 */
  async kill() {
    this.process.kill("SIGKILL");
    await this.ended;
  }

  async end() {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A data folder, and the program that serves it. */
export class Server extends Served {
  constructor() {
    super("rival-page-");
    /** Further options. @type {string[]} */
    this.more = [];
  }

  async start() {
    this.process = spawn(binary, ["page", "--no-open", "--data", join(this.folder, "data"), ...this.more], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.address = await this.line();
    return this;
  }

  /** The next start takes the same port. */
  stay() {
    this.more = ["--port", new URL(this.address).port];
  }

  /** Has a folder of files kept under a name, and the page opened again. */
  async keep(page, folder, name) {
    // Nothing is still being loaded when the server goes.
    await page.locator("main h1, main h2").first().waitFor();
    await page.goto("about:blank");
    this.stay();
    await this.kill();
    cpSync(folder, join(this.folder, "data", name), { recursive: true });
    await this.start();
    await page.goto(this.address);
    await page.locator("main h1, main h2").first().waitFor();
  }
}

/** The page as static files, below the top of a server that hands out files; a new one for each scenario. */
export class Static extends Served {
  static path = "/somewhere/below/";

  constructor() {
    super("rival-web-");
    mkdirSync(join(this.folder, "somewhere"));
    symlinkSync(resolve(root, process.env.WEB), join(this.folder, "somewhere/below"));
    this.port = 0;
  }

  async start() {
    const port = String(this.port);
    this.process = spawn("python3", ["-u", "-m", "http.server", port, "--bind", "127.0.0.1", "-d", this.folder], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    this.port = +/port (\d+)/.exec(await this.line())[1];
    this.address = `http://127.0.0.1:${this.port}${Static.path}`;
    return this;
  }

  /** As the program's. */
  async keep(page, folder, name) {
    const files = readdirSync(folder).map((file) => [`${name}/${file}`, readFileSync(join(folder, file), "utf8")]);
    await page.evaluate(
      async ([place, files]) => {
        const { open } = await import(new URL("kept.js", document.baseURI));
        const kept = await open(place);
        for (const [name, text] of files) kept.put(name, new TextEncoder().encode(text));
        await kept.written;
        kept.database.close();
      },
      [`rival ${Static.path}`, files],
    );
    await page.reload();
  }
}

const KINDS = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml", wasm: "application/wasm" };

/** The page as static files, compressed, from a host behind a slow line; it counts what it sends. */
export class SlowHost {
  /** @param {number} rate in bits a second @param {number} delay of each answer, in milliseconds */
  constructor(rate, delay) {
    this.rate = rate;
    this.delay = delay;
    /** The line is taken until then. */
    this.free = 0;
    /** Bytes that were sent, and requests by path. */
    this.sent = 0;
    /** @type {Map<string, number>} */
    this.requests = new Map();
    this.server = createServer((request, response) => void this.#answer(request, response));
  }

  async start() {
    await new Promise((resolve) => this.server.listen(0, "127.0.0.1", () => resolve(null)));
    const { port } = /** @type {import("node:net").AddressInfo} */ (this.server.address());
    this.address = `http://127.0.0.1:${port}/`;
    return this;
  }

  async #answer(request, response) {
    const path = new URL(request.url, this.address).pathname.slice(1);
    const file = resolve(root, process.env.WEB, path || "index.html");
    if (!existsSync(file)) return void response.writeHead(404).end();
    this.requests.set(path, 1 + (this.requests.get(path) ?? 0));
    const body = gzipSync(readFileSync(file), { level: 9 });
    await new Promise((resolve) => setTimeout(resolve, this.delay));
    response.writeHead(200, {
      "content-encoding": "gzip",
      "content-type": KINDS[file.split(".").at(-1)] ?? "application/octet-stream",
      "last-modified": statSync(file).mtime.toUTCString(),
    });
    for (let at = 0; at < body.length; at += 4096) {
      const piece = body.subarray(at, at + 4096);
      const now = performance.now();
      const begun = Math.max(now, this.free);
      this.free = begun + (8000 * piece.length) / this.rate;
      await new Promise((resolve) => setTimeout(resolve, this.free - now));
      response.write(piece);
      this.sent += piece.length;
    }
    response.end();
  }

  end() {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** The browser, once for all. */
export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });

/** A file of the page as it lies in `src`, so that a change is looked at without a build (ASSETS=1). */
async function fromSource(route) {
  const name = new URL(route.request().url()).pathname.replace(/\/$/, "/index.html");
  const path = ["src/serve/page/assets", "src/style"].map((folder) => join(root, folder, name)).find(existsSync);
  await route.fulfill({ path });
}

/** A tab; whatever goes wrong in it, or is asked of another host, is an error of the test. */
export async function tab(browser, server, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1200, height: 860 },
    acceptDownloads: true,
    ...options,
  });
  if (process.env.ASSETS) for (const path of ["**/*.{js,css}", "*://*/"]) await context.route(path, fromSource);
  const page = await watched(context);
  if (server) await page.goto(server.address);
  if (server && process.env.OFFLINE) await cutOff(page);
  return page;
}

/** From now on without a network: after the first visit the page needs none (OFFLINE=1, for the static page). */
async function cutOff(page) {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await page.reload();
}

/** Another tab of the same browser. */
export async function another(page, server) {
  const second = await watched(page.context());
  await second.goto(new URL(".", server.address).href);
  return second;
}

/** A tab that is empty as yet. */
export async function watched(context) {
  const page = await context.newPage();
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(error.stack || `${error.name}: ${error.message}`));
  page.on("console", (message) => {
    // A server that is away is looked for, and one that was started again has another key: the browser reports each
    // attempt.
    if (
      message.type() === "error" &&
      !/status of 401|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/.test(message.text())
    )
      page.problems.push(message.text());
  });
  // Of the page and of its workers; the first one, for the page itself, says where it comes from.
  let origin = "";
  context.on("request", (request) => {
    const asked = new URL(request.url());
    if (/^(data|blob):$/.test(asked.protocol)) return;
    origin ||= asked.origin;
    if (asked.origin !== origin) page.problems.push(`asked ${asked.href}`);
  });
  page.setDefaultTimeout(20000);
  return page;
}

export async function close(page) {
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

/** From home to a game against a shipped player. */
export async function begin(page, { player = "static-normal", color = "Black (begins)" } = {}) {
  await page.getByRole("button", { name: "Options", exact: true }).click();
  await page.getByLabel("Player", { exact: true }).selectOption(player);
  await page.getByText("at once").click();
  await page.getByText(color).click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
}

/** At home: from now on opponents answer at once, and the person plays this colour. */
export async function hurry(page, color = "By chance") {
  await page.getByRole("button", { name: "Options", exact: true }).click();
  await page.getByText("at once").click();
  await page.getByText(color, { exact: true }).click();
  await page.getByRole("button", { name: "Done", exact: true }).click();
}

/** The person's first move and the answer to it, both on the board; the list of moves. */
export async function firstMoves(page) {
  await turn(page);
  await page.locator(".cell.open").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length >= 2);
  return page.locator(".moves li").allTextContents();
}

/** Waits until the person is to move, must pass, or the game is over. */
export async function turn(page, word = "Pass") {
  const state = await page.waitForFunction((word) => {
    if (document.querySelector(".result")) return "over";
    const pass = [...document.querySelectorAll(".panel button")].find((button) => button.textContent === word);
    if (pass?.offsetParent) return "pass";
    return document.querySelector(".cell.open") ? "move" : null;
  }, word);
  return state.jsonValue();
}

/** Plays a game to its end; `play` makes one move, `pass` passes. */
export async function playOut(page, play, pass, word = "Pass") {
  for (let moves = 0; moves < 80; moves++) {
    const state = await turn(page, word);
    if (state === "over") return moves;
    const before = await page.locator(".moves li").count();
    if (state === "pass") await pass();
    else await play();
    await page.waitForFunction(
      (before) => document.querySelectorAll(".moves li").length > before || document.querySelector(".result"),
      before,
    );
  }
  throw new Error("the game does not end");
}

/** No serious fault for people who do not see, or do not see well. */
export async function accessible(page, name) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const serious = violations.filter((violation) => ["serious", "critical"].includes(violation.impact));
  const told = serious.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes
        .slice(0, 3)
        .map((node) => `${node.target} ${node.failureSummary}`)
        .join("; ")}`,
  );
  assert.deepEqual(told, [], name);
}

/** Nothing is wider than the window. */
export async function fits(page, name) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `${name} is ${wide} pixels too wide`);
}
