"use strict";
const DATA = JSON.parse(document.getElementById("data").textContent);
const NAMES = DATA.engines;
const byId = (id) => document.getElementById(id);

// Games are rows of short fields: see page.rs.
const ENDINGS = ["", "adjudicated", "resigned", "by the engines' values", "fault"];
const number = (text) => (text === "" ? null : parseInt(text, 36));
const list = (text, of) => (text === "" ? [] : text.split(",").map(of));
const GAMES = DATA.games.map(([n, black, white, start, book, moves, points, score, ending, fault, times, evals, depths]) => ({
  n, black, white, start, book, moves, points, score, ending, fault, times, evals, depths,
}));
// Data that is needed only when a game is viewed.
const plies = (game) => ({
  times: list(game.times, (text) => { const value = number(text); return value === null ? null : value / 1e4; }),
  evals: list(game.evals, (text) => { const value = number(text); return value === null ? null : value / 10; }),
  depths: list(game.depths, (text) => text),
});
const half = (points) => (points % 2 ? (points > 1 ? `${(points - 1) / 2}½` : "½") : String(points / 2));
function resultOf(game) {
  if (game.points === null) return "not counted";
  const points = `${half(game.points)} : ${half(2 - game.points)}`;
  return game.score === null ? points : `${points} (${game.score > 0 ? "+" : ""}${game.score})`;
}
const endingOf = (game) => game.fault ?? ENDINGS[game.ending];

// Times in seconds or, if all are short, in milliseconds.
function inUnit(series) {
  const longest = Math.max(0, ...series.flatMap((line) => line.values.filter((value) => value !== null)));
  const [unit, factor] = longest < 2 ? ["ms", 1000] : ["s", 1];
  return [unit, series.map((line) => ({ ...line, values: line.values.map((value) => (value === null ? null : value * factor)) }))];
}

// Tables that can be sorted by a click on the head. A cell's value is its `data-value`, or else its text.
function sortable(table) {
  const body = table.tBodies[0];
  const value = (row, column) => row.cells[column].dataset.value ?? row.cells[column].textContent;
  table.tHead.querySelectorAll("th").forEach((head, column) => {
    const text = head.textContent;
    const button = Draw.html("button", { type: "button", title: `sort by ${text}` }, text);
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") !== "descending";
      table.tHead.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const rows = [...body.rows].map((row) => [value(row, column), row]);
      const isNone = (text) => text === "" || text === "-";
      const numeric = rows.every(([text]) => isNone(text) || !Number.isNaN(Number(text)));
      const key = (text) => (isNone(text) ? -Infinity : Number(text));
      rows.sort(([a], [b]) => (numeric ? key(b) - key(a) : a.localeCompare(b)) * (down ? 1 : -1));
      body.append(...rows.map(([, row]) => row));
    });
  });
}
document.querySelectorAll("table.sortable").forEach(sortable);

// The ratings.
const rated = DATA.standing.engines
  .map((engine, n) => ({ name: engine.name, color: Draw.color(n), ...engine.rating }))
  .filter((row) => (row.value ?? row.low ?? row.high ?? null) !== null);
if (rated.length) byId("ratings").append(Draw.intervals({ title: "Elo with 95 % intervals", rows: rated }));

// The results of each pairing.
byId("heat").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { one, other } = button.dataset;
  const open = button.getAttribute("aria-pressed") === "true";
  byId("heat").querySelectorAll('[aria-pressed="true"]').forEach((pressed) => pressed.setAttribute("aria-pressed", "false"));
  button.setAttribute("aria-pressed", String(!open));
  byId("pairing").classList.toggle("hidden", open);
  byId("pairing").textContent = open ? "" : button.title;
  byId("one").value = open ? "" : one;
  byId("other").value = open ? "" : other;
  filter();
});

