// The engine as WebAssembly plays the moves of the program: games of the page's desk, in the worker that scripts/web
// ships, move for move against `rival gtp` with the same player and the same seed.
//
//   node alike.mjs FOLDER            at least 1,000 moves by all kinds of players; FOLDER is what scripts/web has made
//   node alike.mjs FOLDER --chromium the same in Chromium, from a server that hands out files
//   node alike.mjs FOLDER --speed    the processor time of one player's games by both

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { replay } from "../../src/serve/page/assets/rules.js";
import { binary, launch, Static } from "./support.mjs";

const [folder = "target/web", mode] = process.argv.slice(2);
/** Players of every kind that moves by numbers: people of a strength, shipped ones, learned, evolved and searching. */
const PLAYERS = [
  ...["0700", "1000", "1200", "1500", "1700", "2000", "2200"].map((rating) => `people-${rating}`),
  ...["rung-05", "board", "map-normal", "static-normal", "advanced", "master-d4", "uct-100", "random"],
];
/** By the network. Games of one worker; the first one, in which the browser compiles what is used much, does not count. */
const SPEED = Array(9).fill("master-d12");
/** The files of learned numbers beside the engine, in the order of scripts/web. */
const DATA = JSON.parse(/^const DATA = (.*);$/m.exec(readFileSync(join(folder, "begin.js"), "utf8"))[1]);
const [BLACK, WHITE] = ["black", "white"];

