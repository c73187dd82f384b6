/* The frame: the views, what the server tells, and what is said above all of it. */

import { LANGUAGES, language, speak, T } from "./language.js";
import { arrive, ask, follow, Refused } from "./server.js";
import { h, notice, select } from "./parts.js";
import { beginLooks } from "./looks.js";
import { linkedGame } from "./rules.js";
import { playView } from "./play.js";
import { reviewView } from "./review.js";
import { meView } from "./me.js";
import { exercisesView } from "./exercises.js";
import { studyView } from "./study.js";
import { lockedView, welcomeView } from "./welcome.js";

/** @import { Page, State, View } from "./page.d.ts" */

beginLooks();

/** Views are shown once `hello` and `settings` are there. */
const state = /** @type {State} */ ({});
/** @type {{[name: string]: (page: Page, words: string[]) => View}} */
const views = { play: playView, review: reviewView, exercises: exercisesView, me: meView, study: studyView, welcome: welcomeView };
const main = place("main");
/** @type {View | null} */
let shown = null;
/* What was last said of damaged files. */
let damaged = "";
/* This browser has no key, or an old one. */
let locked = false;

/** @type {Page} */
const page = {
  state,
  go(to) {
    if (location.hash === `#${to}`) route();
    else location.hash = to;
  },
};

/** An element of the frame, which is there. @type {(id: string) => HTMLElement} */
function place(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

function tabs() {
  place("tabs").replaceChildren(
    ...Object.entries(T.views).map(([name, text]) => h("a", { href: `#${name}`, "data-view": name }, text)),
  );
  place("skip").textContent = T.skip;
  const languages = select({}, Object.entries(LANGUAGES), language, speak);
  for (const option of languages.options) option.lang = option.value;
  place("foot").replaceChildren(h("label", {}, `${T.language} `, languages));
}

/** Shows the view that the address names: `#review/mine/12` is the view `review` with two more words. */
function route() {
  if (locked) return void main.replaceChildren(lockedView());
  if (!state.hello || !state.settings) return;
  const linked = linkedGame(location.hash);
  if (linked) {
    if (linked.wrong) notice(T.illegalSquare(linked.wrong), "error");
    sessionStorage.setItem("study", JSON.stringify(linked.game));
    history.replaceState(null, "", "#study");
  }
  const [name, ...words] = location.hash.slice(1).split("/");
  const wanted = Object.hasOwn(views, name) ? name : state.settings.welcomed ? "play" : "welcome";
  if (name !== wanted) history.replaceState(null, "", `#${wanted}`);
  const first = shown === null;
  shown?.leave?.();
  const view = views[wanted](page, words);
  shown = view;
  main.replaceChildren(view.element);
  main.dataset.view = wanted;
  for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#tabs a"))) {
    if (link.dataset.view === wanted) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = T.title(T.views[wanted] ?? T.welcome);
  for (const topic of Object.keys(state)) view.hear?.(topic);
  if (!first) {
    window.scrollTo(0, 0);
    /** @type {HTMLElement} */ (view.element.querySelector("h1, h2") ?? main).focus({ preventScroll: true });
  }
}

async function hello() {
  while (!locked) {
    try {
      state.hello = await ask("hello");
      /* Asked twice, it comes twice: what somebody has begun stays. */
      return void (shown ?? route());
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
  }
}

function connection(now) {
  document.body.classList.toggle("lost", now === false);
  notice(now === false ? (state.ended ? T.ended : T.lost) : "", "error", "connection");
  if (locked !== (now === "key")) {
    locked = !locked;
    /* What was shown is of no use any more, and is built again once this browser is let in. */
    shown?.leave?.();
    shown = null;
    route();
  }
  if (now === true && !state.hello) hello();
}

/** @param {string[]} lines */
function sayDamaged([line = "", ...more]) {
  const text = line && T.damaged(line, more.length);
  if (text !== damaged) notice((damaged = text), "error", "damaged");
}

async function start() {
  tabs();
  const waiting = setTimeout(() => notice(T.connecting, "note", "connection"), 1500);
  window.addEventListener("hashchange", () => arrive().then(route));
  place("skip").addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
  });
  await arrive();
  follow(
    (topic, value) => {
      state[topic] = value;
      if (topic === "trouble") notice(value ? T.trouble(value) : "", "error", "trouble");
      if (topic === "me") sayDamaged(value.damaged);
      if (shown) shown.hear?.(topic);
      else if (state.settings && state.hello) route();
    },
    (now) => {
      clearTimeout(waiting);
      connection(now);
    },
  );
}

start();
