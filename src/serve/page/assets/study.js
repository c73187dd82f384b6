/* Study: any position with the value of every move, and the games of any file. */

import { T } from "./language.js";
import { ask } from "./server.js";
import { announce, attempt, button, fold, h, hide, moveList, moveName } from "./parts.js";
import { openingLine, playerName, seat, stepKeys, stepper, tick } from "./parts.js";
import { createBoard } from "./board.js";
import { valuesOf } from "./judged.js";
import { after, moveAt, replay, squareName, written } from "./rules.js";
import { opener, paster, setter } from "./laid.js";
import { playFrom } from "./newgame.js";
import { createExplorer } from "./explorer.js";

/** @import { Page, Studied, View } from "./page.d.ts" */
/** @import { Study } from "./types.d.ts" */

const KEPT = "study";
/** @type {Studied} */
const START = { start: null, moves: "", ply: 0, rule: "most", names: null };

/**
 * The last study in this tab.
 * @returns {Studied}
 */
function lastStudied() {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
    const { start, moves, ply } = found ?? {};
    if ((start === null || typeof start === "string") && typeof moves === "string" && Number.isInteger(ply))
      return { ...START, ...found };
  } catch {}
  return { ...START };
}

/** Opens the study of a position. @type {(page: Page, start: string | null, rule?: Studied["rule"]) => void} */
export function studyFrom(page, start, rule = "most") {
  sessionStorage.setItem(KEPT, JSON.stringify({ ...START, start, rule }));
  page.go("study");
}

/** @type {(page: Page) => View} */
export function studyView(page) {
  const { state } = page;
  let kept = lastStudied();
  let states = replay(kept.start, kept.moves);
  let ply = Math.min(kept.ply, states.length - 1);
  /**
   * The disc to place next while a position is set up.
   * @type {number | null}
   */
  let laying = null;

  const board = createBoard({ label: T.board, choose: place });
  const seats = [seat(), seat()];
  const status = h("p", { class: "status", "aria-live": "polite" });
  const opening = openingLine();
  const depth = h("p", { class: "soft small depth" });
  const best = h("p", { class: "line" });
  const list = moveList(T.moves, (to) => goTo(to));
  const end = () => states.length - 1;
  const { slider, steps } = stepper(goTo, () => ({ ply, end: end() }));
  const pass = button(T.pass, () => play("--"), { class: "primary hidden" });
  const playOn = button(T.playOn, () => playFrom(page, now(), kept.rule));
  let looks = true;
  const toggle = tick(T.analysisOn, looks, (now) => {
    looks = now;
    look();
    paint();
  });
  const explorer = createExplorer(play);
  const setUp = setter({ now: () => now(), lay, load });
  const pasted = paster(page, { load: loadOther, walk });
  const table = h("div", { class: "table" }, seats[0], board.element, seats[1], slider, steps);
  const title = h("h1", { tabindex: -1 }, T.views.study);
  const above = [title, status, opening, depth, pass, toggle, best, explorer.element, playOn];
  const panel = h("div", { class: "panel" }, ...above, fold("", T.moves, list), setUp, pasted, opener(page, walk));
  const element = h("section", { class: "study split" }, table, panel);
  const looked = looker(state, () => keyOf());

  const now = () => states[ply];
  const keyOf = () => (looks && laying === null ? `${kept.start ?? ""}${kept.moves.slice(0, 2 * ply)}` : null);

  /** Updates the view, and the judge's work, for another position. */
  function changed() {
    try {
      sessionStorage.setItem(KEPT, JSON.stringify({ ...kept, ply }));
    } catch {}
    look();
    paint();
  }

  const look = () => looked.look({ start: kept.start, moves: kept.moves.slice(0, 2 * ply), rule: kept.rule });

  function goTo(to) {
    ply = Math.max(0, Math.min(end(), to));
    changed();
    announce(whoMoves());
  }

  /** @param {Studied["rule"]} rule */
  function load(start, moves, at = 0, rule = "most", names = /** @type {Studied["names"]} */ (null)) {
    states = replay(start, moves);
    ply = Math.min(at, end());
    kept = { start, moves, ply, rule, names };
    pasted.querySelector(".error")?.remove();
    changed();
  }

  /** Loads what was not set up by hand. No disc is placed on it. @type {typeof load} */
  function loadOther(start, moves, at, rule, names = null) {
    setUp.open = false;
    load(start, moves, at, rule, names);
  }

  function lay(disc) {
    const wasLaying = laying !== null;
    laying = disc;
    if (wasLaying === (disc !== null)) return;
    look();
    paint();
  }

  function play(move) {
    const next = after(now(), move);
    if (!next) return false;
    if (moveAt(kept.moves, ply) !== move) {
      kept = { ...kept, moves: kept.moves.slice(0, 2 * ply) + move, names: null };
      states = [...states.slice(0, ply + 1), next];
    }
    ply += 1;
    changed();
    return true;
  }

  function place(square) {
    if (laying !== null) {
      const cells = now().cells.slice();
      cells[square] = cells[square] === laying ? 0 : laying;
      load(written({ cells, side: now().side }), "");
    } else if (!play(squareName(square))) {
      announce(T.illegalSquare(squareName(square)));
    }
  }

  const whoMoves = () => {
    const who = T.side(now().side);
    return now().over ? (laying === null ? T.over : "") : now().mustPass ? T.mustPassStudy(who) : T.toMoveStudy(who);
  };

  function hear(topic) {
    if (topic !== "study") return;
    looked.hear();
    paint();
  }

  function paint() {
    const told = looked.told();
    const known = told?.moves.length ? told : null;
    board.show({
      position: now(),
      marks: laying === null,
      active: laying === null && !now().over,
      values: known ? valuesOf(known.moves) : new Map(),
    });
    [-1, 1].forEach((side, i) => {
      const turn = !now().over && now().side === side;
      const name = playerName(kept.names?.[side > 0 ? 0 : 1] ?? "");
      seats[i].show({ side, who: name || T.side(side), cells: now().cells, turn });
    });
    slider.max = end();
    slider.value = ply;
    if (status.textContent !== whoMoves()) status.textContent = whoMoves();
    const words = known && T.certaintyIs(known.certainty) + (known.searching ? T.comma + T.searching : "");
    depth.textContent = words ?? (told?.judge === null ? T.noJudge : "");
    hide(pass, !now().mustPass || laying !== null);
    hide(playOn, now().over || laying !== null);
    const line = known?.moves[0][0].match(/../g) ?? [];
    best.replaceChildren(
      ...(line.length ? [h("strong", {}, `${T.bestIs} `), ...line.map((move) => h("span", {}, moveName(move)))] : []),
    );
    if (laying !== null) setUp.show();
    list.show(kept.moves, states, ply);
    opening.show(states, ply);
    explorer.show({ start: kept.start, moves: kept.moves.slice(0, 2 * ply) }, known?.moves ?? []);
  }

  /** Opens a game of a file, to step through it. */
  async function walk(of) {
    const game = await attempt(() => ask("game", { of }));
    if (!game) return;
    loadOther(game.start, game.moves, 0, game.rule, [game.black, game.white]);
    table.scrollIntoView({ block: "nearest" });
  }

  const keys = stepKeys(() => ({ ply, end: end() }), goTo);
  look();
  paint();
  return {
    element,
    hear,
    leave() {
      keys.leave();
      looked.leave();
    },
  };
}

