/* Review: a finished game, the loss of each move, and exercises in finding a better one. */

import { T } from "./language.js";
import { ask } from "./server.js";
import { announce, attempt, button, fold, h, hide, moveList, openingLine, row, seat, select, sideOf, stepKeys, stepper } from "./parts.js";
import { createBoard } from "./board.js";
import { lensesOf } from "./people.js";
import { asker } from "./asking.js";
import { gameList, refOf } from "./gamelist.js";
import { EQUAL, judgedMoves } from "./judged.js";
import { followReview, judgedPart } from "./judging.js";
import { details, keyMoments, lineShown, moveWords, nameOf, noMistakeWords } from "./said.js";
import { question, replyTo, triedWords } from "./said.js";
import { continueButton } from "./newgame.js";
import { shareBox } from "./share.js";
import { termsOf } from "./terms.js";
import { after, moveAt, replay, squareName, squareOf } from "./rules.js";

/** @import { Page, Position, View } from "./page.d.ts" */
/** @import { GameRef } from "./types.d.ts" */
/** @import { Reviewed } from "./said.js" */

/** @type {(page: Page, words: string[]) => View} */
export function reviewView(page, words) {
  const of = refOf(words);
  return of ? oneGame(page, of, words[of.in === "mine" ? 2 : 3] ?? "") : allGames(page);
}

/** All games: those left for later, played here or added. @type {(page: Page) => View} */
function allGames(page) {
  const list = h("div", { class: "gamelist" });
  const left = h("ul", { class: "games" });
  const add = button(T.addGames, () => page.go("me"));
  const element = h("section", {}, h("h1", { tabindex: -1 }, T.views.review), left, list, row(add));
  const games = gameList(page, list, { in: "all" });
  let shown = "";
  let known = "";
  function hear(topic) {
    const { play, me } = page.state;
    if (topic !== "me" || !me) return;
    const key = JSON.stringify([play?.over && play.id, me.files, me.estimate?.rests_on, me.scores]);
    if (known && key !== known) games.again();
    known = key;
    const waiting = me.left;
    if (JSON.stringify(waiting) === shown) return;
    shown = JSON.stringify(waiting);
    left.replaceChildren(...waiting.map((game) => h("li", {}, continueButton(page, game, { class: "game" }))));
  }
  return { element, hear };
}

/** The time in milliseconds between the moves of an animated line. */
const STEP = 900;

/**
 * A game under review. It opens at the person's costliest move or at the move in the address. If the address says
 * "try", it asks for a better move there.
 * @type {(page: Page, of: GameRef, target: string) => View}
 */
