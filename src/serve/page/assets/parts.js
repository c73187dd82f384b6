/* Elements that several views use. */

import { T, refusal } from "./language.js";
import { ask, Refused } from "./server.js";
import { openingOf } from "./openings.js";
import { BLACK, WHITE, count, moveAt, numberAt } from "./rules.js";

/** @import { Act, Mark, Position } from "./page.d.ts" */

export const h = Draw.html;

const frame = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

export function button(text, act, more = {}) {
  const element = h("button", { type: "button", ...more }, text);
  element.addEventListener("click", act);
  return element;
}

const ICONS = {
  first: "M6 4v16M20 4L9 12l11 8z",
  back: "M17 4L6 12l11 8z",
  forward: "M7 4l11 8-11 8z",
  last: "M18 4v16M4 4l11 8-11 8z",
};

/** A picture from a path in a square of 24 by 24. */
export function icon(d, fill = "none") {
  const path = Draw.svg("path", { d, fill, stroke: "currentColor", "stroke-width": 2, "stroke-linejoin": "round" });
  return Draw.svg("svg", { viewBox: "0 0 24 24", width: 20, height: 20, "aria-hidden": "true" }, path);
}

/** A button with a picture. Screen readers read its name. */
function iconButton(name, label, act) {
  const element = button("", act, { "aria-label": label, title: label });
  element.append(icon(ICONS[name], "currentColor"));
  return element;
}

export const row = (...children) => h("div", { class: "bar" }, ...children);
export const soft = (...children) => h("p", { class: "soft" }, ...children);
export const small = (...children) => h("p", { class: "soft small" }, ...children);
export const submit = (text) => h("button", { type: "submit" }, text);

export const fold = (name, title, ...children) => h("details", { class: name }, h("summary", {}, title), ...children);

/** Why work has failed, if it has. @param {string | undefined} why */
export const failure = (why) => (why ? [h("p", { class: "error" }, T.refused.failed({ why }))] : []);

export const hide = (element, now = true) => element.classList.toggle("hidden", now);

/** Scrolls an element into view, as soon as it is laid out. */
export const reveal = (element) => setTimeout(() => element.scrollIntoView({ block: "nearest" }));

/** Announces words to a screen reader. Repeated words are read again. */
let said = false;
export function announce(text) {
  said = !said;
  frame("announcer").textContent = said ? text : `${text}\u00a0`;
}

/**
 * Does work that may be refused, and shows the refusal.
 * @template A
 * @param {() => Promise<A>} work
 * @param {Act} act
 * @returns {Promise<A | undefined>}
 */
export async function attempt(work, act = null) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    notice(refusal(error), "error", "", act);
  }
}

/**
 * Shows a line of text: with a key above the view until the next line with that key; without one for as long as reading
 * takes, or until the next such line.
 * @param {Act} act
 */
export function notice(text, kind = "note", key = "", act = null) {
  const place = frame(key ? "notices" : "passing");
  if (key) place.querySelector(`[data-key="${key}"]`)?.remove();
  else place.replaceChildren();
  if (!text) return;
  const element = h("div", { class: kind, "data-key": key || null }, h("span", {}, text));
  if (act) element.append(button(act[0], () => (element.remove(), act[1]())));
  element.append(button("\u00d7", () => element.remove(), { class: "plain", "aria-label": T.close }));
  if (!key) setTimeout(() => element.remove(), act ? 9000 : 3000 + 50 * text.length);
  place.append(element);
  if (act) element.querySelector("button")?.focus();
}

/** The time in milliseconds in which a second tap belongs to the first one. */
const DOUBLE_TAP = 500;
let removedAt = 0;

/** The removals of this tab to undo: their numbers and words. @type {[number, string][]} */
let removals = [];

