/* A rival's portrait: a round board whose discs show its likings. */

import { T } from "./language.js";

const svg = Draw.svg;
const circle = (cx, cy, r, fill, more = {}) => svg("circle", { cx, cy, r, fill, ...more });

/** @param {import("./types.d.ts").Rival} rival */
export function portrait({ name, portrait: { traits, ground, discs } }) {
  const [hue, lightness] = ground;
  const shade = (percent) => `hsl(${hue} 45% ${percent}%)`;
  const [pale, deep] = [shade(90), shade(lightness / 2)];
  const words = traits.map(([trait, value]) => T.traits[trait]?.[value > 0 ? 1 : 0]).filter(Boolean);
  const label = `${T.portraitOf(T.said(name))}: ${words.join(", ")}`;
  const picture = svg("svg", { viewBox: "0 0 100 100", class: "portrait", role: "img", "aria-label": label });
  picture.append(circle(50, 50, 48, shade(lightness), { stroke: deep, "stroke-width": 3 }));
  discs.forEach((size, at) => {
    const [x, y] = [at % 8, Math.floor(at / 8)].map((place) => 21.3 + 8.2 * place);
    picture.append(circle(x, y, size / 10, size > 23 ? pale : deep));
  });
  return picture;
}
