/* Additions for reports. */
"use strict";
/** Lines whose points show all values as words, unless the page has its own words. */
Draw.lines = ((lines) => (spec) => {
  const { across = "", first = 0, series, zero } = spec;
  const number = zero ? Draw.signed : Draw.shown;
  const known = (i) => series.filter((line) => line.values[i] !== null && line.values[i] !== undefined);
  const value = (i) => (line) => `${line.name}: ${number(line.values[i])}`;
  const words = (i) => [`${across} ${first + i}`.trim(), ...known(i).map(value(i))].join("\n");
  return lines({ words, ...spec });
})(Draw.lines);
/**
 * A figure of values with their intervals, a row for each: [{name, value, low, high, color?}]. An interval without an
 * end is drawn to the edge, and has no value if only one end is known.
 */
Draw.intervals = ({ title, unit, rows, summary }) => {
  const { svg, html, ticks, shown, color, drawn } = Draw;
  const figure = html("figure");
  if (title) figure.append(html("figcaption", {}, unit ? `${title} (${unit})` : title));
  const stage = html("div");
  figure.append(stage);
  const figures = rows.flatMap((row) => [row.value, row.low, row.high]).filter(Number.isFinite);
  const low = Math.min(...figures),
    high = Math.max(...figures);
  const room = (high - low || 1) * 0.05;
  const end = (value) => (Number.isFinite(value) ? shown(value) : "no bound");
  const words = (row) => {
    if (Number.isFinite(row.value)) return `${row.name}: ${shown(row.value)} (${end(row.low)} to ${end(row.high)})`;
    return `${row.name}: ${Number.isFinite(row.low) ? `at least ${shown(row.low)}` : `at most ${end(row.high)}`}`;
  };
  drawn(figure, (width) => {
    const pitch = 28,
      left = Math.min(170, width * 0.36),
      height = rows.length * pitch + 26;
    const x = (v) => left + ((v - low + room) * (width - left - 14)) / (high - low + 2 * room);
    const picture = svg("svg", {
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: "img",
      "aria-label": summary ?? title ?? "",
      "font-size": 13,
    });
    for (const v of ticks(low - room, high + room, Math.max(2, Math.floor(width / 110))))
      picture.append(
        svg("line", { x1: x(v), x2: x(v), y1: 0, y2: height - 22, stroke: "var(--line)" }),
        svg("text", { x: x(v), y: height - 7, "text-anchor": "middle", fill: "var(--soft)" }, shown(v)),
      );
    rows.forEach((row, n) => {
      const y = n * pitch + pitch / 2,
        stroke = row.color ?? color(n);
      picture.append(
        svg("text", { x: left - 10, y: y + 4, "text-anchor": "end", fill: "var(--ink)" }, row.name),
        svg(
          "line",
          {
            x1: x(row.low ?? low - room),
            x2: x(row.high ?? high + room),
            y1: y,
            y2: y,
            stroke,
            "stroke-width": 3,
            "stroke-linecap": "round",
          },
          svg("title", {}, words(row)),
        ),
      );
      if (Number.isFinite(row.value))
        picture.append(
          svg("circle", { cx: x(row.value), cy: y, r: 5, fill: stroke }, svg("title", {}, words(row))),
        );
    });
    stage.replaceChildren(picture);
  });
  return figure;
};
