/* Play: the present game. */

import { T } from "./language.js";
import { ask } from "./server.js";
import { announce, attempt, h, playerName, rounded, seat, sideOf, stepKeys } from "./parts.js";
import { createBoard } from "./board.js";
import { createAfter } from "./after.js";
import { valuesOf } from "./judged.js";
import { count, replay, score, squareName } from "./rules.js";
import { createHome } from "./home.js";
import { chosen } from "./newgame.js";
import { createOptions } from "./options.js";
import { createPlaying, turnWords } from "./playing.js";
import { knock } from "./looks.js";

/** @import { Page, View } from "./page.d.ts" */
/** @import { Play } from "./types.d.ts" */

/** True shortly after the page was opened: a finished game is then replaced by home. */
let isOpening = true;
/** The number of the finished game that has been replaced. @type {number | undefined} */
let replaced;

/** @type {(page: Page, words: string[]) => View} */
export function playView(page, words) {
  const { state } = page;
  const board = createBoard({ label: T.board, choose: place });
  const seats = [seat(), seat()];
  const clock = createClock(seats);
  const panel = h("div", { class: "panel" });
  const title = h("h1", { tabindex: -1, class: "unseen" }, T.views.play);
  const table = h("div", { class: "table" }, seats[0], board.element, seats[1]);
  const element = h("section", { class: "play split" }, title, table, panel);

  /** The number of the game that is hidden because another one is being chosen. */
  const hidden = words.length ? state.play?.id : undefined;
  if (hidden && state.play?.over) replaced = hidden;
  /** @type {Play | null} */
  let game = null;
  let states = replay(chosen.start, "");
  /**
   * The moves including one that was made here, until the server confirms it.
   * @type {string | null}
   */
  let pending = null;
  let said = 0;
  let shownPanel = "";
  const isOptions = words[0] === "options";
  const home = isOptions ? createOptions(page, panel, showStart) : createHome(page, panel);
  const playing = createPlaying(page, panel, { move, forget: () => (pending = null), look });
  /** @type {ReturnType<typeof createAfter> | null} */
  let after = null;
  /** The ply of an earlier position on view; null for the present one. @type {number | null} */
  let looking = null;
  const end = () => states.length - 1;
  const keys = stepKeys(() => ({ ply: looking ?? end(), end: end() }), look);

  const now = () => states[end()];

  function look(ply = end()) {
    if (!game || game.over) return;
    looking = ply >= end() ? null : Math.max(0, ply);
    paint();
  }

  function place(square) {
    if (!game || game.over) return;
    if (looking !== null) return look();
    if (!game.yourTurn) return void announce(T.notYourTurn);
    if (!now().legal.includes(square)) return void announce(T.illegalSquare(squareName(square)));
    move(squareName(square));
  }

  async function move(square) {
    if (!game) return;
    const moves = game.moves + (square === "pass" ? "--" : square);
    const asked = { game: game.id, ply: states.length - 1, square };
    const ahead = replay(game.start, moves);
    if (ahead.length !== states.length + 1) return;
    [states, pending] = [ahead, moves];
    game = { ...game, yourTurn: false, hints: [], moves };
    paint();
    const done = await attempt(() => ask("move", asked).then(() => true));
    if (!done) {
      pending = null;
      hear("play");
    }
  }

  function showStart() {
    states = replay(chosen.start, "");
    paint();
  }

  function hear(topic) {
    if (topic === "settings" || topic === "me") {
      if (!game) setup();
      else paint();
      return;
    }
    if (topic.startsWith("review-") && game?.over) return finished(game);
    if (topic !== "play") return;
    if (isOpening && state.play?.over) replaced = state.play.id;
    isOpening = false;
    const told = [hidden, replaced].includes(state.play?.id) ? null : state.play;
    if (!told) {
      [game, pending, said] = [null, null, 0];
      clock.stop();
      showStart();
      return;
    }
    const same = game?.id === told.id;
    if (same && pending && !told.moves.startsWith(pending)) return;
    pending = null;
    const wasOver = game?.over;
    game = { ...told, opponent: playerName(told.opponent) };
    states = replay(game.start, game.moves);
    const plies = end();
    if (!same || plies !== said || game.over) looking = null;
    if (!same) announce(game.over ? headline(game, states) : turnWords(game, now()));
    else if (plies > said) {
      announce(sayMoves(game, states, said));
      knock();
    } else if (plies < said && game.yourTurn) announce(T.yourMove);
    said = plies;
    if (same && game.over && !wasOver) announce(headline(game, states));
    clock.start(game, now().side, state.playCame);
    paint();
  }

  function paint() {
    // The focus may go.
    if (panel.contains(document.activeElement))
      setTimeout(() => document.activeElement === document.body && title.focus(), 100);
    const settings = state.settings;
    const active = Boolean(game?.yourTurn && !game.over && looking === null);
    const values = valuesOf((active && game?.hints) || []);
    const position = states[looking ?? end()];
    board.show({ position, marks: settings.markers && active, active, values });
    element.classList.toggle("home", !game && !isOptions);
    element.classList.toggle("waiting", Boolean(game && !game.over && !game.yourTurn));
    const bottom = game ? sideOf(game.you) : 1;
    [-bottom, bottom].forEach((side, i) => {
      const turn = Boolean(game && !game.over && now().side === side);
      const isYou = side === sideOf(game?.you);
      const rating = game && (isYou ? state.me?.estimate?.rating.value : game.rating);
      const thinking = turn && !isYou && T.theirMove("").trim();
      seats[i].show({
        side,
        who: game ? whoIs(game, side) : T.side(side),
        cells: position.cells,
        turn,
        doing: [rating && rounded(rating), thinking].filter(Boolean).join(" \u00b7 "),
        left: clock.left(side),
      });
    });
    if (!game) setup();
    else if (game.over) finished(game);
    else {
      playing.paint(game, states, shownPanel !== "playing", looking);
      shownPanel = "playing";
    }
  }

  function finished(game) {
    const key = `over-${game.id}`;
    if (shownPanel === key) return void after?.paint();
    shownPanel = key;
    after?.leave();
    after = createAfter(page, panel, { game, states, headline: headline(game, states) });
  }

  function setup() {
    home.paint(shownPanel === "home");
    shownPanel = "home";
  }

  paint();
  return {
    element,
    hear,
    leave() {
      keys.leave();
      after?.leave();
      clock.stop();
    },
  };
}

