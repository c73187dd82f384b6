/* Exercises: positions with one right move. */

import { T } from "./language.js";
import { ask } from "./server.js";
import { announce, attempt, button, choices, clockText, h, hide } from "./parts.js";
import { playerName, progressBar, reveal, rounded, row, small, soft } from "./parts.js";
import { createBoard } from "./board.js";
import { valuesOf } from "./judged.js";
import { studyFrom } from "./study.js";
import { replay, squareName, squareOf } from "./rules.js";
import { createRun } from "./timed.js";
import { termsOf } from "./terms.js";

/** @import { Page, View } from "./page.d.ts" */
/** @import { Exercise, Exercising, Solving, Theme } from "./types.d.ts" */
/** @typedef {Exercising | "daily" | "run"} From where exercises come from */

/** The time in milliseconds that an answer of a run is shown. */
const ANSWER_TIME = 1200;
const DAY = 24 * 60 * 60 * 1000;

/* The chosen source and the run stay while the page is open. */
/** @type {From | null} */
let lastChoice = null;
/** @type {ReturnType<typeof createRun> | null} */
let run = null;
/* The day whose exercise was asked for last. */
let askedDay = 0;
/** Shows the seconds of the run while exercises are in view. */
let showRun = () => {};

/** The number of today's date here, counted from 1970. */
function today() {
  const now = new Date();
  return Math.floor((now.getTime() - now.getTimezoneOffset() * 60000) / DAY);
}

function endRun() {
  run?.stop();
  run = null;
}

