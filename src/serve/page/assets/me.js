/* Me: how strong one is, one's rivals, one's games. */

import { T } from "./language.js";
import { ask, end, ends, openFile } from "./server.js";
import { dataCard } from "./data.js";
import { attempt, button, fresh, h, notice, progressBar, takeOut } from "./parts.js";
import { portrait } from "./portrait.js";
import { gameList } from "./gamelist.js";

/** @import { Page, View } from "./page.d.ts" */
/** @import { Estimate, File as Opened, Me, Rating, Rival } from "./types.d.ts" */

const rounded = (value) => String(Math.round(value / 10) * 10);

/** @type {(page: Page) => View} */
export function meView(page) {
  const { state } = page;
  const strength = h("section", { class: "card", "aria-labelledby": "me-strength" });
  const rivals = h("section", { class: "card", "aria-labelledby": "me-rivals" });
  const files = filesCard(page);
  const games = h("section", { class: "card me-games", "aria-labelledby": "me-games" });
  const name = nameCard(page);
  const columns = h(
    "div",
    { class: "columns" },
    h("div", {}, strength, games),
    h("div", {}, rivals, files.element, name, dataCard(), ...(ends ? [endCard()] : [])),
  );
  const element = h("div", { class: "me" }, h("h1", { tabindex: -1 }, T.meTitle), columns);
  const list = h("div", { class: "gamelist" });
  games.append(h("h2", { id: "me-games" }, T.myGames), list);
  let gamesKey = -1;

  let strengthKey = "";
  /** @param {Me} me */
  function showStrength({ estimate, measuring, placement, known }) {
    const key = JSON.stringify([estimate, placement, known]);
    const work = strength.querySelector(".work") ?? h("div", { class: "work" });
    if (key !== strengthKey) {
      strengthKey = key;
      strength.replaceChildren(
        h("h2", { id: "me-strength" }, T.strength),
        ...(estimate ? describe(estimate) : known ? [h("p", {}, T.strengthNone)] : []),
        work,
        placementBar(placement, Boolean(estimate)),
      );
    }
    if (!measuring) return void work.replaceChildren();
    const bar = work.querySelector(".progress") ?? progressBar(T.measuring(measuring.done, measuring.of));
    if (!bar.parentElement) {
      const stop = button(T.stop, () => attempt(() => ask("stop-measuring")));
      work.replaceChildren(h("p", { class: "soft" }), bar, stop);
    }
    work.firstChild.textContent = T.measuring(measuring.done, measuring.of);
    bar.set(measuring.done / measuring.of);
  }

  /** @param {Estimate} estimate */
  function describe({ words, rests_on, rating, parts, habits, history }) {
    const found = [
      h("p", { class: "headline" }, T.said(words)),
      h("p", {}, T.between(rounded(rating.low), rounded(rating.high))),
      intervalBar(rating),
      h("p", { class: "soft" }, `${T.restsOn(rests_on)} ${T.scale}`),
    ];
    if (history.length > 2) {
      const band = { low: history.map((point) => point.low), high: history.map((point) => point.high) };
      found.push(
        Draw.lines({
          title: T.history,
          across: T.game,
          first: 1,
          height: 180,
          band,
          series: [{ name: T.strength, values: history.map((point) => point.value) }],
          words: (i) =>
            `${T.game} ${i + 1}: ${rounded(history[i].value)}\n${rounded(history[i].low)} \u2013 ${rounded(history[i].high)}`,
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
    const bar = h("div", { class: "bar" });
    if (games) bar.append(h("p", { class: "soft" }, T.placementState(games, of)));
    if (!done)
      bar.append(
        button(games ? T.placementGoOn : T.placement, () => page.go("play/placement"), {
          class: isKnown ? "" : "primary",
        }),
      );
    else bar.append(button(T.placementAgain, () => attempt(() => ask("forget-placement"))));
    return bar;
  }

  let rivalsKey = "";
  /** @param {Me} me */
  function showRivals({ rivals: mine, making, failed, estimate }) {
    const key = JSON.stringify([mine, Boolean(making), making?.stopping, failed.rivals, Boolean(estimate)]);
    if (key !== rivalsKey) {
      rivalsKey = key;
      const children = [h("h2", { id: "me-rivals" }, T.rivals)];
      if (mine.length) children.push(h("ul", { class: "cards" }, ...mine.map(card)));
      else if (!making) children.push(h("p", {}, estimate ? T.rivalsNone : `${T.rivalsNone} ${T.rivalsNeed}`));
      if (failed.rivals) children.push(h("p", { class: "error" }, T.refused.failed({ why: failed.rivals })));
      if (making) {
        const stop = button(making.stopping ? T.stopping : T.stop, () => attempt(() => ask("stop-making")));
        stop.disabled = making.stopping;
        children.push(
          h("p", { class: "making" }),
          progressBar(T.making),
          h("p", { class: "soft small" }, T.makingLeft(ends)),
          stop,
        );
      } else if (estimate) {
        children.push(mine.length ? remake() : button(T.makeRivals, make, { class: "primary" }));
      }
      rivals.replaceChildren(...children);
    }
    if (making) {
      rivals.querySelector(".making").textContent = `${T.making}: ${T.makingWhat(T.said(making.what))}`;
      rivals.querySelector(".progress").set(making.of ? making.done / making.of : 0);
    }
  }

  const make = () => attempt(() => ask("make-rivals", { keep: kept && mineOf(kept) ? [kept] : [] }));
  let kept = "";
  const mineOf = (name) => state.me?.rivals.some((rival) => rival.name === name);

  /** New rivals take the place of the present ones: that is asked first. */
  function remake() {
    const box = h("div", { class: "bar" });
    const first = button(T.remakeRivals, () => {
      const keep = button(T.keepRivals, () => {
        box.replaceChildren(first);
        first.focus();
      });
      const names = (state.me?.rivals ?? []).map(({ name }) => h("option", { value: name }, name));
      const stays = h("select", { "aria-label": T.keepOne }, h("option", { value: "" }, T.keepNone), ...names);
      kept = "";
      stays.addEventListener("change", () => (kept = stays.value));
      box.replaceChildren(
        h("p", {}, T.remakeAsk),
        h("label", {}, `${T.keepOne} `, stays),
        button(T.remakeRivals, make),
        keep,
      );
      keep.focus();
    });
    box.append(first);
    return box;
  }

  /** @param {Rival} rival */
  function card(rival) {
    const play = button(T.challenge(rival.name), () => page.go(`play/rival/${encodeURIComponent(rival.name)}`));
    return h(
      "li",
      { class: "rival" },
      portrait(rival),
      h(
        "div",
        {},
        h("h3", {}, rival.name),
        h("p", {}, T.said(rival.likes)),
        h("p", { class: "soft small" }, T.scoreSoFar(rival.score)),
        play,
      ),
    );
  }

  function hear(topic) {
    if (topic === "me" && state.me) {
      showStrength(state.me);
      showRivals(state.me);
      files.show(state.me.files);
    }
    const over = state.play?.over ? state.play.id : 0;
    if (gamesKey !== over) {
      gamesKey = over;
      gameList(page, list, { in: "mine" });
    }
  }
  return { element, hear };
}

/** A rating with its interval, as a bar. @param {Rating} rating */
function intervalBar({ value, low, high }) {
  const room = Math.max(50, (high - low) * 0.3);
  const [from, to] = [low - room, high + room];
  const part = (at) => `${(100 * (at - from)) / (to - from)}%`;
  const range = h("span", { class: "range" });
  range.style.left = part(low);
  range.style.right = `calc(100% - ${part(high)})`;
  const dot = h("span", { class: "dot" });
  dot.style.left = part(value);
  const text = (at, words) => {
    const label = h("span", { class: "at" }, words);
    label.style.left = part(at);
    return label;
  };
  return h(
    "div",
    { class: "interval", role: "img", "aria-label": `${rounded(value)}, ${rounded(low)} \u2013 ${rounded(high)}` },
    range,
    dot,
    text(low, rounded(low)),
    text(value, rounded(value)),
    text(high, rounded(high)),
  );
}

/**
 * Files to add games from.
 * @param {Page} page
 */
function filesCard(page) {
  const input = h("input", {
    type: "file",
    multiple: "",
    accept: page.state.hello.files,
    class: "hidden",
  });
  const choose = button(T.chooseFiles, () => input.click());
  const zone = h("div", { class: "drop" }, h("p", {}, T.addHint), choose, input);
  const text = h("textarea", { id: fresh("games"), rows: 2, spellcheck: "false" });
  const pasted = h(
    "form",
    {},
    h("label", { for: text.id }, T.pasteGames),
    text,
    h("button", { type: "submit" }, T.readGames),
  );
  pasted.addEventListener("submit", async (event) => {
    event.preventDefault();
    const games = text.value.trim();
    if (games && (await take([new File([games], T.addGames)]))) text.value = "";
  });
  const opened = h("div", { class: "opened" });
  const added = h("ul", { class: "added" });
  const element = h(
    "section",
    { class: "card", "aria-labelledby": "me-files" },
    h("h2", { id: "me-files" }, T.addGames),
    zone,
    pasted,
    opened,
    added,
  );
  const take = async (files) => {
    const names = files.find((file) => /\.jou$/i.test(file.name));
    for (const file of files.filter((file) => file !== names)) {
      const found = await attempt(() => openFile(file, /\.wtb$/i.test(file.name) ? names : null));
      if (found) ask_(found);
      else return false;
    }
    input.value = "";
    return true;
  };
  input.addEventListener("change", () => take([...input.files]));
  for (const [name, over] of [
    ["dragover", true],
    ["dragleave", false],
    ["drop", false],
  ]) {
    zone.addEventListener(name, (event) => {
      event.preventDefault();
      zone.classList.toggle("over", over);
      if (name === "drop") take([...event.dataTransfer.files]);
    });
  }

  /** Which player of the file is the person? @param {Opened} found */
  function ask_(found) {
    const notes = [];
    if (found.unreadable) notes.push(h("p", { class: "note" }, T.unreadable(found.unreadable, found.problem)));
    if (found.more) notes.push(h("p", { class: "note" }, T.moreGames(found.more)));
    if (!found.players.length) {
      opened.append(h("div", { class: "file" }, h("strong", {}, found.name), ...notes, h("p", {}, T.noNames)));
      return;
    }
    const id = fresh("player");
    const words = ([name, games]) => `${name} (${T.fileGames(games)})`;
    const names = h(
      "datalist",
      { id: `${id}-names` },
      ...found.players.map((player) => h("option", { value: player[0] }, words(player))),
    );
    const select =
      found.players.length > 30
        ? h("input", { id, type: "text", list: names.id, maxlength: 80 })
        : h("select", { id }, ...found.players.map((player) => h("option", { value: player[0] }, words(player))));
    const box = h(
      "div",
      { class: "file" },
      h("label", { for: select.id }, T.whoAreYou(found.name)),
      h("div", { class: "bar" }, select, names),
      ...notes,
    );
    box.querySelector(".bar").append(
      button(
        T.add,
        async () => {
          const count = await attempt(() => ask("import", { file: found.file, player: select.value }));
          if (count === undefined) return;
          notice(T.added(count));
          const games = h("div", { class: "gamelist" });
          box.replaceChildren(h("strong", {}, T.reviewGames(found.name)), games);
          gameList(page, games, { in: "file", file: found.file });
        },
        { class: "primary" },
      ),
    );
    opened.append(box);
    select.focus();
  }

  /** @param {Me["files"]} files */
  function show(files) {
    const entry = (file) => {
      const what = /** @type {const} */ ({ kind: "added", file: file.file });
      return h("li", { class: "soft" }, `${T.addedFile(file)} `, button(T.takeOut, () => takeOut(what, T.fileOut(file.name))));
    };
    added.replaceChildren(...files.map(entry));
  }
  return { element, show };
}

/** @param {Page} page */
function nameCard(page) {
  const input = h("input", { type: "text", maxlength: 40, id: fresh("name"), value: page.state.settings.name });
  const form = h("form", { class: "bar" }, input, h("button", { type: "submit" }, T.save));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(async () => {
      const name = input.value.trim();
      if (!name || /[[\]]/.test(name)) return void notice(T.nameWrong, "error");
      await ask("settings", { ...page.state.settings, name });
      notice(T.saved);
    });
  });
  return h("section", { class: "card me-name" }, h("label", { for: input.id }, h("h2", {}, T.yourName)), form);
}

/** For who has no terminal to end the program in. */
function endCard() {
  return h(
    "section",
    { class: "card me-end", "aria-labelledby": "me-end" },
    h("h2", { id: "me-end" }, T.end),
    h("p", { class: "soft" }, T.endHint),
    button(T.endNow, () => attempt(end)),
  );
}