/** Removes a game or an added file. For some seconds it can be restored, then what was removed before. */
export async function takeOut(what, words) {
  /* The second tap would remove what comes below the finger. */
  if (Date.now() - removedAt < DOUBLE_TAP) return false;
  removedAt = Date.now();
  const number = await attempt(() => ask("take-out", { what }));
  if (number === undefined) return false;
  /* The program keeps eight. */
  removals = [...removals.slice(-7), [number, words]];
  offerUndo();
  return true;
}

function offerUndo() {
  const last = removals.at(-1);
  if (!last) return;
  const [number, words] = last;
  const restore = async () => {
    await ask("put-back", { number }).catch((error) => {
      if (error.code !== "unknown") throw error;
      notice(refusal(error), "error", "undo");
    });
    removals = removals.filter((other) => other !== last);
    offerUndo();
  };
  /** @type {Act} */
  const undo = [T.putBack, () => attempt(restore, undo)];
  notice(words, "note", "", undo);
}

export const card = (name, title, ...children) =>
  h("section", { class: `card me-${name}`, "aria-labelledby": name }, h("h2", { id: name }, title), ...children);

export const rounded = (rating) => String(Math.round(rating / 10) * 10);

let numbers = 0;
export const fresh = (name) => `${name}-${++numbers}`;

export function choices(legend, options, value, change) {
  const name = fresh("choice");
  const box = h("div", { class: "choices" });
  for (const [key, text] of options) {
    const input = h("input", { type: "radio", name, value: key, class: "unseen" });
    input.checked = key === value;
    input.addEventListener("change", () => change(key));
    box.append(h("label", { class: "choice" }, input, h("span", {}, text)));
  }
  return h("fieldset", { class: "field" }, h("legend", {}, legend), box);
}

export function select(attributes, options, value, change) {
  const element = h("select", attributes, ...options.map(([key, text]) => h("option", { value: key }, text)));
  element.value = value;
  element.addEventListener("change", () => change(element.value));
  return element;
}

/** A form that is not submitted. `act` does the work instead. */
export function form(attributes, act, ...children) {
  const element = h("form", attributes, ...children);
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    act();
  });
  return element;
}

export function tick(text, value, change) {
  const input = h("input", { type: "checkbox" });
  input.checked = value;
  input.addEventListener("change", () => change(input.checked));
  const element = h("label", { class: "tick" }, input, h("span", {}, text));
  element.set = (now) => (input.checked = now);
  return element;
}

/** A player's name. Those of the program are in the reader's language. @param {string} name */
export const playerName = (name) => T.said(name);

/** The program's name of a player of a strength. @param {number} rating */
export const peopleName = (rating) => `people-${String(rating).padStart(4, "0")}`;

/** A move in a line. @param {string} move */
export const moveName = (move) => (move === "--" ? T.pass.toLowerCase() : move);

/** The name of a game's opening, as far as it is known at a ply. */
export function openingLine() {
  const element = h("p", { class: "soft opening hidden" });
  element.show = (states, ply) => {
    const name = openingOf(states, ply);
    element.textContent = name ? T.opening(name) : "";
    hide(element, !name);
  };
  return element;
}

export function progressBar(label) {
  const inner = h("div", { class: "inner" });
  const element = h(
    "div",
    { class: "progress", role: "progressbar", "aria-label": label, "aria-valuemin": 0, "aria-valuemax": 100 },
    inner,
  );
  element.set = (part) => {
    const percent = Math.round(100 * Math.max(0, Math.min(1, part)));
    inner.style.width = `${percent}%`;
    element.setAttribute("aria-valuenow", percent);
  };
  element.set(0);
  return element;
}

/** A player's line beside the board: colour, name, discs, clock. */
export function seat() {
  const disc = h("span", { class: "token", "aria-hidden": "true" });
  const name = h("span", { class: "who" });
  const state = h("span", { class: "doing" });
  const clock = h("span", { class: "clock" });
  const discs = h("span", { class: "count" });
  const element = h("div", { class: "seat" }, disc, h("span", { class: "words" }, name, state), clock, discs);
  element.show = ({ side, who, cells, doing = "", left = null, turn = false }) => {
    disc.className = `token ${side > 0 ? "black" : "white"}`;
    name.textContent = who;
    state.textContent = doing;
    const own = count(cells, side);
    discs.textContent = String(own);
    discs.setAttribute("aria-label", `${T.side(side)}: ${T.discsOf(own)}`);
    element.tickTo(left);
    element.classList.toggle("turn", turn);
  };
  element.tickTo = (left) => {
    clock.textContent = left === null ? "" : clockText(left);
    clock.classList.toggle("short", left !== null && left < 30);
  };
  return element;
}

