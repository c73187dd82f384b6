/* Lists of games, and the addresses of their reviews. */

import { T } from "./language.js";
import { ask } from "./server.js";
import { attempt, button, download, fresh, h, hide, playerName, row, select, takeOut } from "./parts.js";
import { OPENINGS, openingOf } from "./openings.js";
import { replay } from "./rules.js";

/** @import { Page } from "./page.d.ts" */
/** @import { Finish, GameLine, GameRef, Source } from "./types.d.ts" */

/** The game in an address: `mine/12` or `file/3/7`. @type {(words: string[]) => GameRef | null} */
export function refOf(words) {
  const [where, a, b] = words;
  if (where === "mine" && /^\d+$/.test(a)) return { in: "mine", id: +a };
  if (!/^\d+$/.test(a) || !/^\d+$/.test(b)) return null;
  if (where === "file" || where === "added") return { in: where, file: +a, number: +b };
  return null;
}

/** The address of a game. @type {(ref: GameRef) => string} */
export const addressOf = (ref) => (ref.in === "mine" ? `mine/${ref.id}` : `${ref.in}/${ref.file}/${ref.number}`);

/**
 * A text that is searched for: with the players whose displayed names have it, and the openings that begin with it.
 * @param {string} text
 * @param {string[]} players
 */
export function searched(text, players) {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return { find: "", names: [], openings: [] };
  const names = players.filter((name) => playerName(name).toLowerCase().includes(wanted));
  const openings = OPENINGS.filter(([, name]) => name.toLowerCase().startsWith(wanted)).map(([moves]) => moves);
  return { find: text, names, openings };
}

/** The names of players that the page knows. @param {Page} page */
function knownPlayers({ state }) {
  const { scores = {}, rivals = [] } = state.me ?? {};
  return [...[...state.hello.opponents, ...rivals].map(({ name }) => name), ...Object.keys(scores)];
}

/** The opening of a game in a list. @param {GameLine} game */
function openingOfLine({ begin }) {
  const states = replay(null, begin);
  return states.length - 1 === begin.length / 2 ? openingOf(states, states.length - 1) : "";
}

/**
 * Fills an element with the games of a source, some at a time. `pick(ref)`, if given, replaces the review. `again()`
 * shows what is known of the games by now.
 * @param {Page} page
 * @param {Source} source
 * @param {((ref: GameRef) => void) | null} pick
 */
export function gameList(page, place, source, pick = null) {
  const rows = h("ul", { class: "games" });
  const none = h("p", { class: "soft hidden" });
  const more = button(T.showMore, () => load(), { class: "hidden" });
  const names = h("datalist", { id: fresh("openings") }, ...OPENINGS.map(([, name]) => h("option", { value: name })));
  const find = h("input", { type: "search", list: names.id, "aria-label": T.findGame, placeholder: T.findGame });
  const ended = select({ "aria-label": T.ending }, Object.entries(T.endings), "", () => load(true));
  hide(ended, source.in === "file");
  const search = h("div", { class: "bar hidden" }, find, names, ended);
  const save = button(T.saveGames, exportAll, { class: "hidden" });
  let from = 0;
  let asked = 0;
  let timer = 0;
  find.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => load(true), 200);
  });
  place.replaceChildren(search, rows, none, row(more, save));

  function wanted() {
    return { ...searched(find.value, knownPlayers(page)), ended: /** @type {Finish | null} */ (ended.value || null) };
  }

  async function exportAll() {
    const games = await attempt(() => ask("export", { of: source, ...wanted() }));
    if (games) download("games.ggf", `${games}\n`, "text/plain");
  }

  async function load(anew = false) {
    const number = ++asked;
    if (anew) from = 0;
    const found = await attempt(() => ask("games", { of: source, from, count: 25, ...wanted() }));
    if (!found || number !== asked) return;
    if (anew) rows.replaceChildren();
    rows.append(...found.games.map((game) => h("li", {}, entry(game))));
    from += found.games.length;
    none.textContent = find.value.trim() || ended.value ? T.noneFits : T.noGames;
    hide(none, from > 0);
    hide(save, from === 0 || source.in === "file");
    if (found.total > 1) hide(search, false);
    hide(more, from >= found.total);
  }

  /** @param {GameLine} game */
  function entry(game) {
    const [black, white] = [game.black, game.white].map(playerName);
    const names = [black || T.side("black"), white || T.side("white")].join(" \u2013 ");
    const result = game.result ? (game.you ? T.resultShort(game.result, game.you) : T.resultPlain(game.result)) : "";
    const [opponent, other] = game.you === "black" ? [white, "white"] : [black, "black"];
    const mistakes = game.mistakes === null ? "" : T.aboutMistakes(game.mistakes);
    const rule = game.rule === "fewest" ? T.rules.fewest : "";
    const facts = [result, rule, T.date(game.date), mistakes, openingOfLine(game)];
    const act = () => (pick ? pick(game.ref) : page.go(`review/${addressOf(game.ref)}`));
    const element = button("", act, { class: "game" });
    const about = h("span", { class: "soft" }, facts.filter(Boolean).join(" \u00b7 "));
    element.append(h("strong", {}, game.you ? T.against(opponent || T.side(other)) : names), " ", about);
    if (pick || game.ref.in !== "mine") return element;
    const { id } = game.ref;
    const words = T.gameOut(opponent);
    const out = async () => (await takeOut({ kind: "game", game: id }, words)) && load(true);
    const remove = button("\u00d7", out, { class: "plain", "aria-label": `${T.takeOut}: ${element.textContent}` });
    return h("div", { class: "owngame" }, element, remove);
  }
  load();
  return { again: () => load(true) };
}
