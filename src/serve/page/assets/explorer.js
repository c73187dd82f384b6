/* The moves played in a position, in the person's games or in an open file. */

import { T } from "./language.js";
import { ask } from "./server.js";
import { button, fold, h, select, small } from "./parts.js";

/** @import { Explored, Source } from "./types.d.ts" */

/** A table of the played moves. `play(square)` is called when one is chosen. */
export function createExplorer(play) {
  const source = select({ "aria-label": T.exploreIn }, [["mine", T.exploreMine]], "mine", () => look());
  const table = h("div", {});
  const element = fold("explorer", T.explore, source, table);
  /** @type {{start: string | null, moves: string} | null} */
  let position = null;
  /** @type {[string, number][]} */
  let worths = [];
  /** @type {Explored | null} */
  let found = null;
  let asked = "";
  element.addEventListener("toggle", look);

  async function look() {
    if (!element.open || !position) return;
    const file = +source.value;
    const of = /** @type {Source} */ (file ? { in: "file", file } : { in: "all" });
    const key = (asked = JSON.stringify([position, of]));
    const told = await ask("explore", { ...position, of }).catch(() => null);
    if (asked !== key) return;
    found = told;
    const chosen = source.value;
    source.replaceChildren(source.options[0], ...(told?.files ?? []).map(([number, name]) => h("option", { value: number }, name)));
    source.value = chosen;
    if (!told && file) [source.value, asked] = ["mine", ""];
    paint();
  }

  function paint() {
    if (!found) return;
    const row = ({ square, games, won, drawn, lost, discs }) => {
      const cells = [games, `${won} / ${drawn} / ${lost}`, T.value(discs), ""].map((text) => h("td", {}, String(text)));
      return h("tr", {}, h("th", { scope: "row" }, button(square, () => play(square))), ...cells);
    };
    const head = h("tr", {}, ...T.exploreHead.map((text) => h("th", { scope: "col" }, text)));
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
