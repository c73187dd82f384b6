/* The person's openings with their results, and games that begin with them. */

import { T } from "./language.js";
import { ask } from "./server.js";
import { attempt, button, card, h, hide, peopleName, playerName, select, small } from "./parts.js";
import { begin, ownRating } from "./newgame.js";
import { openingOf } from "./openings.js";
import { replay } from "./rules.js";

/** @import { Page } from "./page.d.ts" */
/** @import { Me, OpeningLine, OpponentChoice } from "./types.d.ts" */

/** @param {Page} page */
export function repertoireCard(page) {
  const against = h("div", { class: "field" });
  const lines = h("div");
  const element = card("repertoire", T.repertoire, small(T.repertoireHint), against, lines);
  element.classList.add("hidden");
  let known = "";
  /** @type {OpponentChoice[]} */
  let opponents = [];
  let opponent = "0";

  /** @param {Me} me */
  async function show({ rivals, estimate, files, scores }) {
    const key = JSON.stringify([rivals, Boolean(estimate), ownRating(page), files, scores]);
    if (key === known) return;
    known = key;
    const found = await attempt(() => ask("repertoire"));
    if (key !== known) return;
    if (!found) return void (known = "");
    showOpponents(rivals, Boolean(estimate));
    const colors = /** @type {const} */ (["black", "white"]).map((you) => found.filter((line) => line.you === you));
    lines.replaceChildren(...colors.filter((own) => own.length).flatMap(linesOf));
    hide(element, !found.length);
  }

  /** The choice of the opponent in a game with a line: it plays the other side of the line. */
  function showOpponents(rivals, hasAgent) {
    const rating = ownRating(page);
    /** @type {[OpponentChoice, string][]} */
    const all = rivals.map(({ name }) => [{ kind: "rival", name }, playerName(name)]);
    if (hasAgent) all.push([{ kind: "agent" }, playerName("agent")]);
    all.push([{ kind: "strength", rating }, playerName(peopleName(rating))]);
    opponents = all.map(([who]) => who);
    if (!opponents[+opponent]) opponent = "0";
    const names = all.map(([, name], at) => [at, name]);
    const picked = select({ "aria-label": T.opponent }, names, opponent, (value) => (opponent = value));
    against.replaceChildren(h("label", {}, `${T.opponent} `, picked));
  }

  /** @param {OpeningLine[]} own */
  const linesOf = (own) => [h("h3", {}, T.asSide[own[0].you]), h("ul", { class: "lines" }, ...own.map(entry))];

  /** @param {OpeningLine} line */
  function entry({ moves, you, games, won, drawn, lost }) {
    const states = replay(null, moves);
    const name = openingOf(states, states.length - 1);
    const written = (moves.match(/../g) ?? []).join(" ");
    const score = won + drawn + lost ? T.scoreSoFar([won, drawn, lost]) : "";
    const terms = { start: null, color: you, line: true, opening: moves };
    const play = button(T.playLine, () => begin(page, opponents[+opponent], terms), {
      "aria-label": `${T.playLine}: ${[name, written].filter(Boolean).join(" ")}`,
    });
    const words = h("span", { class: "words" }, ...(name ? [h("strong", {}, name)] : []), h("span", {}, written));
    words.append(h("span", { class: "soft small" }, [T.lineGames(games), score].filter(Boolean).join(" \u00b7 ")));
    return h("li", {}, words, play);
  }

  return { element, show };
}
