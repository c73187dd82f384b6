/* Additions for reports. */
"use strict";
/** Lines whose points show all values as words, unless the page has its own words, with the stages of a run. */
Draw.lines = ((lines) => (spec) => {
  const { across = "", first = 0, series, stages = [], zero } = spec;
  const number = zero ? Draw.signed : Draw.shown;
  const known = (i) => series.filter((line) => line.values[i] !== null && line.values[i] !== undefined);
  const value = (i) => (line) => `${line.name}: ${number(line.values[i])}`;
  const stage = (i) => stages.findLast(({ at }) => at <= i)?.name ?? [];
  const words = (i) => [`${across} ${first + i}`.trim(), stage(i), ...known(i).map(value(i))].flat().join("\n");
  const begins = new Set(stages.map(({ at }) => at));
  const labelled = stages.filter(({ label }) => label);
  const behind = (picture, x, y2) =>
    labelled.forEach(({ at, label }, n) => {
      const end = labelled[n + 1]?.at ?? series[0].values.length - 1;
      const look = { stroke: "var(--edge)", "stroke-dasharray": "4 3" };
      picture.append(Draw.svg("line", { x1: x(at), x2: x(at), y1: 6, y2, ...look }));
      // About seven units a letter. The words of the points name a stage without room for its label.
      if (x(end) - x(at) > 7 * label.length) picture.append(Draw.text(x(at) + 4, 16, label, "soft", "start"));
    });
  return lines({ words, begins, behind, top: labelled.length ? 26 : 10, ...spec });
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
