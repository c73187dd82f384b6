/* The language of the page: the chosen one, or the browser's. Only its texts are loaded. */

import { store, stored } from "./stored.js";

export const LANGUAGES = { en: "English", fr: "Fran\u00e7ais", ja: "\u65e5\u672c\u8a9e" };
const TEXTS = { en: () => import("./texts.js"), fr: () => import("./texts.fr.js"), ja: () => import("./texts.ja.js") };
const CHOSEN = "rival-language";

/** @type {keyof typeof TEXTS} */
export const language = /** @type {any} */ (
  [stored(CHOSEN), ...navigator.languages]
    .map((code) => (code ?? "").split("-")[0])
    .find((code) => Object.hasOwn(TEXTS, code)) ?? "en"
);
document.documentElement.lang = language;

export function speak(code) {
  store(CHOSEN, code);
  location.reload();
}

/** @type {import("./page.d.ts").Texts} */
export const T = (await TEXTS[language]()).T;

export function refusal(error) {
  const words = T.refused[error.code] ?? T.refused.failed({ why: error.message });
  return typeof words === "function" ? words(error.detail) : words;
}
