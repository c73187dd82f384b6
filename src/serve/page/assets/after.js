/* The page after a game: the result, what it has changed, and the costliest moves. */

import { T } from "./language.js";
import { ask } from "./server.js";
import { attempt, button, h, hide, rounded, sideOf, small, soft } from "./parts.js";
import { judgedMoves } from "./judged.js";
import { followReview } from "./judging.js";
import { beginPlacement } from "./newgame.js";
import { keyMoments, moveWords } from "./said.js";
import { count, moveAt, squareOf } from "./rules.js";

/** @import { Page, Position } from "./page.d.ts" */
/** @import { GameRef, LastGame, Play } from "./types.d.ts" */
/** @import { Reviewed } from "./said.js" */

/** The rings on squares of a position: around the played move, and around a better one. */
const RINGS = { played: "var(--bad)", better: "var(--mark)" };

/**
 * The panel of a finished game. It is redrawn when the server sends news.
 * @param {Page} page
 * @param {{game: Play, states: Position[], headline: string}} ended
 */
export function createAfter(page, panel, ended) {
  const { game, states, headline } = ended;
  const { state } = page;
  /** @type {GameRef} */
  const of = { in: "mine", id: game.id };
  const address = `review/mine/${game.id}`;
  const follower = followReview(page, of);
  const strength = soft();
  const moments = h("ul", { class: "moments" });
  const judging = small();
  const retry = button("", () => page.go(`${address}/try`), { class: "primary big" });
  const actions = h("div", { class: "actions" });
  const heading = h("h2", { class: "hidden" }, T.keyMoments);
  const empty = emptyWords(game, states);
  panel.replaceChildren(
    h("h2", { class: "result", tabindex: -1 }, headline),
    soft(T.against(game.opponent)),
    ...(empty ? [small(empty)] : []),
    strength,
    heading,
    moments,
    judging,
    actions,
  );
  attempt(() => ask("review", { of }));

  const close = (then) => attempt(() => ask("close", { game: game.id }).then(then));

  function again() {
    const { start, line, who, rule, pace, clock } = game;
    const color = game.you === "black" ? "white" : "black";
    attempt(() => ask("new-game", { start, line, who, color, rule, pace, clock }));
  }

  let actionsKey = "";
  function paintActions() {
    const { placement } = state.me ?? {};
    const key = JSON.stringify(game.placement && placement);
    if (key === actionsKey) return;
    actionsKey = key;
    const next = [];
    if (!game.placement) next.push(button(T.again, again));
    else if (placement?.pending) next.push(soft(T.placementWait));
    else if (placement && !placement.done) {
      const label = T.placementGo(placement.games, placement.of);
      next.push(button(label, () => beginPlacement(page), { class: "primary big" }));
    } else next.push(button(T.placementDone, () => close(() => page.go("me")), { class: "primary big" }));
    actions.replaceChildren(
      retry,
      ...next,
      button(T.review, () => page.go(address)),
      button(T.otherGame, () => close()),
    );
  }

  let momentsKey = "";
  function paintMoments() {
    const review = follower.told();
    if (!review) return void follower.again();
    const { positions, judge } = review;
    const done = positions.filter(Boolean).length;
    judging.textContent = judge && done < positions.length ? T.judging(done, positions.length) : "";
    if (!judge || done < positions.length) return;
    const told = /** @type {Reviewed["game"]} */ (/** @type {any} */ (game));
    /** @type {Reviewed} */
    const known = { game: told, states, positions, reasons: {}, ...judgedMoves(game.moves, states, positions) };
    const found = keyMoments(known);
    const key = JSON.stringify(found.map((at) => [at, known.lossAt(at), known.bestAt(at), positions[at]?.reason]));
    if (key === momentsKey) return;
    momentsKey = key;
    hide(heading, !found.length);
    moments.replaceChildren(...found.map((at) => h("li", {}, momentButton(known, at))));
    judging.textContent = found.length ? "" : T.noMistakes(true);
    retry.textContent = T.tryMoments(found.length);
    hide(retry, !found.length);
  }

  /** @param {Reviewed} known */
  function momentButton(known, at) {
    const [number, ...sentences] = moveWords(known, at + 1);
    const element = button("", () => page.go(`${address}/${at + 1}`), { class: "card" });
    element.append(momentPicture(known, at), h("span", {}, h("strong", {}, number), " ", sentences.join(T.space)));
    return element;
  }

  function paint() {
    strength.textContent = strengthWords(game, state.me?.last);
    paintMoments();
    paintActions();
  }

  hide(retry);
  paint();
  return { paint, leave: follower.leave };
}

/** Who has the empty squares, if they count. @type {(game: Play, states: Position[]) => string} */
export function emptyWords({ result }, states) {
  const empty = count(states[states.length - 1].cells, 0);
  return result?.how === "played" && result.score && empty ? T.emptyCount(empty, Math.abs(result.score)) : "";
}

/** The change of the strength by a game, if it is known. @type {(game: Play, last?: LastGame | null) => string} */
export function strengthWords({ id, result, you, hinted }, last) {
  if (last?.game !== id) return "";
  const { counts, before, after } = last;
  if (!counts) return hinted ? T.hintedGame : T.notCounted;
  if (!after) return T.strengthWait;
  const [value, low, high] = [after.value, after.low, after.high].map(rounded);
  if (!before) return T.strengthFirst(value, low, high);
  const change = T.strengthChange(rounded(before.value), value, low, high);
  const isLess = +value < +rounded(before.value);
  const isWon = (result?.score ?? 0) * sideOf(you) > 0;
  return isWon && isLess ? change + T.space + T.movesCount : change;
}

/**
 * A small board with one ring around the played square and another one around a better square.
 * @param {Reviewed} known
 */
function momentPicture({ game, states, bestAt }, at) {
  const picture = Draw.board({ cells: states[at].cells });
  picture.setAttribute("aria-hidden", "true");
  const rings = { played: moveAt(game.moves, at), better: bestAt(at)?.[0].slice(0, 2) ?? "" };
  for (const [kind, name] of Object.entries(rings)) {
    const square = squareOf(name);
    const [cx, cy] = [square % 8, Math.floor(square / 8)].map((place) => 47 + 46 * place);
    picture.append(Draw.svg("circle", { cx, cy, r: 15, fill: "none", stroke: RINGS[kind], "stroke-width": 8 }));
  }
  return picture;
}