/** The same numbers in every run. */
function drawn(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A worker of the page, with its script as it is shipped. */
class Worker {
  constructor() {
    this.files = new Map();
    this.topics = new Map();
    this.answers = new Map();
    this.wake = () => {};
  }

  /** @param {WebAssembly.Module} module */
  static async inNode(module, seed) {
    const [worker, byte] = [new Worker(), drawn(seed)];
    const crypto = { getRandomValues: (bytes) => bytes.forEach((_, i) => (bytes[i] = byte(256))) };
    const scope = createContext({
      ...{ postMessage: (told) => worker.hear(told), crypto, MessageChannel, performance, TextEncoder, TextDecoder },
      ...{ WebAssembly, setTimeout, clearTimeout },
    });
    runInContext(readFileSync(join(folder, "worker.js"), "utf8"), scope);
    scope.onmessage({ data: module });
    for (const name of DATA) scope.onmessage({ data: { to: "data", name, bytes: readFileSync(join(folder, name)) } });
    worker.tell = (message) => scope.onmessage({ data: message });
    worker.tell({ to: "open", hands: 1 });
    return worker;
  }

  /** @param {import("playwright-core").Page} page one that no worker was in before */
  static async inChromium(page) {
    const worker = new Worker();
    await page.exposeFunction("heard", (told) => worker.hear(told));
    await page.evaluate(async (names) => {
      const module = await WebAssembly.compileStreaming(fetch("./rival.wasm"));
      globalThis.worker = new Worker("./worker.js");
      globalThis.worker.onmessage = ({ data }) =>
        globalThis.heard({ ...data, bytes: data.bytes && Array.from(data.bytes) });
      globalThis.worker.postMessage(module);
      for (const name of names) {
        const bytes = new Uint8Array(await (await fetch(`./${name}`)).arrayBuffer());
        globalThis.worker.postMessage({ to: "data", name, bytes });
      }
    }, DATA);
    worker.tell = (message) => page.evaluate((message) => globalThis.worker.postMessage(message), message);
    await worker.tell({ to: "open", hands: 1 });
    return worker;
  }

  hear(told) {
    if (told.tell === "fail") throw new Error(told.why);
    if (told.tell === "topic") this.topics.set(told.topic, told.value);
    if (told.tell === "keep") this.files.set(told.name, told.bytes);
    if (told.tell === "answer") this.answers.set(told.id, told.said);
    this.wake();
  }

  async until(found) {
    for (;;) {
      const value = found();
      if (value !== undefined) return value;
      await new Promise((resolve) => (this.wake = () => setImmediate(resolve)));
    }
  }

  async ask(ask) {
    const id = this.answers.size + 1;
    this.tell({ to: "ask", id, ask });
    const said = await this.until(() => this.answers.get(id));
    assert.ok(!said.refused, JSON.stringify(said.refused));
    return said.ok;
  }

  /** Plays a game against a player by moves drawn at random, and returns it with the seed that it had. */
  async game(who, color, seed) {
    const choose = drawn(seed);
    const id = await this.ask({ do: "new-game", start: null, who, color, rule: "most", pace: "at-once", clock: null });
    let spent = 0;
    for (;;) {
      const begun = process.cpuUsage();
      const play = await this.until(() => {
        const play = this.topics.get("play");
        return play?.id === id && (play.over || play.yourTurn) ? play : undefined;
      });
      const { user, system } = process.cpuUsage(begun);
      spent += (user + system) / 1000;
      assert.ok(!play.broken, "the player has failed");
      const state = replay(null, play.moves).at(-1);
      if (play.over) {
        /* It has more digits than a number here. */
        const kept = Buffer.from(this.files.get("current.json")).toString();
        return { moves: play.moves, seed: /"seed":\s*(\d+)/.exec(kept)?.[1], spent };
      }
      const square = state.mustPass ? "pass" : name(state.legal[choose(state.legal.length)]);
      await this.ask({ do: "move", game: id, ply: play.moves.length / 2, square });
    }
  }
}

const name = (square) => "abcdefgh"[square % 8] + (1 + Math.floor(square / 8));

/** The program's moves in the same game, and how long it took to find them. */
async function replayed(player, seed, color, moves) {
  const child = spawn(binary, ["gtp", "--player", player, "--seed", seed, "--threads", "1"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const answers = answersOf(child.stdout);
  const say = async (line) => {
    child.stdin.write(`${line}\n`);
    return (await answers.next()).value;
  };
  await say("boardsize 8");
  const states = replay(null, moves);
  const found = [];
  const cpuTime = async () => 1000 * +(await say("cputime"));
  const begun = await cpuTime();
  for (const [at, move] of moves.match(/../g).entries()) {
    const side = states[at].side > 0 ? BLACK : WHITE;
    const square = move === "--" ? "pass" : move;
    if (side === color) {
      await say(`play ${side} ${square}`);
      continue;
    }
    const answer = (await say(`genmove ${side}`)).toLowerCase();
    found.push([at, square, answer]);
    if (answer !== square) break;
  }
  const spent = (await cpuTime()) - begun;
  child.stdin.end("quit\n");
  return { found, spent };
}

/** GTP's answers, without what stands in front of them. */
async function* answersOf(stream) {
  let text = "";
  for await (const piece of stream) {
    text += piece;
    for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2)) {
      const answer = text.slice(0, end).trim();
      assert.ok(answer.startsWith("="), answer);
      yield answer.slice(1).trim();
    }
  }
}

const module = await WebAssembly.compile(readFileSync(join(folder, "rival.wasm")));
process.env.WEB = folder;
const [browser, server] = mode === "--chromium" ? [await launch(), await new Static().start()] : [];

async function begun(seed) {
  if (!browser) return Worker.inNode(module, seed);
  for (const context of browser.contexts()) await context.close();
  const page = await (await browser.newContext()).newPage();
  await page.goto(server.address);
  return Worker.inChromium(page);
}

const [moves, time] = [{}, [0, 0]];
let total = 0;
const players = mode === "--speed" ? SPEED : [...PLAYERS, ...PLAYERS, ...PLAYERS, SPEED[0]];
let worker;
for (const [at, player] of players.entries()) {
  if (mode !== "--speed" || !worker) worker = await begun(at + 1);
  const color = at % 2 ? WHITE : BLACK;
  const rating = /^people-(\d+)$/.exec(player)?.[1];
  const who = rating ? { kind: "strength", rating: +rating } : { kind: "shipped", name: player };
  const game = await worker.game(who, color, at);
  const { found, spent } = await replayed(player, game.seed, color, game.moves);
  for (const [ply, web, program] of found)
    assert.equal(web, program, `${player}, seed ${game.seed}: ${game.moves.slice(0, 2 * ply)}`);
  if (mode === "--speed" && at === 0) continue;
  total += found.length;
  moves[player] = (moves[player] ?? 0) + found.length;
  time[0] += game.spent;
  time[1] += spent;
}
if (mode === "--speed") {
  console.log(`${total} moves of ${SPEED[0]}: ${Math.round(time[0])} ms of processor time as WebAssembly, ` +
      `${Math.round(time[1])} ms by the program: ${(time[1] / time[0]).toFixed(2)} of its speed`);
} else {
  assert.ok(total >= 1000, `${total} moves`);
  console.log(`ok ${total} moves alike: ${Object.entries(moves).map(([player, count]) => `${player} ${count}`).join(", ")}`);
}
await browser?.close();
await server?.end();
// The workers' channels to themselves stay open: without this the process would never end.
process.exit();
