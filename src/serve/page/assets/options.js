/* The options of the next game. The last choices are kept. */

import { T } from "./language.js";
import { ask } from "./server.js";
import { attempt, button, choices, fresh, h, notice, rounded, row, select, soft, tick } from "./parts.js";
import { begin, choose, chosen, CLOCKS, continueButton } from "./newgame.js";
import { opponentOf, openWith, ownRating, startFrom, startNormally } from "./newgame.js";
import { OPENINGS } from "./openings.js";
import { replay } from "./rules.js";

/** @import { Page } from "./page.d.ts" */

/**
 * The panel of options. `changed()` is called when the next game's position changes, and paints.
 * @param {Page} page
 */
export function createOptions(page, panel, changed) {
  const { state } = page;

  function paint() {
    const list = h("div", { class: "options" });
    const name = fresh("opponent");
    const { kind } = opponentOf(page);
    const option = (value, ...content) => {
      const input = h("input", { type: "radio", name, value, class: "unseen" });
      input.checked = value === (kind === "shipped" ? "player" : kind);
      input.addEventListener("change", () => choose({ opponent: value }));
      return h("label", { class: "option card" }, input, h("span", { class: "words" }, ...content));
    };
    const against = (opponent) => {
      choose({ opponent });
      list.querySelector(`[value="${opponent}"]`).checked = true;
    };
    if (chosen.rule === "most") {
      const slider = level(() => against("strength"));
      list.append(option("strength", h("strong", {}, T.level), slider));
    }
    list.append(
      option("player", h("strong", {}, T.otherPlayer), ...players(() => against("player"))),
      option("map", h("strong", {}, T.ownMap), mapField(() => against("map"))),
    );
    panel.replaceChildren(
      ...leftGames(),
      h("h2", {}, T.options),
      h("fieldset", { class: "field" }, h("legend", {}, T.opponent), list),
      choices(T.color, Object.entries(T.colors), chosen.color, (color) => choose({ color })),
      choices(T.pace, Object.entries(T.paces), chosen.pace, (pace) => choose({ pace })),
      rules(),
      clocks(),
      ...(chosen.start && !chosen.opening ? [fromPosition()] : [openings()]),
      row(
        button(T.start, start, { class: "primary big" }),
        button(T.editDone, () => page.go("play"), { class: "big" }),
      ),
    );
  }

  /** The kept games, if there are more than the one on home. */
  function leftGames() {
    const left = state.me?.left ?? [];
    if (left.length < 2) return [];
    const entry = (game) => h("li", {}, continueButton(page, game, { class: "game" }));
    return [h("h2", {}, T.leftGames), h("ul", { class: "games" }, ...left.map(entry))];
  }

  function start() {
    const who = opponentOf(page);
    const numbers = chosen.map.match(/[^\s,;|]+/g)?.length ?? 0;
    if (who.kind === "map" && numbers !== 64) return void notice(T.mapWrong(numbers), "error");
    begin(page, who);
  }

  /** The slider of strengths. `moved` is called when it is moved. */
  function level(moved) {
    const { low, high, step, words } = state.hello.strengths;
    const range = h("input", { type: "range", min: low, max: high, step, "aria-label": T.levelLabel });
    range.value = chosen.rating || ownRating(page);
    const meaning = h("span", { class: "soft" });
    function describe() {
      const word = words.filter(([from]) => from <= +range.value).at(-1)?.[1] ?? "";
      meaning.textContent = T.levelIs(range.value, T.said(word));
      range.setAttribute("aria-valuetext", meaning.textContent);
    }
    range.addEventListener("input", () => {
      choose({ rating: +range.value === ownRating(page) ? 0 : +range.value });
      describe();
      moved();
    });
    describe();
    return h("span", { class: "words" }, range, meaning);
  }

  /** The other players for the rule. `picked` gets a choice. */
  function players(picked) {
    const ofRule = state.hello.opponents.filter(({ rule }) => rule === chosen.rule);
    const all = ofRule.filter(({ name }) => name !== "placement" && !name.startsWith("people-"));
    const rated = all.filter(({ rating }) => rating !== null).sort((a, b) => (a.rating ?? 0) - (b.rating ?? 0));
    const others = all.filter(({ rating }) => rating === null);
    const entry = ({ name, rating }) => h("option", { value: name }, rating ? `${name} (${rounded(rating)})` : name);
    const group = (label, group) => (group.length ? [h("optgroup", { label }, ...group.map(entry))] : []);
    const groups = [...group(T.knownPlayers, rated), ...group(T.otherPlayers, others)];
    const element = h("select", { "aria-label": T.player }, ...groups);
    element.value = (all.find(({ name }) => name === chosen.player) ?? all[0]).name;
    const about = h("span", { class: "soft" });
    const scores = state.me?.scores ?? {};
    function describe() {
      const summary = T.said(all.find(({ name }) => name === element.value)?.summary ?? "");
      const score = Object.hasOwn(scores, element.value) ? T.scoreSoFar(scores[element.value]) : "";
      about.textContent = [summary, score].filter(Boolean).join(" \u00b7 ");
    }
    element.addEventListener("change", () => {
      choose({ player: element.value });
      describe();
      picked();
    });
    describe();
    return [element, about];
  }

  function mapField(written) {
    const field = h("textarea", { rows: 3, "aria-label": T.ownMap, placeholder: T.mapHint, spellcheck: "false" });
    field.value = chosen.map;
    field.addEventListener("input", () => {
      choose({ map: field.value });
      written();
    });
    return field;
  }

  const rules = () =>
    choices(T.rule, Object.entries(T.rules), chosen.rule, (rule) => {
      choose({ rule });
      paint();
      panel.querySelector(`input[value="${rule}"]`)?.focus();
    });

  function clocks() {
    const entries = CLOCKS.map((clock, i) => [i, T.clocks(clock?.minutes, clock?.increment)]);
    const picked = select({ id: fresh("clock") }, entries, chosen.clock, (clock) => choose({ clock: +clock }));
    return h("div", { class: "field" }, h("label", { for: picked.id }, T.clock), picked);
  }

  function openings() {
    const byName = OPENINGS.toSorted(([, a], [, b]) => a.localeCompare(b));
    const entries = [["", T.startNormal], ["xot", T.startXot], ...byName];
    const picked = select({ id: fresh("opening") }, entries, chosen.opening, (moves) =>
      moves === "xot" ? drawPosition() : beginWith(moves),
    );
    const line = tick(T.openingLine, chosen.line, (line) => {
      choose({ line });
      beginWith(chosen.opening);
    });
    const more = chosen.opening ? [line] : [];
    return h("div", { class: "field" }, h("label", { for: picked.id }, T.openingField), picked, ...more);
  }

  function beginWith(moves) {
    openWith(moves);
    changed();
  }

  /** Starts the game from an even position after eight random moves. */
  async function drawPosition() {
    const moves = await attempt(() => ask("xot"));
    const last = moves && replay(null, moves).at(-1);
    if (!last) return;
    startFrom(last);
    changed();
  }

  function normally() {
    startNormally();
    changed();
  }

  const fromPosition = () => row(soft(T.fromPosition), button(T.startBoard, normally));

  return { paint };
}
