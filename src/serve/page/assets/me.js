/* Me: the person's strength, rivals and games. */

import { T } from "./language.js";
import { ask, end, ends } from "./server.js";
import { dataCard } from "./data.js";
import { attempt, button, card, failure, form, fresh, h } from "./parts.js";
import { notice, playerName, progressBar, rounded, row, soft, submit, takeOut } from "./parts.js";
import { openInto } from "./laid.js";
import { beginPlacement } from "./newgame.js";
import { repertoireCard } from "./repertoire.js";
import { rivalsCard } from "./rivals.js";
import { themesCard } from "./themes.js";

/** @import { Page, View } from "./page.d.ts" */
/** @import { Estimate, File as Opened, Me, Rating } from "./types.d.ts" */

/** @type {(page: Page) => View} */
export function meView(page) {
  const { state } = page;
  const strength = card("strength", T.strength);
  const rivals = rivalsCard(page);
  const files = filesCard(page);
  const repertoire = repertoireCard(page);
  const themes = themesCard();
  const name = nameCard(page);
  const columns = h(
    "div",
    { class: "columns" },
    h("div", {}, strength, themes.element, repertoire.element),
    h("div", {}, rivals.element, files.element, name, dataCard(), ...(ends ? [endCard()] : [])),
  );
  const element = h("div", { class: "me" }, h("h1", { tabindex: -1 }, T.views.me), columns);

  const work = h("div", { class: "work" });
  let strengthKey = "";
  /** @param {Me} me */
  function showStrength({ estimate, measuring, placement, known, failed }) {
    const key = JSON.stringify([estimate, placement, known, failed.measure]);
    if (key !== strengthKey) {
      strengthKey = key;
      strength.replaceChildren(
        strength.firstChild,
        ...(estimate ? describe(estimate) : known ? [h("p", {}, T.strengthNone)] : []),
        ...failure(failed.measure),
        work,
        placementBar(placement, Boolean(estimate)),
      );
    }
    if (!measuring) return void work.replaceChildren();
    const bar = work.querySelector(".progress") ?? progressBar(T.measuring(measuring.done, measuring.of));
    if (!bar.parentElement) {
      const stop = button(T.stop, () => attempt(() => ask("stop-measuring")));
      work.replaceChildren(soft(), bar, stop);
    }
    work.firstChild.textContent = T.measuring(measuring.done, measuring.of);
    bar.set(measuring.done / measuring.of);
  }

  /** @param {Estimate} estimate */
  function describe({ words, rests_on, rating, parts, habits, history }) {
    const found = [
      h("p", { class: "rating" }, rounded(rating.value)),
      h("p", { class: "headline" }, T.said(words)),
      h("p", {}, T.between(rounded(rating.low), rounded(rating.high))),
      intervalBar(rating),
      soft(T.restsOn(rests_on) + T.space + T.scale),
    ];
    if (history.length > 2) {
      const first = rests_on.says.games - history.length + 1;
      const band = { low: history.map((point) => point.low), high: history.map((point) => point.high) };
      found.push(
        Draw.lines({
          title: T.history,
          across: T.game,
          first,
          height: 180,
          band,
          series: [{ name: T.strength, values: history.map((point) => point.value) }],
          words: (i) =>
            `${i + first}: ${rounded(history[i].value)}\n${rounded(history[i].low)} \u2013 ${rounded(history[i].high)}`,
        }),
      );
    }
    if (parts.length) {
      const most = Math.max(...parts.map((part) => part.loss), 0.5);
      const rows = parts.map((part) => {
        const inner = h("span", { class: "inner" });
        inner.style.width = `${(100 * part.loss) / most}%`;
        return h(
          "li",
          {},
          h("span", {}, T.stages[part.stage]),
          h("span", { class: "meter", "aria-hidden": "true" }, inner),
          h("span", { class: "soft" }, T.partLoss(part.loss)),
        );
      });
      found.push(h("h3", {}, T.parts), h("ul", { class: "meters" }, ...rows));
    }
    if (habits.length) found.push(h("h3", {}, T.habits), h("ul", {}, ...habits.map((habit) => h("li", {}, T.habit(habit)))));
    return found;
  }

  /** @param {Me["placement"]} placement */
  function placementBar({ games, of, done }, isKnown) {
    const bar = row();
    if (games) bar.append(soft(T.placementState(games, of)));
    const kind = { class: isKnown ? "" : "primary" };
    if (!done) bar.append(button(games ? T.placementGoOn : T.placement, () => beginPlacement(page), kind));
    else bar.append(button(T.placementAgain, () => attempt(() => ask("forget-placement"))));
    return bar;
  }

  function hear(topic) {
    if (topic === "me" && state.me) {
      showStrength(state.me);
      rivals.show(state.me);
      files.show(state.me.files);
      repertoire.show(state.me);
    }
    if (topic === "exercises" && state.exercises) themes.show(state.exercises);
  }
  return { element, hear };
}

