// The parts of the page's scripts that need no page: the rules, numbers in words, and judgements of moves.
//
//   node --test units.test.mjs

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import test from "node:test";
import { runInNewContext } from "node:vm";
import { T as english } from "../../src/serve/page/assets/texts.js";
import { T as french } from "../../src/serve/page/assets/texts.fr.js";
import * as rules from "../../src/serve/page/assets/rules.js";
import { Kept } from "../../web/kept.js";
import { writing } from "../../src/serve/page/assets/writing.js";

// The texts ask the browser for its language.
Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"] }, configurable: true });
globalThis.document = /** @type {any} */ ({ documentElement: {}, cookie: "" });
const { judgedMoves, lossOf, valuesOf } = await import("../../src/serve/page/assets/judged.js");
const { hardness } = await import("../../src/serve/page/assets/people.js");
// Views make their elements with it.
globalThis.Draw = /** @type {any} */ ({ html: () => ({}) });
const { emptyWords, strengthWords } = await import("../../src/serve/page/assets/after.js");
const { searched } = await import("../../src/serve/page/assets/gamelist.js");
const { beginOptions, choose, chosen, startFrom } = await import("../../src/serve/page/assets/newgame.js");
const { moveWords, noMistakeWords, triedWords } = await import("../../src/serve/page/assets/said.js");
const { moveName } = await import("../../src/serve/page/assets/parts.js");

/** A shortest game in which one side loses all its discs. */
const WIPED_OUT = "e6f4e3f6g5d6e7f5c5";
/** White has discs left, and no move; Black has one. */
const WHITE_PASSES = `${"-".repeat(56)}XXXXXXO-`;

test("squares have names, and other texts name none", () => {
  for (const [square, name] of [[0, "a1"], [7, "h1"], [56, "a8"], [63, "h8"]]) {
    assert.equal(rules.squareName(square), name);
    assert.equal(rules.squareOf(` ${String(name).toUpperCase()} `), square);
  }
  for (const text of ["", "i1", "a9", "a0", "a11", "__proto__"]) assert.equal(rules.squareOf(text), -1);
});

test("legal games have the leaves of perft", () => {
  /** @type {(position: import("../../src/serve/page/assets/page.d.ts").Position, depth: number) => number} */
  function leaves(position, depth) {
    if (depth === 0 || position.over) return 1;
    const moves = position.mustPass ? ["--"] : position.legal.map(rules.squareName);
    return moves.reduce((sum, move) => sum + leaves(rules.after(position, move), depth - 1), 0);
  }
  const [start] = rules.replay(null, "");
  assert.deepEqual([1, 2, 3, 4, 5].map((depth) => leaves(start, depth)), [4, 12, 56, 244, 1396]);
});

test("a game ends where neither side can move, and empty squares go to the winner", () => {
  const positions = rules.replay(null, WIPED_OUT);
  const end = positions[positions.length - 1];
  assert.equal(positions.length, 1 + WIPED_OUT.length / 2);
  assert.ok(end.over);
  assert.equal(rules.score(end.cells, false), 64);
  assert.equal(rules.score(end.cells, true), -64);
});

test("a side without a move passes, and only then", () => {
  const [position] = rules.replay(`${WHITE_PASSES} O`, "");
  assert.ok(position.mustPass);
  const next = rules.after(position, "--");
  assert.deepEqual(next.legal.map(rules.squareName), ["h8"]);
  assert.equal(rules.after(next, "--"), null);
  assert.equal(rules.numberAt("f5--d6", 3), 3);
});

test("a pass in a line is a word", () => {
  assert.deepEqual(["f5", "--"].map(moveName), ["f5", "pass"]);
});

test("an illegal move ends the replay", () => {
  assert.equal(rules.replay(null, "f5a1d6").length, 2);
  assert.equal(rules.replay(null, "a1").length, 1);
});

test("a link brings the same game back", () => {
  const start = rules.written(rules.startOf(`${WHITE_PASSES}O`));
  for (const game of [
    { start: null, moves: "f5d6c3", rule: "most" },
    { start: null, moves: "", rule: "fewest" },
    { start, moves: "--h8", rule: "most" },
  ]) {
    const { game: again, wrong } = rules.linkedGame(rules.linkTo(game));
    assert.deepEqual(again, { ...game, ply: game.moves.length / 2 });
    assert.equal(wrong, "");
  }
  assert.equal(rules.linkedGame("#game=f5a1").wrong, "a1");
  assert.equal(rules.linkedGame("#me"), null);
});