// The rules that are needed to replay legal moves.
function boards(game) {
  const cells = new Array(64).fill(0);
  let side = 1;
  if (game.start) {
    const text = game.start.replace(/\s/g, "");
    for (let i = 0; i < 64; i++) cells[i] = text[i] === "X" ? 1 : text[i] === "O" ? -1 : 0;
    side = text[64] === "X" ? 1 : -1;
  } else {
    cells[28] = cells[35] = 1;
    cells[27] = cells[36] = -1;
  }
  const found = [{ cells: cells.slice(), side, last: null }];
  for (let i = 0; i + 1 < game.moves.length; i += 2) {
    const move = game.moves.slice(i, i + 2);
    let last = null;
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

// The viewed game.
let current = null, states = [], told = null, ply = 0, charts = [];
function show(index) {
  ply = Math.max(0, Math.min(states.length - 1, index));
  const state = states[ply];
  const count = (color) => state.cells.filter((cell) => cell === color).length;
  const known = (values, words) => (values[ply - 1] ?? "") === "" ? [] : [words(values[ply - 1])];
  const note = ply === 0 ? [] : [
    ...known(told.evals, (value) => `value ${Draw.signed(value)}`),
    ...known(told.depths, (depth) => `depth ${depth}`),
    ...known(told.times, (time) => `${time.toFixed(3)} s`),
  ];
  const text = `move ${ply} of ${states.length - 1}: black ${count(1)}, white ${count(-1)}${note.length ? `; ${note.join(", ")}` : ""}`;
  byId("state").textContent = text;
  byId("board").replaceChildren(Draw.board({ cells: state.cells, last: state.last, label: text }));
  byId("ply").value = ply;
  byId("moves").querySelectorAll("button").forEach((button, i) => button.setAttribute("aria-current", String(i + 1 === ply)));
  charts.forEach((chart) => chart.move(ply));
}
function choose(game, scroll) {
  current = game;
  states = boards(game);
  told = plies(game);
  byId("viewer").classList.remove("hidden");
  byId("title").textContent = `Game ${game.n}: ${NAMES[game.black]} (black) – ${NAMES[game.white]} (white)`;
  byId("ending").textContent = [resultOf(game), endingOf(game)].filter(Boolean).join(", ");
  byId("ply").max = states.length - 1;
  byId("moves").replaceChildren(...(game.moves.match(/../g) ?? []).map((move, i) => {
    const button = Draw.html("button", { type: "button", class: i < game.book ? "book" : null }, move === "--" ? "pass" : move);
    button.addEventListener("click", () => show(i + 1));
    return button;
  }));
  // Values from Black's view, a line for each engine. The side of a move is the side to move on the board before it.
  const of = (values, side, sign) => [null, ...states.slice(0, -1).map((state, i) =>
    state.side !== side || (values[i] ?? null) === null ? null : sign * values[i])];
  const both = (values, signed) => [1, -1].map((side) => ({
    name: NAMES[side === 1 ? game.black : game.white] + (side === 1 ? " (black)" : " (white)"),
    color: Draw.color(side === 1 ? 0 : 1),
    values: of(values, side, signed ? side : 1),
    joined: true,
    dots: true,
  })).filter((line) => line.values.some((value) => value !== null));
  const moveName = (i) => (i === 0 ? "start" : `${i}. ${game.moves.slice(2 * i - 2, 2 * i)}`);
  const chart = (title, unit, series, zero) => Draw.lines({
    title, unit, series, zero, least: zero ? 4 : undefined, legend: true, across: "move", at: ply, pick: show,
    words: (i) => [moveName(i), ...series.filter((line) => line.values[i] !== null && line.values[i] !== undefined)
      .map((line) => `${line.name}: ${zero ? Draw.signed(line.values[i]) : `${Draw.shown(line.values[i])} ${unit}`}`)].join("\n"),
  });
  const values = both(told.evals, true);
  const [unit, times] = inUnit(both(told.times, false));
  charts = [];
  if (values.length) charts.push(chart("Value for black, as each engine says it", "discs", values, true));
  if (times.length) charts.push(chart("Time of each move", unit, times, false));
  byId("charts").replaceChildren(...charts);
  show(Math.min(game.book, states.length - 1));
  if (scroll) byId("viewer").scrollIntoView({ block: "nearest" });
}
for (const [id, to] of [["first", () => 0], ["back", () => ply - 1], ["next", () => ply + 1], ["last", () => states.length - 1]])
  byId(id).addEventListener("click", () => show(to()));
byId("ply").addEventListener("input", (event) => show(+event.target.value));
byId("viewer").addEventListener("keydown", (event) => {
  if (event.target.tagName === "INPUT") return;
  if (event.key === "ArrowLeft") show(ply - 1);
  else if (event.key === "ArrowRight") show(ply + 1);
  else return;
  event.preventDefault();
});

// The list. Only visible rows exist, so ten thousand games cost no more than ten.
const ROW = 44;
let found = GAMES, chosen = -1;
function drawRows() {
  const view = byId("list"), rows = byId("rows");
  const from = Math.max(0, Math.floor(view.scrollTop / ROW) - 4);
  const to = Math.min(found.length, Math.ceil((view.scrollTop + view.clientHeight) / ROW) + 4);
  rows.style.height = `${found.length * ROW}px`;
  rows.replaceChildren(...found.slice(from, to).map((game, i) => {
    const at = from + i;
    const row = Draw.html("div", {
      id: `game-${at}`, role: "option", class: game.fault ? "fault" : null,
      "aria-selected": String(game === current), "aria-setsize": found.length, "aria-posinset": at + 1,
    }, ...[`#${game.n}`, NAMES[game.black], NAMES[game.white], resultOf(game), endingOf(game) ?? ""].map((text) => Draw.html("span", { title: text }, text)));
    row.style.top = `${at * ROW}px`;
    row.addEventListener("click", () => pick(at, true));
    return row;
  }));
}
function pick(at, scroll) {
  if (at < 0 || at >= found.length) return;
  chosen = at;
  choose(found[at], scroll);
  const view = byId("list");
  if (at * ROW < view.scrollTop) view.scrollTop = at * ROW;
  if ((at + 1) * ROW > view.scrollTop + view.clientHeight) view.scrollTop = (at + 1) * ROW - view.clientHeight;
  drawRows();
  view.setAttribute("aria-activedescendant", `game-${at}`);
}
byId("list").addEventListener("scroll", drawRows);
byId("list").addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8, Home: -Infinity, End: Infinity }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  pick(Math.max(0, Math.min(found.length - 1, (chosen < 0 ? -1 : chosen) + step)), false);
});

