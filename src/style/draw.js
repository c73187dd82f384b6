/*
 * Charts and boards, drawn in the same way on every page. Functions return elements and never parse text as HTML.
 * Colours are the variables of base.css.
 */
"use strict";
const Draw = (() => {
  const SPACE = "http://www.w3.org/2000/svg";

  /** An element with attributes and children. A child that is not a node becomes text. */
  function fill(element, attributes, children) {
    for (const [key, value] of Object.entries(attributes))
      if (value !== undefined && value !== null) element.setAttribute(key, value);
    element.append(...children);
    return element;
  }

  const svg = (name, attributes = {}, ...children) => fill(document.createElementNS(SPACE, name), attributes, children);
  const html = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);

  /** Text inside a picture. */
  const text = (x, y, words, color = "soft", anchor = "middle") =>
    svg("text", { x, y, "text-anchor": anchor, fill: `var(--${color})` }, words);

  /** About this many round numbers from low to high. */
  function ticks(low, high, count = 5) {
    const span = high - low || 1;
    const power = 10 ** Math.floor(Math.log10(span / count));
    const step = [1, 2, 5].map((factor) => factor * power).find((step) => span / step <= count + 1) ?? 10 * power;
    const found = [];
    for (let at = Math.ceil(low / step - 1e-9) * step; at <= high + step * 1e-6; at += step)
      found.push(Math.abs(at) < step * 1e-6 ? 0 : at);
    return found;
  }

  /** A number for an axis: three digits, without floating-point noise. */
  const shown = (value) => (Math.abs(value) >= 100 ? value.toFixed(0) : String(+value.toPrecision(3)));
  const signed = (value) => (value > 0 ? "+" : value < 0 ? "\u2212" : "") + shown(Math.abs(value));

  /** The colour of the nth series, as a value for an attribute or a style. */
  const color = (n) => `var(--s${(n % 8) + 1})`;

  /** Draws into a figure, and again when its width changes, so that text keeps its size on a phone. */
  function drawn(figure, draw) {
    let width = 0;
    const again = () => {
      const now = Math.max(240, Math.round(figure.clientWidth || 640));
      if (now !== width) draw((width = now));
    };
    draw((width = 640));
    if (typeof ResizeObserver === "function") new ResizeObserver(again).observe(figure);
    requestAnimationFrame(again);
  }

  function lines(spec) {
    const { title, unit, across, series, band, marks = [], exact = null, first = 0, height = 220, pick, words } = spec;
    const figure = html("figure");
    if (title) figure.append(html("figcaption", {}, unit ? `${title} (${unit})` : title));
    const stage = html("div");
    const tip = html("div", { class: "tip hidden", "aria-hidden": "true" });
    figure.append(stage, tip);
    if (series.length > 1 || spec.legend) figure.append(legend(series));
    const values = [...series.flatMap((line) => line.values), ...(band ? [...band.low, ...band.high] : [])].filter(
      (v) => v !== null && v !== undefined,
    );
    const length = Math.max(2, ...series.map((line) => line.values.length));
    let low = Math.min(...(values.length ? values : [0])),
      high = Math.max(...(values.length ? values : [1]));
    if (spec.zero) {
      const reach = Math.max(spec.least ?? 0, Math.abs(low), Math.abs(high)) || 1;
      [low, high] = [-reach, reach];
    } else {
      const room = (high - low || 1) * 0.06;
      [low, high] = [low >= 0 ? Math.max(0, low - room) : low - room, high + room];
    }
    let at = spec.at ?? null,
      cursor = svg("line"),
      x = (_) => 0,
      box = { left: 0, right: 0, width: 1 };

    function draw(width) {
      const left = 46,
        right = 12,
        top = spec.top ?? 10,
        bottom = across ? 38 : 24;
      x = (i) => left + (i * (width - left - right)) / (length - 1);
      const y = (v) => top + ((high - v) * (height - top - bottom)) / (high - low);
      box = { left, right, width };
      const picture = svg("svg", {
        viewBox: `0 0 ${width} ${height}`,
        width,
        height,
        role: "img",
        "aria-label": spec.summary ?? title ?? "",
        "font-size": 12,
      });
      if (exact !== null && exact < length)
        picture.append(
          svg("rect", {
            x: x(exact),
            y: top,
            width: Math.max(0, x(length - 1) - x(exact)),
            height: height - top - bottom,
            fill: "var(--accent-soft)",
          }),
        );
      for (const v of ticks(low, high, Math.min(5, height / 30))) {
        picture.append(
          svg("line", {
            x1: left,
            x2: width - right,
            y1: y(v),
            y2: y(v),
            stroke: v === 0 && spec.zero ? "var(--edge)" : "var(--line)",
          }),
        );
        picture.append(text(left - 7, y(v) + 4, spec.zero ? signed(v) : shown(v), "soft", "end"));
      }
      for (const v of ticks(first, first + length - 1, Math.max(3, Math.floor(width / 70))))
        if (Number.isInteger(v))
          picture.append(text(x(v - first), height - bottom + 16, shown(v)));
      if (across) picture.append(text((left + width - right) / 2, height - 5, across));
      if (band) {
        const known = band.low.map((v, i) => i).filter((i) => band.low[i] !== null && band.high[i] !== null);
        if (known.length)
          picture.append(
            svg("path", {
              d: `M${known.map((i) => `${x(i).toFixed(1)} ${y(band.high[i]).toFixed(1)}`).join("L")}L${known
                .reverse()
                .map((i) => `${x(i).toFixed(1)} ${y(band.low[i]).toFixed(1)}`)
                .join("L")}Z`,
              fill: band.color ?? color(0),
              opacity: 0.16,
            }),
          );
      }
      spec.behind?.(picture, x, height - bottom);
      series.forEach((line, n) => {
        let path = "",
          pen = false;
        const stroke = line.color ?? color(n);
        line.values.forEach((v, i) => {
          if (spec.begins?.has(i)) pen = false;
          if (v === null || v === undefined) return void (pen = line.joined ? pen : false);
          path += `${pen ? "L" : "M"}${x(i).toFixed(1)} ${y(v).toFixed(1)}`;
          pen = true;
          if (line.dots) picture.append(svg("circle", { cx: x(i), cy: y(v), r: 2.4, fill: stroke }));
        });
        if (path)
          picture.append(
            svg("path", {
              d: path,
              fill: "none",
              stroke,
              "stroke-width": 2,
              "stroke-linejoin": "round",
              "stroke-dasharray": line.dashed ? "5 4" : null,
            }),
          );
      });
      for (const mark of marks) {
        const v = series[0]?.values[mark.at];
        if (v !== null && v !== undefined)
          picture.append(
            svg("circle", {
              cx: x(mark.at),
              cy: y(v),
              r: 4.5,
              fill: mark.color ?? "var(--bad)",
              stroke: "var(--ink)",
              "stroke-width": 1.5,
            }),
          );
      }
      cursor = svg("line", {
        y1: top,
        y2: height - bottom,
        stroke: "var(--ink)",
        "stroke-dasharray": "3 3",
        "pointer-events": "none",
      });
      picture.append(cursor);
      stage.replaceChildren(picture);
      move(at);
    }

    function move(index) {
      at = index;
      const seen = at !== null && at >= 0 && at < length;
      cursor.setAttribute("visibility", seen ? "visible" : "hidden");
      if (seen) for (const end of ["x1", "x2"]) cursor.setAttribute(end, x(at));
    }

    const under = (event) => {
      const place = stage.getBoundingClientRect();
      const scale = box.width / (place.width || box.width);
      const i = Math.round(
        ((event.clientX - place.left) * scale - box.left) / ((box.width - box.left - box.right) / (length - 1)),
      );
      return Math.max(0, Math.min(length - 1, i));
    };
    stage.addEventListener("pointermove", (event) => {
      const i = under(event);
      tip.textContent = words(i);
      tip.classList.toggle("hidden", !tip.textContent);
      const wide = tip.offsetWidth,
        to = (x(i) * stage.clientWidth) / box.width;
      tip.style.left = `${Math.max(0, Math.min(stage.clientWidth - wide, to - wide / 2))}px`;
      tip.style.top = `${stage.offsetTop - tip.offsetHeight + 4}px`;
    });
    stage.addEventListener("pointerleave", () => tip.classList.add("hidden"));
    if (pick) {
      stage.style.cursor = "pointer";
      stage.addEventListener("click", (event) => pick(under(event)));
    }
    drawn(figure, draw);
    figure.move = move;
    return figure;
  }

  function legend(series) {
    const box = html("div", { class: "legend" });
    series.forEach((line, n) => {
      const entry = html("span", line.dashed ? { class: "dashed" } : {}, line.name);
      entry.style.setProperty("--color", line.color ?? color(n));
      box.append(entry);
    });
    return box;
  }

  function board({ cells, last = null, label = "board" }) {
    const picture = svg("svg", { viewBox: "0 0 400 400", role: "img", "aria-label": label, "font-size": 13 });
    picture.append(
      svg("rect", { width: 400, height: 400, rx: 10, fill: "var(--board-line)" }),
      svg("rect", { x: 24, y: 24, width: 368, height: 368, fill: "var(--board)" }),
    );
    for (let i = 0; i < 8; i++)
      picture.append(
        text(47 + 46 * i, 17, "abcdefgh"[i], "board-ink"),
        text(12, 52 + 46 * i, String(i + 1), "board-ink"),
      );
    for (let i = 0; i <= 8; i++)
      picture.append(
        svg("path", {
          d: `M24 ${24 + 46 * i}H392M${24 + 46 * i} 24V392`,
          stroke: "var(--board-line)",
          "stroke-width": 1.5,
        }),
      );
    for (const cx of [116, 300])
      for (const cy of [116, 300]) picture.append(svg("circle", { cx, cy, r: 3.5, fill: "var(--board-line)" }));
    cells.forEach((cell, square) => {
      const cx = 47 + 46 * (square % 8),
        cy = 47 + 46 * Math.floor(square / 8);
      if (cell) picture.append(svg("circle", { cx, cy, r: 19, fill: cell > 0 ? "var(--black)" : "var(--white)" }));
      if (square === last) picture.append(svg("circle", { cx, cy, r: 5, fill: "var(--mark)" }));
    });
    return picture;
  }

  return { svg, html, text, ticks, shown, signed, color, drawn, lines, legend, board };
})();
