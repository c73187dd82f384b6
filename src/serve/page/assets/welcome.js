/* The rules in six sentences and pictures, and the view of a browser without a key. */

import { T } from "./language.js";
import { createBoard } from "./board.js";
import { begin } from "./newgame.js";
import { button, h, row, small } from "./parts.js";
import { replay } from "./rules.js";

/**
 * A part of a board as a picture. Rows have `X` (black), `O` (white) and `.`; `*` is a legal move, and lower case was
 * just flipped.
 */
function picture(rows, label) {
  const size = 30;
  const width = rows[0].length * size;
  const height = rows.length * size;
  const svg = Draw.svg;
  const viewBox = `0 0 ${width} ${height}`;
  const board = svg("svg", { viewBox, role: "img", "aria-label": label, class: "rulepicture" });
  board.append(svg("rect", { width, height, rx: 6, fill: "var(--board)" }));
  for (let x = 1; x < rows[0].length; x++)
    board.append(svg("path", { d: `M${x * size} 0V${height}`, stroke: "var(--board-line)" }));
  for (let y = 1; y < rows.length; y++)
    board.append(svg("path", { d: `M0 ${y * size}H${width}`, stroke: "var(--board-line)" }));
  rows.forEach((row, y) =>
    [...row].forEach((c, x) => {
      const place = { cx: (x + 0.5) * size, cy: (y + 0.5) * size };
      const circle = (r, fill, stroke) => board.append(svg("circle", { ...place, r, fill, stroke, "stroke-width": 2 }));
      if (c === "*") circle(5, "none", "var(--board-ink)");
      else if (c !== ".")
        circle(12, /[xX]/.test(c) ? "var(--black)" : "var(--white)", /[xo]/.test(c) ? "var(--mark)" : null);
    }),
  );
  return board;
}

const PICTURES = [
  ["..*..", ".*OX.", "..XO*", "...*.", "....."],
  [".....", "XOO*.", "..O..", ".X...", "....."],
  [".....", "XxxX.", "..x..", ".X...", "....."],
  ["OOOO.", "OXXO.", "OXOO.", "OOOO.", "....."],
  ["XXO..", "XOO..", "OO...", ".....", "....."],
  ["XXXXO", "XXXOO", "XXOXO", "XOXXX", "OOOXX"],
];

function rulesList() {
  const rules = T.rulesText.map((text, i) => h("li", { class: "card" }, picture(PICTURES[i], text), h("p", {}, text)));
  return h("ol", { class: "rulelist" }, ...rules);
}

/** The view while the engine is loaded: the board, and the rules beside it. */
export function openingView() {
  const board = createBoard({ label: T.board, choose: null });
  const [position] = replay(null, "");
  board.show({ position });
  const panel = h("div", { class: "panel" }, h("h1", { tabindex: -1 }, T.howTo), rulesList());
  return h("section", { class: "play split" }, h("div", { class: "table" }, board.element), panel);
}

/**
 * The rules, and a first game against the weakest.
 * @type {(page: import("./page.d.ts").Page) => import("./page.d.ts").View}
 */
export function rulesView(page) {
  const { low } = page.state.hello.strengths;
  const play = button(T.playAbout(low), () => begin(page, { kind: "strength", rating: low }), { class: "primary big" });
  const title = h("h1", { tabindex: -1 }, T.howTo);
  return { element: h("section", { class: "newcomer" }, title, rulesList(), row(play), small(T.scale)) };
}

/** The view of a browser without a key: the problem, and how to get access. */
export function lockedView() {
  const title = h("h1", { tabindex: -1 }, T.locked);
  const ways = h("ul", {}, ...T.lockedWays.map((way) => h("li", {}, way)));
  return h("section", { class: "card locked" }, title, h("p", {}, T.lockedWhy), ways);
}