// The filters.
const RESULTS = [
  ["", "all"], ["won", "engine won"], ["drawn", "drawn"], ["lost", "engine lost"], ["fault", "ended by a fault"],
  ["early", "not played to the end"], ["void", "not counted"],
];
const ORDERS = [
  ["n", "number", (game) => game.n], ["large", "largest win", (game) => -Math.abs(game.score ?? 0)],
  ["close", "closest", (game) => (game.score === null ? 99 : Math.abs(game.score))], ["short", "shortest", (game) => game.moves.length],
  ["black", "black", (game) => game.black], ["white", "white", (game) => game.white],
];
const option = ([value, text]) => Draw.html("option", { value }, text);
byId("one").append(...[["", "any"], ...NAMES.map((name, i) => [i, name])].map(option));
byId("other").append(...[["", "any"], ...NAMES.map((name, i) => [i, name])].map(option));
byId("result").append(...RESULTS.map(option));
byId("order").append(...ORDERS.map(option));
function filter() {
  const one = byId("one").value, other = byId("other").value, result = byId("result").value;
  const opening = byId("opening").value.toLowerCase().replace(/[^a-h1-8-]/g, "");
  // If no engine is selected, the game is seen from Black.
  const side = (game) => (one === "" || game.black === +one ? 1 : -1);
  const points = (game) => (game.points === null ? null : side(game) === 1 ? game.points : 2 - game.points);
  const holds = {
    "": () => true, won: (game) => points(game) === 2, drawn: (game) => points(game) === 1, lost: (game) => points(game) === 0,
    fault: (game) => game.fault !== null, early: (game) => game.ending !== 0, void: (game) => game.points === null,
  }[result];
  const plays = (game, engine) => engine === "" || game.black === +engine || game.white === +engine;
  found = GAMES.filter((game) => plays(game, one) && plays(game, other) && holds(game) && game.moves.startsWith(opening));
  const key = ORDERS.find(([value]) => value === byId("order").value)[2];
  if (byId("order").value !== "n") found.sort((a, b) => key(a) - key(b) || a.n - b.n);
  chosen = found.indexOf(current);
  const left = DATA.total > GAMES.length ? ` The first ${GAMES.length} of ${DATA.total} games are here; all are in games.ggf.` : "";
  byId("count").textContent = `${found.length} of ${GAMES.length} games.${left}`;
  byId("list").scrollTop = 0;
  drawRows();
}
for (const id of ["one", "other", "result", "order"]) byId(id).addEventListener("change", filter);
byId("opening").addEventListener("input", filter);
filter();
if (GAMES.length) pick(0, false);