test("numbers are written as each language writes them", () => {
  const english = writing("en");
  assert.equal(english.signed(-2.04), "\u22122.0");
  assert.equal(english.signed(12.4), "+12");
  assert.equal(english.signed(0), "0.0");
  assert.equal(english.plural(1, "move", "moves"), "1 move");
  assert.equal(english.plural(0, "move", "moves"), "0 moves");
  assert.equal(english.date("2012-03-04T10:00"), "Mar 4, 2012");
  assert.equal(english.date("spring"), "spring");
  assert.equal(english.date("2012-13-45"), "2012-13-45");
  // Games that were played here have a time, and the day is that of the person.
  const { TZ } = process.env;
  process.env.TZ = "Asia/Tokyo";
  assert.equal(writing("en").date("2012-03-04 23:30:00 GMT"), "Mar 5, 2012");
  assert.equal(writing("en").date("2012-03-04"), "Mar 4, 2012");
  process.env.TZ = TZ ?? "UTC";
  assert.equal(writing("fr").tenths(1.25), "1,3");
  assert.equal(writing("fr").plural(0, "coup", "coups"), "0 coup");
  // What is shown decides, not the number behind it.
  assert.deepEqual([1.94, 1.96].map(french.partLoss), ["1,9 pion par coup", "2,0 pions par coup"]);
});

test("losses are marked by what is shown of them", () => {
  const moves = "f5d6c3";
  const states = rules.replay(null, moves);
  /** A judgement of the played move, which lost so much, and of a better one. */
  const judged = (move, loss) => /** @type {any} */ ({ moves: [[move, -loss], ["h8", 0]], losses: [loss, 0] });
  const game = judgedMoves(moves, states, [judged("f5", 24), judged("d6", 1.6), judged("c3", 0.2)]);
  const marks = [...game.marks()].map(([at, mark]) => [at, mark.kind, mark.sign]);
  assert.deepEqual(marks, [[0, "mistake", "?  \u221224+"], [1, "inaccuracy", "?!  \u22122"]]);
  assert.equal(game.bestAt(0)[0], "h8");
  assert.equal(lossOf(null, "f5"), null);
  assert.equal(lossOf(judged("f5", 3), "a1"), null);
});

test("values stand on their squares, with the best and the bad ones", () => {
  const values = valuesOf([["f5d6", 2], ["c3", -4], ["d6", -4.5], ["--", 9]]);
  assert.deepEqual([...values.keys()].map(rules.squareName), ["f5", "c3", "d6"]);
  assert.deepEqual([...values.values()].map(({ best }) => best), [false, false, false]);
});

test("a position is hard if few people find a good move", () => {
  /** @type {any} */
  const known = { positions: [{ moves: [["f5d6", 3], ["c4", 1], ["e6", -7]], losses: [0, 2, 10] }, null] };
  /** @type {any} */
  const lens = { moves: [["c4", [0.2, 0.3]], ["e6", [0.7, 0.3]], ["f5", [0.1, 0.4]]] };
  const { good, loss } = hardness(known, 0, lens) ?? { good: 0, loss: 0 };
  assert.ok(Math.abs(good - 0.3) < 1e-9 && Math.abs(loss - 7.4) < 1e-9, `${good} ${loss}`);
  assert.equal(hardness(known, 1, lens), null);
  assert.equal(hardness({ ...known, positions: [{ moves: [["f5d6", 3]], losses: [0] }] }, 0, lens), null);
});

test("empty squares at the end are told, because they go to the winner", () => {
  const states = rules.replay(null, WIPED_OUT);
  /** @type {(how: string, score: number) => any} */
  const game = (how, score) => ({ result: { how, score } });
  assert.equal(emptyWords(game("played", 64), states), "51 empty squares go to the winner: the difference is 64.");
  assert.equal(emptyWords(game("played", 0), states), "");
  assert.equal(emptyWords(game("resigned", -64), states), "");
  const full = [/** @type {any} */ ({ cells: new Array(64).fill(1) })];
  assert.equal(emptyWords(game("played", 64), full), "");
});

test("a win that lowers the strength is explained, and nothing else is", () => {
  /** @type {(score: number) => any} */
  const game = (score) => ({ id: 3, you: "white", result: { how: "played", score } });
  /** @type {(after: number) => any} */
  const last = (after) => ({
    game: 3,
    counts: true,
    before: { value: 1270, low: 1000, high: 1500 },
    after: { value: after, low: 1000, high: 1400 },
  });
  const isExplained = (score, after) => strengthWords(game(score), last(after)).includes("Your moves count too");
  assert.deepEqual([isExplained(-32, 1120), isExplained(-32, 1271), isExplained(32, 1120)], [true, false, false]);
  assert.equal(strengthWords({ ...game(-32), id: 4 }, last(1120)), "");
  const words = (hinted) => strengthWords({ ...game(-32), hinted }, { ...last(1120), counts: false });
  assert.deepEqual([true, false].map(words), [english.hintedGame, english.notCounted]);
});

