/*
 * The link to the engine in this browser. One tab has it and answers the others. When that tab is closed, another one
 * continues with the stored data.
 */

import { Engine } from "./engine.js";
import { open } from "./kept.js";

/** @import { Reply } from "./page.d.ts" */

export const place = Place;
/** There is no program to end. */
export const ends = false;

const AGAIN = 1000;
const kept = open(place);
const tabs = new BroadcastChannel(`${place} asks`);
const tab = crypto.randomUUID();
/** The requests that this tab has sent to another one. @type {Map<string, (reply: Reply) => void>} */
const asked = new Map();
/** Requests of other tabs that were received. Tabs repeat a request until it is answered. */
const heard = new Set();
/** The engine, if this tab has it. @type {Promise<Engine> | null} */
let engine = null;
let last = 0;
tabs.addEventListener("message", async ({ data: { from, to, ask, reply } }) => {
  if (to) {
    if (to.tab !== tab) return;
    asked.get(to.id)?.(reply);
    asked.delete(to.id);
  } else if (engine && !heard.has(from.id)) {
    heard.add(from.id);
    tabs.postMessage({ to: from, reply: await run(await engine, ask) });
  }
});

/** @param {Engine} engine */
function run(engine, { request, file, saved }) {
  if (saved) return engine.bring(saved);
  return file ? engine.file(file.name, file.names, file.bytes) : engine.ask(request);
}

/** @returns {Promise<Reply>} */
async function ask(ask) {
  if (engine) return run(await engine, ask);
  const id = `${tab} ${++last}`;
  const reply = new Promise((resolve) => asked.set(id, resolve));
  const send = () => {
    if (!asked.has(id)) return clearInterval(timer);
    /* This tab may have the engine by now. */
    if (engine) asked.delete(id), engine.then((engine) => run(engine, ask)).then(resolve_);
    else tabs.postMessage({ from: { tab, id }, ask });
  };
  const resolve_ = asked.get(id);
  const timer = setInterval(send, AGAIN);
  send();
  return reply;
}

/** No key is needed. */
export async function arrive() {}

/** Sends a request. @param {object} asked */
export const request = (asked) => ask({ request: asked });

/** There is no program to end. @returns {Promise<Reply>} */
export const end = async () => ({ ok: null });

/** Sends a file of games. @param {File} file @param {File | null} names */
export async function hand(file, names) {
  const bytes = new Uint8Array(await new Blob(names ? [names, file] : [file]).arrayBuffer());
  return ask({ file: { name: file.name, names: names?.size ?? 0, bytes } });
}

/** Replaces everything by data that a page has saved. @param {File} file */
export const take = async (file) => ask({ saved: new Uint8Array(await file.arrayBuffer()) });

/** Resolves when this tab has the engine. */
export const lead = () => Begun;

/** Reports the topics forever. */
export async function listen(tell, connected) {
  window.addEventListener("loading", (event) => tell("loading", /** @type {CustomEvent} */ (event).detail));
  engine = Engine.begin(kept, tell);
  await engine;
  connected(true);
  navigator.storage?.persist?.();
  return new Promise(() => {});
}

/* Everything is kept for use without a network when the page has loaded it: nothing is loaded twice. */
if ("serviceWorker" in navigator)
  Begun.then(({ data }) => data).then(() => navigator.serviceWorker.register(new URL("./offline.js", import.meta.url)));
