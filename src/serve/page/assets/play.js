/* Play: the game in hand. */

import { T } from "./texts.js";
import { ask } from "./server.js";
import { announce, attempt, button, fresh, h, moveList, seat, sideOf, tick } from "./parts.js";
import { createBoard } from "./board.js";
import { count, replay, score, squareName, squareOf } from "./rules.js";
import { choose, createNewGame } from "./newgame.js";

export function playView(page, words) {
  const { state } = page;
  if (words[0] === "placement") choose("placement");
  if (words[0] === "rival" && words[1]) choose(`rival:${decodeURIComponent(words[1])}`);

  const board = createBoard({ label: T.board, choose: place });
  const seats = [seat(), seat()];
  const panel = h("div", { class: "panel" });
  const title = h("h1", { tabindex: -1, class: "unseen" }, T.views.play);
  const table = h("div", { class: "table" }, seats[0], board.element, seats[1]);
  const element = h("section", { class: "play split" }, title, table, panel);

  let game = null;
  let states = replay(null, "");
  /* The moves with the one that was made here, until the server tells the same. */
  let pending = null;
  /* So many moves were said to a screen reader. */
  let said = 0;
  let tickTimer = null;
  let clockBase = null;
  let shownPanel = null;
  const newGame = createNewGame(page, panel, () => table.scrollIntoView({ block: "nearest" }));

  const now = () => states[states.length - 1];
  const you = () => sideOf(game.you);
  const whoIs = (side) => (side === you() ? T.you : game.opponent);

  /* A square was chosen on the board. */
  function place(square) {
    if (!game || game.over) return;
    if (!game.yourTurn) return void announce(T.notYourTurn);
    if (!now().legal.includes(square)) return void announce(T.illegalSquare(squareName(square)));
    move(squareName(square));
  }

  async function move(square) {
    const moves = game.moves + (square === "pass" ? "--" : square);
    const asked = { game: game.id, ply: states.length - 1, square };
    /* Shown at once: the server says the same some milliseconds later. */
    const ahead = replay(game.start, moves);
    if (ahead.length !== states.length + 1) return;
    [states, pending] = [ahead, moves];
    game = { ...game, yourTurn: false, hints: [], moves };
    paint();
    const done = await attempt(() => ask("move", asked).then(() => true));
    if (!done) {
      pending = null;
      hear("play");
    }
  }

  function hear(topic) {
    if (topic === "settings" || topic === "me") {
      if (!game) setup();
      else paint();
      return;
    }
    if (topic !== "play") return;
    const told = state.play;
    if (!told) {
      [game, states, pending, said] = [null, replay(null, ""), null, 0];
      stopClock();
      paint();
      return;
    }
    const same = game?.id === told.id;
    if (same && pending && !told.moves.startsWith(pending)) return;
    pending = null;
    const wasOver = game?.over;
    game = told;
    states = replay(game.start, game.moves);
    const plies = states.length - 1;
    if (!same) announce(game.over ? headline() : game.yourTurn ? T.yourMove : T.theirMove(game.opponent));
    else if (plies > said) tell(said);
    else if (plies < said && game.yourTurn) announce(T.yourMove);
    said = plies;
    if (same && game.over && !wasOver) announce(headline());
    startClock();
    paint();
  }

  /* Says every move that came since. */
  function tell(from) {
    const words = [];
    for (let ply = from; ply < states.length - 1; ply++) {
      const { side } = states[ply];
      const next = states[ply + 1];
      words.push(
        next.passed ? T.passSaid(whoIs(side)) : T.moveSaid(whoIs(side), squareName(next.last), next.turned.length),
      );
    }
    if (!game.over) {
      if (now().mustPass && game.yourTurn) words.push(T.youMustPass);
      else if (game.yourTurn && now().passed) words.push(T.theyPassed(game.opponent));
      else if (game.yourTurn) words.push(T.yourMove);
    }
    announce(words.join(" "));
  }

  function headline() {
    const fewest = game.rule === "fewest";
    const { how, score: black } = game.result ?? { how: "played", score: score(now().cells, fewest) };
    const own = you() > 0 ? black : -black;
    if (how === "resigned") return T.resigned(own < 0);
    if (how === "time") return T.timeOut(own < 0);
    return T.result(count(now().cells, you()), count(now().cells, -you()), Math.sign(own));
  }

  function paint() {
    const settings = state.settings;
    const active = Boolean(game && game.yourTurn && !game.over);
    const values = new Map();
    if (active && settings.hints && game.hints?.length) {
      const best = Math.max(...game.hints.map(([, value]) => value));
      for (const [square, value] of game.hints)
        if (squareOf(square) >= 0) values.set(squareOf(square), { text: T.value(value), best: value === best });
    }
    board.show({ position: now(), marks: settings.markers && (active || !game), active, values });
    element.classList.toggle("waiting", Boolean(game && !game.over && !game.yourTurn));
    const bottom = game ? you() : 1;
    [-bottom, bottom].forEach((side, i) => {
      const own = game && side === you();
      const turn = Boolean(game && !game.over && now().side === side);
      const doing = turn && !own ? T.theirMove("").trim() : "";
      seats[i].show({
        side,
        who: game ? whoIs(side) : T.side(side > 0 ? "black" : "white"),
        cells: now().cells,
        turn,
        doing: turn && !own ? doing : "",
        left: leftOf(side),
      });
    });
    if (!game) setup();
    else if (game.over) finished();
    else playing();
  }

  /* Clocks run here between what the server tells. */
  function leftOf(side) {
    if (!game?.left) return null;
    const name = side > 0 ? "black" : "white";
    const spent = !game.over && now().side === side && clockBase ? (performance.now() - clockBase) / 1000 : 0;
    return Math.max(0, game.left[name] - spent);
  }
  function startClock() {
    stopClock();
    if (!game.left || game.over) return;
    clockBase = performance.now();
    tickTimer = setInterval(() => {
      const bottom = you();
      [-bottom, bottom].forEach((side, i) => seats[i].tickTo(leftOf(side)));
    }, 250);
  }
  function stopClock() {
    clearInterval(tickTimer);
    clockBase = null;
  }

  /* The panel while a game goes on. */
  let parts = null;
  function playing() {
    if (shownPanel !== "playing") {
      shownPanel = "playing";
      const status = h("p", { class: "status" });
      const pass = button(T.pass, () => move("pass"), { class: "primary big" });
      const undo = button(T.undo, () => {
        pending = null;
        attempt(() => ask("undo", { game: game.id }));
      });
      const resign = button(T.resign, () => sure.classList.remove("hidden") ?? sure.querySelector("button").focus());
      const sure = h(
        "div",
        { class: "bar sure hidden", role: "group", "aria-label": T.resignSure },
        h("span", {}, T.resignSure),
      );
      sure.append(
        button(T.no, () => (sure.classList.add("hidden"), resign.focus())),
        button(T.yes, () => attempt(() => ask("resign", { game: game.id }))),
      );
      const change = (more) => attempt(() => ask("settings", { ...state.settings, ...more }));
      const hints = tick(T.hints, state.settings.hints, (hints) => change({ hints }));
      const markers = tick(T.markers, state.settings.markers, (markers) => change({ markers }));
      const note = h("p", { class: "soft small" });
      const field = h("input", {
        type: "text",
        id: fresh("move"),
        maxlength: 4,
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: "false",
        placeholder: T.typeHint,
        size: 8,
      });
      const typed = h(
        "form",
        { class: "bar typed" },
        h("label", { for: field.id }, T.typeMove),
        field,
        h("button", { type: "submit" }, T.play),
      );
      typed.addEventListener("submit", (event) => {
        event.preventDefault();
        const text = field.value.trim().toLowerCase();
        if (!game?.yourTurn) return void announce(T.notYourTurn);
        if (text === "pass" && now().mustPass) move("pass");
        else if (now().legal.includes(squareOf(text))) move(text);
        else return void announce(T.illegalSquare(text || "?"));
        field.value = "";
      });
      const list = moveList(T.moves, null);
      parts = { status, pass, undo, resign, sure, hints, markers, note, list };
      panel.replaceChildren(
        status,
        pass,
        h("div", { class: "bar" }, undo, resign),
        sure,
        h("div", { class: "ticks" }, markers, hints),
        note,
        typed,
        h("h2", {}, T.moves),
        list,
      );
    }
    const mustPass = game.yourTurn && now().mustPass;
    const passed = game.yourTurn && now().passed;
    parts.status.textContent = game.broken
      ? T.broken(game.opponent)
      : mustPass
        ? T.youMustPass
        : passed
          ? T.theyPassed(game.opponent)
          : game.yourTurn
            ? T.yourMove
            : T.theirMove(game.opponent);
    parts.status.classList.toggle("loud", mustPass || passed);
    parts.pass.classList.toggle("hidden", !mustPass);
    parts.undo.disabled =
      !game.canUndo ||
      !states.some((position, ply) => ply < states.length - 1 && position.side === you() && !position.mustPass);
    parts.hints.set(state.settings.hints);
    parts.markers.set(state.settings.markers);
    parts.hints.classList.toggle("hidden", game.placement || game.rule === "fewest");
    parts.note.textContent = game.placement
      ? T.hintsOff
      : game.rule === "fewest"
        ? T.noJudge
        : state.settings.hints
          ? T.hintedGame
          : "";
    parts.list.show(game.moves, states, states.length - 1);
  }

  /* The panel when a game is over. */
  function finished() {
    const { placement } = state.me ?? {};
    const key = `over-${game.id}-${placement?.games ?? 0}-${placement?.pending}`;
    if (shownPanel === key) return;
    shownPanel = key;
    const actions = h("div", { class: "actions" });
    const close = (after) =>
      attempt(async () => {
        await ask("close", { game: game.id });
        after?.();
      });
    if (game.placement && placement?.pending) {
      actions.append(h("p", { class: "soft" }, T.placementWait));
    } else if (game.placement && placement && !placement.done) {
      actions.append(
        button(T.nextPlacement(placement.games, placement.of), () => newGame.begin("placement"), {
          class: "primary big",
        }),
      );
    } else if (game.placement) {
      actions.append(button(T.placementDone, () => close(() => page.go("me")), { class: "primary big" }));
    }
    actions.append(
      button(T.review, () => page.go(`review/mine/${game.id}`), { class: game.placement ? "" : "primary big" }),
    );
    if (!game.placement) actions.append(button(T.again, () => again()));
    actions.append(button(T.otherGame, () => close()));
    const list = moveList(T.moves, null);
    list.show(game.moves, states, states.length - 1);
    panel.replaceChildren(
      h("h2", { class: "result", tabindex: -1 }, headline()),
      h("p", { class: "soft" }, T.against(game.opponent)),
      actions,
      h("h2", {}, T.moves),
      list,
    );
  }

  function again() {
    const { who, rule, pace, clock } = game;
    const color = game.you === "black" ? "white" : "black";
    attempt(() => ask("new-game", { who, color, rule, pace, clock }));
  }

  function setup() {
    newGame.paint(shownPanel === "setup");
    shownPanel = "setup";
  }

  paint();
  return { element, hear, leave: stopClock };
}
