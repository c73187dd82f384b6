/* How people as strong as the person play in a game under review. */

import { ask } from "./server.js";
import { lossOf } from "./judged.js";

/** @import { GameRef, Lens } from "./types.d.ts" */
/** @import { Reviewed } from "./said.js" */

/** A move is good if it gives away at most this many discs. */
const GOOD = 2;
/** The time in milliseconds for which a move must be in view before its lens is asked for. */
const PAUSE = 250;

/** The ratings of the people of a lens as they are shown. @param {Lens} lens */
export const ratingsOf = ({ ratings }) => ratings.map((rating) => Math.round(rating / 50) * 50);

/**
 * The share of people of the person's strength who find a good move, and the mean of the discs that they give away;
 * null before the judge has the value of every move.
 * @param {Reviewed} known
 * @param {Lens} lens
 */
export function hardness({ positions }, at, lens) {
  let good = 0;
  let loss = 0;
  for (const [square, [share]] of lens.moves) {
    const lost = lossOf(positions[at], square);
    if (lost === null) return null;
    if (lost <= GOOD) good += share;
    loss += share * lost;
  }
  return { good, loss };
}

/**
 * The lenses of a game. `changed` is called for each that arrives.
 * @param {GameRef} of
 * @param {() => Reviewed | null} known
 * @param {() => void} changed
 */
export function lensesOf(of, known, changed) {
  /** By the number of moves before. @type {Map<number, Lens>} */
  const lenses = new Map();
  let timer = 0;
  let areAllWanted = false;

  /** True for a choice whose lens is not there. */
  function isOpen(at) {
    const game = known()?.game;
    const position = known()?.states[at];
    if (!game || !position || lenses.has(at)) return false;
    return game.rule === "most" && position.legal.length > 1 && (at > 0 || Boolean(game.start));
  }

  async function look(at) {
    if (!isOpen(at)) return;
    const lens = await ask("lens", { of, ply: at }).catch(() => null);
    if (!lens) return;
    lenses.set(at, lens);
    changed();
  }

  /** Asks for the lens of a move that stays in view. */
  function lookSoon(at) {
    clearTimeout(timer);
    if (isOpen(at)) timer = setTimeout(() => look(at), PAUSE);
  }

  async function lookAtAll() {
    if (areAllWanted) return;
    areAllWanted = true;
    const moves = known()?.states.length ?? 0;
    for (let at = 0; at + 1 < moves && areAllWanted; at++) await look(at);
    areAllWanted = false;
  }

  /** The mean of the discs that people give away in a position. */
  function lossAt(at) {
    const game = known();
    const lens = lenses.get(at);
    return game && lens ? (hardness(game, at, lens)?.loss ?? null) : null;
  }

  function rating() {
    const [first] = lenses.values();
    return first ? ratingsOf(first)[0] : null;
  }

  function leave() {
    clearTimeout(timer);
    areAllWanted = false;
  }

  return { get: (at) => lenses.get(at), lookSoon, lookAtAll, lossAt, rating, leave };
}