/** @type {(page: Page, words: string[]) => View} */
export function exercisesView(page, words) {
  const { state } = page;
  /* The theme in the address, while its exercises are shown. */
  let theme = Object.hasOwn(T.themes, words[0] ?? "") ? /** @type {Theme} */ (words[0]) : null;
  if (theme) {
    endRun();
    lastChoice = "themes";
  }
  let from = lastChoice;
  showRun = paint;
  /* True if there was no exercise left at the last request. */
  let none = false;
  /**
   * What was asked for and is not here yet: its number once the answer has told it, and the one before it.
   * @type {{ number: number | null, before: number | undefined } | null}
   */
  let due = null;

  /** The number of the exercise that was answered last, here. */
  let answered = 0;

  const board = createBoard({ label: T.board, choose });
  const about = small();
  const task = h("p", { class: "status", "aria-live": "polite" });
  const told = h("p", { class: "line", "aria-live": "polite" });
  const sure = soft();
  const terms = h("div");
  const mistake = soft();
  const clock = h("p", { class: "headline", role: "timer" });
  const score = small();
  const source = h("div");
  const bar = progressBar(T.finding);
  const finding = h("div", { class: "hidden" }, small(T.finding), bar);
  const more = button(T.nextExercise, () => (run?.isOver() ? begin("run") : next()), { class: "primary hidden" });
  const study = button(T.studyThis, () => studyFrom(page, now()?.start ?? null), { class: "hidden" });
  const buttons = row(more, study);
  const title = h("h1", { tabindex: -1, class: "unseen" }, T.views.exercises);
  const panel = h(
    "div",
    { class: "panel" },
    clock,
    task,
    about,
    told,
    sure,
    terms,
    mistake,
    buttons,
    source,
    finding,
    score,
  );
  const element = h("section", { class: "study split" }, title, h("div", { class: "table" }, board.element), panel);

  const now = () => (none ? null : (state.exercises?.now ?? null));
  /** @param {Exercise} exercise */
  const position = (exercise) => {
    const [first] = replay(exercise.start, "");
    return exercise.last ? { ...first, last: squareOf(exercise.last) } : first;
  };

  async function next() {
    if (from === null) return;
    // The last exercise stays until the next one is there, and is not answered any more.
    const asked = { number: /** @type {number | null} */ (null), before: state.exercises?.now?.id };
    due = asked;
    paint();
    const chosen = from;
    if (chosen === "daily") askedDay = today();
    const found = await attempt(() =>
      chosen === "daily" ? ask("daily", { day: askedDay }) : ask("exercise", { from: sourceOf(chosen), theme }),
    );
    if (due !== asked) return;
    if (found) asked.number = found;
    else due = null;
    none = found === 0;
    arrive();
    paint();
    if (found === undefined) return;
    more.blur();
    if (!now()) return;
    reveal(board.element);
    announce(taskOf(/** @type {Exercise} */ (now())));
  }

  /** Notes whether what is due is here, or what another tab has asked for since. */
  function arrive() {
    const here = state.exercises?.now?.id;
    if (due?.number && (here === due.number || here !== due.before)) due = null;
  }

  /** @type {(from: From | null) => Exercising} */
  const sourceOf = (from) => (from === null || from === "daily" ? "people" : from);

  /** @param {From} chosen */
  function begin(chosen) {
    from = lastChoice = chosen;
    theme = null;
    endRun();
    if (from === "run") run = createRun(() => showRun());
    next();
  }

  /** @param {Exercise} exercise */
  const isOpen = (exercise) => !exercise.tried && due === null && !run?.isOver();

  async function choose(square) {
    const exercise = now();
    if (!exercise || !isOpen(exercise)) return;
    if (!position(exercise).legal.includes(square)) return announce(T.illegalSquare(squareName(square)));
    const timed = run;
    answered = exercise.id;
    const right = await attempt(() => ask("solve", { id: exercise.id, square: squareName(square) }));
    if (!timed || right === undefined) return;
    timed.note(right === 1);
    paint();
    setTimeout(() => {
      if (run === timed && !timed.isOver()) next();
    }, ANSWER_TIME);
  }

  /** @param {Exercise} exercise */
  const taskOf = (exercise) => T.findBest(T.side(position(exercise).side));

  const noneOf = { daily: "", run: T.nonePeople, people: T.nonePeople, mine: T.noneMine, themes: T.noneThemes };

  /** The theme, and how far the person has come in it. @param {Theme} theme */
  function themeWords(theme) {
    if (state.exercises?.mastered.includes(theme)) return T.mastered([T.themes[theme]]);
    const practised = state.exercises?.dearest.find((dear) => dear.theme === theme);
    const steps = practised?.steps ? ` (${T.themeSteps(practised.steps, practised.of)})` : "";
    return T.themeIs(T.themes[theme] + steps);
  }

  /** @param {Solving} solving */
  function solved(solving) {
    const [rating, low, high] = [solving.rating, solving.low, solving.high].map(rounded);
    return T.solving({ ...solving, rating, low, high });
  }

  /* The sources of exercises. The person's own come first if there are some. */
  function sources() {
    const { mine, people, themes, dearest } = state.exercises ?? { mine: 0, people: 0, themes: 0, dearest: [] };
    const isDaily = Number.isInteger(state.exercises?.now?.streak);
    from ??= isDaily ? "daily" : mine > 0 ? "mine" : "people";
    const hasThemes = dearest.length > 0 || from === "themes";
    const options = /** @type {[From, string][]} */ ([
      ["daily", T.exercisesDaily],
      ...(hasThemes ? [["themes", T.exercisesThemes(themes)]] : []),
      ["mine", T.exercisesMine(mine)],
      ["people", T.exercisesPeople(people)],
      ["run", T.exercisesRun],
    ]);
    source.replaceChildren(choices(T.exercisesFrom, options, from, begin));
  }

  let counted = "";
  function hear(topic) {
    if (topic !== "exercises" && topic !== "me") return;
    const { mine, people, themes, dearest } = state.exercises ?? {};
    const key = `${mine} ${people} ${themes} ${dearest?.length}`;
    if (state.exercises && key !== counted) {
      const begins = counted === "";
      counted = key;
      sources();
      const isOld = from === "daily" && askedDay !== today();
      if (begins && (theme || isOld || !state.exercises.now)) next();
    }
    arrive();
    paint();
  }

  function paint() {
    const exercise = now();
    const tried = exercise?.tried ?? null;
    hide(board.element, !exercise);
    hide(clock, !run);
    if (run) {
      const { right, tried, best } = run.result();
      clock.textContent = run.isOver() ? T.runOver(right, tried, best) : T.runState(clockText(run.left()), right, tried);
    }
    if (exercise) {
      const arrows = new Map(tried && !tried.right ? [[squareOf(tried.square), "played"]] : []);
      if (tried) arrows.set(squareOf(tried.answer), "better");
      const values = tried ? valuesOf(tried.moves) : new Map();
      const open = isOpen(exercise);
      board.show({ position: position(exercise), marks: open, active: open, values, arrows });
    }
    task.textContent = exercise ? taskOf(exercise) : none ? noneOf[from ?? "people"] : "";
    about.textContent = exercise
      ? [
          exercise.game && T.exerciseGame(playerName(exercise.game[0]), exercise.game[1], exercise.game[2]),
          T.halfFind(rounded(exercise.half)),
          exercise.again && exercise.streak === null && T.triedBefore,
          exercise.theme && (tried || theme) && themeWords(exercise.theme),
          /* One day is no row. */
          exercise.streak && (tried || exercise.streak > 1) && T.streak(exercise.streak),
          tried && exercise.streak !== null && T.dayDone,
        ]
          .filter(Boolean)
          .join(T.space)
      : "";
    const you = exercise && (position(exercise).side > 0 ? "black" : "white");
    const why = tried?.reason ? T.space + T.whyLost(tried.reason, you) : "";
    const words = tried ? (tried.right ? T.foundIt(tried) : T.missedIt(tried) + why) : "";
    if (told.textContent !== words) {
      terms.replaceChildren(...termsOf(words));
      if (words && answered === exercise?.id && !run) reveal(buttons);
    }
    told.textContent = words;
    sure.textContent = tried?.certainty ? T.certaintyIs(tried.certainty) : "";
    const own = exercise?.mistake && tried?.square !== exercise.mistake ? exercise.mistake : null;
    mistake.textContent = own ? T.playedThen(own) : "";
    more.textContent = run?.isOver() ? T.runAgain : tried ? T.nextExercise : T.otherExercise;
    hide(more, !exercise || from === "daily");
    hide(study, !tried);
    const progress = state.me?.finding;
    hide(finding, !progress);
    if (progress) bar.set(progress.done / Math.max(1, progress.of));
    score.textContent = state.exercises?.solving ? solved(state.exercises.solving) : "";
  }

  ask("find-exercises").catch(() => {});
  return { element, hear, leave: () => (showRun = () => {}) };
}
