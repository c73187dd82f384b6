/* Sharing a game as text, file or picture. */

import { T } from "./language.js";
import { ask } from "./server.js";
import { attempt, button, download, fold, h, hide, notice, row } from "./parts.js";
import { linkTo } from "./rules.js";

/**
 * A box to share a game. `shown()` returns the position for the picture.
 * @param {import("./types.d.ts").GameRef} of
 * @param {() => import("./page.d.ts").Position | null} shown
 * @param {() => import("./types.d.ts").Game | undefined} game
 */
export function shareBox(of, shown, game) {
  const text = h("textarea", { class: "hidden", readonly: "", rows: 3, "aria-label": T.share });
  /** @param {"ggf" | "sgf" | "transcript"} format */
  const get = (format) => attempt(() => ask("share", { of, format }));
  const copy = async (format) => copied(await get(format));
  const copied = async (content) => {
    if (content === undefined) return;
    try {
      await navigator.clipboard.writeText(content);
      notice(T.copied);
    } catch {
      text.value = content;
      hide(text, false);
      text.select();
      notice(T.copyFailed);
    }
  };
  const save = async (format, kind) => {
    const content = await get(format);
    if (content !== undefined) download(`game.${kind}`, `${content}\n`, "text/plain");
  };
  return fold("share", T.share,
    row(
      button(T.copyTranscript, () => copy("transcript")),
      button(T.copyLink, () => {
        const known = game();
        if (known) copied(location.href.split("#")[0] + linkTo(known));
      }),
      button(T.copyGgf, () => copy("ggf")),
      button(T.saveGgf, () => save("ggf", "ggf")),
      button(T.saveSgf, () => save("sgf", "sgf")),
      button(T.savePicture, async () => {
        const position = shown();
        if (position) download("board.png", await boardPicture(position), "image/png");
      }),
    ),
    text,
  );
}

/** A picture of a board as a PNG file in the colours of the page. */
async function boardPicture(position) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(boardSvg(position, position.last))}`;
  await image.decode();
  const canvas = h("canvas", { width: 800, height: 800 });
  canvas.getContext("2d").drawImage(image, 0, 0, 800, 800);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function boardSvg(position, last) {
  const picture = Draw.board({ cells: position.cells, last });
  const style = getComputedStyle(document.documentElement);
  const size = { xmlns: "http://www.w3.org/2000/svg", width: 800, height: 800 };
  for (const [name, value] of Object.entries(size)) picture.setAttribute(name, value);
  const text = new XMLSerializer().serializeToString(picture);
  return text
    .replace(/var\((--[a-z-]+)\)/g, (_, name) => style.getPropertyValue(name).trim())
    .replace("<svg ", '<svg font-family="sans-serif" ');
}
