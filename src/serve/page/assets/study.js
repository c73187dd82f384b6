/* Study: any position, what every move is worth, and the games of any file. */

import { T } from "./texts.js";
import { ask, openFile } from "./server.js";
import { announce, attempt, button, choices, fresh, h, moveList, notice, seat, stepper } from "./parts.js";
import { createBoard } from "./board.js";
import { after, moveAt, replay, squareName, squareOf, startOf, written } from "./rules.js";
import { gameList } from "./gamelist.js";

const KEPT = "study";
const fits = ({ start, moves, ply }) =>
  (start === null || typeof start === "string") && typeof moves === "string" && Number.isInteger(ply);

export function studyView(page) {
  const { state } = page;
  let kept = { start: null, moves: "", ply: 0, rule: "most" };
  try {
    const found = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
    if (found && fits(found)) kept = { ...kept, ...found };
  } catch {
    /* Nothing usable: the normal start. */
  }
  let states = replay(kept.start, kept.moves);
  let ply = Math.min(kept.ply, states.length - 1);
  let analysing = true;
  /* While a position is set up: the disc that is laid next. */
  let laying = null;
  let wanted = null;
  /* The position that was asked for last. */
  let asked = null;
  /* The last that was told of the position that is shown. */
  let seen = null;

  const board = createBoard({ label: T.board, choose: place });
  const seats = [seat(), seat()];
  const status = h("p", { class: "status", "aria-live": "polite" });
  const depth = h("p", { class: "soft small depth" });
  const best = h("p", { class: "line" });
  const list = moveList(T.moves, (to) => goTo(to));
  const { slider, steps } = stepper(goTo, () => ({ ply, end: states.length - 1 }));
  const pass = button(T.pass, () => play("--"), { class: "primary hidden" });
  const toggle = h("input", { type: "checkbox" });
  toggle.checked = analysing;
  toggle.addEventListener("change", () => {
    analysing = toggle.checked;
    look();
    paint();
  });
  const games = h("div", { class: "gamelist" });
  const table = h("div", { class: "table" }, seats[0], board.element, seats[1], slider, steps);
  const panel = h(
    "div",
    { class: "panel" },
    h("h1", { tabindex: -1 }, T.studyTitle),
    status,
    depth,
    pass,
    h("label", { class: "tick" }, toggle, h("span", {}, T.analysisOn)),
    best,
    h("details", {}, h("summary", {}, T.moves), list),
    editor(),
    paster(),
    opener(),
  );
  const element = h("section", { class: "study split" }, table, panel);

  const now = () => states[ply];
  const keyOf = () => `${kept.start ?? ""}${kept.moves.slice(0, 2 * ply)}`;

  function keep() {
    try {
      sessionStorage.setItem(KEPT, JSON.stringify({ ...kept, ply }));
    } catch {
      /* The browser keeps nothing: then it is gone after a reload. */
    }
  }

  /** Another position: looked at by the judge, if it is wanted. */
  function changed() {
    keep();
    look();
    paint();
  }

  function look() {
    wanted = analysing && laying === null ? keyOf() : null;
    if (wanted === null) return void stop();
    asked = wanted;
    attempt(() => ask("study", { start: kept.start, moves: kept.moves.slice(0, 2 * ply), rule: kept.rule }));
  }

  /* What another tab looks at goes on. */
  function stop() {
    if (asked !== null) ask("stop-study", { key: asked }).catch(() => {});
  }

  function goTo(to) {
    ply = Math.max(0, Math.min(states.length - 1, to));
    changed();
    announce(whoMoves());
  }

  function play(move) {
    const next = after(now(), move);
    if (!next) return false;
    if (moveAt(kept.moves, ply) !== move) {
      kept.moves = kept.moves.slice(0, 2 * ply) + move;
      states = [...states.slice(0, ply + 1), next];
    }
    ply += 1;
    changed();
    return true;
  }

  function place(square) {
    if (laying !== null) {
      const cells = now().cells.slice();
      cells[square] = cells[square] === laying ? 0 : laying;
      setUp(cells, now().side);
    } else if (!play(squareName(square))) {
      announce(T.illegalSquare(squareName(square)));
    }
  }

  function setUp(cells, side) {
    kept.start = written({ cells, side });
    kept.moves = "";
    states = replay(kept.start, "");
    ply = 0;
    changed();
  }

  const whoMoves = () => {
    const who = T.side(now().side > 0 ? "black" : "white");
    return now().over ? T.over : now().mustPass ? T.mustPassStudy(who) : T.toMoveStudy(who);
  };

  /* One position is looked at for all tabs: the values that are known stay, and whoever comes back has it looked at
     again. So does a page whose program was started again. */
  function again() {
    if (wanted !== null && !document.hidden && state.study?.key !== wanted) look();
  }
  const focus = ["focus", "visibilitychange"];
  focus.forEach((event) => window.addEventListener(event, again, true));

  function hear(topic) {
    if (topic !== "study") return;
    if (state.study?.key === wanted) seen = state.study;
    if (state.study === null) again();
    paint();
  }

  function paint() {
    const told = seen?.key === wanted ? seen : state.study;
    const values = new Map();
    const known = told && told.key === wanted && told.moves?.length ? told : null;
    if (known) {
      const top = Math.max(...known.moves.map(([, value]) => value));
      for (const [pv, value] of known.moves) {
        const square = squareOf(pv.slice(0, 2));
        if (square >= 0) values.set(square, { text: T.value(value), best: value === top, bad: value < top - 6 });
      }
    }
    board.show({ position: now(), marks: laying === null, active: laying === null && !now().over, values });
    [-1, 1].forEach((side, i) =>
      seats[i].show({
        side,
        who: T.side(side > 0 ? "black" : "white"),
        cells: now().cells,
        turn: !now().over && now().side === side,
      }),
    );
    slider.max = states.length - 1;
    slider.value = ply;
    if (status.textContent !== whoMoves()) status.textContent = whoMoves();
    const looked = known && T.depthIs(known.depth, known.exact) + (known.searching ? `, ${T.searching}` : "");
    depth.textContent = looked ?? (wanted !== null && told?.judge === null ? T.noJudge : "");
    pass.classList.toggle("hidden", !now().mustPass || laying !== null);
    const line = known?.moves[0]?.[0].match(/../g) ?? [];
    best.replaceChildren(
      ...(line.length ? [h("strong", {}, `${T.bestIs}: `), ...line.map((move) => h("span", {}, move))] : []),
    );
    list.show(kept.moves, states, ply);
  }

  function editor() {
    const details = h("details", { class: "edit" }, h("summary", {}, T.edit));
    const box = h("div", {});
    details.append(box);
    details.addEventListener("toggle", () => {
      laying = details.open ? 1 : null;
      const lay = choices(
        T.edit,
        Object.entries(T.palette),
        "black",
        (key) => (laying = { black: 1, white: -1, empty: 0 }[key]),
      );
      const turn = choices(
        T.toMove,
        [
          ["black", T.side("black")],
          ["white", T.side("white")],
        ],
        now().side > 0 ? "black" : "white",
        (key) => setUp(now().cells, key === "black" ? 1 : -1),
      );
      const text = h("p", { class: "soft small" }, h("code", {}, written(now())));
      box.replaceChildren(
        lay,
        turn,
        h(
          "div",
          { class: "bar" },
          button(T.clearBoard, () => setUp(new Array(64).fill(0), 1)),
          button(T.startBoard, normal),
          button(T.flipSides, () =>
            setUp(
              now().cells.map((cell) => -cell),
              -now().side,
            ),
          ),
          button(T.editDone, () => (details.open = false)),
        ),
        text,
      );
      look();
      paint();
    });
    return details;
  }

  function normal() {
    [kept.start, kept.moves, ply, states] = [null, "", 0, replay(null, "")];
    changed();
  }

  function paster() {
    const field = h("textarea", { id: fresh("paste"), rows: 2, placeholder: T.pasteHint, spellcheck: "false" });
    const form = h("form", {}, h("label", { for: field.id }, T.paste), field, h("button", { type: "submit" }, T.load));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (await paste(field.value.trim())) field.value = "";
      else notice(T.pasteWrong, "error");
    });
    return h("details", {}, h("summary", {}, T.paste), form);
  }

  async function paste(text) {
    const plain = text.replace(/\s/g, "");
    if (/^[-.xXoO*0bBwW_]{65}$/.test(plain)) {
      const { cells, side } = startOf(plain);
      setUp(cells, side);
      return true;
    }
    if (/^(?:[a-h][1-8]|--|pa|ps)+$/i.test(plain)) {
      /* Forced passes may be left out. */
      let found = replay(null, "");
      let moves = "";
      for (const move of plain
        .toLowerCase()
        .match(/../g)
        .map((move) => (/[a-h][1-8]/.test(move) ? move : "--"))) {
        let last = found[found.length - 1];
        if (last.mustPass && move !== "--") {
          moves += "--";
          last = after(last, "--");
          found.push(last);
        }
        const next = after(last, move);
        if (!next) return false;
        found.push(next);
        moves += move;
      }
      [kept.start, kept.moves, states, ply] = [null, moves, found, found.length - 1];
      changed();
      return true;
    }
    if (text.startsWith("(")) {
      const opened = await attempt(() => openFile(new File([text], "pasted")));
      if (opened) await walk({ in: "file", file: opened.file, number: 0 });
      return Boolean(opened);
    }
    return false;
  }

  /** Takes a game of a file to walk through. */
  async function walk(of) {
    const game = await attempt(() => ask("game", { of }));
    if (!game) return;
    kept = { start: game.start, moves: game.moves, ply: 0, rule: game.rule };
    states = replay(kept.start, kept.moves);
    ply = 0;
    changed();
    table.scrollIntoView({ block: "nearest" });
  }

  function opener() {
    const input = h("input", {
      type: "file",
      accept: state.hello.files,
      multiple: "",
      class: "hidden",
    });
    input.addEventListener("change", async () => {
      const files = [...input.files];
      const names = files.find((file) => /\.jou$/i.test(file.name)) ?? null;
      const file = files.find((file) => file !== names);
      const opened = file && (await attempt(() => openFile(file, /\.wtb$/i.test(file.name) ? names : null)));
      input.value = "";
      if (!opened) return;
      const place = h("div", {});
      games.replaceChildren(h("h2", {}, T.filesGames(opened.name, opened.games)), place);
      if (opened.unreadable) games.append(h("p", { class: "note" }, T.unreadable(opened.unreadable, opened.problem)));
      if (opened.games === 1) walk({ in: "file", file: opened.file, number: 0 });
      else gameList(page, place, { in: "file", file: opened.file }, walk);
    });
    return h(
      "details",
      {},
      h("summary", {}, T.openFile),
      button(T.chooseFiles, () => input.click()),
      input,
      games,
    );
  }

  function keys(event) {
    if (
      event.target.closest?.("input, select, textarea, [role=grid]") ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey
    )
      return;
    const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: states.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    goTo(to);
  }
  document.addEventListener("keydown", keys);
  look();
  paint();
  return {
    element,
    hear,
    leave() {
      document.removeEventListener("keydown", keys);
      focus.forEach((event) => window.removeEventListener(event, again, true));
      stop();
    },
  };
}
