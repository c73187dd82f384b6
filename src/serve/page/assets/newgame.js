/* The choices for the next game, and its start. */

import { T } from "./language.js";
import { ask } from "./server.js";
import { attempt, button, notice, playerName } from "./parts.js";
import { replay, written } from "./rules.js";
import { store, stored } from "./stored.js";

/** @import { Chosen, Page } from "./page.d.ts" */
/** @import { OpponentChoice } from "./types.d.ts" */

const NAME = "rival-options";
/** Where a tab keeps the position of the next game, in case it is loaded again. */
const LAID = "laid";
const TIMES = [[3, 2], [5, 0], [10, 0], [15, 10], [30, 0]];
/** The clocks to choose from; null is no clock. */
export const CLOCKS = [null, ...TIMES.map(([minutes, increment]) => ({ minutes, increment }))];

/** The choices that this browser keeps. */
const LASTING = {
  opponent: "strength",
  rating: 0,
  player: "beginner",
  color: "either",
  rule: "most",
  pace: "human",
  clock: 0,
  opening: "",
  line: false,
};

/** @type {Chosen} */
export const chosen = /** @type {any} */ ({ ...LASTING, start: null, map: "" });

/** Restores the last choices of this browser. Unknown values are ignored. */
export function beginOptions() {
  let kept;
  let laid;
  try {
    kept = JSON.parse(stored(NAME) ?? "{}");
    laid = JSON.parse(sessionStorage.getItem(LAID) ?? "{}");
  } catch {
    /* The browser stores nothing, or the stored text is not from this page. */
  }
  for (const key of Object.keys(LASTING)) if (typeof kept?.[key] === typeof LASTING[key]) chosen[key] = kept[key];
  for (const [key, words] of Object.entries({ color: T.colors, rule: T.rules, pace: T.paces }))
    if (!Object.hasOwn(words, chosen[key])) chosen[key] = LASTING[key];
  if (!(chosen.clock in CLOCKS)) chosen.clock = 0;
  if (!/^([a-h][1-8])*$/.test(chosen.opening)) chosen.opening = "";
  openWith(chosen.opening);
  Object.assign(chosen, laid);
}

/** Changes choices for the next game. @param {Partial<Chosen>} more */
export function choose(more) {
  Object.assign(chosen, more);
  const lasting = Object.keys(LASTING).map((key) => [key, chosen[key]]);
  store(NAME, JSON.stringify(Object.fromEntries(lasting)));
  const { start, rule, opening } = chosen;
  if (start && !opening) lay({ start, rule, opening });
}

/** Only the next game begins with this position. */
export const startFrom = (position, rule = chosen.rule) => lay({ start: written(position), rule, opening: "" });

/** Shows a position, to begin a game with it. @param {Page} page */
export function playFrom(page, position, rule) {
  startFrom(position, rule);
  page.go("play/from");
}

/** @param {Partial<Chosen>} laid */
function lay(laid) {
  Object.assign(chosen, laid);
  try {
    sessionStorage.setItem(LAID, JSON.stringify(laid));
  } catch {}
}

/** Drops the position of the next game for the last choices. */
function layNothing() {
  lay({});
  beginOptions();
}

export function startNormally() {
  layNothing();
  openWith("");
}

/** The next games begin with these moves, or the opponent follows them. */
export function openWith(opening) {
  const last = replay(null, opening).at(-1);
  choose({ opening, start: opening && last && !chosen.line ? written(last) : null });
}

/** The strength on the scale that is nearest to the person's; a weak one if that is unknown. @param {Page} page */
export function ownRating({ state }) {
  const { low, high, step, first } = state.hello.strengths;
  const own = state.me?.estimate?.rating.value ?? first;
  return Math.min(high, Math.max(low, low + step * Math.round((own - low) / step)));
}

/** The last chosen opponent. @type {(page: Page) => OpponentChoice} */
export function opponentOf(page) {
  const { opponent, map, player, rating, rule } = chosen;
  if (opponent === "map") return { kind: "map", map };
  if (opponent === "strength" && rule === "most") return { kind: "strength", rating: rating || ownRating(page) };
  const names = page.state.hello.opponents.filter((other) => other.rule === rule).map(({ name }) => name);
  return { kind: "shipped", name: names.includes(player) ? player : names[0] };
}

/** True if a game can begin: the present one is over or can wait. @param {Page} page */
function isFree(page) {
  const { play } = page.state;
  if (!play || play.over || play.canUndo) return true;
  notice(T.stillPlaying, "error");
  page.go("play");
  return false;
}

/**
 * Begins a game with the choices, except for `more`.
 * @param {Page} page
 * @param {OpponentChoice} who
 * @param {Partial<Chosen>} more
 */
export async function begin(page, who, more = {}) {
  if (!isFree(page)) return;
  const { start, color, pace, line, opening } = { ...chosen, ...more };
  const rule = ["rival", "agent", "strength"].includes(who.kind) ? "most" : chosen.rule;
  const clock = CLOCKS[chosen.clock];
  const moves = (line && !start && opening) || null;
  if ((page.state.loading ?? 1) < 1) notice(T.loading);
  await attempt(async () => {
    await ask("new-game", { start, line: moves, who, color, rule, pace, clock });
    if (start && !opening) layNothing();
    showGame(page);
  });
}

/** Shows a game that has begun, unless the person already answers a question about it. @param {Page} page */
function showGame(page) {
  if (!document.activeElement?.closest(".sure")) page.go("play");
}

/** @param {Page} page */
export async function beginPlacement(page) {
  if (!isFree(page)) return;
  const { color, pace } = chosen;
  await attempt(() => ask("place", { color, pace }).then(() => showGame(page)));
}

/**
 * @param {Page} page
 * @param {import("./types.d.ts").LeftGame} left
 */
export function continueButton(page, { game, opponent, moves }, more = {}) {
  const goOn = () => attempt(() => ask("go-on", { game }).then(() => showGame(page)));
  return button(T.goOn(playerName(opponent), moves), () => isFree(page) && goOn(), more);
}