/** A rating with its interval as a bar. @param {Rating} rating */
function intervalBar({ value, low, high }) {
  const room = Math.max(50, (high - low) * 0.3);
  const [from, to] = [low - room, high + room];
  const x = (at) => (320 * (at - from)) / (to - from);
  const label = `${rounded(value)}, ${rounded(low)} \u2013 ${rounded(high)}`;
  return Draw.svg(
    "svg",
    { viewBox: "0 0 320 44", width: 320, role: "img", "aria-label": label, "font-size": 13 },
    Draw.svg("rect", { x: x(low), width: x(high) - x(low), y: 8, height: 12, rx: 6, fill: "var(--accent)", opacity: 0.35 }),
    Draw.svg("circle", { cx: x(value), cy: 14, r: 9, fill: "var(--accent)" }),
    ...[low, value, high].map((at) => Draw.text(x(at), 40, rounded(at))),
  );
}

/** Files of games. Three or more of a text format are one, so that the person is asked for a name once. */
function joined(files) {
  const made = ["ggf", "sgf", "pgn", "txt"].flatMap((format) => {
    const group = files.filter(({ name }) => name.toLowerCase().endsWith(`.${format}`));
    if (group.length < 3) return [];
    files = files.filter((file) => !group.includes(file));
    return [new File(group.flatMap((file) => [file, "\n\n"]), `${T.filesOne(group.length)}.${format}`)];
  });
  return [...made, ...files];
}

/**
 * A card to add games from files.
 * @param {Page} page
 */
function filesCard(page) {
  const input = h("input", { type: "file", multiple: "", accept: page.state.hello.files, class: "hidden" });
  const choose = button(T.chooseFiles, () => input.click());
  const zone = h("div", { class: "drop" }, h("p", {}, T.addHint), choose, input);
  const text = h("textarea", { id: fresh("games"), rows: 2, spellcheck: "false" });
  const pasted = form(
    { class: "file" },
    async () => {
      const games = text.value.trim();
      if (games && (await take([new File([games], T.pastedGames)]))) text.value = "";
    },
    h("label", { for: text.id }, T.pasteGames),
    text,
    submit(T.readGames),
  );
  const wrong = h("div");
  const opened = h("div", { class: "opened" });
  const added = h("ul", { class: "added" });
  const element = card("files", T.addGames, zone, pasted, wrong, opened, added);
  const take = async (files) => {
    const found = await openInto(joined(files), wrong);
    found.forEach(ask_);
    input.value = "";
    return found.length > 0;
  };
  input.addEventListener("change", () => take([...input.files]));
  for (const name of ["dragover", "dragleave", "drop"]) {
    zone.addEventListener(name, (event) => {
      event.preventDefault();
      zone.classList.toggle("over", name === "dragover");
      if (name === "drop") take([...event.dataTransfer.files]);
    });
  }

  /** Asks which player of the file is the person. @param {Opened} found */
  function ask_(found) {
    const notes = [];
    if (found.unreadable) notes.push(h("p", { class: "note" }, T.unreadable(found.unreadable, found.problem)));
    if (found.more) notes.push(h("p", { class: "note" }, T.moreGames(found.more)));
    const id = fresh("player");
    const option = (value, name, games) => h("option", { value }, `${playerName(name)} (${T.fileGames(games)})`);
    /* Games without names are chosen by side. */
    const options = found.players.length
      ? found.players.map(([name, games]) => option(name, name, games))
      : ["black", "white"].map((side) => option(side, T.side(side), found.games));
    const isLong = options.length > 30;
    const names = h("datalist", { id: `${id}-names` }, ...(isLong ? options : []));
    const select = isLong
      ? h("input", { id, type: "text", list: names.id, maxlength: 80 })
      : h("select", { id }, ...options);
    const before = [page.state.settings.name, ...(page.state.me?.files ?? []).map((file) => file.player)];
    const own = found.players.find(([name]) => before.includes(name));
    if (own) select.value = own[0];
    const add = async () => {
      const count = await attempt(() => ask("import", { file: found.file, player: select.value }));
      if (count === undefined) return;
      notice(count ? T.added(count) : T.addedBefore);
      box.remove();
    };
    const buttons = [button(T.add, add, { class: "primary" }), button(T.takeInNo, () => box.remove())];
    const label = h("label", { for: select.id }, T.whoAreYou(found.name));
    const box = h("div", { class: "file" }, label, row(select, names, ...buttons), ...notes);
    opened.append(box);
    select.focus();
  }

  /** @param {Me["files"]} files */
  function show(files) {
    const entry = (file) => {
      const what = /** @type {const} */ ({ kind: "added", file: file.file });
      const player = /^(black|white)$/.test(file.player) ? T.side(file.player) : file.player;
      const look = button(T.reviewThem, () => page.go("review"));
      const out = button(T.takeOut, () => takeOut(what, T.fileOut(file.name)));
      return h("li", { class: "soft" }, `${T.addedFile({ ...file, player })} `, look, " ", out);
    };
    added.replaceChildren(...files.map(entry));
  }
  return { element, show };
}

/** @param {Page} page */
function nameCard(page) {
  const input = h("input", { type: "text", maxlength: 40, id: fresh("name"), value: page.state.settings.name });
  const save = async () => {
    const name = input.value.trim();
    if (!name || /[[\]]/.test(name)) return void notice(T.nameWrong, "error");
    await ask("settings", { ...page.state.settings, name });
    notice(T.saved);
  };
  const named = form({ class: "bar" }, () => attempt(save), input, submit(T.save));
  return h("section", { class: "card me-name" }, h("label", { for: input.id }, h("h2", {}, T.yourName)), named);
}

/** A card for people without a terminal. */
function endCard() {
  return card("end", T.end, soft(T.endHint), button(T.endNow, () => attempt(end)));
}
