/* The rules for showing a game. The server checks every move. Cells: 1 black, -1 white, 0 empty, row by row from a1. */

/** @import { Cells, Position } from "./page.d.ts" */

export const BLACK = 1;
export const WHITE = -1;
const STEPS = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

/** The name of a square: 0 is a1, 7 is h1, 63 is h8. */
export const squareName = (square) => "abcdefgh"[square % 8] + (1 + Math.floor(square / 8));

/** The square with this name, or -1. */
export function squareOf(name) {
  const found = /^([a-h])([1-8])$/i.exec(name.trim());
  return found ? "abcdefgh".indexOf(found[1].toLowerCase()) + 8 * (+found[2] - 1) : -1;
}

/** The discs that a side's move flips; none if the move is illegal. */
export function flips(cells, side, square) {
  if (cells[square] !== 0) return [];
  const found = [];
  for (const [dx, dy] of STEPS) {
    const line = [];
    let x = (square % 8) + dx;
    let y = Math.floor(square / 8) + dy;
    /* Rows outside the board have no cells. */
    while (x >= 0 && x < 8 && cells[8 * y + x] === -side) {
      line.push(8 * y + x);
      x += dx;
      y += dy;
    }
    if (x >= 0 && x < 8 && cells[8 * y + x] === side) found.push(...line);
  }
  return found;
}

const legalMoves = (cells, side) => [...cells.keys()].filter((square) => flips(cells, side, square).length > 0);

/** The start of a game from 66 characters; without them the normal start. */
export function startOf(text) {
  if (!text) {
    const cells = new Array(64).fill(0);
    cells[28] = cells[35] = BLACK;
    cells[27] = cells[36] = WHITE;
    return { cells, side: BLACK };
  }
  const plain = text.replace(/\s/g, "");
  const cell = (c) => (/[xX*bB]/.test(c) ? BLACK : /[oO0wW]/.test(c) ? WHITE : 0);
  return { cells: [...plain.slice(0, 64)].map(cell), side: cell(plain[64] ?? "X") || BLACK };
}

/** A position as the 66 characters that the server reads. */
export function written({ cells, side }) {
  const sign = (cell) => (cell > 0 ? "X" : cell < 0 ? "O" : "-");
  return cells.map(sign).join("") + " " + sign(side);
}

/** The part of an address that contains a game. Any copy of the page shows it. */
export const linkTo = ({ start, moves, rule }) =>
  `#game=${start ? `${start.replace(" ", "")},` : ""}${moves}${rule === "fewest" ? "&fewest" : ""}`;

/** The game in an address up to its first illegal move, with that move; null if there is no game. */
export function linkedGame(hash) {
  const found = /^#game=(?:([-xo]{65}),)?(.*?)(&fewest)?$/i.exec(hash);
  if (!found) return null;
  const [, laid, all, fewest] = found;
  const start = laid ? written(startOf(laid)) : null;
  const ply = replay(start, all.toLowerCase()).length - 1;
  return {
    game: { start, moves: all.toLowerCase().slice(0, 2 * ply), ply, rule: fewest ? "fewest" : "most" },
    wrong: moveAt(all, ply),
  };
}

/** @type {(cells: Cells, side: number, more?: Partial<Position>) => Position} */
function position(cells, side, more = {}) {
  const legal = legalMoves(cells, side);
  const mustPass = legal.length === 0 && legalMoves(cells, -side).length > 0;
  const over = legal.length === 0 && !mustPass;
  return { cells, side, legal, mustPass, over, last: null, turned: [], passed: false, ...more };
}

/**
 * The position after a move of two characters, `--` for a pass; null if it is illegal.
 * @type {(before: Position, move: string) => Position | null}
 */
export function after(before, move) {
  if (move === "--") return before.mustPass ? position(before.cells, -before.side, { passed: true }) : null;
  const square = squareOf(move);
  const turned = square < 0 ? [] : flips(before.cells, before.side, square);
  if (!turned.length) return null;
  const cells = before.cells.slice();
  for (const place of [square, ...turned]) cells[place] = before.side;
  return position(cells, -before.side, { last: square, turned });
}

/**
 * Every position of a game, one more than its moves. It stops before an illegal move.
 * @type {(start: string | null, moves: string) => Position[]}
 */
export function replay(start, moves) {
  const { cells, side } = startOf(start);
  const found = [position(cells, side)];
  for (let at = 0; at + 1 < moves.length; at += 2) {
    const next = after(found[found.length - 1], moves.slice(at, at + 2));
    if (!next) break;
    found.push(next);
  }
  return found;
}

export const count = (cells, side) => cells.filter((cell) => cell === side).length;

/** The result for Black in discs. Empty squares count for the winner. `fewest`: the fewest discs win. */
export function score(cells, fewest) {
  const difference = (count(cells, BLACK) - count(cells, WHITE)) * (fewest ? -1 : 1);
  return difference + Math.sign(difference) * count(cells, 0);
}

export const moveAt = (moves, ply) => moves.slice(2 * ply, 2 * ply + 2);

/** The number of the next move. Passes have none. */
export function numberAt(moves, ply) {
  let number = 1;
  for (let at = 0; at < ply; at++) if (moveAt(moves, at) !== "--") number += 1;
  return number;
}
