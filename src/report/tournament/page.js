"use strict";
const COLORS = ["#2f6db5", "#c4572c", "#2f8f5b", "#8a4fb0", "#b58b14", "#3aa0a8", "#c23f77", "#6b6f73"];
const names = DATA.standing.engines.map((engine) => engine.name);
const colorOf = (name) => COLORS[names.indexOf(name) % COLORS.length];
const escapeText = (text) => String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
const byId = (id) => document.getElementById(id);

// Steps for an axis: about five round numbers from low to high.
function ticks(low, high) {
  const span = high - low || 1;
  const power = 10 ** Math.floor(Math.log10(span / 4));
  const step = [1, 2, 5, 10].map((f) => f * power).find((s) => span / s <= 6);
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step * 1e-6; at += step) found.push(Math.abs(at) < step * 1e-6 ? 0 : at);
  return found;
}

const shown = (value) => (Math.abs(value) >= 100 ? value.toFixed(0) : String(+value.toPrecision(3)));

// Lines over the number of the move: [{name, color, values}], values may be null.
function lineChart(title, unit, series, mark) {
  const all = series.flatMap((s) => s.values.filter((v) => v !== null));
  if (!all.length) return "";
  const width = 640, height = 210, left = 56, bottom = 28, top = 10, right = 12;
  let low = Math.min(0, ...all), high = Math.max(...all);
  if (high === low) high = low + 1;
  const length = Math.max(...series.map((s) => s.values.length), 2);
  const x = (i) => left + (i * (width - left - right)) / (length - 1);
  const y = (v) => top + ((high - v) * (height - top - bottom)) / (high - low);
  let svg = `<svg viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="${escapeText(title)}">`;
  for (const v of ticks(low, high)) svg += `<line x1="${left}" x2="${width - right}" y1="${y(v)}" y2="${y(v)}" stroke="${v === 0 ? "#888" : "#ddd"}"/><text x="${left - 6}" y="${y(v) + 4}" text-anchor="end">${shown(v)}</text>`;
  for (let i = 0; i < length; i += 10) svg += `<text x="${x(i)}" y="${height - 10}" text-anchor="middle">${i}</text>`;
  if (mark !== undefined) svg += `<line x1="${x(mark)}" x2="${x(mark)}" y1="${top}" y2="${height - bottom}" stroke="#2f7d4f" stroke-dasharray="4 3"/>`;
  for (const s of series) {
    let path = "", pen = false, points = "";
    s.values.forEach((v, i) => {
      if (v === null) { if (!s.joined) pen = false; return; }
      path += `${pen ? "L" : "M"}${x(i).toFixed(1)} ${y(v).toFixed(1)}`;
      points += `<circle cx="${x(i).toFixed(1)}" cy="${y(v).toFixed(1)}" r="1.8" fill="${s.color}"/>`;
      pen = true;
    });
    svg += `<path d="${path}" fill="none" stroke="${s.color}" stroke-width="1.6"/>${points}`;
  }
  svg += "</svg>";
  const legend = series.map((s) => `<span style="color:${s.color}">&#9644; ${escapeText(s.name)}</span>`).join(" &ensp; ");
  return `<figure><figcaption>${escapeText(title)} (${unit})</figcaption>${svg}<div>${legend}</div></figure>`;
}