test("a result in a list says how the game ended", () => {
  /** @type {(how: string, score: number) => any} */
  const result = (how, score) => ({ how, score });
  for (const [how, score, plain, short] of /** @type {const} */ ([
    ["played", -10, "White won by 10", "won by 10"],
    ["unknown", -64, "White won", "won"],
    ["resigned", 64, "Black won, resignation", "lost, resignation"],
    ["time", 64, "Black won on time", "lost on time"],
    ["forfeited", 64, "Black won, forfeit", "lost, forfeit"],
    ["agreed", 0, "draw", "draw"],
  ])) {
    assert.equal(english.resultPlain(result(how, score)), plain);
    assert.equal(english.resultShort(result(how, score), "white"), short);
  }
});

test("a search finds the displayed names of players, and openings by their beginning", () => {
  const players = ["people-0550", "people-1550", "Ann"];
  assert.deepEqual(searched("Player 550", players).names, ["people-0550"]);
  const { find, names, openings } = searched(" heath", players);
  assert.deepEqual([find, names], [" heath", []]);
  assert.ok(openings.length > 1 && openings.every((moves) => moves.startsWith("c4c3d3c5b4")), `${openings}`);
  assert.deepEqual(searched(" ", players), { find: "", names: [], openings: [] });
});

test("a rule that was chosen for a laid position stays after a reload", () => {
  const kept = new Map();
  globalThis.sessionStorage = /** @type {any} */ ({
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => kept.set(name, text),
  });
  beginOptions();
  startFrom(rules.startOf(`${WHITE_PASSES}O`), "most");
  choose({ rule: "fewest" });
  beginOptions();
  assert.deepEqual([chosen.start, chosen.rule], [`${WHITE_PASSES} O`, "fewest"]);
});

test("whose moves cost nothing is said, once every position is judged", () => {
  /** @type {(positions: any[]) => any} */
  const known = (positions) => ({ states: [{}, {}], positions });
  const search = { count: 0, forward: true, areOwn: true };
  const judged = known([{}, {}]);
  assert.equal(noMistakeWords(judged, search), "None of your moves gave away 6 discs or more.");
  assert.equal(noMistakeWords(judged, { ...search, areOwn: false }), "No move gave away 6 discs or more.");
  assert.equal(noMistakeWords(judged, { ...search, count: 1 }), "That was the last one.");
  assert.match(noMistakeWords(known([{}, null]), { ...search, count: 1 }), /^Judging.* 1 of 2 /);
  assert.match(noMistakeWords(known([]), search), /^Judging.* 0 of 2 /);
});

test("nothing is called better only if the values are exact", () => {
  const states = rules.replay(null, "f5");
  for (const [certainty, loss, words] of /** @type {const} */ ([
    ["exact", 0, "othing is better."],
    ["exact", 0.4, "othing is clearly better."],
    [{ depth: 9 }, 0, "othing is clearly better."],
  ])) {
    const positions = [/** @type {any} */ ({ certainty, moves: [["f5", -loss], ["d3", 0]], losses: [loss, 0] }), null];
    const game = /** @type {any} */ ({ moves: "f5", black: "Ann", white: "Ben", you: null });
    const known = { game, states, positions, reasons: {}, ...judgedMoves("f5", states, positions) };
    assert.ok(moveWords(known, 1).at(-1).endsWith(words));
    assert.ok(triedWords(known, 0, "f5").text.includes(words));
  }
});

test("a worker whose files are of another version is not installed", async () => {
  const digest = createHash("sha256").update("new").digest("hex");
  const text = readFileSync(new URL("../../web/offline.js", import.meta.url), "utf8");
  const script = text.replace("const FILES = {}", `const FILES = { "a.js": "${digest}" }`);
  for (const [before, now, isInstalled] of [["new", "old", true], ["old", "new", true], ["old", "old", false]]) {
    const heard = {};
    const stored = [];
    runInNewContext(script, {
      self: { registration: { scope: "" }, addEventListener: (kind, hear) => (heard[kind] = hear) },
      fetch: async (name, { cache }) => new Response(cache === "reload" ? now : before),
      caches: { open: async () => ({ put: async (name, response) => stored.push(await response.text()) }) },
      crypto,
    });
    let installed = Promise.resolve();
    heard.install({ waitUntil: (work) => (installed = work) });
    assert.equal(await installed.then(() => true, () => false), isInstalled);
    assert.deepEqual(stored, isInstalled ? ["new"] : []);
  }
});

test("a failed write is known until this file is written", async () => {
  const full = new Set(["a", "b"]);
  const kept = new Kept({
    transaction: () => {
      const made = {
        objectStore: () => ({
          put: (bytes, name) => queueMicrotask(() => (full.has(name) ? made.onabort() : made.oncomplete())),
        }),
        error: "full",
      };
      return made;
    },
  });
  for (const [name, failed] of [["a", ["a"]], ["b", ["a", "b"]], ["c", ["a", "b"]]]) {
    kept.put(name, new Uint8Array());
    await kept.written;
    assert.deepEqual([...kept.failed.keys()], failed);
  }
  full.delete("a");
  kept.put("a", new Uint8Array());
  await kept.written;
  assert.deepEqual([...kept.failed], [["b", "full"]]);
});
