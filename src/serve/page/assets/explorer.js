/* The moves played in a position: in the person's games, in tournaments, or in an open file. */

import { T } from "./language.js";
import { ask } from "./server.js";
import { attempt, button, fold, h, hide, select, small } from "./parts.js";
import { replay } from "./rules.js";

/** @import { Exploration, Source } from "./types.d.ts" */

/** A table of the played moves. `play(square)` is called when one is chosen. */
export function createExplorer(play) {
  const source = select({ "aria-label": T.exploreIn }, [["mine", T.exploreMine]], "mine", () => look());
  const table = h("div");
  const forget = button(T.forgetTournaments, async () => {
    await attempt(() => ask("forget-tournaments"));
    source.value = "mine";
    look();
  });
  const element = fold("explorer", T.explore, source, forget, table);
  /** @type {{start: string | null, moves: string} | null} */
  let position = null;
  /** @type {[string, number][]} */
  let worths = [];
  /** @type {Exploration | null} */
  let found = null;
  let asked = "";
  element.addEventListener("toggle", look);

  async function look() {
    if (!element.open || !position) return;
    const chosen = source.value;
    const of = sourceOf(chosen);
    const key = (asked = JSON.stringify([position, of]));
    const told = await ask("explore", { ...position, of }).catch(() => null);
    if (asked !== key) return;
    found = told;
    const { files = [], tournaments = [] } = told ?? {};
    const kept = tournaments.length ? [["tournaments", T.exploreTournaments(tournaments.length)]] : [];
    const others = [...kept, ...files].map(([value, name]) => h("option", { value }, name));
    source.replaceChildren(source.options[0], ...others);
    source.value = chosen;
    if (!told && of.in === "file") [source.value, asked] = ["mine", ""];
    hide(forget, source.value !== "tournaments");
    paint();
  }

  /** The source of a choice. @type {(chosen: string) => Source} */
  function sourceOf(chosen) {
    if (chosen === "tournaments") return { in: "tournaments" };
    return +chosen ? { in: "file", file: +chosen } : { in: "all" };
  }

  function paint() {
    if (!found || !position) return;
    const row = ({ square, games, won, drawn, lost, discs }) => {
      const mean = discs === null ? "" : T.value(discs);
      const cells = [games, `${won} / ${drawn} / ${lost}`, mean, ""].map((text) => h("td", {}, String(text)));
      return h("tr", {}, h("th", { scope: "row" }, button(square, () => play(square))), ...cells);
    };
    const side = replay(position.start, position.moves).at(-1)?.side ?? 1;
    const titles = [T.exploreMove, T.exploreCount, T.exploreResults(side), T.exploreMean, T.exploreWorth];
    const head = h("tr", {}, ...titles.map((text) => h("th", { scope: "col" }, text)));
    table.replaceChildren(
      small(T.exploreGames(found.games)),
      ...(found.moves.length ? [h("table", {}, h("thead", {}, head), h("tbody", {}, ...found.moves.map(row)))] : []),
    );
    write();
  }

  // A new row would lose the focus, so rows are kept.
  function write() {
    for (const row of table.querySelectorAll("tbody tr")) {
      const value = worths.find(([line]) => line.startsWith(row.firstChild.textContent))?.[1];
      row.lastChild.textContent = value === undefined ? "" : T.value(value);
    }
  }

  return {
    element,
    /** @type {(now: {start: string | null, moves: string}, values: [string, number][]) => void} */
    show(now, values) {
      worths = values;
      const isNew = JSON.stringify(now) !== JSON.stringify(position);
      position = now;
      if (isNew) look();
      else write();
    },
  };
}
