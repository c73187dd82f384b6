/* The moves of a game by the judge's values. */

import { T } from "./language.js";
import { moveAt, squareOf } from "./rules.js";
import { MOST_LOSS } from "./writing.js";

/** The losses, in whole discs, from which a move is a mistake or an inaccuracy. */
const MISTAKE = 6;
const INACCURACY = 2;
/** Moves whose values differ by at most this much count as equal. */
export const EQUAL = 0.5;

export const isInaccurate = (loss) => Math.round(loss) >= INACCURACY;

/** @import { Mark, Position } from "./page.d.ts" */
/** @import { JudgedPosition } from "./types.d.ts" */

/**
 * The loss of a move in discs, as the program counts it; null if it is unknown.
 * @type {(judged: JudgedPosition | null | undefined, move: string) => number | null}
 */
export const lossOf = (judged, move) => judged?.losses[judged.moves.findIndex(([pv]) => pv.startsWith(move))] ?? null;

/**
 * The judged moves of a game from each of its states.
 * @param {string} moves
 * @param {Position[]} states
 * @param {(JudgedPosition | null)[]} positions
 */
export function judgedMoves(moves, states, positions) {
  /** The loss of the move from `at`, in discs; null if it is unknown. */
  function lossAt(at) {
    const move = moveAt(moves, at);
    return move ? lossOf(positions[at], move) : null;
  }

  const bestAt = (at) => positions[at]?.moves.reduce((best, move) => (move[1] > best[1] ? move : best)) ?? null;

  /** The costly moves, by the states they were made from. */
  function marks() {
    /** @type {Map<number, Mark>} */
    const found = new Map();
    for (let at = 0; at + 1 < states.length; at++) {
      const loss = lossAt(at) ?? 0;
      /* The displayed number decides the kind. */
      const whole = Math.round(loss);
      const more = loss < MOST_LOSS ? "" : "+";
      if (whole >= MISTAKE)
        found.set(at, { kind: "mistake", sign: `?  \u2212${whole}${more}`, words: T.mistake + T.comma + T.loss(loss) });
      else if (whole >= INACCURACY)
        found.set(at, { kind: "inaccuracy", sign: `?!  \u2212${whole}`, words: T.inaccuracy + T.comma + T.loss(loss) });
      else if (loss >= EQUAL && states[at].legal.length > 1)
        found.set(at, { kind: "slight", sign: T.value(-loss), words: T.loss(loss) });
    }
    return found;
  }

  return { lossAt, bestAt, marks };
}

/** @param {[string, number][]} moves */
export function valuesOf(moves) {
  const top = Math.max(...moves.map(([, value]) => value));
  const values = new Map();
  for (const [pv, value] of moves) {
    const square = squareOf(pv.slice(0, 2));
    if (square >= 0) values.set(square, { text: T.value(value), best: value === top, bad: value < top - 6 });
  }
  return values;
}
