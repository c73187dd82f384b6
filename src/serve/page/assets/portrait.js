/* A rival's portrait: a round board, drawn by what it likes. */

import { T } from "./language.js";

const svg = Draw.svg;

/** @param {import("./types.d.ts").Rival} rival */
export function portrait({ name, traits }) {
  const of = Object.fromEntries(traits);
  const like = (trait) => of[trait] ?? 0;
  const hue = [...name].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) % 360, 7);
  const ground = `hsl(${hue} 42% 40%)`;
  const light = `hsl(${hue} 60% 88%)`;
  const deep = `hsl(${hue} 45% 22%)`;
  const words = traits.map(([trait, value]) => T.traits[trait]?.[value > 0 ? 1 : 0]).filter(Boolean);
  const picture = svg("svg", {
    viewBox: "0 0 100 100",
    class: "portrait",
    role: "img",
    "aria-label": `${T.portraitOf(name)}: ${words.join(", ")}`,
  });
  picture.append(svg("circle", { cx: 50, cy: 50, r: 49, fill: ground }));
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < 8; column++) {
      const x = 50 + (column - 3.5) * 9.2;
      const y = 50 + (row - 3.5) * 9.2;
      const rim = row % 7 === 0 || column % 7 === 0;
      const corner = row % 7 === 0 && column % 7 === 0;
      const middle = Math.max(Math.abs(row - 3.5), Math.abs(column - 3.5)) < 2;
      let size = 2.2 + 0.9 * like("discs");
      if (rim) size += 1.7 * like("edges");
      else size -= 0.6 * like("edges");
      if (corner) size += 1.6 * (like("corners") + like("attack"));
      if (column === 0 || row === 7) size += 1.7 * like("trade");
      if (row === 2 || column === 5) size += 1.7 * like("trap");
      if (middle) size += 1.3 * like("frontier") + 1.2 * like("usual") - 0.8 * Math.min(0, like("edges"));
      else size -= 0.5 * like("frontier");
      if (row % 5 === 1 && column % 5 === 1) size += 1.8 * like("beside");
      size += 0.35 * ((3.5 - row) * like("begin") + (row - 3.5) * like("finish"));
      if ([3, 4].includes(row) || [3, 4].includes(column)) size += 1.5 * like("straight");
      if (row === column || row + column === 7) size += 1.7 * like("diagonal");
      if (row + column > 8) size += 1.2 * like("far");
      if (row > 3 && row < 7 && column > 1 && column < 5) size -= 1.6 * Math.min(0, like("far"));
      if (row % 2 === 1) size += 1.5 * like("room");
      const open = like("moves") > 0.3 && (row + column) % 2 === 0;
      size = Math.max(0.7, Math.min(4.3, size));
      const look = open
        ? { r: Math.max(1.6, size), fill: "none", stroke: light, "stroke-width": 1.2 }
        : { r: size, fill: size > 2.4 ? light : deep };
      picture.append(svg("circle", { cx: x, cy: y, ...look }));
    }
  }
  picture.append(svg("circle", { cx: 50, cy: 50, r: 47.5, fill: "none", stroke: deep, "stroke-width": 3 }));
  return picture;
}