/**
 * One position is studied for all tabs: a tab that returns to its own requests it again. `keyOf()` returns the key of
 * the wanted position, or null.
 * @param {import("./page.d.ts").State} state
 * @param {() => string | null} keyOf
 */
function looker(state, keyOf) {
  /** The last request. @type {{position: Omit<Studied, "ply" | "names">, key: string} | null} */
  let asked = null;
  /** The last values of the displayed position. @type {Study | null} */
  let seen = null;

  function look(position) {
    const key = keyOf();
    if (key === null) return void stop();
    if (asked?.position.rule !== position.rule) seen = null;
    asked = { position, key };
    attempt(() => ask("study", position));
  }
  let wasHidden = false;
  function stop() {
    wasHidden = true;
    if (asked) ask("stop-study", { key: asked.key }).catch(() => {});
  }
  function again() {
    if (document.hidden) return stop();
    if (asked && keyOf() === asked.key && (state.study?.key !== asked.key || wasHidden)) look(asked.position);
    wasHidden = false;
  }
  const focus = ["focus", "visibilitychange"];
  focus.forEach((event) => window.addEventListener(event, again, true));
  return {
    look,
    hear() {
      /* Another tab may have started the study again. */
      if (state.study?.key === keyOf() && state.study.moves.length) seen = state.study;
      if (state.study === null) again();
    },
    /** The known values of the displayed position. */
    told() {
      const found = seen && seen.key === keyOf() ? seen : state.study;
      return found && found.key === keyOf() ? found : null;
    },
    leave() {
      focus.forEach((event) => window.removeEventListener(event, again, true));
      stop();
    },
  };
}
