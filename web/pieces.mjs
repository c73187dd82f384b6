/*
 * Divides the learned numbers into pieces for the page, those of the opening first: an opponent that plays like people
 * begins with them, and the others are loaded while the person thinks.
 *
 *     node web/pieces.mjs FOLDER
 */

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync, inflateSync } from "node:zlib";

/** Phases of the opening: the weights' are those of 45 empty squares and more, the policy's of 39 and more. */
const OPENING = { weights: 4, policy: 3 };
/** Phases of the policy: `PHASES` in src/people/policy.rs. */
const POLICY_PHASES = 8;

const [out] = process.argv.slice(2);
const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url));
const write = (name, ...pieces) => writeFileSync(join(out, name), Buffer.concat(pieces));
const pack = (...pieces) => deflateSync(Buffer.concat(pieces), { level: 9 });

/** The place after the line that begins here. */
const afterLine = (bytes, at = 0) => bytes.indexOf("\n", at) + 1;

const signed = (zigzag) => (zigzag >> 1) ^ -(zigzag & 1);
const zigzag = (number) => ((number << 1) ^ (number >> 15)) & 0xffff;

/**
 * The weights. The file has the low bytes of all numbers and then the high ones: the end of the game, and the change to
 * each phase from the one that is later in the game. The pieces have the same form, but begin with the first phase of
 * the game as a change from 0, and go down.
 */
function divideWeights(name) {
  const file = read(`engines/${name}`);
  const head = file.subarray(0, afterLine(file, afterLine(file)));
  const { weights, phases } = JSON.parse(head.subarray(afterLine(head)).toString());
  const body = inflateSync(file.subarray(head.length));
  const halves = [body.subarray(0, body.length / 2), body.subarray(body.length / 2)];
  const first = [Buffer.alloc(weights), Buffer.alloc(weights)];
  for (let at = 0; at < weights; at++) {
    let sum = 0;
    for (let place = at; place < halves[0].length; place += weights)
      sum += signed(halves[0][place] | (halves[1][place] << 8));
    first[0][at] = zigzag(-sum) & 0xff;
    first[1][at] = zigzag(-sum) >> 8;
  }
  const change = (phase) => halves.map((half) => half.subarray(phase * weights, (phase + 1) * weights));
  const down = [first, ...phases.slice(1).map((_, at) => change(phases.length - 1 - at))];
  const piece = (phases) => pack(...phases.map(([low]) => low), ...phases.map(([, high]) => high));
  const digest = createHash("sha256").update(file).digest("hex");
  write(`${name}.opening`, Buffer.from(`${digest}\n`), head, piece(down.slice(0, OPENING.weights)));
  write(`${name}.rest`, piece(down.slice(OPENING.weights)));
}

/** The policy: a byte each, the end of the game first. */
function dividePolicy() {
  const file = read("src/people/policy.bin");
  const weights = inflateSync(file.subarray(afterLine(file)));
  const opening = (weights.length * (POLICY_PHASES - OPENING.policy)) / POLICY_PHASES;
  write("policy.opening", pack(weights.subarray(opening)));
  write("policy.rest", pack(weights.subarray(0, opening)));
}

divideWeights("master.weights");
dividePolicy();
