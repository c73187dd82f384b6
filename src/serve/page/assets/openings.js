/*
 * The usual names of openings (the list goes back to Robert Gatliff's catalogue). A name belongs to a position and its
 * images.
 */

import { T } from "./language.js";
import { after, replay } from "./rules.js";

/** @import { Cells, Position } from "./page.d.ts" */

/* Each line has the number of moves shared with the line above, the further moves, and the name. */
const LINES = `
0 c4c3 Diagonal
2 d3c5b2 X-square
4 b3 Snake / Peasant
5 f3 Lysons
5 f4b5b4c6d6f5 Pyramid / Checkerboarding Peasant
4 b4 Heath / Tobidashi
5 d2c2f4d6c6f5e6f7 Mimura Variation II
6 d6 Heath-Bat
6 e2 Iwasaki Variation
5 e3 Heath-Chimney
4 b5 Raccoon Dog
4 b6 Rocket
5 c6b5 Hamilton
5 e3 Lollipop
4 d6 Cow
5 e3 Chimney
5 f4b4 Cow Bat / Cambridge
7 b6b5c6b3 Bat (Piau Continuation 2)
10 f5 Melnikov / Bat (Piau Continuation 1)
7 c6b5b3b6e3c2a4a5a6d2 Bat (Kling Continuation)
7 e3b3 Bat (Kling Alternative)
6 f5 Rose-v-Toth
7 d2 Tanida
8 b5 Aircraft / Feldborg
8 g4d7 Sailboat
7 e6c6d7 Maruoka
8 f6 Landau
4 f6 Buffalo / Kenichi Variation
5 e2c6 Maruoka Buffalo
5 e3c6f5f4g5 Tanida Buffalo
5 f5 Hokuriku Buffalo
2 e6c5 Wing Variation
2 f5c5 Semi-Wing Variation
1 c5 Parallel
1 e3 Perpendicular
2 f4c5d6 Rabbit
5 e6 Mimura
5 f3c6 Shaman / Danish
6 d3 Inoue
7 c3 Iago
6 e2 Bhagat
6 e6c3d3e2 Rose
10 b5 Flat
11 f5 Rotating Flat
12 b3 Murakami Variation
12 b4f6c2e7d2c7 Rotating Flat (Kling Continuation)
10 b6f5 Rose-Birth
12 b4f6g5d7 Brightstein
12 g5 Rose-Birdie / Rose-Tamenori
13 f6 Rose-Tamenori-Kling
10 d2 Greenberg / Dawg
7 c6 Ralle
4 e6 Horse
2 f5b4 Ganglion / No-Cat
4 f3 Swallow
5 f4e2e6g5f6d6c6 No-Cat (Continuation)
3 e6d3 Italian
4 f4 Cat
5 c5d6c6f7f3 Sakaguchi
9 g5g6 Berner
2 f6b4 Bent Ganglion
3 e6f5 Tiger
5 c5c3 Stephenson
7 b4 No-Kung
8 d6c6b5a6b6c7 No-Kung (Continuation)
7 c6 Comp'Oth
8 d3d2e2b3c1c2b4a3a5b5a6a4a2 F.A.T. Draw
8 d6 Lightning Bolt
7 g5 Kung
6 d3 Leader's Tiger
6 d6 Brightwell
6 f4g5g4f3c6d3d6 Ishii
13 b3c3b4e2b6 Mainline Tiger
7 g6f7 Rose-Bill
9 d3 Tamenori
9 g5 Central Rose-Bill / Dead Draw
5 g6 Aubrey / Tanaka
6 e7c5 Aubrey (Feldborg Continuation)`;

/** The moves, and the name in the reader's language of the position that they lead to. @type {[string, string][]} */
export const OPENINGS = [];
for (const line of LINES.trim().split("\n")) {
  const [shared, moves, ...name] = line.split(" ");
  OPENINGS.push([(OPENINGS.at(-1)?.[0] ?? "").slice(0, 2 * +shared) + moves, T.openingName(name.join(" "))]);
}

/* The symmetries that keep the start. */
const IMAGES = [
  (square) => square,
  (square) => 63 - square,
  (square) => 8 * (square % 8) + Math.floor(square / 8),
  (square) => 63 - (8 * (square % 8) + Math.floor(square / 8)),
];

/** A text that is equal for a position and its images. @type {(position: Position) => string} */
const keyOf = ({ cells, side }) =>
  IMAGES.map((image) => cells.map((_, square) => cells[image(square)] + 1).join("")).sort()[0] + side;

/** The names by position. @type {() => Map<string, string>} */
function named() {
  /** @type {Map<string, Position>} */
  const reached = new Map([["", replay(null, "")[0]]]);
  /** @type {(moves: string) => Position} */
  const reach = (moves) => {
    const known = reached.get(moves);
    if (known) return known;
    const next = after(reach(moves.slice(0, -2)), moves.slice(-2));
    if (!next) throw new Error(`${moves}: an illegal move`);
    reached.set(moves, next);
    return next;
  };
  return new Map(OPENINGS.map(([moves, name]) => [keyOf(reach(moves)), name]));
}

const LONGEST = Math.max(...OPENINGS.map(([moves]) => moves.length / 2));
/** @type {Map<string, string> | null} */
let names = null;

/** The name of the last named position of a game up to a ply; null if there is none. */
export function openingOf(states, ply) {
  names ??= named();
  for (let at = Math.min(ply, LONGEST, states.length - 1); at >= 0; at--) {
    const name = names.get(keyOf(states[at]));
    if (name) return name;
  }
  return null;
}
