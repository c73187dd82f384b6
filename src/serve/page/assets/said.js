/* The sentences of a review about a move and about a better one. */

import { T } from "./language.js";
import { button, fold, h, moveName, playerName, row, sideOf, small, soft } from "./parts.js";
import { EQUAL, lossOf } from "./judged.js";
import { hardness, ratingsOf } from "./people.js";
import { moveAt, numberAt } from "./rules.js";

/** @import { Position } from "./page.d.ts" */
/** @import { Game, JudgedPosition, Lens, MoveComment, Statement } from "./types.d.ts" */

/**
 * @typedef {object} Reviewed
 * @property {Game} game
 * @property {Position[]} states
 * @property {(JudgedPosition | null)[]} positions
 * @property {(at: number) => number | null} lossAt
 * @property {(at: number) => [string, number] | null} bestAt
 * @property {() => Map<number, import("./page.d.ts").Mark>} marks
 * @property {{[at: number]: Statement<MoveComment> | null}} reasons
 */

/** @type {(game: Game, side: number) => string} */
export function nameOf(game, side) {
  const name = side > 0 ? game.black : game.white;
  if (game.you) return side === sideOf(game.you) ? T.you : playerName(game.opponent ?? name);
  return playerName(name) || T.side(side);
}

/** @type {(known: Reviewed, at: number) => boolean} */
export const isTheirs = ({ game, states }, at) =>
  Boolean(game.you && states[at].side !== sideOf(game.you) && moveAt(game.moves, at) !== "--");

/** True if no move is better, by exact values. @type {(judged: JudgedPosition | null, loss: number) => boolean} */
const isBest = (judged, loss) => judged?.certainty === "exact" && loss === 0;

/**
 * Sentences about the move before a position: who played it, and its loss.
 * @param {Reviewed} known
 */
export function moveWords({ game, states, positions, lossAt, bestAt }, ply) {
  if (!ply) return [T.atStart];
  const at = ply - 1;
  const move = moveAt(game.moves, at);
  const who = nameOf(game, states[at].side);
  if (move === "--") return [T.passedIn(who)];
  const found = [T.moveNumber(numberAt(game.moves, at)), T.played(who, move)];
  const loss = lossAt(at);
  const best = bestAt(at);
  if (states[at].legal.length === 1) found.push(T.forced);
  else if (loss !== null && best) {
    found.push(loss < EQUAL ? T.lossNone(isBest(positions[at], loss)) : T.loss(loss));
    if (loss >= EQUAL) found.push(T.better(best[0].slice(0, 2)));
    const reason = positions[at]?.reason;
    if (reason) found.push(T.whyLost(reason, game.you));
  }
  const { reason, did } = positions[at] ?? {};
  if (did && !reason && game.you && states[at].side !== sideOf(game.you)) found.push(T.did(move, did));
  return found;
}

/**
 * The value of every move in a position and the judge's depth; empty if unknown.
 * @param {Reviewed} known
 */
export function details({ positions, states }, at) {
  const { moves = [], certainty } = positions[at] ?? {};
  const worths = moves.toSorted(([, a], [, b]) => b - a).map(([line, value]) => `${line.slice(0, 2)} ${T.value(value)}`);
  if (!moves.length || states[at].legal.length < 2) return [];
  return [fold("", T.details, h("p", { class: "line" }, ...worths.map((one) => h("span", {}, one))), small(T.certaintyIs(certainty) + T.period))];
}

/**
 * The share of people who play the played move, and of those who play the better one.
 * @param {Reviewed} known
 * @param {Lens} lens
 */
export function lensWords({ game, lossAt, bestAt }, at, lens) {
  const { moves } = lens;
  const [own, stronger] = ratingsOf(lens);
  const played = moveAt(game.moves, at);
  const best = bestAt(at)?.[0].slice(0, 2);
  const named = best && best !== played && (lossAt(at) ?? 0) >= EQUAL ? [played, best] : [played];
  const words = named.map((square) => {
    const [few, many] = moves.find(([move]) => move === square)?.[1] ?? [0, 0];
    return T.lensMove(square, own, few, stronger, many);
  });
  return words.join(T.space);
}

/**
 * How hard the position is for people of the person's strength; empty before the judge has seen every move.
 * @param {Reviewed} known
 * @param {Lens} lens
 */
