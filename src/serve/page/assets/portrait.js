/* A rival's portrait: a round board whose discs show its likings, with a face that they shape. */

import { T } from "./language.js";
import { playerName } from "./parts.js";

const svg = Draw.svg;
const circle = (cx, cy, r, fill, more = {}) => svg("circle", { cx, cy, r, fill, ...more });
const line = (d, stroke) => svg("path", { d, stroke, "stroke-width": 4, "stroke-linecap": "round", fill: "none" });

/** @param {import("./types.d.ts").Rival} rival */
export function portrait({ name, portrait: { traits, ground, discs } }) {
  const [hue, lightness] = ground;
  const shade = (percent) => `hsl(${hue} 45% ${percent}%)`;
  const [pale, deep, middle] = [shade(90), shade(lightness / 2), shade(lightness + 14)];
  const words = traits.map(([trait, value]) => T.traits[trait]?.[value > 0 ? 1 : 0]).filter(Boolean);
  const label = `${T.portraitOf(playerName(name))}: ${words.join(T.comma)}`;
  const picture = svg("svg", { viewBox: "0 0 100 100", class: "portrait", role: "img", "aria-label": label });
  picture.append(circle(50, 50, 48, shade(lightness), { stroke: deep, "stroke-width": 3 }));
  discs.forEach((size, at) => {
    const [x, y] = [at % 8, Math.floor(at / 8)].map((place) => 21.3 + 8.2 * place);
    picture.append(circle(x, y, size / 10, size > 23 ? middle : deep));
  });
  picture.append(...face(Object.fromEntries(traits), pale, deep));
  return picture;
}

/**
 * Two eyes, brows and a mouth. A trait that is not in the character leaves its part in the middle.
 * @param {{[trait: string]: number}} traits from -1 to 1
 */
function face(traits, pale, deep) {
  const { edges = 0, discs = 0, far = 0, frontier = 0, attack = 0, trap = 0, beside = 0, room = 0 } = traits;
  const { moves = 0, diagonal = 0, straight = 0, usual = 0, trade = 0, begin = 0, finish = 0, corners = 0 } = traits;
  const apart = 19 + 7 * edges;
  const size = 10 + 3 * discs;
  const pupil = 4 + 1.5 * usual;
  const brow = 42 - size - 3 - 3 * beside;
  const parts = [-1, 1].flatMap((side) => {
    const x = 50 + side * apart;
    /* One who trades gives one eye for the other. */
    const open = size * (trade && side > 0 ? 0.35 : 1 - 0.4 * frontier);
    const inner = brow + 5 * attack + (trap && side > 0 ? -6 : 0);
    const outer = brow - 3 * attack + 4 * Math.max(0, finish - begin);
    return [
      svg("ellipse", { cx: x, cy: 42, rx: size, ry: open, fill: pale, stroke: deep, "stroke-width": 2 }),
      circle(x + 4 * far - side * 3 * Math.min(0, far), 42, Math.min(pupil, open), deep),
      line(`M${x + side * size} ${outer}L${x - side * size} ${inner}`, pale),
    ];
  });
  const width = 14 + 6 * moves - 4 * Math.abs(straight);
  const smile = 6 + 10 * room + 6 * corners + 5 * (begin - finish);
  const tilt = 6 * diagonal + 5 * trap;
  parts.push(line(`M${50 - width} ${70 + tilt}Q50 ${70 + 2 * smile} ${50 + width} ${70 - tilt}`, pale));
  return parts;
}
