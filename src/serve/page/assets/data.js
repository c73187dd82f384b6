/* All stored data of the person: saving and restoring. */

import { T } from "./language.js";
import { ask, bring } from "./server.js";
import { attempt, button, card, download, h, hide, row, soft } from "./parts.js";

/** A card to save all data and, in a page without the program, to restore it. */
export function dataCard() {
  const save = async () => {
    const packed = await attempt(() => ask("pack"));
    if (packed === undefined) return;
    const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
    download("rival.zip", bytes, "application/zip");
  };
  const bar = row(button(T.saveAll, save));
  const sure = h("div", { class: "bar hidden" });
  const element = card("data", T.data, soft(bring ? T.dataHere : T.dataHint), bar, sure);
  const takeIn = bring;
  if (!takeIn) return element;
  const input = h("input", { type: "file", accept: ".zip", class: "hidden" });
  input.addEventListener("change", () => {
    const [file] = input.files;
    input.value = "";
    if (!file) return;
    const leave = () => hide(sure);
    const take = async () => {
      if (await attempt(() => takeIn(file).then(() => true))) location.reload();
      leave();
    };
    sure.replaceChildren(h("p", {}, T.takeInSure), button(T.takeInYes, take), button(T.takeInNo, leave));
    hide(sure, false);
    sure.querySelector("button")?.focus();
  });
  bar.append(button(T.takeIn, () => input.click()), input);
  return element;
}