/** @type {(game: Play, side: number) => string} */
const whoIs = (game, side) => (side === sideOf(game.you) ? T.you : game.opponent);

/**
 * Announces the moves from an index on, and the side to move.
 * @param {Play} game
 */
function sayMoves(game, states, from) {
  const words = [];
  for (let ply = from; ply < states.length - 1; ply++) {
    const who = whoIs(game, states[ply].side);
    const next = states[ply + 1];
    words.push(next.passed ? T.passSaid(who) : T.moveSaid(who, squareName(next.last), next.turned.length));
  }
  const now = states[states.length - 1];
  if (game.yourTurn && !game.over) words.push(turnWords(game, now));
  return words.join(T.space);
}

/**
 * A headline about the end of the game.
 * @param {Play} game
 */
function headline(game, states) {
  const { cells } = states[states.length - 1];
  const you = sideOf(game.you);
  const { how, score: black } = game.result ?? { how: "played", score: score(cells, game.rule === "fewest") };
  const own = you > 0 ? black : -black;
  if (how === "resigned") return T.resigned(own < 0);
  if (how === "time") return T.timeOut(own < 0);
  const words = T.result(count(cells, you), count(cells, -you), Math.sign(own));
  return game.rule === "fewest" ? `${words} \u00b7 ${T.rules.fewest}` : words;
}

/** The clocks of a game. They run here between the server's messages. */
function createClock(seats) {
  let timer = 0;
  let since = 0;
  /** @type {Play | null} */
  let game = null;
  let turn = 0;

  function left(side) {
    const told = game?.left?.[side > 0 ? "black" : "white"] ?? null;
    if (!game || told === null) return null;
    return Math.max(0, told - (!game.over && turn === side ? (Date.now() - since) / 1000 : 0));
  }
  function stop() {
    clearInterval(timer);
    game = null;
  }
  return {
    left,
    stop,
    /** @type {(told: Play, side: number, came: number) => void} */
    start(told, side, came) {
      stop();
      [game, turn, since] = [told, side, came];
      const bottom = sideOf(told.you);
      if (told.left && !told.over)
        timer = setInterval(() => [-bottom, bottom].forEach((side, i) => seats[i].tickTo(left(side))), 250);
    },
  };
}
