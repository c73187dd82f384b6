/* What the judge's values say of the moves of a game. */

import { T } from "./language.js";
import { moveAt, squareOf } from "./rules.js";
import { MOST_LOSS } from "./writing.js";

/** Whole discs: from here on a move is a mistake, or an inaccuracy. */
const MISTAKE = 6;
const INACCURACY = 2;
/** A move that is worth so little less is as good. */
export const EQUAL = 0.5;

/** So many discs given away are worth another try. */
export const isInaccurate = (loss) => Math.round(loss) >= INACCURACY;

/** @import { Mark, Position } from "./page.d.ts" */
/** @import { Judged } from "./types.d.ts" */

/**
 * What a move gives away there, in discs, as the program counts it; null while that is not known.
 * @type {(judged: Judged | null | undefined, move: string) => number | null}
 */
export const lossOf = (judged, move) => judged?.losses[judged.moves.findIndex(([pv]) => pv.startsWith(move))] ?? null;

/**
 * Of a game's moves from each of its states, as far as the positions are judged.
 * @param {string} moves
 * @param {Position[]} states
 * @param {(Judged | null)[]} positions
 */
export function judgedMoves(moves, states, positions) {
  /** What the move from `at` gave away, in discs; null while that is not known. */
  function lossAt(at) {
    const move = moveAt(moves, at);
    return move ? lossOf(positions[at], move) : null;
  }

  const bestAt = (at) => positions[at]?.moves.reduce((best, move) => (move[1] > best[1] ? move : best)) ?? null;

  /** The moves that gave something away, by the states they were made from. */
  function marks() {
    /** @type {Map<number, Mark>} */
    const found = new Map();
    for (let at = 0; at + 1 < states.length; at++) {
      const loss = lossAt(at) ?? 0;
      /* What is shown decides the kind. */
      const whole = Math.round(loss);
      const more = loss < MOST_LOSS ? "" : "+";
      if (whole >= MISTAKE)
        found.set(at, { kind: "mistake", sign: `?  \u2212${whole}${more}`, words: `${T.mistake}, ${T.loss(loss)}` });
      else if (whole >= INACCURACY)
        found.set(at, { kind: "inaccuracy", sign: `?!  \u2212${whole}`, words: `${T.inaccuracy}, ${T.loss(loss)}` });
      else if (loss >= EQUAL && states[at].legal.length > 1)
        found.set(at, { kind: "slight", sign: T.value(-loss), words: T.loss(loss) });
    }
    return found;
  }

  return { lossAt, bestAt, marks };
}

/**
 * The values of the moves, on their squares.
 * @param {[string, number][]} moves
 */
export function valuesOf(moves) {
  const top = Math.max(...moves.map(([, value]) => value));
  const values = new Map();
  for (const [pv, value] of moves) {
    const square = squareOf(pv.slice(0, 2));
    if (square >= 0) values.set(square, { text: T.value(value), best: value === top, bad: value < top - 6 });
  }
  return values;
}
