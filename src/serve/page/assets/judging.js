/* The progress and the results of a review's judge. */

import { T } from "./language.js";
import { ask } from "./server.js";
import { button, h, hide, progressBar, sideOf, small } from "./parts.js";
import { addressOf } from "./gamelist.js";
import { worthGraph } from "./graph.js";
import { nameOf, summaryWords } from "./said.js";

/** @import { Page } from "./page.d.ts" */
/** @import { GameRef, Review } from "./types.d.ts" */
/** @import { Reviewed } from "./said.js" */

/**
 * Follows a review. If the server has dropped it, it is requested again.
 * @param {Page} page
 * @param {GameRef} of
 */
export function followReview({ state }, of) {
  const address = addressOf(of);
  let followed = false;
  function told() {
    const topics = Object.keys(state).filter((topic) => topic.startsWith("review-"));
    /** @type {Review | undefined} */
    const found = topics.map((topic) => state[topic]).find((review) => review && addressOf(review.of) === address);
    followed ||= Boolean(found);
    return found;
  }
  async function again() {
    if (!followed || document.hidden || told()) return;
    followed = false;
    await ask("review", { of }).catch(() => (followed = true));
  }
  document.addEventListener("visibilitychange", again);
  return { told, again, leave: () => document.removeEventListener("visibilitychange", again) };
}

/**
 * A bar of a side's choices by their losses, and the same in words.
 * @param {Reviewed} known
 */
function choiceBar({ game, states, positions, marks }, side) {
  const known = marks();
  const counts = { best: 0, slight: 0, inaccuracy: 0, mistake: 0 };
  for (let at = 0; at + 1 < states.length; at++) {
    const isChoice = states[at].side === side && states[at].legal.length > 1;
    if (isChoice && positions[at]) counts[known.get(at)?.kind ?? "best"] += 1;
  }
  const bar = h("div", { class: "choicebar", "aria-hidden": "true" });
  for (const [kind, count] of Object.entries(counts)) {
    const part = h("span", { class: kind });
    part.style.flexGrow = String(count);
    bar.append(part);
  }
  const { best, slight, inaccuracy, mistake } = counts;
  return [small(T.choiceCounts(nameOf(game, side), best, slight, inaccuracy, mistake)), bar];
}

/**
 * The graph and the progress of the judge.
 * @param {(at: number) => void} pick
 * @param {ReturnType<typeof import("./people.js").lensesOf>} lenses
 */
export function judgedPart(pick, lenses) {
  const graph = h("div", { class: "graph" });
  const summary = h("p", { class: "summary" });
  const counts = h("div", { class: "counts" });
  const judging = small();
  let areAll = false;
  const curves = button("", () => {
    areAll = !areAll;
    if (areAll) lenses.lookAtAll();
    draw();
  });
  let draw = () => {};
  const bar = progressBar(T.review);
  /** @type {import("./graph.js").Chart | null} */
  let chart = null;
  let shownPly = 0;

  /** @type {(known: Reviewed, review: Review, ply: number) => void} */
  function show(known, review, ply) {
    const { game, states, positions, marks } = known;
    const { judge, pass, passes } = review;
    const done = positions.filter(Boolean).length;
    bar.set(judge ? (pass + (pass ? 0 : done / positions.length)) / passes : 1);
    hide(bar, !judge || pass >= passes);
    judging.textContent = !judge
      ? T.noJudge
      : done < positions.length
        ? T.judging(done, positions.length)
        : pass < passes
          ? T.deepening(judge)
          : T.judged(judge);
    summary.textContent = judge && done === positions.length ? summaryWords(known) : "";
    const sides = game.you ? [sideOf(game.you)] : [1, -1];
    counts.replaceChildren(...(judge ? sides.flatMap((side) => choiceBar(known, side)) : []));
    draw = () => {
      const people = { rating: lenses.rating(), lossAt: lenses.lossAt };
      const drawn = worthGraph({ game, states, told: review, marks: marks(), ply: shownPly, pick, areAll, people });
      chart = drawn.chart;
      curves.textContent = areAll ? T.oneCurve : T.allCurves;
      hide(curves, drawn.curves < 2);
      graph.replaceChildren(...(chart ? [chart] : []), ...drawn.below);
    };
    shownPly = ply;
    draw();
  }
  function move(ply) {
    shownPly = ply;
    chart?.move(ply);
  }
  function drawPeople() {
    if (areAll) draw();
  }
  return { overview: [counts, graph], more: [bar, judging, summary], curves, show, move, drawPeople };
}
