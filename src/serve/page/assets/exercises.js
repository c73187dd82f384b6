/* Exercises: positions with one right move. */

import { T } from "./language.js";
import { ask } from "./server.js";
import { announce, attempt, button, choices, h, hide, progressBar, rounded, row, small, soft } from "./parts.js";
import { createBoard } from "./board.js";
import { valuesOf } from "./judged.js";
import { studyFrom } from "./study.js";
import { replay, squareName, squareOf } from "./rules.js";

/** @import { Page, View } from "./page.d.ts" */
/** @import { Exercise, Exercising, Solving } from "./types.d.ts" */

/** @type {(page: Page) => View} */
export function exercisesView(page) {
  const { state } = page;
  /** @type {Exercising | null} */
  let from = null;
  /* True if there was no exercise left at the last request. */
  let none = false;

  const board = createBoard({ label: T.board, choose });
  const about = small();
  const task = h("p", { class: "status", "aria-live": "polite" });
  const told = h("p", { class: "line", "aria-live": "polite" });
  const mistake = soft();
  const score = small();
  const source = h("div");
  const bar = progressBar(T.finding);
  const finding = h("div", { class: "hidden" }, small(T.finding), bar);
  const more = button(T.nextExercise, () => next(), { class: "primary hidden" });
  const study = button(T.studyThis, () => studyFrom(page, now()?.start ?? null), { class: "hidden" });
  const panel = h(
    "div",
    { class: "panel" },
    h("h1", { tabindex: -1 }, T.views.exercises),
    source,
    task,
    about,
    told,
    mistake,
    row(more, study),
    finding,
    score,
  );
  const element = h("section", { class: "study split" }, h("div", { class: "table" }, board.element), panel);

  const now = () => (none ? null : (state.exercises?.now ?? null));
  /** @param {Exercise} exercise */
  const position = (exercise) => {
    const [first] = replay(exercise.start, "");
    return exercise.last ? { ...first, last: squareOf(exercise.last) } : first;
  };

  async function next() {
    if (from === null) return;
    const found = await attempt(() => ask("exercise", { from: /** @type {Exercising} */ (from) }));
    if (found === undefined) return;
    none = found === 0;
    paint();
    more.blur();
    if (now()) announce(taskOf(/** @type {Exercise} */ (now())));
  }

  function choose(square) {
    const exercise = now();
    if (!exercise || exercise.tried) return;
    if (!position(exercise).legal.includes(square)) return announce(T.illegalSquare(squareName(square)));
    attempt(() => ask("solve", { id: exercise.id, square: squareName(square) }));
  }

  /** @param {Exercise} exercise */
  const taskOf = (exercise) => T.findBest(T.side(position(exercise).side));

  /** @param {Solving} solving */
  function solved(solving) {
    const [rating, low, high] = [solving.rating, solving.low, solving.high].map(rounded);
    return T.solving({ ...solving, rating, low, high });
  }

  /* The sources of exercises. The person's own come first if there are some. */
  function sources() {
    const { mine, people } = state.exercises ?? { mine: 0, people: 0 };
    from ??= mine > 0 ? "mine" : "people";
    const options = /** @type {[Exercising, string][]} */ ([
      ["mine", T.exercisesMine(mine)],
      ["people", T.exercisesPeople(people)],
    ]);
    source.replaceChildren(
      choices(T.exercisesFrom, options, from, (key) => {
        from = key;
        next();
      }),
    );
  }

  let counted = "";
  function hear(topic) {
    if (topic !== "exercises" && topic !== "me") return;
    const key = `${state.exercises?.mine} ${state.exercises?.people}`;
    if (state.exercises && key !== counted) {
      const begins = from === null;
      counted = key;
      sources();
      if (begins && !state.exercises.now) next();
    }
    paint();
  }

  function paint() {
    const exercise = now();
    const tried = exercise?.tried ?? null;
    hide(board.element, !exercise);
    if (exercise) {
      const arrows = new Map(tried && !tried.right ? [[squareOf(tried.square), "played"]] : []);
      if (tried) arrows.set(squareOf(tried.answer), "better");
      const values = tried ? valuesOf(tried.moves) : new Map();
      board.show({ position: position(exercise), marks: !tried, active: !tried, values, arrows });
    }
    task.textContent = exercise ? taskOf(exercise) : none ? (from === "mine" ? T.noneMine : T.nonePeople) : "";
    about.textContent = exercise
      ? [exercise.game && T.exerciseGame(...exercise.game), T.halfFind(rounded(exercise.half)), exercise.again && T.triedBefore]
          .filter(Boolean)
          .join(T.space)
      : "";
    const you = exercise && (position(exercise).side > 0 ? "black" : "white");
    const why = tried?.reason ? T.space + T.whyLost(tried.reason, you) : "";
    told.textContent = tried ? (tried.right ? T.foundIt(tried) : T.missedIt(tried) + why) : "";
    const own = exercise?.mistake && tried?.square !== exercise.mistake ? exercise.mistake : null;
    mistake.textContent = own ? T.playedThen(own) : "";
    more.textContent = tried ? T.nextExercise : T.otherExercise;
    hide(more, !exercise);
    hide(study, !tried);
    const progress = state.me?.finding;
    hide(finding, !progress);
    if (progress) bar.set(progress.done / Math.max(1, progress.of));
    score.textContent = state.exercises?.solving ? solved(state.exercises.solving) : "";
  }

  ask("find-exercises").catch(() => {});
  return { element, hear };
}
