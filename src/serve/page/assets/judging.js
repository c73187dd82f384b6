/* How far the judge of a review is, and what it has found. */

import { T } from "./language.js";
import { ask } from "./server.js";
import { h, hide, progressBar, small } from "./parts.js";
import { addressOf } from "./gamelist.js";
import { worthGraph } from "./graph.js";
import { summaryWords } from "./said.js";

/** @import { Page } from "./page.d.ts" */
/** @import { GameRef, Review } from "./types.d.ts" */
/** @import { Reviewed } from "./said.js" */

/**
 * Follows a review. One that has lost its place on the server is asked for again.
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

/** The graph, and how far the judge is. */
export function judgedPart(pick) {
  const graph = h("div", { class: "graph" });
  const summary = h("p", { class: "summary" });
  const judging = small();
  const bar = progressBar(T.views.review);
  /** @type {import("./graph.js").Chart | null} */
  let chart = null;

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
    const drawn = worthGraph({ game, states, told: review, marks: marks(), ply, pick });
    chart = drawn.chart;
    graph.replaceChildren(...(chart ? [chart] : []), ...drawn.below);
  }
  return { elements: [summary, graph, bar, judging], show, move: (ply) => chart?.move(ply) };
}
