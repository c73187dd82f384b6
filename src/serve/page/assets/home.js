/* Home: one tap starts a game against an equally strong opponent or a rival. */

import { T } from "./language.js";
import { button, h, peopleName, playerName, row, rounded, small } from "./parts.js";
import { begin, beginPlacement, chosen, CLOCKS, continueButton } from "./newgame.js";
import { opponentOf, ownRating, startNormally } from "./newgame.js";
import { OPENINGS } from "./openings.js";
import { portrait } from "./portrait.js";

/** @import { Page } from "./page.d.ts" */
/** @import { Me, OpponentChoice, Rival } from "./types.d.ts" */

/** The players that are offered while there are no rivals, on people's scale. */
const PEOPLE = [600, 800, 1000];
/** Their steps around a known strength. */
const STEP = 200;

/**
 * The panel of home. `paint()` redraws what has changed.
 * @param {Page} page
 */
export function createHome(page, panel) {
  const { state } = page;
  let known = "";

  /** @param {boolean} isShown it is in the panel now */
  function paint(isShown) {
    const { rivals = [], rivals_rating, placement, left = [], scores = {}, estimate } = state.me ?? {};
    const running = state.play && !state.play.over ? state.play : null;
    const key = JSON.stringify([rivals, rivals_rating, placement, left, scores, estimate?.rating, chosen, running?.id]);
    if (isShown && key === known) return;
    known = key;
    const who = opponentOf(page);
    const play = button(playWords(who), () => begin(page, who), { class: "primary big" });
    const [last] = left;
    const more = row(
      ...(running
        ? [button(T.goOn(playerName(running.opponent), running.moves.length / 2), () => page.go("play"))]
        : last
          ? [continueButton(page, last)]
          : []),
      ...placementButton(),
      button(T.options, () => page.go("play/options"), { class: "plainer" }),
      button(isNew() ? T.newHere : T.howTo, () => page.go("rules"), { class: "plainer" }),
    );
    const rule = chosen.rule === "most" ? [] : [small([T.rule, T.rules.most].join(" \u00b7 "))];
    panel.replaceChildren(play, ...note(), ...rule, cards(rivals, scores), more);
  }

  function isNew() {
    const { known = false, estimate, scores = {}, left = [] } = state.me ?? {};
    return known && !estimate && Object.keys(scores).length + left.length === 0;
  }

  /** @param {OpponentChoice} who */
  function playWords(who) {
    if (who.kind === "strength") return T.playAbout(who.rating);
    return T.challenge(playerName(who.kind === "shipped" ? who.name : "own map"));
  }

  /** A note about the next game's position, or about the last choice if it is unusual. */
  function note() {
    if (chosen.start) {
      const normal = button(T.startBoard, () => {
        startNormally();
        page.go("play");
      });
      return [row(h("p", {}, T.fromPosition), normal)];
    }
    const words = optionWords();
    return words ? [small(words)] : [];
  }

  function optionWords() {
    const { color, rule, clock, opening, line } = chosen;
    const time = CLOCKS[clock];
    const name = OPENINGS.find(([moves]) => moves === opening)?.[1];
    const words = [
      color === "either" ? "" : T.colors[color],
      rule === "most" ? "" : T.rule,
      rule === "most" ? "" : T.rules[rule],
      time ? T.clocks(time.minutes, time.increment) : "",
      line && name ? T.opening(name) : "",
    ];
    return words.filter(Boolean).join(" \u00b7 ");
  }

  /**
   * The rivals, or people-like players.
   * @param {Rival[]} rivals
   * @param {Me["scores"]} scores
   */
  function cards(rivals, scores) {
    const playAt = state.me?.rivals_rating;
    const entries = rivals.slice(0, 3).map((rival) => {
      const rating = playAt ? rounded(playAt) : "";
      const face = h("span", { "aria-hidden": "true" }, portrait(rival));
      const names = [playerName(rival.name), rating];
      return entry({ kind: "rival", name: rival.name }, face, names, T.said(rival.likes), rival.score);
    });
    if (entries.length) return h("div", { class: "faces" }, ...entries);
    const { low, high, words } = state.hello.strengths;
    const own = Math.max(low + STEP, Math.min(high - STEP, ownRating(page)));
    const near = state.me?.estimate ? [own - STEP, own, own + STEP] : PEOPLE;
    const people = near.map((rating, i) => {
      const discs = Array.from({ length: i + 1 }, () => h("span", { class: "token black small" }));
      const word = words.filter(([from]) => from <= Math.max(low, rating)).at(-1)?.[1] ?? "";
      const name = peopleName(rating);
      const score = scores[name] ?? [0, 0, 0];
      const face = h("span", { class: "level", "aria-hidden": "true" }, ...discs);
      return entry({ kind: "strength", rating }, face, [playerName(name)], T.said(word), score);
    });
    return h("div", { class: "faces" }, ...people);
  }

  /**
   * A card that starts a game on one tap.
   * @type {(who: OpponentChoice, face: HTMLElement, names: string[], likes: string, score: [number, number, number]) => HTMLElement}
   */
  function entry(who, face, [name, rating = ""], likes, score) {
    const element = button("", () => begin(page, who), { class: "card" });
    const played = score.some(Boolean) ? [h("span", { class: "soft small" }, T.scoreSoFar(score))] : [];
    const strength = rating ? [h("span", { class: "soft" }, ` ${rating}`)] : [];
    const words = [h("strong", {}, name, ...strength), h("span", { class: "small" }, likes), ...played];
    element.append(face, h("span", { class: "words" }, ...words));
    return element;
  }

  function placementButton() {
    const { games = 0, of = 0, done = true, pending = false } = state.me?.placement ?? {};
    if (done || pending || chosen.start) return [];
    return [button(games ? T.placementGo(games, of) : T.placement, () => beginPlacement(page))];
  }

  return { paint };
}
