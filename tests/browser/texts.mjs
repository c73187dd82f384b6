// The page's languages say the same: every text and every number in it, whatever the program says, and no English.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { T as english } from "../../src/serve/page/assets/texts.js";
import { T as french } from "../../src/serve/page/assets/texts.fr.js";
import { T as japanese } from "../../src/serve/page/assets/texts.ja.js";

/** What is written alike in both: signs, names, what is typed. */
const ALIKE = ["title", "value", "fr.depthIs"];
/** English words that are names, or words of the other language too. */
const NAMES = /^(reversi|in|monte|carlo|expert|classic|board|linear|map|points|table|exact|machine|style|position)$/i;
const numbers = (text) => (String(text).replaceAll(",", ".").match(/\d+(?:\.\d+)?/g) ?? []).map(Number).sort();

/** Arguments for a text that is a function: numbers that are found again, or things that have them. */
const FIELDS = { square: 811, answer: 812, ahead: 813, exact: true, reason: { words: 814 }, name: 815, words: 825, player: 816, games: 817 };
const MORE = { tried: 818, found: 819, rating: 820, low: 821, high: 822, why: 823, score: 24, how: "played" };
const THINGS = { ...FIELDS, ...MORE };
/** Of each kind until one fits: numbers, a list, a thing. */
const KINDS = [
  [[901, 902, 903, 904, 905], [1, 1, 1, 1, 1], [0, 2, 0, 0, 0], ["black"], ["white"]],
  [[[906, 907, 908]], [[1, 0, 1]], [[0, 0, 0]]],
  [
    [THINGS, "white"],
    [{ ...THINGS, exact: false, reason: null, score: -2, how: "resigned" }, "black"],
    [{ ...THINGS, score: 0, how: "time" }, "black"],
  ],
];

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
  if (path === "said") return 0;
  const fits = (values) => !/undefined|NaN|object|^$/.test(called(one, values) ?? "");
  const sets = typeof one === "string" ? [null] : (KINDS.find(([first]) => fits(first)) ?? []).filter(fits);
  let compared = 0;
  for (const values of sets) {
    const [own, foreign] = values ? [called(one, values), called(other, values)].map(String) : [one, other];
    compared += 1;
    assert.deepEqual(numbers(foreign), numbers(own), `${code}: ${path}: ${own} | ${foreign}`);
    const alike = ALIKE.some((name) => path === name || `${code}.${path}` === name || path.startsWith(`${name}.`));
    if (/[a-z]{3}/.test(own.replaceAll(values?.[0], "")) && !alike) {
      assert.notEqual(foreign, own, `${code}: ${path} is English`);
      if (code === "ja") assert.match(foreign, /[\u3040-\u30ff\u4e00-\u9fff]/, `${code}: ${path}: ${foreign}`);
    }
  }
  assert.ok(compared > 0, `${path} was not compared`);
  return compared;
}

const said = readFileSync(new URL("said.txt", import.meta.url), "utf8").trim().split("\n");
for (const [code, texts] of [["fr", french], ["ja", japanese]]) {
  const count = compare(code, "", english, texts);
  for (const line of said) {
    const told = texts.said(line);
    assert.deepEqual(numbers(told), numbers(line), `${code}: ${line} | ${told}`);
    const left = (line.match(/[a-z]{3,}/gi) ?? []).filter((word) => !NAMES.test(word) && new RegExp(`\\b${word}\\b`, "i").test(told));
    assert.deepEqual(left, [], `${code}: ${line} | ${told}`);
  }
  assert.equal(texts.said("Tamenori"), "Tamenori");
  console.log(`ok ${code}: ${count} texts and ${said.length} phrases`);
}
