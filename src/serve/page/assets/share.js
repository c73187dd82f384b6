/* Sharing a game as text, file or picture. */

import { T } from "./language.js";
import { ask } from "./server.js";
import { attempt, button, download, fold, h, hide, notice, playerName, row } from "./parts.js";
import { BLACK, WHITE, count, linkTo } from "./rules.js";

/** @import { Position } from "./page.d.ts" */
/** @import { Game } from "./types.d.ts" */

/** A link to the page of a program opens only on its own machine, so none is offered there. */
const isPublic = !["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);
/** The sizes of a picture's parts in pixels. */
const BOARD = 800;
const ABOVE = 84;
const BELOW = 56;

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
  const save = async (format) => {
    const content = await get(format);
    if (content !== undefined) download(`game.${format}`, `${content}\n`, "text/plain");
  };
  function copyLink() {
    const known = game();
    if (known) copied(location.href.split("#")[0] + linkTo(known));
  }
  return fold("share", T.share,
    row(
      button(T.copyTranscript, () => copy("transcript")),
      ...(isPublic ? [button(T.copyLink, copyLink)] : []),
      button(T.copyGgf, () => copy("ggf")),
      button(T.saveGgf, () => save("ggf")),
      button(T.saveSgf, () => save("sgf")),
      button(T.savePicture, async () => {
        const position = shown();
        const known = game();
        if (position && known) download("board.png", await gamePicture(position, known), "image/png");
      }),
    ),
    text,
  );
}

/**
 * A picture as a PNG file in the colours of the page: the players with their discs, and the board.
 * @param {Position} position
 * @param {Game} game
 */
async function gamePicture(position, game) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(boardSvg(position))}`;
  await image.decode();
  const canvas = h("canvas", { width: BOARD, height: ABOVE + BOARD + BELOW });
  const paper = canvas.getContext("2d");
  paper.fillStyle = colorOf("--paper");
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.drawImage(image, 0, ABOVE, BOARD, BOARD);
  for (const [side, x, align] of /** @type {const} */ ([[BLACK, 24, "left"], [WHITE, BOARD - 24, "right"]])) {
    write(paper, sideName(game, side), [x, ABOVE / 2], { textAlign: align, font: "30px sans-serif" });
  }
  const score = [BLACK, WHITE].map((side) => count(position.cells, side)).join(" \u2013 ");
  write(paper, score, [BOARD / 2, ABOVE / 2], { textAlign: "center", font: "36px sans-serif" });
  write(paper, "rival", [BOARD / 2, ABOVE + BOARD + BELOW / 2], { textAlign: "center", font: "24px sans-serif" });
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** The page's colour of this name. */
const colorOf = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Writes a line of a picture around this middle height, narrower if it is long. */
function write(paper, text, [x, y], look) {
  Object.assign(paper, { textBaseline: "middle", fillStyle: colorOf("--ink"), ...look });
  paper.fillText(text, x, y, BOARD / 2 - 80);
}

/** The name of a side with its disc. @type {(game: Game, side: number) => string} */
function sideName(game, side) {
  const shown = playerName(side > 0 ? game.black : game.white) || T.side(side);
  return side > 0 ? `\u25cf ${shown}` : `${shown} \u25cb`;
}

function boardSvg({ cells, last }) {
  const picture = Draw.board({ cells, last });
  const size = { xmlns: "http://www.w3.org/2000/svg", width: BOARD, height: BOARD };
  for (const [name, value] of Object.entries(size)) picture.setAttribute(name, value);
  const text = new XMLSerializer().serializeToString(picture);
  return text
    .replace(/var\((--[a-z-]+)\)/g, (_, name) => colorOf(name))
    .replace("<svg ", '<svg font-family="sans-serif" ');
}
