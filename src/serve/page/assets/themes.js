/* The themes that cost the person most, with their exercises. */

import { T } from "./language.js";
import { card, h, hide, small } from "./parts.js";

/** @import { Exercises, ThemeCost } from "./types.d.ts" */

export function themesCard() {
  const hint = small();
  const list = h("ul", { class: "lines" });
  const mastered = h("p");
  const element = card("themes", T.themesTitle, hint, list, mastered);
  element.classList.add("hidden");
  let known = "";

  /** @param {Exercises} exercises */
  function show({ dearest, mastered: done, games }) {
    const key = JSON.stringify([dearest, done, games]);
    if (key === known) return;
    known = key;
    hint.textContent = T.themesHint(games);
    list.replaceChildren(...dearest.map(entry));
    mastered.textContent = done.length ? T.mastered(done.map((theme) => T.themes[theme])) : "";
    hide(element, !dearest.length && !done.length);
  }

  /** @param {ThemeCost} cost */
  function entry({ theme, own, usual, steps, of }) {
    const name = T.themes[theme];
    const words = h("span", { class: "words" }, h("strong", {}, name), h("span", {}, T.themeCost(own, usual)));
    if (steps) words.append(h("span", { class: "soft small" }, T.themeSteps(steps, of)));
    const link = h("a", { href: `#exercises/${theme}`, "aria-label": T.themeLink(name) }, T.views.exercises);
    return h("li", {}, words, link);
  }

  return { element, show };
}
