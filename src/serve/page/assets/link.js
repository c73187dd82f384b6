/* The link to the server: requests and events over HTTP. The page without the program uses web/link.js instead. */

/** @import { Reply } from "./page.d.ts" */

/** The name that all tabs of this page share. */
export const place = "rival";
/** True if the program can be ended from the page. */
export const ends = true;
/** Saved data is restored with the program's option --import. @type {((file: File) => Promise<Reply>) | null} */
export const take = null;

/* The place in this browser for the key of this run. The next run has another key and port. */
const KEY = "rival-key";
let own = "";
function kept() {
  try {
    return localStorage.getItem(KEY) ?? own;
  } catch {
    return own;
  }
}
function keep(key) {
  own = key;
  try {
    localStorage.setItem(KEY, key);
  } catch {
    /* The browser stores nothing, so only this tab has the key. */
  }
}

const post = (path, body, type = "text/plain") =>
  fetch(path, { method: "POST", headers: { "content-type": type, "x-rival": kept() }, body });

/** Takes the key or ticket out of the address and sends it to the server. */
export async function arrive() {
  const found = /^#([0-9a-f]{32})$/.exec(location.hash);
  if (!found) return;
  history.replaceState(null, "", location.pathname);
  /* The server is not there; the request for events repeats until it is. */
  const response = await post("/api/enter", found[1]).catch(() => null);
  if (response?.ok) keep((await response.json()).ok);
}

/** @returns {Promise<Reply>} */
async function send(path, body, type = "text/plain") {
  let response;
  try {
    const key = kept();
    response = await post(path, body, type);
    /* Another tab got a new key in the meantime. */
    if (response.status === 401 && kept() !== key) response = await post(path, body, type);
  } catch {
    return { refused: { error: "gone" } };
  }
  if (response.status === 401) return { refused: { error: "key" } };
  if (response.status === 413) return { refused: { error: "large" } };
  if (!response.ok) return { refused: { error: "failed", why: (await response.text()).trim() } };
  return response.json();
}

/** Sends a request. @param {object} asked */
export const request = (asked) => send("/api", JSON.stringify(asked), "application/json");

export const end = () => send("/api/end", "");

/** Sends a file of games. @param {File} file @param {File | null} names */
export const hand = (file, names) =>
  send(
    `/api/file?name=${encodeURIComponent(file.name)}${names ? `&names=${names.size}` : ""}`,
    names ? new Blob([names, file]) : file,
    "application/octet-stream",
  );

/** Resolves when this tab listens: it holds the lock, which passes to another tab when this one is closed. */
export const lead = () =>
  new Promise((resolve) => navigator.locks.request(`${place}-events`, () => (resolve(null), new Promise(() => {}))));

export async function listen(tell, connected) {
  let pause = 250;
  for (;;) {
    const key = kept();
    /* The server is not there: see below. */
    const response = await fetch("/api/events", { headers: { "x-rival": key } }).catch(() => null);
    if (response?.status === 401 && kept() !== key) continue;
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

/** Reads server-sent events. EventSource cannot send the key, so this replaces it. */
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

/** Waits, at most until the person returns to the page. */
const awake = (time) =>
  new Promise((resolve) => {
    setTimeout(resolve, time);
    document.onvisibilitychange = () => document.hidden || resolve(null);
  });