export const clockText = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/**
 * A slider and buttons that step through a game. `goTo(ply)` changes the ply. `now()` returns the present `ply` and the
 * `end`.
 */
export function stepper(goTo, now) {
  const slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": T.moves });
  slider.addEventListener("input", () => goTo(+slider.value));
  const step = (name, label, to) => iconButton(name, label, () => goTo(to(now())));
  const steps = h(
    "div",
    { class: "bar steps" },
    step("first", T.first, () => 0),
    step("back", T.back, ({ ply }) => ply - 1),
    step("forward", T.forward, ({ ply }) => ply + 1),
    step("last", T.last, ({ end }) => end),
  );
  return { slider, steps };
}

/**
 * The arrow keys, Home and End step through a game, except in fields and boards, which use these keys themselves.
 * `goTo(ply, isArrow)` and `now()` are as for `stepper`.
 */
export function stepKeys(now, goTo) {
  function press(event) {
    const isTaken = event.target.closest?.("input, select, textarea, [role=grid]");
    if (isTaken || event.altKey || event.ctrlKey || event.metaKey) return;
    const { ply, end } = now();
    const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: end }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    goTo(to, event.key.startsWith("Arrow"));
  }
  document.addEventListener("keydown", press);
  return { leave: () => document.removeEventListener("keydown", press) };
}

/**
 * A list of moves, one of which is the present one: `show(moves, states, ply, marks)`. `pick(ply)` is called when one
 * is chosen.
 */
export function moveList(label, pick) {
  const list = h("ol", { class: "moves", "aria-label": label });
  let known = "";
  /** @type {(moves: string, states: Position[], ply: number, marks?: Map<number, Mark>) => void} */
  list.show = (moves, states, ply, marks = new Map()) => {
    const key = moves + JSON.stringify([...marks]);
    if (key !== known) {
      known = key;
      list.replaceChildren();
      for (let i = 0; 2 * i + 1 < moves.length; i++) {
        const move = moveAt(moves, i);
        const mark = marks.get(i);
        const token = h("span", {
          class: `token small ${states[i]?.side > 0 ? "black" : "white"}`,
          "aria-hidden": "true",
        });
        const entry = button("", () => pick?.(i + 1), { "data-ply": i + 1, class: mark?.kind ?? "" });
        entry.append(
          h("span", { class: "number" }, move === "--" ? "" : String(numberAt(moves, i))),
          token,
          h("span", { class: "unseen" }, ` ${T.side(states[i]?.side)} `),
          h("span", { class: "square" }, moveName(move)),
          h("span", { class: "sign", "aria-hidden": "true" }, mark?.sign ?? ""),
        );
        if (mark) entry.append(h("span", { class: "unseen" }, T.comma + mark.words));
        if (!pick) entry.tabIndex = -1;
        list.append(h("li", {}, entry));
      }
    }
    for (const entry of list.querySelectorAll("[data-ply]")) {
      const now = +entry.dataset.ply === ply;
      entry.classList.toggle("now", now);
      entry.setAttribute("aria-current", now && "step");
      if (now) scrollInside(list, entry);
    }
  };
  return list;
}

function scrollInside(list, entry) {
  const top = entry.parentElement.offsetTop;
  if (top < list.scrollTop || top + entry.offsetHeight > list.scrollTop + list.clientHeight)
    list.scrollTop = top - list.clientHeight / 2;
}

export const sideOf = (name) => (name === "white" ? WHITE : BLACK);

export function download(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
