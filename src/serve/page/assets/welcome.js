/* The first visit: the rules in six sentences and pictures, and three ways to begin; and what a browser without a key sees. */

import { T } from "./language.js";
import { ask } from "./server.js";
import { attempt, button, h } from "./parts.js";

/** A piece of a board as a picture: rows of `X` (black), `O` (white), `.`; `*` is a legal move, lower case was just turned. */
function picture(rows, label) {
  const size = 30;
  const width = rows[0].length * size;
  const height = rows.length * size;
  const svg = Draw.svg;
  const board = svg("svg", {
    viewBox: `0 0 ${width} ${height}`,
    role: "img",
    "aria-label": label,
    class: "rulepicture",
  });
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

/** @type {(page: import("./page.d.ts").Page) => import("./page.d.ts").View} */
export function welcomeView(page) {
  const { state } = page;
  const settings = () => ({ ...state.settings, welcomed: true });
  const begin = (to) =>
    attempt(async () => {
      const name = field.value.trim() || state.settings.name;
      await ask("settings", { ...settings(), name });
      state.settings = { ...settings(), name };
      page.go(to);
    });
  const rules = h(
    "ol",
    { class: "rulelist" },
    ...T.rulesText.map((text, i) => h("li", { class: "card" }, picture(PICTURES[i], text), h("p", {}, text))),
  );
  const field = h("input", { type: "text", maxlength: 40, autocomplete: "nickname", value: state.settings.welcomed ? state.settings.name : T.you });
  const way = (title, text, to, primary) => {
    const card = button("", () => begin(to), { class: `way card${primary ? " first" : ""}` });
    card.append(h("strong", {}, title), h("span", {}, text));
    return card;
  };
  const element = h(
    "section",
    { class: "welcome" },
    h("h1", { tabindex: -1 }, T.welcome),
    h("p", {}, T.welcomeLead),
    rules,
    h("h2", {}, T.welcomeChoice),
    h("label", { class: "field name" }, h("span", {}, T.welcomeName), field),
    h(
      "div",
      { class: "ways" },
      way(T.placement, T.welcomePlaceText(state.hello.placement), "play/placement", true),
      way(T.welcomeKnow, T.welcomeKnowText, "play"),
      way(T.welcomeGames, T.welcomeGamesText, "me"),
    ),
  );
  return { element };
}

/** What a browser shows that has no key: what is the matter, and how to get in. */
export function lockedView() {
  return h(
    "section",
    { class: "card locked" },
    h("h1", { tabindex: -1 }, T.locked),
    h("p", {}, T.lockedWhy),
    h("ul", {}, ...T.lockedWays.map((way) => h("li", {}, way))),
  );
}
