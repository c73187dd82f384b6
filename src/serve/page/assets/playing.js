/* The panel beside the board during a game. */

import { T } from "./language.js";
import { ask } from "./server.js";
import { announce, attempt, button, form, fresh, h, hide, moveList, reveal } from "./parts.js";
import { openingLine, sideOf, small, submit, tick } from "./parts.js";
import { looksPanel } from "./looks.js";
import { squareOf } from "./rules.js";

/** @import { Page, Position } from "./page.d.ts" */
/** @import { Play } from "./types.d.ts" */

/**
 * The panel during a game. `move(square)` plays a move, `forget()` drops one that the server has not confirmed, and
 * `look(ply)` shows an earlier position, or the present one without a ply.
 * @param {Page} page
 */
export function createPlaying(page, panel, { move, forget, look }) {
  const { state } = page;
  /** @type {Play} */
  let game;
  /** @type {Position} */
  let now;
  const status = h("p", { class: "status" });
  const pass = button(T.pass, () => move("pass"), { class: "primary big hidden" });
  const undo = button(T.undo, () => {
    forget();
    attempt(() => ask("undo", { game: game.id }));
  });
  const leave = button(T.leaveGame, () => attempt(() => ask("leave", { game: game.id })));
  const { resign, sure } = resigning(() => attempt(() => ask("resign", { game: game.id })));
  const change = (more) => attempt(() => ask("settings", { ...state.settings, ...more }));
  const hints = tick(T.hints, state.settings.hints, (hints) => change({ hints }));
  const markers = tick(T.markers, state.settings.markers, (markers) => change({ markers }));
  const hint = button(T.hint, () => attempt(() => ask("hint", { game: game.id, ply: game.moves.length / 2 })));
  const note = small();
  const opening = openingLine();
  const list = moveList(T.moves, look);
  const back = button(T.lookNow, () => look(), { class: "primary hidden" });
  const typed = moveField((text) => {
    if (!game.yourTurn) return T.notYourTurn;
    const isMove = text === "pass" ? now.mustPass : now.legal.includes(squareOf(text));
    if (!isMove) return T.illegalSquare(text || "?");
    move(text);
    return "";
  });
  const controls = h("div", { class: "bar controls" }, undo, hint, leave, resign);
  const ticks = h("div", { class: "ticks" }, markers, hints);
  const above = [status, opening, back, pass, controls, sure, ticks, note, typed];
  const children = [...above, h("h2", {}, T.moves), list, looksPanel()];

  /** @type {(game: Play, states: Position[], isNew: boolean, looking: number | null) => void} */
  function paint(told, states, isNew, looking) {
    [game, now] = [told, states[states.length - 1]];
    if (isNew) {
      hide(sure);
      panel.replaceChildren(...children);
    }
    const mustPass = game.yourTurn && now.mustPass;
    status.textContent = looking === null ? turnWords(game, now) : T.lookingBack;
    hide(back, looking === null);
    status.classList.toggle("loud", game.yourTurn && (now.mustPass || now.passed));
    if (mustPass && pass.classList.contains("hidden")) reveal(pass);
    hide(pass, !mustPass);
    const isOwn = (position) => position.side === sideOf(game.you) && !position.mustPass;
    undo.disabled = !game.canUndo || !states.slice(0, -1).some(isOwn);
    hide(leave, !game.canUndo);
    hints.set(state.settings.hints);
    hint.disabled = !game.yourTurn || state.settings.hints || game.hints.length > 0 || looking !== null;
    hide(hint, game.placement || game.rule === "fewest");
    markers.set(state.settings.markers);
    hide(hints, game.placement || game.rule === "fewest");
    note.textContent = game.placement
      ? T.hintsOff
      : game.rule === "fewest"
        ? T.noJudge
        : T.hintedGame;
    list.show(game.moves, states, looking ?? states.length - 1);
    opening.show(states, looking ?? states.length - 1);
  }
  return { paint };
}

/** Who is to move, or has no move. @type {(game: Play, now: Position) => string} */
export function turnWords(game, now) {
  if (game.broken) return T.broken(game.opponent);
  if (!game.yourTurn) return T.theirMove(game.opponent);
  return now.mustPass ? T.youMustPass : now.passed ? T.theyPassed(game.opponent) : T.yourMove;
}

function resigning(act) {
  const sure = h(
    "div",
    { class: "bar sure hidden", role: "group", "aria-label": T.resignSure },
    h("span", {}, T.resignSure),
  );
  const resign = button(T.resign, () => {
    hide(sure, false);
    reveal(sure);
    sure.querySelector("button").focus();
  });
  sure.append(button(T.no, () => (hide(sure), resign.focus())), button(T.yes, act));
  return { resign, sure };
}

/** A field to type a move in. `play(text)` returns why it is no move; nothing for a move. */
function moveField(play) {
  const unaided = { autocomplete: "off", autocapitalize: "off", spellcheck: "false" };
  const size = { maxlength: 4, size: 8 };
  const field = h("input", { type: "text", id: fresh("move"), placeholder: T.typeHint, ...size, ...unaided });
  const wrong = h("span", { class: "wrong" });
  const act = () => {
    wrong.textContent = play(field.value.trim().toLowerCase());
    if (wrong.textContent) announce(wrong.textContent);
    else field.value = "";
  };
  field.addEventListener("input", () => (wrong.textContent = ""));
  const label = h("label", { for: field.id }, T.typeMove);
  return form({ class: "bar typed" }, act, label, field, submit(T.play), wrong);
}
