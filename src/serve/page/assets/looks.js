/* The look and sound of boards in this browser, which the program does not know. */

import { T } from "./language.js";
import { choices, fold, h, tick } from "./parts.js";
import { store, stored } from "./stored.js";

const NAME = "rival-looks";
const COLOURS = ["green", "wood", "dark", "blue"];

const looks = { turned: false, colours: "green", sound: false };

export function beginLooks() {
  try {
    const kept = JSON.parse(stored(NAME) ?? "{}");
    looks.turned = kept.turned === true;
    looks.sound = kept.sound === true;
    if (COLOURS.includes(kept.colours)) looks.colours = kept.colours;
  } catch {
    /* The stored text is not from this page. */
  }
  apply();
}

/** True if h8 is at the top left. */
export const isTurned = () => looks.turned;

function apply() {
  const root = document.documentElement;
  root.dataset.colours = looks.colours;
  root.classList.toggle("turned-round", looks.turned);
}

function change(more) {
  Object.assign(looks, more);
  apply();
  store(NAME, JSON.stringify(looks));
}

export function looksPanel() {
  const colours = COLOURS.map((name) => [name, T.colours[name]]);
  const sound = (sound) => {
    change({ sound });
    knock();
  };
  return fold("looks", T.looks,
    choices(T.boardColours, colours, looks.colours, (colours) => change({ colours })),
    h(
      "div",
      { class: "ticks" },
      tick(T.turnRound, looks.turned, (turned) => change({ turned })),
      tick(T.sound, looks.sound, sound),
    ),
  );
}

/** @type {AudioContext | null} */
let audio = null;

export function knock() {
  if (!looks.sound) return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  const [tone, loudness] = [audio.createOscillator(), audio.createGain()];
  tone.type = "triangle";
  tone.frequency.setValueAtTime(420, now);
  tone.frequency.exponentialRampToValueAtTime(140, now + 0.08);
  loudness.gain.setValueAtTime(0.25, now);
  loudness.gain.exponentialRampToValueAtTime(0.001, now + 0.1);
  tone.connect(loudness).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.1);
}
