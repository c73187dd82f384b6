/* The choice of the next game: whom to play, and how. */

import { T } from "./language.js";
import { ask } from "./server.js";
import { attempt, button, choices, fresh, h, hide, notice, rounded, row, select, tick } from "./parts.js";
import { OPENINGS } from "./openings.js";
import { portrait } from "./portrait.js";
import { replay, written } from "./rules.js";

/** @import { Page } from "./page.d.ts" */
/** @import { Hello, Me } from "./types.d.ts" */

const TIMES = [[3, 2], [5, 0], [10, 0], [15, 10], [30, 0]];
const CLOCKS = [null, ...TIMES.map(([minutes, increment]) => ({ minutes, increment }))];
/**
 * What was chosen last, for the next game.
 * @type {import("./page.d.ts").Chosen}
 */
const chosen = {
  start: null,
  opening: "",
  opponent: "",
  color: "either",
  rule: "most",
  pace: "human",
  clock: 0,
  player: "beginner",
  line: false,
  map: "",
};

/** Chooses an opponent for the next game: "placement", "strength", "player" or "rival:NAME". */
export const choose = (opponent) => (chosen.opponent = opponent);

/** The next game begins with this position, in 66 characters; null is the normal start. */
export function startFrom(start, rule = chosen.rule) {
  [chosen.start, chosen.rule, chosen.opening] = [start, rule, ""];
}
/** The position that the next game begins with. */
export const chosenStart = () => chosen.start;

/**
 * The choice, in a panel; `begun` is called when a game was begun.
 * @param {Page} page
 */
