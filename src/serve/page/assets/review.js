/* Review: a finished game, what each move gave away, and how to find the better one. */

import { T } from "./texts.js";
import { ask } from "./server.js";
import {
  announce,
  attempt,
  button,
  h,
  moveList,
  progressBar,
  seat,
  sideOf,
  stepper,
} from "./parts.js";
import { createBoard } from "./board.js";
import { addressOf, gameList, refOf } from "./gamelist.js";
import { worthGraph } from "./graph.js";
import { EQUAL, INACCURACY, judgedMoves } from "./judged.js";
import { shareBox } from "./share.js";
import { after, moveAt, replay, squareName, squareOf, written } from "./rules.js";

export function reviewView(page, words) {
  const of = refOf(words);
  return of ? oneGame(page, of) : chooseGame(page);
}

function chooseGame(page) {
  const list = h("div", { class: "gamelist" });
  const element = h("section", {}, h("h1", { tabindex: -1 }, T.reviewTitle), h("p", {}, T.chooseGame), list);
  gameList(page, list, { in: "mine" });
  return { element };
}

function oneGame(page, of) {
  const { state } = page;
  const board = createBoard({ label: T.board, choose: place });
  const seats = [seat(), seat()];
  const title = h("h1", { tabindex: -1 }, T.reviewTitle);
  const graph = h("div", { class: "graph" });
  const judging = h("p", { class: "soft small" });
  const bar = progressBar(T.reviewTitle);
  const said = h("div", { class: "said", "aria-live": "polite" });
  const list = moveList(T.gameList, (to) => goTo(to));
  const { slider, steps } = stepper(goTo, () => ({ ply, end: states.length - 1 }));
  const previous = button(T.previousMistake, () => toMistake(-1));
  const next = button(T.nextMistake, () => toMistake(1), { class: "primary" });
  const whose = h(
    "select",
    { "aria-label": T.whose },
    h("option", { value: "mine" }, `${T.whose}: ${T.whoseMine}`),
    h("option", { value: "all" }, `${T.whose}: ${T.whoseAll}`),
  );
  whose.addEventListener("change", () => said.replaceChildren());
  const mistakes = h("div", { class: "bar mistakes" }, previous, next, whose);
  const share = shareBox(of, () => shown());
  const table = h("div", { class: "table" }, seats[0], board.element, seats[1], slider, steps);
  const panel = h(
    "div",
    { class: "panel" },
    title,
    graph,
    bar,
    judging,
    mistakes,
    said,
    h("details", {}, h("summary", {}, T.gameList), list),
    share,
  );
  const element = h("section", { class: "review split" }, table, panel);

  let game = null;
  let states = replay(null, "");
  let positions = [];
  let { lossAt, bestAt, marks } = judgedMoves("", states, positions);
  let reasons = {};
  let ply = 0;
  let chart = null;
  /* A better move is looked for in the position before the move `trying`. */
  let trying = null;
  /* The best line that is played on the board instead of the game: {from, states, at}. */
  let line = null;

  const shown = () => (line ? line.states[line.at] : states[ply]);
  const nameOf = (side) => {
    const name = side > 0 ? game.black : game.white;
    if (game.you) return side === sideOf(game.you) ? T.you : (game.opponent ?? name);
    return name || T.side(side > 0 ? "black" : "white");
  };

  /* The server reviews some games at a time: this one is among them, or was before others took its place. */
  const told = () =>
    Object.keys(state)
      .filter((topic) => topic.startsWith("review-"))
      .map((topic) => state[topic])
      .find((review) => review && addressOf(review.of) === addressOf(of));
  let followed = false;

  /* It has lost its place, or the program was started again: it is asked for anew when somebody looks. */
  async function again() {
    if (!followed || document.hidden || told()) return;
    followed = false;
    await ask("review", { of }).catch(() => (followed = true));
  }
  document.addEventListener("visibilitychange", again);

  async function load() {
    game = await attempt(() => ask("review", { of }));
    if (!game) return void page.go("review");
    states = replay(game.start, game.moves);
    positions = [];
    ({ lossAt, bestAt, marks } = judgedMoves(game.moves, states, positions));
    slider.max = states.length - 1;
    title.textContent = `${nameOf(1)} \u2013 ${nameOf(-1)}`;
    if (!game.you) [whose.value, whose.className] = ["all", "hidden"];
    ply = states.length - 1;
    hear("review-");
    paint();
  }

  function hear(topic) {
    if (!topic.startsWith("review-") || !game) return;
    const review = told();
    if (!review) return void again();
    followed = true;
    [positions, reasons] = [review.positions, review.reasons];
    ({ lossAt, bestAt, marks } = judgedMoves(game.moves, states, positions));
    const done = positions.filter(Boolean).length;
    bar.set(review.judge ? (review.pass + (review.pass ? 0 : done / positions.length)) / review.passes : 1);
    bar.classList.toggle("hidden", !review.judge || review.pass >= review.passes);
    judging.textContent = !review.judge
      ? T.noJudge
      : done < positions.length
        ? T.judging(done, positions.length)
        : review.pass < review.passes
          ? T.deepening
          : T.judged(review.judge);
    mistakes.classList.toggle("hidden", !review.judge);
    const { chart: drawn, below } = worthGraph({ game, states, told: review, marks: marks(), ply, pick: (at) => goTo(at) });
    chart = drawn;
    graph.replaceChildren(...(chart ? [chart] : []), ...below);
    paint();
  }

  const isMine = (at) => !game.you || whose.value === "all" || states[at].side === sideOf(game.you);

  function goTo(to) {
    [trying, line] = [null, null];
    ply = Math.max(0, Math.min(states.length - 1, to));
    paint();
    announce(words().join(" "));
  }

  function toMistake(direction) {
    line = null;
    const from = trying ?? ply - 1;
    /* From the end, where a review begins, the next one is the first. */
    const atEnd = trying === null && ply === states.length - 1;
    const candidates = [...marks()].filter(([at, mark]) => mark.kind === "mistake" && isMine(at)).map(([at]) => at);
    const at = direction > 0 ? candidates.find((at) => at > from || atEnd) : candidates.findLast((at) => at < from);
    if (at === undefined) {
      said.replaceChildren(h("p", {}, candidates.length ? T.noMoreMistakes : T.noMistakes));
      return;
    }
    trying = at;
    ply = at;
    paint();
    /* On a phone the board may have been scrolled away. */
    if (board.element.getBoundingClientRect().top < 0) board.element.scrollIntoView({ block: "start" });
  }

  /* A square was chosen: while a better move is looked for, it is judged. */
  function place(square) {
    if (trying === null || !states[trying].legal.includes(square)) return;
    const name = squareName(square);
    const values = positions[trying]?.moves ?? [];
    const best = Math.max(...values.map(([, value]) => value));
    const chosen = values.find(([pv]) => pv.startsWith(name));
    if (!chosen) return;
    const loss = best - chosen[1];
    const good = loss < EQUAL;
    const text = good
      ? T.tryGood(name)
      : loss < lossAt(trying) - EQUAL
        ? T.tryBetter(name, loss)
        : T.tryBad(name, loss);
    const answer = said.querySelector(".answer") ?? said.appendChild(h("p", { class: "answer" }));
    answer.textContent = text;
    answer.className = `answer ${good ? "good" : "bad"}`;
    const arrows = new Map([[square, good ? "better" : "played"]]);
    board.show({ position: states[trying], marks: true, active: true, arrows, quiet: true });
  }

  function words() {
    if (!ply) return [T.atStart];
    const at = ply - 1;
    const move = moveAt(game.moves, at);
    const who = nameOf(states[at].side);
    if (move === "--") return [T.moveNumber(ply) + ".", T.passedIn(who)];
    const found = [`${T.moveNumber(ply)}.`, T.played(who, move)];
    const loss = lossAt(at);
    if (states[at].legal.length === 1) found.push(T.forced);
    else if (loss !== null) found.push(loss < EQUAL ? T.lossNone : T.loss(loss));
    if (loss >= EQUAL && states[at].legal.length > 1) found.push(T.better(bestAt(at)[0].slice(0, 2)));
    return found;
  }

  function paint() {
    if (!game) return;
    const position = shown();
    const arrows = new Map();
    if (trying === null && !line && ply && lossAt(ply - 1) >= EQUAL) {
      const best = squareOf(bestAt(ply - 1)[0].slice(0, 2));
      if (best >= 0) arrows.set(best, "better");
    }
    board.show({ position, marks: trying !== null, active: trying !== null, arrows, quiet: false });
    const bottom = game.you ? sideOf(game.you) : 1;
    [-bottom, bottom].forEach((side, i) =>
      seats[i].show({ side, who: nameOf(side), cells: position.cells, turn: !position.over && position.side === side }),
    );
    slider.value = ply;
    chart?.move(ply);
    list.show(game.moves, states, ply, marks());
    sayWhat();
  }

  let saidKey = "";
  function sayWhat() {
    const key = JSON.stringify([
      ply,
      trying,
      line?.at,
      line?.from,
      lossAt(ply - 1),
      lossAt(trying ?? -1),
      reasons[ply - 1],
    ]);
    if (key === saidKey) return;
    saidKey = key;
    if (line) {
      const moves = line.moves.match(/../g).map((move, i) => h("span", { class: i < line.at ? "done" : "" }, move));
      const on = button(T.forward, () => stepLine(1));
      on.disabled = line.at >= line.states.length - 1;
      said.replaceChildren(
        h("h2", {}, T.bestLine),
        h("p", { class: "line" }, ...moves),
        h(
          "div",
          { class: "bar" },
          button(T.back, () => stepLine(-1)),
          on,
          button(T.bestLineStop, () => goTo(line.from)),
        ),
      );
      return;
    }
    if (trying !== null) {
      const loss = lossAt(trying) ?? 0;
      const at = trying;
      const reveal = button(T.showBest, () => goTo(at + 1));
      said.replaceChildren(
        h("h2", {}, T.tryIt),
        h("p", {}, T.mistakeAt(nameOf(states[at].side), loss)),
        h("p", { class: "soft" }, T.tryHint),
        h("div", { class: "bar" }, reveal),
      );
      return;
    }
    const [first, ...rest] = words();
    const children = [h("h2", {}, first), h("p", {}, rest.join(" "))];
    if (!rest.length) children.pop();
    const at = ply - 1;
    const actions = h("div", { class: "bar" });
    if (at >= 0) {
      const loss = lossAt(at);
      const best = bestAt(at);
      if (loss >= INACCURACY) actions.append(button(T.tryIt, () => ((trying = at), (ply = at), paint())));
      if (best && best[0].length > 2) actions.append(button(T.bestLineGo, () => playLine(at, best[0])));
      const theirs = game.you && states[at].side !== sideOf(game.you) && moveAt(game.moves, at) !== "--";
      if (theirs) actions.append(whyButton(at));
      if (reasons[at] !== undefined && theirs) children.push(h("p", { class: "reason" }, reasons[at] ?? T.whyNone));
    }
    actions.append(button(T.studyThis, study));
    said.replaceChildren(...children, actions);
  }

  function whyButton(at) {
    if (reasons[at] !== undefined) return "";
    const ask_ = button(T.why(nameOf(states[at].side)), async () => {
      ask_.textContent = T.whyWait;
      ask_.disabled = true;
      const reason = await attempt(() => ask("why", { of, ply: at }));
      if (reason === undefined) reasons = { ...reasons, [at]: null };
      else if (reason) reasons = { ...reasons, [at]: reason };
      saidKey = "";
      if (reason !== null) paint();
    });
    return ask_;
  }

  function playLine(from, moves) {
    const found = [states[from]];
    for (let i = 0; 2 * i + 1 < moves.length; i++) {
      const nextState = after(found[found.length - 1], moveAt(moves, i));
      if (!nextState) break;
      found.push(nextState);
    }
    line = { from: from + 1, moves, states: found, at: 1 };
    paint();
  }

  function stepLine(by) {
    line.at = Math.max(0, Math.min(line.states.length - 1, line.at + by));
    paint();
  }

  function study() {
    const position = shown();
    sessionStorage.setItem("study", JSON.stringify({ start: written(position), moves: "", ply: 0, rule: game.rule }));
    page.go("study");
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
    if (line && /Arrow/.test(event.key)) stepLine(to - ply);
    else goTo(to);
  }
  document.addEventListener("keydown", keys);
  load();
  return {
    element,
    hear,
    leave() {
      document.removeEventListener("keydown", keys);
      document.removeEventListener("visibilitychange", again);
    },
  };
}
