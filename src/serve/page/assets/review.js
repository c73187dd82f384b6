/* Review: a finished game, what each move gave away, and how to find the better one. */

import { T } from "./language.js";
import { ask } from "./server.js";
import { announce, attempt, button, fold, h, hide, moveList, openingLine, row, seat, select, sideOf, stepKeys, stepper } from "./parts.js";
import { createBoard } from "./board.js";
import { asker } from "./asking.js";
import { gameList, refOf } from "./gamelist.js";
import { EQUAL, judgedMoves } from "./judged.js";
import { followReview, judgedPart } from "./judging.js";
import { details, lineShown, moveWords, nameOf, question, triedWords } from "./said.js";
import { shareBox } from "./share.js";
import { after, moveAt, replay, squareName, squareOf } from "./rules.js";

/** @import { Page, Position, View } from "./page.d.ts" */
/** @import { GameRef } from "./types.d.ts" */
/** @import { Reviewed } from "./said.js" */

/** @type {(page: Page, words: string[]) => View} */
export function reviewView(page, words) {
  const of = refOf(words);
  return of ? oneGame(page, of) : chooseGame(page);
}

function chooseGame(page) {
  const list = h("div", { class: "gamelist" });
  const element = h("section", {}, h("h1", { tabindex: -1 }, T.views.review), h("p", {}, T.chooseGame), list);
  gameList(page, list, { in: "mine" });
  return { element };
}

/** @type {(page: Page, of: GameRef) => View} */
function oneGame(page, of) {
  /**
   * Nothing is shown before it is there.
   * @type {Reviewed | null}
   */
  let known = null;
  let ply = 0;
  /**
   * A better move is looked for in the position before this move.
   * @type {number | null}
   */
  let trying = null;
  /** The square that was tried there; it stays while the judge looks deeper. @type {number | null} */
  let answered = null;
  /**
   * The best line that is played on the board instead of the game.
   * @type {{from: number, moves: string, states: Position[], at: number} | null}
   */
  let line = null;

  const board = createBoard({ label: T.board, choose: place });
  const seats = [seat(), seat()];
  const title = h("h1", { tabindex: -1 }, T.views.review);
  const opening = openingLine();
  const judged = judgedPart((at) => goTo(at));
  const said = h("div", { class: "said", "aria-live": "polite" });
  const list = moveList(T.gameList, (to) => goTo(to));
  const end = () => (known ? known.states.length - 1 : 0);
  const { slider, steps } = stepper(goTo, () => ({ ply, end: end() }));
  const sides = [["mine", T.whoseMine], ["all", T.whoseAll]];
  const whose = select({ "aria-label": T.whose }, sides, "mine", () => said.replaceChildren());
  const previous = button(T.previousMistake, () => toMistake(-1));
  const next = button(T.nextMistake, () => toMistake(1), { class: "primary" });
  const mistakes = h("div", { class: "bar mistakes" }, previous, next, whose);
  const share = shareBox(of, () => known && shown(known), () => known?.game);
  const table = h("div", { class: "table" }, seats[0], board.element, seats[1], slider, steps);
  const moves = fold("", T.gameList, list);
  const panel = h("div", { class: "panel" }, title, opening, ...judged.elements, mistakes, said, moves, share);
  const element = h("section", { class: "review split" }, table, panel);

  /** @type {(known: Reviewed) => Position} */
  const shown = ({ states }) => (line ? line.states[line.at] : states[ply]);
  const follower = followReview(page, of);
  const asking = asker(page, of, {
    known: () => /** @type {Reviewed} */ (known),
    shown: () => shown(/** @type {Reviewed} */ (known)),
    tryAt,
    playLine,
    answered() {
      saidKey = "";
      paint();
    },
  });

  async function load() {
    const game = await attempt(() => ask("review", { of }));
    if (!game) return void page.go("review");
    const states = replay(game.start, game.moves);
    known = { game, states, positions: [], reasons: {}, ...judgedMoves(game.moves, states, []) };
    slider.max = end();
    title.textContent = `${nameOf(game, 1)} \u2013 ${nameOf(game, -1)}`;
    if (!game.you) [whose.value, whose.className] = ["all", "hidden"];
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
    judged.show(known, review, ply);
    paint();
  }

  function goTo(to) {
    [trying, line, answered] = [null, null, null];
    ply = Math.max(0, Math.min(end(), to));
    paint();
    if (known) announce(moveWords(known, ply).join(T.space));
  }

  function toMistake(direction) {
    if (!known) return;
    line = null;
    const { game, states, marks } = known;
    const isMine = (at) => !game.you || whose.value === "all" || states[at].side === sideOf(game.you);
    const from = trying ?? ply - 1;
    const atEnd = trying === null && ply === end();
    const candidates = [...marks()].filter(([at, mark]) => mark.kind === "mistake" && isMine(at)).map(([at]) => at);
    const at = direction > 0 ? candidates.find((at) => at > from || atEnd) : candidates.findLast((at) => at < from);
    if (at === undefined) {
      said.replaceChildren(h("p", {}, candidates.length ? T.noMoreMistakes : T.noMistakes));
      return;
    }
    tryAt(at);
    if (board.element.getBoundingClientRect().top < 0) board.element.scrollIntoView({ block: "start" });
  }

  function tryAt(at) {
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
    const best = bestAt(ply - 1);
    if (trying === null && !line && best && (lossAt(ply - 1) ?? 0) >= EQUAL) {
      const square = squareOf(best[0].slice(0, 2));
      if (square >= 0) arrows.set(square, "better");
    }
    const tried = trying === null || answered === null ? null : triedWords(known, trying, squareName(answered));
    if (tried && answered !== null) arrows.set(answered, tried.good ? "better" : "played");
    board.show({ position, marks: trying !== null, active: trying !== null, arrows, quiet: tried !== null });
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
    const why = [positions[ply - 1]?.reason, reasons[ply - 1]];
    const at = [ply, trying, line?.at, line?.from, lossAt(ply - 1), lossAt(trying ?? -1), tried, ...why];
    const key = JSON.stringify(at);
    if (key === saidKey) return;
    saidKey = key;
    if (line) {
      const { from } = line;
      said.replaceChildren(...lineShown(line, stepLine, () => goTo(from)));
    } else if (trying !== null) {
      const at = trying;
      const answer = tried ? [h("p", { class: `answer ${tried.good ? "good" : "bad"}` }, tried.text)] : [];
      said.replaceChildren(...question(known, at, () => goTo(at + 1)), ...answer);
    } else {
      const [first, ...rest] = moveWords(known, ply);
      const words = rest.length ? [h("p", {}, rest.join(T.space))] : [];
      const more = ply ? asking.questions(ply - 1) : [row(asking.toStudy())];
      const { open = false } = said.querySelector("details") ?? {};
      const folded = details(known, ply - 1);
      folded.forEach((one) => (one.open = open));
      said.replaceChildren(h("h2", {}, first), ...words, ...folded, ...more);
    }
  }

  function playLine(from, moves) {
    if (!known) return;
    const found = [known.states[from]];
    for (let i = 0; 2 * i + 1 < moves.length; i++) {
      const next = after(found[found.length - 1], moveAt(moves, i));
      if (!next) break;
      found.push(next);
    }
    line = { from: from + 1, moves, states: found, at: 1 };
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
      keys.leave();
      follower.leave();
    },
  };
}