export function hardWords(known, at, lens) {
  const found = hardness(known, at, lens);
  return found ? T.space + T.hardHere(ratingsOf(lens)[0], found.good, found.loss) : "";
}

/** The number of key moments in a game. */
const MOMENTS = 3;

/**
 * The person's costliest moves in order; in a game of others, those of both sides.
 * @param {Reviewed} known
 */
export function keyMoments({ game, states, lossAt, marks }) {
  const isOwn = (at) => !game.you || states[at].side === sideOf(game.you);
  const lost = [...marks()].filter(([at, { kind }]) => kind !== "slight" && isOwn(at)).map(([at]) => at);
  const worst = lost.toSorted((one, other) => (lossAt(other) ?? 0) - (lossAt(one) ?? 0)).slice(0, MOMENTS);
  return worst.toSorted((one, other) => one - other);
}

/**
 * The answer to a search for the next mistake where there is none.
 * @param {Reviewed} known
 * @param {{ count: number, forward: boolean, areOwn: boolean }} search the number of mistakes, and whose are wanted
 */
export function noMistakeWords({ states, positions }, { count, forward, areOwn }) {
  const done = positions.filter(Boolean).length;
  const all = positions.length || states.length;
  if (done < all) return T.judging(done, all);
  return count ? T.lastMistake(forward) : T.noMistakes(areOwn);
}

/**
 * The reply that shows why a move lost discs; empty if unknown.
 * @param {Reviewed} known
 */
export function replyTo({ states, lossAt, bestAt }, at) {
  const isLost = (lossAt(at) ?? 0) >= EQUAL && !states[at + 1].over && !states[at + 1].mustPass;
  return isLost ? (bestAt(at + 1)?.[0].slice(0, 2) ?? "") : "";
}

/** The number of a side's worst moves to name. */
const WORST = 3;

/**
 * A sentence for each side about the moves that lost discs.
 * @param {Reviewed} known
 */
export function summaryWords({ game, states, lossAt, marks }) {
  const bad = [...marks()].filter(([, { kind }]) => kind !== "slight").map(([at]) => at);
  const sides = game.you === "white" ? [-1, 1] : [1, -1];
  const words = sides.map((side) => {
    const loss = (at) => lossAt(at) ?? 0;
    const own = bad.filter((at) => states[at].side === side).toSorted((one, other) => loss(other) - loss(one));
    const worst = own.slice(0, WORST).map((at) => T.cost(numberAt(game.moves, at), loss(at)));
    return T.summary(nameOf(game, side), own.length, worst.join(T.comma));
  });
  return words.join(T.space);
}

/**
 * A sentence about a move that was tried instead of the played one.
 * @param {Reviewed} known
 */
export function triedWords({ positions, lossAt }, at, name) {
  const loss = lossOf(positions[at], name);
  if (loss === null) return null;
  const good = loss < EQUAL;
  const played = lossAt(at) ?? 0;
  const best = isBest(positions[at], loss);
  const text = good ? T.tryGood(name, best) : loss < played - EQUAL ? T.tryBetter(name, loss) : T.tryBad(name, loss);
  return { good, text };
}

/** A line, with the number of its moves that are on the board. */
export function lineShown({ title, moves, at, states }, step, stop) {
  const on = button(T.forward, () => step(1));
  on.disabled = at >= states.length - 1;
  const shown = moves.match(/../g).map((move, i) => h("span", { class: i < at ? "done" : "" }, moveName(move)));
  return [
    h("h2", {}, title),
    h("p", { class: "line" }, ...shown),
    row(button(T.back, () => step(-1)), on, button(T.bestLineStop, stop)),
  ];
}

/**
 * The question for a better move than the one from `at`, with the verdict on a move that was tried.
 * @param {Reviewed} known
 * @param {ReturnType<typeof triedWords>} tried
 */
export function question({ game, states, lossAt }, at, tried, reveal) {
  return [
    h("h2", {}, `${T.moveNumber(numberAt(game.moves, at))} ${T.tryIt}`),
    h("p", {}, T.mistakeAt(nameOf(game, states[at].side), lossAt(at) ?? 0)),
    tried ? h("p", { class: `answer ${tried.good ? "good" : "bad"}` }, tried.text) : soft(T.tryHint),
    row(button(T.showBest, reveal)),
  ];
}
