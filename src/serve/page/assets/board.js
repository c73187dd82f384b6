/* A board for mouse, touch, keyboard and screen reader: a grid with one tab stop, in which the arrow keys move. */

import { T } from "./language.js";
import { isTurned } from "./looks.js";
import { squareName } from "./rules.js";

const h = Draw.html;

/** @import { Position } from "./page.d.ts" */

/** The square that a key leads to on the displayed board. A half turn reverses all directions. */
function stepped(key, from) {
  const seen = isTurned() ? 63 - from : from;
  const column = seen % 8;
  const to = {
    ArrowLeft: column > 0 ? seen - 1 : seen,
    ArrowRight: column < 7 ? seen + 1 : seen,
    ArrowUp: seen >= 8 ? seen - 8 : seen,
    ArrowDown: seen < 56 ? seen + 8 : seen,
    Home: seen - column,
    End: seen - column + 7,
    PageUp: column,
    PageDown: 56 + column,
  }[key];
  return to === undefined || !isTurned() ? to : 63 - to;
}

const centre = (square) => [(square % 8) + 0.5, Math.floor(square / 8) + 0.5];

/** An arrow from one square to another. @type {(line: [number, number, string]) => Element} */
function arrow([from, to, kind]) {
  const [x, y] = centre(from);
  const [endX, endY] = centre(to);
  const length = Math.hypot(endX - x, endY - y);
  const [right, down] = [(endX - x) / length, (endY - y) / length];
  const at = (back, aside) => `${endX - back * right - aside * down} ${endY - back * down + aside * right}`;
  const group = Draw.svg("g", { class: kind });
  group.append(
    Draw.svg("path", { class: "shaft", d: `M${x} ${y}L${at(0.55, 0)}` }),
    Draw.svg("path", { class: "tip", d: `M${at(0.25, 0)}L${at(0.65, 0.2)}L${at(0.65, -0.2)}Z` }),
  );
  return group;
}

/**
 * A board. `choose(square)` is called when a square is chosen. `show(...)` shows a position:
 *   position    from rules.js
 *   marks       legal moves are marked
 *   values      Map from square to {text, best, bad}: shown on empty squares
 *   arrows      Map from square to a class: `played`, `better`
 *   lines       arrows: from which square to which, and a class
 *   active      squares can be chosen
 *   quiet       no disc turns visibly (the position is far from the last one)
 */
export function createBoard({ label, choose }) {
  const cells = [];
  const discs = [];
  const values = [];
  let focused = 0;
  let shown = null;

  const rows = [];
  for (let row = 0; row < 8; row++) {
    const squares = [];
    for (let column = 0; column < 8; column++) {
      const square = 8 * row + column;
      const disc = h("span", { class: "disc" }, h("span", { class: "face dark" }), h("span", { class: "face light" }));
      const value = h("span", { class: "value" });
      const cell = h(
        "div",
        { class: "cell", role: "gridcell", tabindex: square === 0 ? 0 : -1, "data-square": squareName(square) },
        disc,
        value,
      );
      cells.push(cell);
      discs.push(disc);
      values.push(value);
      squares.push(cell);
    }
    rows.push(h("div", { class: "row", role: "row" }, ...squares));
  }
  const grid = h("div", { class: "grid", role: "grid", "aria-label": label }, ...rows);
  const edge = (name, signs) =>
    h("div", { class: name, "aria-hidden": "true" }, ...[...signs].map((sign) => h("span", {}, sign)));
  const overlay = Draw.svg("svg", { viewBox: "0 0 8 8", class: "arrows", "aria-hidden": "true" });
  grid.append(overlay);
  const element = h("div", { class: "board" }, edge("across", "abcdefgh"), edge("down", "12345678"), grid);

  function focus(square) {
    cells[focused].tabIndex = -1;
    focused = square;
    cells[focused].tabIndex = 0;
  }

  grid.addEventListener("click", (event) => {
    const square = cells.indexOf(event.target.closest(".cell"));
    if (square < 0) return;
    focus(square);
    choose?.(square);
  });
  grid.addEventListener("focusin", (event) => {
    const square = cells.indexOf(event.target);
    if (square >= 0) focus(square);
  });
  grid.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = stepped(event.key, focused);
    if (to !== undefined) {
      focus(to);
      cells[to].focus();
    } else if (event.key === "Enter" || event.key === " ") {
      choose?.(focused);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });

  function show({
    position,
    marks = false,
    values: worth = new Map(),
    arrows = new Map(),
    lines = /** @type {[number, number, string][]} */ ([]),
    active = false,
    quiet = false,
  }) {
    const legal = new Set(position.legal);
    const turned = new Set(position.turned);
    element.classList.toggle("quiet", quiet || shown === null);
    const [x, y] = position.last === null ? [0, 0] : [position.last % 8, Math.floor(position.last / 8)];
    position.cells.forEach((cell, square) => {
      const distance = Math.max(Math.abs((square % 8) - x), Math.abs(Math.floor(square / 8) - y));
      discs[square].style.transitionDelay = turned.has(square) ? `${distance * 45}ms` : "0ms";
      const classes = ["cell"];
      if (cell) classes.push(cell > 0 ? "black" : "white");
      if (legal.has(square) && marks) classes.push("legal");
      if (legal.has(square) && active) classes.push("open");
      if (square === position.last) classes.push("last");
      if (turned.has(square)) classes.push("turned");
      if (arrows.has(square)) classes.push(arrows.get(square));
      const value = worth.get(square);
      if (value) classes.push("valued");
      if (value?.best) classes.push("best");
      if (value?.bad) classes.push("bad");
      cells[square].className = classes.join(" ");
      values[square].textContent = value?.text ?? "";
      const words = [squareName(square), T.cell(cell)];
      if (legal.has(square) && (active || marks)) words.push(T.legal);
      if (square === position.last) words.push(T.lastMove);
      if (turned.has(square)) words.push(T.turned);
      if (value) words.push(value.text);
      cells[square].setAttribute("aria-label", words.join(T.comma));
    });
    overlay.replaceChildren(...lines.map(arrow));
    shown = position;
  }

  return { element, show };
}