function oneGame(page, of, target) {
  /**
   * Nothing is shown until this has arrived.
   * @type {Reviewed | null}
   */
  let known = null;
  let ply = 0;
  /** True until the person moves or the judge shows where to begin. */
  let isOpening = true;
  let timer = 0;
  /**
   * The move for which a better one is wanted.
   * @type {number | null}
   */
  let trying = null;
  /** The square that was tried there. It stays while the judge searches deeper. @type {number | null} */
  let answered = null;
  /**
   * A line that is played on the board instead of the game.
   * @type {{title: string, from: number, moves: string, states: Position[], at: number} | null}
   */
  let line = null;

  const board = createBoard({ label: T.board, choose: place });
  const seats = [seat(), seat()];
  const title = h("h1", { tabindex: -1 }, T.views.review);
  const opening = openingLine();
  const lenses = lensesOf(of, () => known, lookedAt);
  const judged = judgedPart((at) => goTo(at), lenses);
  const said = h("div", { class: "said", "aria-live": "polite", tabindex: -1 });
  const list = moveList(T.gameList, (to) => goTo(to));
  const end = () => (known ? known.states.length - 1 : 0);
  const { slider, steps } = stepper(goTo, () => ({ ply, end: end() }));
  const sides = [["mine", T.whoseMine], ["all", T.whoseAll]];
  const whose = select({ "aria-label": T.whose }, sides, "mine", () => said.replaceChildren());
  const previous = button(T.previousMistake, () => toMistake(-1), { class: "previous" });
  const next = button(T.nextMistake, () => toMistake(1), { class: "primary" });
  const mistakes = h("div", { class: "bar mistakes" }, previous, next);
  const share = shareBox(of, () => known && shown(known), () => known?.game);
  const table = h("div", { class: "table" }, seats[0], board.element, seats[1], slider, steps);
  const moves = fold("", T.gameList, list);
  const { overview, more, curves } = judged;
  const panel = h("div", { class: "panel" }, title, opening, mistakes, ...overview, said, ...more, row(curves, whose), moves, share);
  const element = h("section", { class: "review split" }, table, panel);

  /** @type {(known: Reviewed) => Position} */
  const shown = ({ states }) => (line ? line.states[line.at] : states[ply]);
  const follower = followReview(page, of);
  const asking = asker(page, of, {
    known: () => /** @type {Reviewed} */ (known),
    lenses,
    shown: () => shown(/** @type {Reviewed} */ (known)),
    tryAt,
    playLine,
    answered() {
      saidKey = "";
      paint();
    },
  });

  /** Shows what people play once it is known. */
  function lookedAt() {
    judged.drawPeople();
    asking.showLens();
  }

  async function load() {
    const game = await attempt(() => ask("review", { of }));
    if (!game) return void page.go("review");
    const states = replay(game.start, game.moves);
    known = { game, states, positions: [], reasons: {}, ...judgedMoves(game.moves, states, []) };
    slider.max = end();
    title.textContent = `${nameOf(game, 1)} \u2013 ${nameOf(game, -1)}`;
    if (!game.you) whose.value = "all";
    ply = end();
    hear("review-");
    paint();
  }

  function hear(topic) {
    if (!topic.startsWith("review-") || !known) return;
    const review = follower.told();
    if (!review) return void follower.again();
    const { game, states } = known;
    const { positions, reasons } = review;
    known = { game, states, positions, reasons, ...judgedMoves(game.moves, states, positions) };
    hide(mistakes, !review.judge);
    hide(whose, !review.judge || !game.you);
    if (isOpening && positions.length && positions.every(Boolean)) open(known);
    judged.show(known, review, ply);
    paint();
  }

  /** Shows the first position to look at, once the judge has seen all of them. @param {Reviewed} known */
  function open(known) {
    isOpening = false;
    const [first] = keyMoments(known);
    if (target === "try" && first !== undefined) tryAt(first);
    else if (/^\d+$/.test(target)) ply = Math.min(end(), +target);
    else if (first !== undefined) ply = first + 1;
  }

  function stop() {
    clearInterval(timer);
    isOpening = false;
  }

  function goTo(to) {
    stop();
    [trying, line, answered] = [null, null, null];
    ply = Math.max(0, Math.min(end(), to));
    paint();
    if (known) announce(moveWords(known, ply).join(T.space));
  }

  function toMistake(direction) {
    if (!known) return;
    stop();
    line = null;
    const { game, states, marks } = known;
    const areOwn = Boolean(game.you) && (target === "try" || whose.value !== "all");
    const isMine = (at) => !areOwn || states[at].side === sideOf(game.you);
    const from = trying ?? ply - 1;
    const atEnd = trying === null && ply === end();
    const mistakes = [...marks()].filter(([at, mark]) => mark.kind === "mistake" && isMine(at)).map(([at]) => at);
    const candidates = target === "try" ? keyMoments(known) : mistakes;
    const at = direction > 0 ? candidates.find((at) => at > from || atEnd) : candidates.findLast((at) => at < from);
    if (at === undefined) {
      paint();
      said.querySelector(".end")?.remove();
      const words = noMistakeWords(known, { count: candidates.length, forward: direction > 0, areOwn });
      said.append(h("p", { class: "end" }, words));
      return;
    }
    tryAt(at);
    if (board.element.getBoundingClientRect().top < 0) board.element.scrollIntoView({ block: "start" });
  }

  function tryAt(at) {
    stop();
    [trying, ply, answered] = [at, at, null];
    paint();
  }

  function place(square) {
    if (!known || trying === null || !known.states[trying].legal.includes(square)) return;
    answered = square;
    paint();
  }

  function paint() {
    if (!known) return;
    const { game, states, lossAt, bestAt, marks } = known;
    const position = shown(known);
    opening.show(known.states, ply);
    const arrows = new Map();
    /** @type {[number, number, string][]} */
    const lines = [];
    const best = bestAt(ply - 1);
    if (trying === null && !line && best && (lossAt(ply - 1) ?? 0) >= EQUAL) {
      const [played, better, reply] = [moveAt(game.moves, ply - 1), best[0].slice(0, 2), replyTo(known, ply - 1)].map(squareOf);
      if (better >= 0) arrows.set(better, "better");
      if (played >= 0 && better >= 0) lines.push([played, better, "better"]);
      if (played >= 0 && reply >= 0) lines.push([played, reply, "reply"]);
    }
    const tried = trying === null || answered === null ? null : triedWords(known, trying, squareName(answered));
    if (tried && answered !== null) arrows.set(answered, tried.good ? "better" : "played");
    board.show({ position, marks: trying !== null, active: trying !== null, arrows, lines, quiet: tried !== null });
    const bottom = game.you ? sideOf(game.you) : 1;
    [-bottom, bottom].forEach((side, i) => {
      const turn = !position.over && position.side === side;
      seats[i].show({ side, who: nameOf(game, side), cells: position.cells, turn });
    });
    slider.value = ply;
    judged.move(ply);
    list.show(game.moves, states, ply, marks());
    sayWhat(known, tried);
  }

  let saidKey = "";
  /** @type {(known: Reviewed, tried: ReturnType<typeof triedWords>) => void} */
  function sayWhat(known, tried) {
    const { lossAt, positions, reasons } = known;
    const why = [positions[ply - 1]?.reason, positions[ply - 1]?.did, reasons[ply - 1]];
    const at = [ply, trying, line?.at, line?.from, line?.title, lossAt(ply - 1), lossAt(trying ?? -1), tried, ...why];
    const key = JSON.stringify([...at, positions[ply - 1]?.certainty === "exact"]);
    if (key === saidKey) return;
    saidKey = key;
    const focused = said.contains(document.activeElement) && document.activeElement?.textContent;
    if (line) {
      const { from } = line;
      said.replaceChildren(...lineShown(line, (by) => (stop(), stepLine(by)), () => goTo(from)));
    } else if (trying !== null) {
      const at = trying;
      said.replaceChildren(...question(known, at, tried, () => goTo(at + 1)));
    } else {
      const [first, ...rest] = moveWords(known, ply);
      const reply = replyTo(known, ply - 1);
      if (reply) rest.push(T.reply(moveAt(known.game.moves, ply - 1), reply));
      const sentences = rest.join(T.space);
      const words = sentences ? [h("p", {}, sentences)] : [];
      const more = ply ? asking.questions(ply - 1) : [row(asking.toStudy())];
      const folded = [...termsOf(sentences), ...details(known, ply - 1)];
      keepOpen(said, folded);
      said.replaceChildren(h("h2", {}, first), ...words, ...folded, ...more);
    }
    if (focused) ([...said.querySelectorAll("button")].find((one) => one.textContent === focused) ?? said).focus();
  }

  function playLine(title, from, moves) {
    if (!known) return;
    const found = [known.states[from]];
    for (let i = 0; 2 * i + 1 < moves.length; i++) {
      const next = after(found[found.length - 1], moveAt(moves, i));
      if (!next) break;
      found.push(next);
    }
    stop();
    line = { title, from: from + 1, moves, states: found, at: 1 };
    timer = setInterval(() => (line && line.at + 1 < line.states.length ? stepLine(1) : stop()), STEP);
    paint();
  }

  function stepLine(by) {
    if (!line) return;
    line.at = Math.max(0, Math.min(line.states.length - 1, line.at + by));
    paint();
  }

  const keys = stepKeys(
    () => ({ ply, end: end() }),
    (to, isArrow) => (line && isArrow ? stepLine(to - ply) : goTo(to)),
  );
  load();
  return {
    element,
    hear,
    leave() {
      stop();
      keys.leave();
      follower.leave();
      lenses.leave();
    },
  };
}

/**
 * Opens those parts whose titles are open in this element.
 * @param {HTMLElement} element
 * @param {HTMLDetailsElement[]} parts
 */
function keepOpen(element, parts) {
  const open = [...element.querySelectorAll("details[open] > summary")].map((title) => title.textContent);
  for (const part of parts) part.open = open.includes(part.firstElementChild?.textContent ?? "");
}