export function createNewGame(page, panel, begun) {
  const { state } = page;
  let known = "";

  function paint(isShown) {
    const { rivals, placement } = state.me ?? { rivals: [], placement: null };
    const key = JSON.stringify([rivals, state.me?.left, state.me?.scores, placement, chosen.rule, chosen.start, ownRating()]);
    if (isShown && key === known) return;
    known = key;
    const { opponents, strengths } = state.hello;
    if (!chosen.opponent) chosen.opponent = rivals.length ? `rival:${rivals[0].name}` : "player";
    const name = fresh("opponent");
    const called = ({ name, rating }) => (rating ? `${name} (${rounded(rating)})` : name);
    const own = state.me?.estimate?.rating.value;
    const option = (value, ...content) => {
      const input = h("input", { type: "radio", name, value, class: "unseen" });
      input.checked = chosen.opponent === value;
      input.addEventListener("change", () => {
        chosen.opponent = value;
        refresh();
      });
      return h("label", { class: "option card" }, input, ...content);
    };
    const words = (title, ...more) => h("span", { class: "words" }, h("strong", {}, title), ...more);
    const options = h("div", { class: "options" });
    if (chosen.rule === "most") {
      for (const rival of rivals)
        options.append(
          option(
            `rival:${rival.name}`,
            portrait(rival),
            words(
              called({ name: rival.name, rating: own }),
              h("span", { class: "soft" }, T.said(rival.likes)),
              h("span", { class: "soft small" }, T.scoreSoFar(rival.score)),
            ),
          ),
        );
      options.append(option("strength", words(T.level, level(strengths, () => against("strength")))));
      const { games = 0, of = state.hello.placement, done = false } = placement ?? {};
      if (!done && !chosen.start)
        options.append(
          option(
            "placement",
            words(T.placement, h("span", { class: "soft" }, games ? T.placementNext(games, of) : T.placementHint(of))),
          ),
        );
    }
    const player = h("select", { "aria-label": T.player });
    const mine = opponents.filter((opponent) => opponent.rule === chosen.rule);
    const strong = mine
      .filter((opponent) => opponent.rating !== null)
      .sort((a, b) => (a.rating ?? 0) - (b.rating ?? 0));
    const others = mine.filter((opponent) => opponent.rating === null);
    const scores = state.me?.scores ?? {};
    const scoreOf = (name) => (Object.hasOwn(scores, name) ? T.scoreSoFar(scores[name]) : "");
    const group = (label, list) =>
      list.length &&
      player.append(
        h("optgroup", { label }, ...list.map((opponent) => h("option", { value: opponent.name }, called(opponent)))),
      );
    group(T.knownPlayers, strong);
    group(T.otherPlayers, others);
    if (mine.some((opponent) => opponent.name === chosen.player)) player.value = chosen.player;
    else chosen.player = player.value;
    const summary = h("span", { class: "soft" });
    const describe = () =>
      (summary.textContent = [T.said(mine.find(({ name }) => name === player.value)?.summary ?? ""), scoreOf(player.value)]
        .filter(Boolean)
        .join(" \u00b7 "));
    player.addEventListener("change", () => {
      chosen.player = player.value;
      describe();
      against("player");
    });
    describe();
    options.append(option("player", words(T.otherPlayer, player, summary)));
    const map = h("textarea", { rows: 3, "aria-label": T.ownMap, placeholder: T.mapHint, spellcheck: "false" });
    map.value = chosen.map;
    map.addEventListener("input", () => {
      chosen.map = map.value;
      against("map");
    });
    options.append(option("map", words(T.ownMap, map)));
    const pick = (key) => (value) => (chosen[key] = value);
    const clocks = CLOCKS.map((clock, i) => [i, T.clocks(clock?.minutes, clock?.increment)]);
    const clock = select({ id: fresh("clock") }, clocks, chosen.clock, (value) => (chosen.clock = +value));
    const start = button(T.start, () => begin(chosen.opponent), { class: "primary big" });
    const color = choices(T.color, Object.entries(T.colors), chosen.color, pick("color"));
    const pace = choices(T.pace, Object.entries(T.paces), chosen.pace, pick("pace"));
    const rule = choices(T.rule, Object.entries(T.rules), chosen.rule, (value) => {
      chosen.rule = value;
      paint(true);
      panel.querySelector(`input[value="${value}"]`)?.focus();
    });
    const time = h("div", { class: "field" }, h("label", { for: clock.id }, T.clock), clock);
    const refresh = () => {
      const placed = chosen.opponent === "placement";
      const { games = 0, of = state.hello.placement } = placement ?? {};
      start.textContent = placed ? T.placementGo(games, of) : T.start;
      hide(time, placed);
    };
    const against = (opponent) => {
      chosen.opponent = opponent;
      options.querySelector(`[value="${opponent}"]`).checked = true;
      refresh();
    };
    if (options.querySelector("input:checked")) refresh();
    else against("player");
    panel.replaceChildren(
      ...leftGames(),
      h("h2", {}, T.newGame),
      ...(chosen.start ? [fromPosition()] : []),
      h("fieldset", { class: "field" }, h("legend", {}, T.opponent), options),
      color,
      pace,
      rule,
      time,
      ...(chosen.start && !chosen.opening ? [] : [opening()]),
      start,
    );
  }

  /** The games that were left for later. */
  function leftGames() {
    const left = state.me?.left ?? [];
    const entry = ({ game, opponent, moves }) =>
      h("li", {}, button(T.goOn(opponent, moves), () => attempt(() => ask("go-on", { game })).then(begun), { class: "game" }));
    return left.length ? [h("h2", {}, T.leftGames), h("ul", { class: "games" }, ...left.map(entry))] : [];
  }

  /** A field for the opening that the game begins with. */
  function opening() {
    const byName = OPENINGS.toSorted(([, a], [, b]) => a.localeCompare(b));
    const all = [["", T.startNormal], ["xot", T.startXot], ...byName];
    const picked = select({ id: fresh("opening") }, all, chosen.opening, (moves) => {
      if (moves === "xot") drawn();
      else begun(moves);
    });
    const begun = (moves) => {
      const last = replay(null, moves).at(-1);
      startFrom(moves && last && !chosen.line ? written(last) : null);
      chosen.opening = moves;
      page.go(chosen.start ? "play/from" : "play");
    };
    const line = tick(T.openingLine, chosen.line, (line) => {
      chosen.line = line;
      begun(chosen.opening);
    });
    const more = chosen.opening ? [line] : [];
    return h("div", { class: "field" }, h("label", { for: picked.id }, T.openingField), picked, ...more);
  }

  /** The game begins with an even position after eight moves that were drawn by chance. */
  async function drawn() {
    const moves = await attempt(() => ask("xot"));
    const last = moves && replay(null, moves).at(-1);
    if (!last) return;
    startFrom(written(last));
    page.go("play/from");
  }

  /** Says that the game begins with a position, and has the normal start instead. */
  function fromPosition() {
    const normal = button(T.startBoard, () => {
      startFrom(null);
      page.go("play");
    });
    return row(h("p", {}, T.fromPosition), normal);
  }

  /** The strength on the slider until it is moved: the person's own, if it is known. */
  function ownRating() {
    const { low, high, step, middle } = state.hello.strengths;
    const own = state.me?.estimate?.rating.value ?? middle;
    return Math.min(high, Math.max(low, low + step * Math.round((own - low) / step)));
  }

  /**
   * The slider; `picked` is called when it was moved.
   * @param {Hello["strengths"]} strengths
   */
  function level(strengths, picked) {
    const range = h("input", {
      type: "range",
      min: strengths.low,
      max: strengths.high,
      step: strengths.step,
      "aria-label": T.levelLabel,
    });
    range.value = chosen.rating ?? ownRating();
    const words = h("span", { class: "soft" });
    const describe = () => {
      const rating = +range.value;
      const word = strengths.words.filter(([from]) => from <= rating).pop()?.[1] ?? "";
      words.textContent = `${rating}: ${T.said(word)}`;
      range.setAttribute("aria-valuetext", words.textContent);
    };
    range.addEventListener("input", () => {
      chosen.rating = +range.value;
      describe();
      picked();
    });
    describe();
    return h("span", { class: "words" }, range, words);
  }

  async function begin(opponent) {
    const { start, color, rule, pace, player, rating = ownRating() } = chosen;
    /** @type {import("./types.d.ts").Who} */
    const who = opponent.startsWith("rival:")
      ? { kind: "rival", name: opponent.slice(6) }
      : opponent === "strength"
        ? { kind: "strength", rating }
        : opponent === "map"
          ? { kind: "map", map: chosen.map }
          : { kind: "shipped", name: player };
    const numbers = chosen.map.match(/[^\s,;|]+/g)?.length ?? 0;
    if (opponent === "map" && numbers !== 64) return void notice(T.mapWrong(numbers), "error");
    const line = (chosen.line && !start && chosen.opening) || null;
    await attempt(async () => {
      if (opponent === "placement") await ask("place", { color, pace });
      else await ask("new-game", { start, line, who, color, rule, pace, clock: CLOCKS[chosen.clock] });
      startFrom(null);
      begun();
    });
  }

  return { paint, begin };
}
