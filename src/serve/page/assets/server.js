/* The page's side of the server: requests, files, events. */

/** @import { Answers, Beside } from "./page.d.ts" */
/** @import { Ask, File as Opened, Refusal } from "./types.d.ts" */

/* What lets this browser in: the key for this run of the program, and a pass that is handed in once, after the next
   start. They are kept for reloads and other tabs; where the browser keeps nothing, this tab has them alone. */
const [KEY, PASS] = ["rival-key", "rival-pass"];
const own = new Map();
function kept(name) {
  try {
    return localStorage.getItem(name) ?? own.get(name) ?? "";
  } catch {
    return own.get(name) ?? "";
  }
}
function keep(name, value) {
  own.set(name, value);
  try {
    localStorage.setItem(name, value);
  } catch {
    /* Kept above. */
  }
}

/** What the server refuses, or that it is not there: `code` is one of those in texts.js. */
export class Refused extends Error {
  /** @param {Refusal | { error: "gone" | "key" | "large" }} refusal */
  constructor(refusal) {
    super(refusal.error);
    this.code = refusal.error;
    this.detail = refusal;
  }
}

const post = (path, body, type = "text/plain") =>
  fetch(path, { method: "POST", headers: { "content-type": type, "x-rival": kept(KEY) }, body });

/** Hands in what lets in; true if it did. */
async function enter(pass) {
  const response = pass && (await post("/api/enter", pass));
  if (!response || !response.ok) return false;
  const { ok } = await response.json();
  keep(KEY, ok.key);
  keep(PASS, ok.pass);
  return true;
}

/** Takes what lets in out of the address, and hands it in. */
export async function arrive() {
  const found = /^#([0-9a-f]{32})$/.exec(location.hash);
  if (!found) return;
  history.replaceState(null, "", location.pathname);
  await navigator.locks.request(KEY, () => enter(found[1])).catch(() => false);
}

/** The program was started again, and has another key than this one: true if there is a new one. One tab asks for all. */
const renew = (old) => navigator.locks.request(KEY, () => kept(KEY) !== old || enter(kept(PASS))).catch(() => false);

async function send(path, body, type = "text/plain") {
  let response;
  try {
    const key = kept(KEY);
    response = await post(path, body, type);
    if (response.status === 401 && (await renew(key))) response = await post(path, body, type);
  } catch {
    throw new Refused({ error: "gone" });
  }
  if (response.status === 401) throw new Refused({ error: "key" });
  if (response.status === 413) throw new Refused({ error: "large" });
  if (!response.ok) throw new Refused({ error: "failed", why: (await response.text()).trim() });
  const answer = await response.json();
  if (answer.refused) throw new Refused(answer.refused);
  return answer.ok;
}

/**
 * Asks for something; `what` names it, see `Ask` in types.d.ts.
 * @template {Ask["do"]} K
 * @param {K} what
 * @param {Beside<K>} fields
 * @returns {Promise<Answers[K]>}
 */
export const ask = (what, ...fields) => send("/api", JSON.stringify({ do: what, ...fields[0] }), "application/json");

/** Ends the program. */
export const end = () => send("/api/end", "");

/**
 * Opens a file of games; `names` is WTHOR's file of players, if it is at hand.
 * @param {File} file
 * @param {File | null} names
 * @returns {Promise<Opened>}
 */
export const openFile = (file, names = null) =>
  send(
    `/api/file?name=${encodeURIComponent(file.name)}${names ? `&names=${names.size}` : ""}`,
    names ? new Blob([names, file]) : file,
    "application/octet-stream",
  );

/**
 * Follows the server's topics for ever: `tell(topic, value)` for each that changes, `connected(true or false)` when the server is found or lost,
 * `connected("key")` when this browser has no key that it knows.
 *
 * A browser has six connections to a host, for all of its tabs: one tab listens and tells the others.
 */
export function follow(tell, connected) {
  const tabs = new BroadcastChannel("rival");
  const tab = crypto.randomUUID();
  const told = new Map();
  /** @type {boolean | "key" | null} */
  let state = null;
  let listens = false;
  tabs.addEventListener("message", ({ data: { asks, to = tab, topic, value, now } }) => {
    if (asks && listens) {
      for (const [topic, value] of told) tabs.postMessage({ to: asks, topic, value });
      if (state !== null) tabs.postMessage({ to: asks, now: state });
    } else if (!asks && to === tab) {
      if (topic) tell(topic, value);
      else connected(now);
    }
  });
  tabs.postMessage({ asks: tab });
  /* Whoever has the lock listens; it goes to another tab when this one is closed. */
  navigator.locks.request("rival-events", () => {
    listens = true;
    return listen(
      (topic, value) => {
        told.set(topic, value);
        tabs.postMessage({ topic, value });
        tell(topic, value);
      },
      (now) => {
        state = now;
        tabs.postMessage({ now });
        connected(now);
      },
    );
  });
}

async function listen(tell, connected) {
  let pause = 250;
  for (;;) {
    const key = kept(KEY);
    /* Not there: below. */
    const response = await fetch("/api/events", { headers: { "x-rival": key } }).catch(() => null);
    if (response?.status === 401 && (await renew(key))) continue;
    if (response?.ok && response.body) {
      connected(true);
      pause = 250;
      try {
        await read(response.body.getReader(), tell);
      } catch {
        /* The connection broke: below. */
      }
      connected(false);
    } else {
      connected(response?.status === 401 ? "key" : false);
    }
    await awake(pause);
    pause = Math.min(3000, pause * 1.6);
  }
}

/** Reads server-sent events. EventSource cannot send the key, so this does what it would. */
async function read(reader, tell) {
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      const topic = /^event: (.*)$/m.exec(event)?.[1];
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (topic && data) tell(topic, JSON.parse(data));
    }
  }
}

/** Waits, but no longer than until somebody looks at the page again. */
function awake(time) {
  return /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      const timer = setTimeout(go, time);
      function go() {
        clearTimeout(timer);
        document.removeEventListener("visibilitychange", seen);
        resolve();
      }
      function seen() {
        if (!document.hidden) go();
      }
      document.addEventListener("visibilitychange", seen);
    })
  );
}
