/* The graph of a game: a line for each judge, a line for the opponent's own values, a dot for each mistake. */

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
 * @param {(at: number) => number | null} all.peopleLose the discs that people give away in a position
 */
export function worthGraph({ game, states, told, marks, ply, pick, areAll, peopleLose }) {
  const plies = [...states.keys()].filter((at) => moveAt(game.moves, at - 1) !== "--");
  const number = (at) => numberAt(game.moves, at) - 1;
  const positions = plies.map((at) => told.positions[at]);
  const values = positions.map((position) => position?.black ?? null);
  if (!values.some((value) => value !== null)) return { chart: null, below: [], curves: 0 };
  const exact = positions.findIndex(
    (position, at) => position && positions.slice(at).every((p) => !p || p.certainty === "exact"),
  );
  const series = [{ name: T.judgeName(told.judge), values, color: "var(--s3)", joined: true }];
  for (const other of told.others)
    series.push({
      name: T.judgeName(other.judge),
      values: plies.map((at) => other.black[at]),
      color: "var(--s4)",
      dashed: true,
      joined: true,
    });
  /* The opponent's own values of its moves, if it reported them. */
  const sign = (at) => (states[at].side > 0 ? 1 : -1);
  const own = plies.map((at) => {
    const value = at > 0 ? game.evals[at - 1] : null;
    return typeof value === "number" ? value * sign(at - 1) : null;
  });
  if (own.some((value) => value !== null))
    series.push({
      name: T.ownView(playerName(game.opponent ?? T.opponent)),
      values: own,
      color: "var(--s5)",
      dashed: true,
      joined: true,
    });
  if (game.rule === "most")
    series.push({ name: T.hardCurve, values: plies.map(peopleLose), color: "var(--s2)", dashed: true, joined: true });
  const dots = [...marks]
    .filter(([, mark]) => mark.kind === "mistake")
    .map(([at]) => ({ at: number(at + 1), color: states[at].side > 0 ? "var(--black)" : "var(--white)" }));
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
    at: number(ply),
    pick: (at) => pick(plies[at]),
    words: (at) =>
      [
        at ? `${at}. ${moveAt(game.moves, plies[at] - 1)}` : T.atStart,
        ...series
          .filter((one) => one.values[at] !== null && one.values[at] !== undefined)
          .map((one) => `${one.name} ${T.value(one.values[at] ?? 0)}`),
      ].join("\n"),
    summary: T.graphSummary(values[values.length - 1] ?? 0),
  });
  const { move } = chart;
  chart.move = (ply) => move(number(ply));
  const note = exact >= 0 && exact < plies.length - 2 ? [small(T.exactNote)] : [];
  return { chart, below: note, curves: series.length };
}
