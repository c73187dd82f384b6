// The page's languages say the same: every text and every number in it, whatever the program says, and no English.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { T as english } from "../../src/serve/page/assets/texts.js";
import { T as french } from "../../src/serve/page/assets/texts.fr.js";
import { T as japanese } from "../../src/serve/page/assets/texts.ja.js";

/** What is written alike in both: signs, names, what is typed. */
const ALIKE = ["title", "value", "period", "space"];
/** Worded from data, which is compared below. */
const DATA = ["said", "did", "whyLost", "whyIt", "habit", "restsOn"];
/** English words that are names, or words of the other language too. */
const NAMES = /^(ggf|sgf|pgn|obf|wthor|othello|quest|reversi|in|monte|carlo|expert|classic|board|linear|map|league|pool|published|points|table|exact|machine|style|position)$/i;
const numbers = (text) => (String(text).replaceAll(",", ".").match(/\d+(?:\.\d+)?/g) ?? []).map(Number).sort();

/** Arguments for a text that is a function: numbers that are found again, or things that have them. */
const FIELDS = { square: 811, answer: 812, ahead: 813, exact: true, reason: { words: 814 }, name: 815, words: 825, player: 816, games: 817 };
const MORE = { tried: 818, found: 819, rating: 820, low: 821, high: 822, why: 823, score: 24, how: "played", depth: 826 };
const THINGS = { ...FIELDS, ...MORE };
/** Of each kind until one fits: numbers, a list, a thing. */
const KINDS = [
  [[901, 902, 903, 904, 905], [1, 1, 1, 1, 1], [0, 2, 0, 0, 0], ["black"], ["white"]],
  [[[906, 907, 908]], [[1, 0, 1]], [[0, 0, 0]]],
  [
    [THINGS, "white"],
    [{ ...THINGS, exact: false, reason: null, score: -2, how: "resigned", likely: { percent: 827 } }, "black"],
    [{ ...THINGS, score: 0, how: "time" }, "black"],
  ],
];

/** Signs of a language's writing that a translator misses. */
const MISWRITTEN = {
  fr: / [:;?!»]|« /, // a space that a line can break at
  ja: /\d\dつ| [、。]/, // つ counts to nine
};