function ratingChart() {
  const whole = ({ value, low, high }) => ({ value: value ?? low ?? high, low: low ?? value ?? high, high: high ?? value ?? low });
  const known = (engine) => engine.rating && (engine.rating.value ?? engine.rating.low ?? engine.rating.high) != null;
  const rated = DATA.standing.engines.filter(known).map((engine) => ({ name: engine.name, ...whole(engine.rating) }));
  if (!rated.length) return "";
  const row = 26, left = 170, width = 640, height = rated.length * row + 30;
  const low = Math.min(...rated.map((e) => e.low)), high = Math.max(...rated.map((e) => e.high));
  const pad = (high - low || 1) * 0.05;
  const x = (v) => left + ((v - low + pad) * (width - left - 10)) / (high - low + 2 * pad);
  let svg = `<svg viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="ratings">`;
  for (const v of ticks(low, high)) svg += `<line x1="${x(v)}" x2="${x(v)}" y1="0" y2="${height - 24}" stroke="#ddd"/><text x="${x(v)}" y="${height - 8}" text-anchor="middle">${shown(v)}</text>`;
  rated.forEach((e, i) => {
    const y = i * row + row / 2, color = colorOf(e.name);
    svg += `<text x="${left - 8}" y="${y + 4}" text-anchor="end">${escapeText(e.name)}</text><line x1="${x(e.low)}" x2="${x(e.high)}" y1="${y}" y2="${y}" stroke="${color}" stroke-width="3"/><circle cx="${x(e.value)}" cy="${y}" r="5" fill="${color}"/>`;
  });
  return `<figure><figcaption>Elo with 95 % intervals</figcaption>${svg}</svg></figure>`;
}

// The rules, as far as a replay of legal moves needs them.
function boards(game) {
  const cells = new Array(64).fill(0);
  let side = 1;
  if (game.s) {
    const text = game.s.replace(/\s/g, "");
    for (let i = 0; i < 64; i++) cells[i] = text[i] === "X" ? 1 : text[i] === "O" ? -1 : 0;
    side = text[64] === "X" ? 1 : -1;
  } else {
    cells[28] = cells[35] = 1;
    cells[27] = cells[36] = -1;
  }
  const found = [{ cells: cells.slice(), side, last: -1 }];
  for (let i = 0; i + 1 < game.m.length; i += 2) {
    const move = game.m.slice(i, i + 2);
    let last = -1;
    if (move !== "--") {
      const column = move.charCodeAt(0) - 97, row = move.charCodeAt(1) - 49;
      last = row * 8 + column;
      cells[last] = side;
      for (const [dx, dy] of [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]]) {
        const line = [];
        let x = column + dx, y = row + dy;
        while (x >= 0 && x < 8 && y >= 0 && y < 8 && cells[y * 8 + x] === -side) { line.push(y * 8 + x); x += dx; y += dy; }
        if (x >= 0 && x < 8 && y >= 0 && y < 8 && cells[y * 8 + x] === side) line.forEach((square) => { cells[square] = side; });
      }
    }
    side = -side;
    found.push({ cells: cells.slice(), side, last });
  }
  return found;
}

function boardPicture(state) {
  let svg = '<rect width="344" height="344" fill="#2f7d4f" rx="4"/>';
  for (let i = 0; i < 8; i++) svg += `<text x="${40 * i + 40}" y="13" text-anchor="middle" style="fill:#dfe9e2">${"abcdefgh"[i]}</text><text x="9" y="${40 * i + 45}" text-anchor="middle" style="fill:#dfe9e2">${i + 1}</text>`;
  for (let i = 0; i <= 8; i++) svg += `<path d="M20 ${20 + 40 * i}H340M${20 + 40 * i} 20V340" stroke="#1f5a38"/>`;
  state.cells.forEach((cell, square) => {
    const x = 40 + 40 * (square % 8), y = 40 + 40 * Math.floor(square / 8);
    if (cell) svg += `<circle cx="${x}" cy="${y}" r="16" fill="${cell > 0 ? "#161a18" : "#f4f4ee"}"/>`;
    if (square === state.last) svg += `<circle cx="${x}" cy="${y}" r="4" fill="#d9482b"/>`;
  });
  return svg;
}

const ENDINGS = { normal: "", adjudicated: "adjudicated", resigned: "resigned", fault: "" };
function resultOf(game) {
  if (game.p === null) return "not counted";
  const points = game.p === 1 ? "1 : 0" : game.p === 0 ? "0 : 1" : "½ : ½";
  return game.d === null ? points : `${points} (${game.d > 0 ? "+" : ""}${game.d})`;
}

let current = null, states = [], ply = 0;

