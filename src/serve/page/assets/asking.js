/* Questions about a move under review. */

import { T } from "./language.js";
import { ask } from "./server.js";
import { attempt, button, h, row } from "./parts.js";
import { EQUAL, isInaccurate } from "./judged.js";
import { hardWords, isTheirs, lensWords, nameOf } from "./said.js";
import { playFrom } from "./newgame.js";
import { studyFrom } from "./study.js";
import { moveAt, written } from "./rules.js";

/** @import { Page, Position } from "./page.d.ts" */
/** @import { GameRef } from "./types.d.ts" */
/** @import { Reviewed } from "./said.js" */

/**
 * @param {Page} page
 * @param {GameRef} of
 * @param {{known: () => Reviewed, lenses: ReturnType<typeof import("./people.js").lensesOf>,
 *   shown: () => Position, tryAt: (at: number) => void,
 *   playLine: (title: string, at: number, moves: string) => void, answered: () => void}} review
 */
export function asker(page, of, { known, lenses, shown, tryAt, playLine, answered }) {
  /** The line about what people play, and the move that it is about. */
  const lensLine = h("p", { class: "lens" });
  let lensAt = -1;

  /** Fills the line once its lens is known. */
  function showLens() {
    const lens = lenses.get(lensAt);
    const words = lens ? lensWords(known(), lensAt, lens) + hardWords(known(), lensAt, lens) : "";
    /* The same words are not said again. */
    if (lensLine.textContent !== words) lensLine.textContent = words;
  }

  /** @param {number} at */
  function questions(at) {
    const { game, lossAt, bestAt, positions, reasons } = known();
    const actions = row();
    const best = bestAt(at);
    lenses.lookSoon(at);
    lensAt = at;
    showLens();
    const isOurs = !isTheirs(known(), at);
    if (isInaccurate(lossAt(at) ?? 0)) actions.append(button(T.tryIt, () => tryAt(at)));
    if (best && best[0].length > 2) actions.append(button(T.bestLineGo, () => playLine(T.bestLine, at, best[0])));
    /* The line of the best reply is the one that the reason is about. */
    const replies = positions[at + 1]?.moves ?? [];
    if (replies.length && (lossAt(at) ?? 0) >= EQUAL)
      actions.append(button(T.lostLineGo, () => playLine(T.lostLine, at, moveAt(game.moves, at) + replies[0][0])));
    if (!isOurs && reasons[at] === undefined) actions.append(whyButton(at));
    actions.append(toStudy());
    if (!shown().over) actions.append(button(T.playOn, () => playFrom(page, shown(), known().game.rule)));
    const reason = isOurs ? undefined : reasons[at];
    const why = reason === undefined ? [] : [h("p", { class: "reason" }, reason ? T.whyIt(reason) : T.whyNone)];
    return [lensLine, ...why, actions];
  }

  function whyButton(at) {
    const { game, states } = known();
    const asking = button(T.why(nameOf(game, states[at].side)), async () => {
      asking.textContent = T.whyWait;
      asking.disabled = true;
      const reason = await attempt(() => ask("why", { of, ply: at }));
      if (reason === null) return;
      known().reasons = { ...known().reasons, [at]: reason ?? null };
      answered();
    });
    return asking;
  }

  const toStudy = () => button(T.studyThis, () => studyFrom(page, written(shown()), known().game.rule));

  return { questions, showLens, toStudy };
}
