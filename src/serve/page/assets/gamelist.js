/* Lists of games, and the addresses of their reviews. */

import { T } from "./language.js";
import { ask } from "./server.js";
import { attempt, button, h, hide, takeOut } from "./parts.js";

/** @import { Page } from "./page.d.ts" */
/** @import { GameLine, GameRef, Source } from "./types.d.ts" */

/** The game in an address: `mine/12` or `file/3/7`. @type {(words: string[]) => GameRef | null} */
export function refOf(words) {
  const [where, a, b] = words;
  if (where === "mine" && /^\d+$/.test(a)) return { in: "mine", id: +a };
  if (where === "file" && /^\d+$/.test(a) && /^\d+$/.test(b)) return { in: "file", file: +a, number: +b };
  return null;
}

/** The address of a game. @type {(ref: GameRef) => string} */
export const addressOf = (ref) => (ref.in === "mine" ? `mine/${ref.id}` : `file/${ref.file}/${ref.number}`);

/**
 * Fills an element with the games of a source, some at a time. `pick(ref)`, if given, replaces the review.
 * @param {Page} page
 * @param {Source} source
 * @param {((ref: GameRef) => void) | null} pick
 */
export async function gameList(page, place, source, pick = null) {
  const rows = h("ul", { class: "games" });
  const none = h("p", { class: "soft hidden" }, T.noGames);
  const more = button(T.showMore, () => load(), { class: "hidden" });
  const find = h("input", { type: "search", "aria-label": T.findPlayer, placeholder: T.findPlayer, class: "hidden" });
  let from = 0;
  let asked = 0;
  let timer = 0;
  find.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => load(true), 200);
  });
  place.replaceChildren(find, rows, none, more);

  async function load(anew = false) {
    const number = ++asked;
    if (anew) from = 0;
    const found = await attempt(() => ask("games", { of: source, from, count: 25, find: find.value }));
    if (!found || number !== asked) return;
    if (anew) rows.replaceChildren();
    rows.append(...found.games.map((game) => h("li", {}, entry(game))));
    from += found.games.length;
    hide(none, from > 0);
    if (found.total > 25) hide(find, false);
    hide(more, from >= found.total);
  }

  /** @param {GameLine} game */
  function entry(game) {
    const names = [game.black || T.side("black"), game.white || T.side("white")].join(" \u2013 ");
    const result = game.result ? (game.you ? T.resultShort(game.result, game.you) : T.resultPlain(game.result)) : "";
    const opponent = game.you === "black" ? game.white : game.black;
    const act = () => (pick ? pick(game.ref) : page.go(`review/${addressOf(game.ref)}`));
    const element = button("", act, { class: "game" });
    element.append(
      h("strong", {}, game.you ? T.against(T.said(opponent)) : names),
      h("span", { class: "soft" }, [result, T.date(game.date)].filter(Boolean).join(" \u00b7 ")),
    );
    if (pick || game.ref.in !== "mine") return element;
    const { id } = game.ref;
    const words = T.gameOut(opponent);
    const out = async () => (await takeOut({ kind: "game", game: id }, words)) && load(true);
    const remove = button("\u00d7", out, { class: "plain", "aria-label": `${T.takeOut}: ${element.textContent}` });
    return h("div", { class: "owngame" }, element, remove);
  }
  await load();
}
