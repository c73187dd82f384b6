/* A run of exercises against the clock. */

import { store, stored } from "./stored.js";

/** The stored number of exercises found in the best run. */
const BEST = "rival-run";
const SECONDS = 180;

/** A run that begins now. `tick()` is called every second until it is over. */
export function createRun(tick) {
  const begun = Date.now();
  let right = 0;
  let tried = 0;
  const timer = setInterval(() => {
    if (left() === 0) end();
    tick();
  }, 1000);

  const left = () => Math.max(0, SECONDS - (Date.now() - begun) / 1000);
  const best = () => +(stored(BEST) ?? 0);

  function end() {
    clearInterval(timer);
    if (right > best()) store(BEST, String(right));
  }

  return {
    left,
    isOver: () => left() === 0,
    /** Counts an answer. */
    note(isRight) {
      tried += 1;
      if (isRight) right += 1;
    },
    result: () => ({ right, tried, best: Math.max(right, best()) }),
    stop: () => clearInterval(timer),
  };
}
