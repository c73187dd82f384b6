/* The frame of the page: the views, the server's topics, and the messages above all views. */

import { LANGUAGES, language, speak, T } from "./language.js";
import { arrive, ask, follow, Refused } from "./server.js";
import { h, icon, notice, progressBar, select } from "./parts.js";
import { beginLooks } from "./looks.js";
import { beginOptions } from "./newgame.js";
import { linkedGame } from "./rules.js";
import { playView } from "./play.js";
import { lockedView, openingView, rulesView } from "./welcome.js";

/** @import { Page, State, View } from "./page.d.ts" */
/** @typedef {(page: Page, words: string[]) => View} ViewMaker */

beginLooks();
beginOptions();

/** Views are shown once `hello` and `settings` have arrived. */
const state = /** @type {State} */ ({});
/**
 * The views. Home is there at once, and the others are loaded after it.
 * @type {{[name: string]: () => Promise<ViewMaker>}}
 */
const views = {
  play: async () => playView,
  review: async () => (await import("./review.js")).reviewView,
  exercises: async () => (await import("./exercises.js")).exercisesView,
  me: async () => (await import("./me.js")).meView,
  study: async () => (await import("./study.js")).studyView,
  rules: async () => rulesView,
};
/** The time in milliseconds until the other views are loaded. In a page without the program the engine comes first. */
const LATER = 3000;
const main = place("main");
/** @type {View | null} */
let shown = null;
let damaged = "";
/* True if this browser has no key, or an old one. */
let locked = false;

/** @type {Page} */
const page = {
  state,
  go(to) {
    if (location.hash === `#${to}`) route();
    else location.hash = to;
  },
};

/** An element of the frame, which always exists. @type {(id: string) => HTMLElement} */
function place(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** The pictures of the views, on phones. */
const ICONS = {
  play: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
  review: "M5 5h14M5 12h14M5 19h14",
  exercises: "M12 3a9 9 0 1 0 .1 0M12 9a3 3 0 1 0 .1 0",
  me: "M12 4a4 4 0 1 0 .1 0M4 21c0-9 16-9 16 0",
  study: "M10 4a6 6 0 1 0 .1 0M15 15l6 6",
};

function tabs() {
  place("tabs").replaceChildren(
    ...Object.entries(T.views).map(([name, text]) => h("a", { href: `#${name}`, "data-view": name }, icon(ICONS[name]), text)),
  );
  place("skip").textContent = T.skip;
  const languages = select({}, Object.entries(LANGUAGES), language, speak);
  for (const option of languages.options) option.lang = option.value;
  place("foot").replaceChildren(h("label", {}, `${T.language} `, languages));
}

/** The number of the last call of `route`. */
let routes = 0;

/** Shows the view in the address: `#review/mine/12` is the view `review` with two more words. */
async function route() {
  if (locked) return void main.replaceChildren(lockedView());
  if (!state.hello || !state.settings) return;
  const linked = linkedGame(location.hash);
  if (linked) {
    if (linked.wrong) notice(T.illegalSquare(linked.wrong), "error");
    sessionStorage.setItem("study", JSON.stringify(linked.game));
    history.replaceState(null, "", "#study");
  }
  const [name, ...words] = location.hash.slice(1).split("/");
  const wanted = Object.hasOwn(views, name) ? name : "play";
  if (name !== wanted) history.replaceState(null, "", `#${wanted}`);
  const number = ++routes;
  const make = await views[wanted]().catch(() => null);
  if (!make) notice(T.refused.gone, "error");
  if (!make || number !== routes || locked) return;
  const first = shown === null;
  if (first) setTimeout(() => Object.values(views).forEach((load) => load().catch(() => null)), LATER);
  shown?.leave?.();
  const view = make(page, words);
  shown = view;
  main.replaceChildren(view.element);
  main.dataset.view = wanted;
  for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#tabs a"))) {
    if (link.dataset.view === wanted) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = T.title(T.views[wanted] ?? T.howTo);
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
      /* A second request would load it twice, so the view that was started stays. */
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
    /* The present view is useless now. It is built again once this browser has a key. */
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

const loading = progressBar(T.loading);

/** Shows above all views the part of the engine and its data that is loaded. @param {number} part */
function sayLoading(part) {
  loading.set(part);
  if (part >= 1) loading.remove();
  else if (!loading.isConnected) document.body.append(loading);
}

/** Until the engine is there: the board and the rules. */
function showOpening() {
  if (!shown && !locked) main.replaceChildren(openingView());
}

async function start() {
  tabs();
  /* The engine of a page without the program is loaded from now on. */
  window.dispatchEvent(new Event("opened"));
  setTimeout(showOpening, 200);
  const waiting = setTimeout(() => notice(T.connecting, "note", "connection"), 1500);
  window.addEventListener("hashchange", () => arrive().then(route));
  place("skip").addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
  });
  await arrive();
  follow(
    (topic, value, came) => {
      state[topic] = value;
      if (topic === "play") state.playCame = came;
      if (topic === "loading") sayLoading(value);
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
