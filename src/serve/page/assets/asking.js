/* Questions about a move under review. */

import { T } from "./language.js";
import { ask } from "./server.js";
import { attempt, button, h, row } from "./parts.js";
import { isInaccurate } from "./judged.js";
import { isTheirs, lensWords, nameOf } from "./said.js";
import { startFrom } from "./newgame.js";
import { studyFrom } from "./study.js";
import { written } from "./rules.js";

/** @import { Page, Position } from "./page.d.ts" */
/** @import { GameRef, Lens } from "./types.d.ts" */
/** @import { Reviewed } from "./said.js" */

/**
 * @param {Page} page
 * @param {GameRef} of
 * @param {{known: () => Reviewed, shown: () => Position, tryAt: (at: number) => void,
 *   playLine: (at: number, moves: string) => void, answered: () => void}} review
 */
export function asker(page, of, { known, shown, tryAt, playLine, answered }) {
  /** The moves that people play, by the number of moves before. @type {Map<number, Lens>} */
  const lenses = new Map();

  /** @param {number} at */
  function questions(at) {
    const { game, states, lossAt, bestAt, reasons } = known();
    const actions = row();
    const best = bestAt(at);
    const lens = lenses.get(at);
    const isOurs = !isTheirs(known(), at);
    if (isInaccurate(lossAt(at) ?? 0)) actions.append(button(T.tryIt, () => tryAt(at)));
    if (best && best[0].length > 2) actions.append(button(T.bestLineGo, () => playLine(at, best[0])));
    if (!isOurs && reasons[at] === undefined) actions.append(whyButton(at));
    if (!lens && game.rule === "most" && states[at].legal.length > 1) actions.append(lensButton(at));
    actions.append(toStudy());
    if (!shown().over) actions.append(toPlay());
    const others = lens ? [h("p", {}, lensWords(known(), at, lens))] : [];
    const reason = isOurs ? undefined : reasons[at];
    const why = reason === undefined ? [] : [h("p", { class: "reason" }, reason ? T.whyIt(reason) : T.whyNone)];
    return [...others, ...why, actions];
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

  const lensButton = (at) =>
    button(T.lens, async () => {
      const lens = await attempt(() => ask("lens", { of, ply: at }));
      if (!lens) return;
      lenses.set(at, lens);
      answered();
    });

  const toPlay = () =>
    button(T.playOn, () => {
      startFrom(written(shown()), known().game.rule);
      page.go("play/from");
    });

  const toStudy = () => button(T.studyThis, () => studyFrom(page, written(shown()), known().game.rule));

  return { questions, toStudy };
}