function show() {
  const state = states[ply];
  byId("board").innerHTML = boardPicture(state);
  byId("ply").value = ply;
  const black = state.cells.filter((c) => c > 0).length, white = state.cells.filter((c) => c < 0).length;
  const note = ply ? [current.t[ply - 1] === null || current.t[ply - 1] === undefined ? null : `${current.t[ply - 1].toFixed(3)} s`, current.e[ply - 1] === null || current.e[ply - 1] === undefined ? null : `value ${current.e[ply - 1]}`, current.g[ply - 1] ? `depth ${current.g[ply - 1]}` : null].filter(Boolean).join(", ") : "";
  byId("state").textContent = `move ${ply} of ${states.length - 1}, black ${black}, white ${white}${note ? "; " + note : ""}`;
  byId("moves").innerHTML = current.m.match(/../g)?.map((move, i) => `<span data-ply="${i + 1}" class="${i + 1 === ply ? "now" : i < current.o ? "book" : ""}">${move}</span>`).join(" ") ?? "";
  // Values from Black's view; the side of a move is that of the board before it.
  const values = current.e.map((v, i) => (v === null ? null : v * states[i].side));
  const of = (side) => current.t.map((t, i) => (states[i].side === side ? t : null));
  byId("gamechart").innerHTML =
    lineChart("Value for Black", "discs", [{ name: "value", color: "#2f6db5", values: [null, ...values], joined: true }], ply) +
    lineChart("Time", "s", [{ name: current.b, color: "#161a18", values: [null, ...of(1)], joined: true }, { name: current.w, color: "#b58b14", values: [null, ...of(-1)], joined: true }], ply);
}

function choose(index) {
  current = DATA.games[index];
  states = boards(current);
  ply = Math.min(current.o, states.length - 1);
  byId("ply").max = states.length - 1;
  document.querySelectorAll("#games tr.chosen").forEach((row) => row.classList.remove("chosen"));
  document.querySelector(`#games tr[data-index="${index}"]`)?.classList.add("chosen");
  byId("title").innerHTML = `<b>Game ${current.n}</b>: ${escapeText(current.b)} (black) - ${escapeText(current.w)} (white), ${resultOf(current)} ${ENDINGS[current.x]}${current.f ? " — " + escapeText(current.f) : ""}`;
  show();
}

function go(to) {
  ply = Math.max(0, Math.min(states.length - 1, to));
  show();
}

byId("ratings").innerHTML = ratingChart();
const curve = (key) => names.filter((name) => DATA.curves[name]).map((name) => ({ name, color: colorOf(name), values: DATA.curves[name][key], joined: true })).filter((s) => s.values.some((v) => v !== null));
byId("curves").innerHTML = lineChart("Mean time by move number", "s", curve("time")) + lineChart("Mean depth by move number", "plies", curve("depth"));
byId("more").textContent = DATA.total > DATA.games.length ? `The first ${DATA.games.length} of ${DATA.total} games can be replayed here; all are in games.ggf.` : "";
byId("games").innerHTML = "<tr><th>#</th><th>black</th><th>white</th><th>result</th><th>end</th></tr>" + DATA.games.map((game, i) => `<tr data-index="${i}" class="${game.f ? "fault" : ""}"><td>${game.n}</td><td>${escapeText(game.b)}</td><td>${escapeText(game.w)}</td><td>${resultOf(game)}</td><td>${game.f ? escapeText(game.f) : ENDINGS[game.x]}</td></tr>`).join("");
byId("games").addEventListener("click", (event) => { const row = event.target.closest("tr[data-index]"); if (row) choose(+row.dataset.index); });
byId("moves").addEventListener("click", (event) => { const at = event.target.dataset.ply; if (at) go(+at); });
byId("ply").addEventListener("input", (event) => go(+event.target.value));
for (const [id, to] of [["first", () => 0], ["back", () => ply - 1], ["next", () => ply + 1], ["last", () => states.length - 1]]) byId(id).addEventListener("click", () => go(to()));
document.addEventListener("keydown", (event) => { if (event.target.tagName !== "INPUT" && current) { if (event.key === "ArrowLeft") go(ply - 1); if (event.key === "ArrowRight") go(ply + 1); } });
if (DATA.games.length) choose(0);
