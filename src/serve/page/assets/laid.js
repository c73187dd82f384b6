/* Choosing a position to study: set up by hand, pasted, or from a game in a file. */

import { T, refusal } from "./language.js";
import { openFiles } from "./server.js";
import { button, choices, fold, form, fresh, h, notice, row, small, submit } from "./parts.js";
import { after, replay, startOf, written } from "./rules.js";
import { gameList } from "./gamelist.js";

/** @import { Page } from "./page.d.ts" */

/**
 * A panel to set up a position. `lay(disc)` is called when a disc is chosen (null at the end), `load(start, moves)`
 * when the position has changed. `show()` shows it.
 */
export function setter({ now, lay, load }) {
  const setUp = (cells, side) => load(written({ cells, side }), "");
  const details = fold("edit", T.edit);
  const text = h("code");
  const sides = [["black", T.side("black")], ["white", T.side("white")]];
  const toMove = choices(T.toMove, sides, "black", (key) => setUp(now().cells, key === "black" ? 1 : -1));
  details.show = () => {
    text.textContent = written(now());
    toMove.querySelector(`[value=${now().side > 0 ? "black" : "white"}]`).checked = true;
  };
  const box = h("div");
  details.append(box);
  details.addEventListener("toggle", () => {
    lay(details.open ? 1 : null);
    const discs = { black: 1, white: -1, empty: 0 };
    box.replaceChildren(
      choices(T.edit, Object.entries(T.palette), "black", (key) => lay(discs[key])),
      toMove,
      row(
        button(T.clearBoard, () => setUp(new Array(64).fill(0), 1)),
        button(T.startBoard, () => load(null, "")),
        button(T.flipSides, () => setUp(now().cells.map((cell) => -cell), -now().side)),
        button(T.editDone, () => (details.open = false)),
      ),
      small(text),
    );
  });
  return details;
}

/**
 * Opens files of games.
 * @param {File[]} files
 * @param {HTMLElement} wrong
 */
export function openInto(files, wrong) {
  wrong.replaceChildren();
  return openFiles(files, (name, refused) => {
    wrong.append(h("p", { class: "error", role: "alert" }, h("strong", {}, name), ` \u2013 ${refusal(refused)}`));
  });
}

/** A panel to paste a position, moves or games. @param {Page} page */
export function paster(page, { load, walk }) {
  const wrong = h("div");
  const games = h("div", { class: "gamelist" });
  const field = h("textarea", { id: fresh("paste"), rows: 2, placeholder: T.pasteHint, spellcheck: "false" });
  const act = async () => {
    if (await paste(field.value.trim())) field.value = "";
  };
  const pasted = form({}, act, h("label", { for: field.id }, T.paste), field, submit(T.load));

  async function paste(text) {
    wrong.replaceChildren();
    const plain = text.toLowerCase().replace(/\d+\.|[\s,;]/g, "");
    const [, board, list] = /^([-.xo*0bw_]{65})?((?:[a-h][1-8]|--|pa|ps)*)$/.exec(plain) ?? [];
    if (board || list) {
      const start = board ? written(startOf(board)) : null;
      const [moves, wrong] = withPasses(start, list);
      if (!wrong) load(start, moves, moves.length / 2);
      else if (board) notice(T.illegalSquare(wrong), "error");
      if (!wrong || board) return !wrong;
    }
    /* The program reads other formats, and reports errors with their place. */
    const [opened] = await openInto([new File([text], T.pastedGames)], wrong);
    if (opened) showFile(page, games, opened, walk);
    return Boolean(opened);
  }
  return fold("", T.paste, pasted, wrong, games);
}

/** Adds forced passes that the text leaves out. Returns also the first illegal move. */
function withPasses(start, text) {
  let [last] = replay(start, "");
  let moves = "";
  for (const written of text.match(/../g) ?? []) {
    const move = /[a-h][1-8]/.test(written) ? written : "--";
    for (const next of last.mustPass && move !== "--" ? ["--", move] : [move]) {
      const found = after(last, next);
      if (!found) return [moves, written];
      last = found;
      moves += next;
    }
  }
  return [moves, ""];
}

/**
 * Shows the games of a file that was opened; the only one of a file is walked through at once.
 * @param {Page} page
 * @param {import("./types.d.ts").File} opened
 */
function showFile(page, games, opened, walk) {
  const place = h("div");
  games.replaceChildren(h("h2", {}, T.filesGames(opened.name, opened.games)), place);
  if (opened.unreadable) games.append(h("p", { class: "note" }, T.unreadable(opened.unreadable, opened.problem)));
  if (opened.games === 1) walk({ in: "file", file: opened.file, number: 0 });
  else gameList(page, place, { in: "file", file: opened.file }, walk);
}

/**
 * A panel to open a file of games. `walk(ref)` is called when a game is chosen.
 * @param {Page} page
 */
export function opener(page, walk) {
  const games = h("div", { class: "gamelist" });
  const wrong = h("div");
  const input = h("input", { type: "file", accept: page.state.hello.files, multiple: "", class: "hidden" });
  input.addEventListener("change", async () => {
    const [opened] = await openInto([...input.files], wrong);
    input.value = "";
    if (opened) showFile(page, games, opened, walk);
  });
  const choose = button(T.chooseFiles, () => input.click());
  return fold("", T.openFile, choose, input, wrong, games);
}
