/* The graph of a game: lines of values, and a dot for each mistake. */

import { T } from "./language.js";
import { playerName, small } from "./parts.js";
import { moveAt, numberAt } from "./rules.js";

/** @import { Mark, Position } from "./page.d.ts" */
/** @typedef {HTMLElement & { move(ply: number): void }} Chart */
/** @import { Game, Review } from "./types.d.ts" */

/**
 * The chart of a review with its legend, once a position is judged. It leaves out passes.
 * @param {object} all
 * @param {Game} all.game
 * @param {Position[]} all.states
 * @param {Review} all.told
 * @param {Map<number, Mark>} all.marks
 * @param {number} all.ply
 * @param {(at: number) => void} all.pick
 * @param {boolean} all.areAll all curves are drawn, not only the judge's
 * @param {object} all.people
 * @param {number | null} all.people.rating null while nothing is known of them
 * @param {(at: number) => number | null} all.people.lossAt the discs that they give away in a position
 */
export function worthGraph({ game, states, told, marks, ply, pick, areAll, people }) {
  const plies = [...states.keys()].filter((at) => moveAt(game.moves, at - 1) !== "--");
  const number = (at) => numberAt(game.moves, at) - 1;
  const positions = plies.map((at) => told.positions[at]);
  const values = positions.map((position) => position?.black ?? null);
  if (!values.some((value) => value !== null)) return { chart: null, below: [], curves: 0 };
  const exact = positions.findIndex(
    (position, at) => position && positions.slice(at).every((p) => !p || p.certainty === "exact"),
  );
  const series = [{ name: T.judgeName(told.judge), values, color: "var(--s3)", joined: true, dashed: false }];
  const add = (name, values, color) => series.push({ name, values, color, joined: true, dashed: true });
  for (const { judge, black } of told.others)
    add(T.judgeName(judge), plies.map((at) => black[at]), "var(--s4)");
  /* The opponent's own values of its moves, if it reported them. */
  const sign = (at) => (states[at].side > 0 ? 1 : -1);
  const own = plies.map((at) => {
    const value = at > 0 ? game.evals[at - 1] : null;
    return typeof value === "number" ? value * sign(at - 1) : null;
  });
  if (own.some((value) => value !== null))
    add(T.ownView(playerName(game.opponent ?? T.opponent)), own, "var(--s5)");
  const dots = [...marks]
    .filter(([, mark]) => mark.kind === "mistake")
    .map(([at]) => ({ at: number(at + 1), color: states[at].side > 0 ? "var(--black)" : "var(--white)" }));
  const place = { at: number(ply), pick: (at) => pick(plies[at]) };
  const chart = Draw.lines({
    title: T.graph,
    unit: T.graphUnit,
    across: T.graphMove,
    series: areAll ? series : series.slice(0, 1),
    marks: dots,
    zero: true,
    least: 8,
    legend: areAll,
    exact: exact < 0 ? null : exact,
    height: window.innerWidth < 641 ? 100 : 190,
    ...place,
    words: (at) =>
      [
        at ? `${at}. ${moveAt(game.moves, plies[at] - 1)}` : T.atStart,
        ...series
          .filter((one) => one.values[at] !== null && one.values[at] !== undefined)
          .map((one) => `${one.name} ${T.value(one.values[at] ?? 0)}`),
      ].join("\n"),
    summary: T.graphSummary(values[values.length - 1] ?? 0),
  });
  const below = exact >= 0 && exact < plies.length - 2 ? [small(T.exactNote)] : [];
  const charts = [chart];
  /* What people give away has an axis of its own. */
  const counts = game.rule === "most";
  if (counts && areAll && people.rating !== null) {
    const lost = plies.map(people.lossAt);
    const line = { values: lost, color: "var(--s2)", joined: true };
    const words = (at) => (lost[at] === null ? "" : T.tenths(lost[at] ?? 0));
    charts.push(Draw.lines({ title: T.hardCurve(people.rating), series: [line], height: 90, words, ...place }));
    below.push(charts[1]);
  }
  const moves = charts.map(({ move }) => move);
  chart.move = (ply) => moves.forEach((move) => move(number(ply)));
  return { chart, below, curves: series.length + Number(counts) };
}