function called(text, values) {
  try {
    return text(...values);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** @returns {number} how many texts were compared */
function compare(code, path, one, other) {
  assert.equal(typeof other, typeof one, `${code}: ${path}`);
  if (typeof one === "object") {
    assert.deepEqual(Object.keys(other).sort(), Object.keys(one).sort(), `${code}: ${path}`);
    return Object.keys(one).reduce((sum, key) => sum + compare(code, path ? `${path}.${key}` : key, one[key], other[key]), 0);
  }
  if (DATA.includes(path)) return 0;
  const fits = (values) => !/undefined|NaN|object|^$/.test(called(one, values) ?? "");
  const sets = typeof one === "string" ? [null] : (KINDS.find(([first]) => fits(first)) ?? []).filter(fits);
  let compared = 0;
  for (const values of sets) {
    const [own, foreign] = values ? [called(one, values), called(other, values)].map(String) : [one, other];
    compared += 1;
    assert.deepEqual(numbers(foreign), numbers(own), `${code}: ${path}: ${own} | ${foreign}`);
    assert.doesNotMatch(foreign, MISWRITTEN[code], `${code}: ${path}`);
    const alike = ALIKE.some((name) => path === name || `${code}.${path}` === name || path.startsWith(`${name}.`));
    if (/[a-z]{3}/.test(own.replaceAll(values?.[0], "")) && !alike) {
      assert.notEqual(foreign, own, `${code}: ${path} is English`);
      if (code === "ja") assert.match(foreign, /[\u3040-\u30ff\u4e00-\u9fff]/, `${code}: ${path}: ${foreign}`);
    }
  }
  assert.ok(compared > 0, `${path} was not compared`);
  return compared;
}

/** What the program tells as data, each with what the page says of it. @returns {[string, string][]} */
function worded({ features, habitual, rests, facts, deeds, told }, texts) {
  const named = (list, words) => list.map((one) => [JSON.stringify(one), words(one)]);
  const reasons = facts.flatMap((fact) => {
    const [played, better] = [{ move: "g2", fact }, { move: "c3", fact }];
    const pairs = [{ played, better: null }, { played: null, better }, { played, better }];
    const priced = { played, better, price: "a8", close: false };
    return [...pairs.flatMap((pair) => [true, false].map((close) => ({ ...pair, price: null, close }))), priced];
  });
  const ways = (list) => list.flatMap((feature) => [true, false].map((more) => ({ feature, more })));
  const both = ways(features);
  const habits = ways(habitual).flatMap((one) => [{ ...one, times: null }, { ...one, times: [7, 12] }]);
  const human = { kind: "human", better: null, saw: false, times: 0 };
  const likes = both.flatMap((one) => [null, 5].map((count) => ({ ...human, likes: { ...one, count } })));
  const saw = [true, false].map((saw) => ({ ...human, better: "g6", saw, likes: { ...both[0], count: null } }));
  const often = [0, 10].map((times) => ({ ...human, times, likes: null }));
  return [
    ...["black", "white", null].flatMap((you) => named(reasons, (reason) => texts.whyLost(reason, you))),
    ...named(
      deeds.map((deed) => ({ move: "g2", deed })),
      ({ move, deed }) => texts.did(move, deed),
    ),
    ...named(habits, (says) => texts.habit({ says, words: "" })),
    ...named(rests, (says) => texts.restsOn({ says, words: "" })),
    ...named([...told, ...likes, ...saw, ...often], (says) => texts.whyIt({ says, words: "" })),
  ];
}

/** Only numbers that the data has are told, and nothing that is missing. */
function sound(code, data, text) {
  assert.match(text, /^\S.*\S$/s, `${code}: ${data}`);
  assert.doesNotMatch(text, /undefined|NaN|null|object|  /, `${code}: ${data}: ${text}`);
  const known = numbers(data.replaceAll(/,|-/g, " "));
  const told = numbers(text.replaceAll(/[a-h][1-8]/g, "")).filter((number) => !known.includes(number) && number !== 10);
  assert.deepEqual(told, [], `${code}: ${data}: ${text}`);
  const squares = (text.match(/[a-h][1-8]/g) ?? []).filter((square) => !data.includes(square));
  assert.deepEqual(squares, [], `${code}: ${data}: ${text}`);
  const isForeign = code === "ja" ? /[a-z]{2}/ : /\b(the|of|and|that|with|you|Black|White|move|would)\b/;
  if (code === "en") return;
  assert.doesNotMatch(text, isForeign, `${code}: ${data}`);
  assert.doesNotMatch(text, MISWRITTEN[code], `${code}: ${data}`);
}

/* Terms ask the browser for its language. */
Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"] }, configurable: true });
globalThis.document = /** @type {any} */ ({ documentElement: {}, cookie: "" });
globalThis.Draw = /** @type {any} */ ({ html: () => ({}) });
const { TERMS } = await import("../../src/serve/page/assets/terms.js");

/** Every explained word is one that a reason uses, and is told in the page's language. */
function explains(code, data) {
  for (const { word, asks, means } of TERMS[code]) {
    assert.ok(data.some(([, text]) => word.test(text)), `${code}: no reason says ${word}`);
    const text = `${asks} ${means}`;
    if (code === "ja") assert.match(text, /[\u3040-\u30ff\u4e00-\u9fff]/);
    if (code !== "en") assert.doesNotMatch(text, /\b(the|of|and|that|with|you|move|would)\b/, `${code}: ${text}`);
  }
}

const list = JSON.parse(readFileSync(new URL("said.json", import.meta.url), "utf8"));
for (const you of ["white", "black", null])
  for (const fact of list.facts) {
    const text = english.whyLost({ played: { move: "g2", fact }, better: null, close: false }, you);
    if (fact.side) assert.ok(text.includes(fact.side === you ? "you" : "White"), text);
    sound("en", JSON.stringify(fact) + "g2", text);
  }
explains("en", worded(list, english));
for (const [code, texts] of /** @type {const} */ ([["fr", french], ["ja", japanese]])) {
  const count = compare(code, "", english, texts);
  const data = worded(list, texts);
  for (const [told, text] of data) sound(code, told, text);
  for (const line of list.said) {
    const told = texts.said(line);
    assert.deepEqual(numbers(told), numbers(line), `${code}: ${line} | ${told}`);
    const left = (line.match(/[a-z]{3,}/gi) ?? []).filter((word) => !NAMES.test(word) && new RegExp(`\\b${word}\\b`, "i").test(told));
    assert.deepEqual(left, [], `${code}: ${line} | ${told}`);
  }
  assert.equal(texts.said("Tamenori"), "Tamenori");
  explains(code, data);
  console.log(`ok ${code}: ${count} texts, ${list.said.length} phrases, ${data.length} sentences from data`);
}
