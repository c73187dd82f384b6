/* The card of the person's rivals, and the work of making them. */

import { T } from "./language.js";
import { ask, ends } from "./server.js";
import { attempt, button, card, failure, h, playerName, progressBar, rounded, row, select, small } from "./parts.js";
import { portrait } from "./portrait.js";
import { begin } from "./newgame.js";
import { store, stored } from "./stored.js";

/** @import { Page } from "./page.d.ts" */
/** @import { Me, Progress, Rival } from "./types.d.ts" */

/** The stored seconds that all of the work took on this machine. */
const SECONDS = "rival-making";
/** The least part of the work from which its duration is known. */
const ENOUGH = 0.1;
/** Where the present work stood when this tab first saw it, and where it stands: times in ms, and parts. */
let first = { at: 0, part: 1 };
let now = first;

/** The seconds of all the work; 0 if unknown. */
function secondsOfWork() {
  const gained = now.part - first.part;
  return gained >= ENOUGH ? (now.at - first.at) / 1000 / gained : +(stored(SECONDS) ?? 0);
}

/** Notes the progress of the work. @param {Progress | null} making */
function note(making) {
  if (!making) {
    if (now.part - first.part > 0.5) store(SECONDS, String(Math.round(secondsOfWork())));
    first = now = { at: 0, part: 1 };
    return;
  }
  now = { at: performance.now(), part: making.of ? making.done / making.of : 0 };
  if (now.part < first.part) first = now;
}

/** @param {Page} page */
export function rivalsCard(page) {
  const element = card("rivals", T.rivals);
  let known = "";
  let kept = "";

  /** @param {Me} me */
  function show({ rivals, rivals_rating, making, failed, estimate, damaged }) {
    const some = rivals.length > 0 || damaged.some((line) => line.startsWith("rivals/"));
    const own = estimate?.rating.value;
    const key = JSON.stringify([rivals, rivals_rating, own, some, Boolean(making), making?.stopping, failed.rivals]);
    if (key !== known) {
      known = key;
      const children = [element.firstChild];
      if (rivals.length) {
        children.push(h("ul", { class: "cards" }, ...rivals.map(entry)));
        if (own && rivals_rating) children.push(small(T.rivalsPlayAt(rounded(rivals_rating), rounded(own))));
      } else if (!making) children.push(h("p", {}, estimate ? T.rivalsNone : `${T.rivalsNone} ${T.rivalsNeed}`));
      children.push(...failure(failed.rivals));
      if (making) children.push(...work(making.stopping));
      else if (estimate) children.push(some ? remake() : button(T.makeRivals, make, { class: "primary" }));
      element.replaceChildren(...children);
    }
    note(making);
    if (!making) return;
    element.querySelector(".making").textContent = T.makingWhat(making.what, playerName(making.what));
    element.querySelector(".progress").set(now.part);
    const minutes = Math.ceil(((1 - now.part) * secondsOfWork()) / 60);
    element.querySelector(".left").textContent = minutes ? T.minutesLeft(minutes) : "";
  }

  /** The progress, and a game to play meanwhile. */
  function work(isStopping) {
    const stop = button(isStopping ? T.stopping : T.stop, () => attempt(() => ask("stop-making")));
    stop.disabled = isStopping;
    const meanwhile = button(T.playAgent, () => begin(page, { kind: "agent" }));
    const left = small();
    left.classList.add("left");
    return [h("p", { class: "making" }), progressBar(T.making), left, small(T.makingLeft(ends)), row(meanwhile, stop)];
  }

  const names = () => (page.state.me?.rivals ?? []).map(({ name }) => name);
  const make = () => attempt(() => ask("make-rivals", { keep: names().filter((name) => name === kept) }));

  /** Asks first, because new rivals replace the present ones. */
  function remake() {
    const box = row();
    const again = button(T.remakeRivals, () => {
      const keep = button(T.keepRivals, () => {
        box.replaceChildren(again);
        again.focus();
      });
      const all = names().map((name) => [name, playerName(name)]);
      kept = "";
      const stays = select({ "aria-label": T.keepOne }, [["", T.keepNone], ...all], kept, (name) => (kept = name));
      const label = h("label", {}, `${T.keepOne} `, stays);
      box.replaceChildren(h("p", {}, T.remakeAsk), label, button(T.remakeRivals, make), keep);
      keep.focus();
    });
    box.append(again);
    return box;
  }

  /** @param {Rival} rival */
  function entry(rival) {
    const name = playerName(rival.name);
    const play = button(T.challenge(name), () => begin(page, { kind: "rival", name: rival.name }));
    const words = [h("h3", {}, name), h("p", {}, T.said(rival.likes)), small(T.scoreSoFar(rival.score))];
    return h("li", { class: "rival" }, portrait(rival), h("div", {}, ...words, play));
  }

  return { element, show };
}
