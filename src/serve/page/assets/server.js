/* The page's requests, files and events. */

import { end as endProgram, hand, lead, listen, place, request, take } from "./link.js";

export { arrive, ends } from "./link.js";

/** @import { Answers, Beside, Reply } from "./page.d.ts" */
/** @import { Ask, File as Opened } from "./types.d.ts" */

/** The refusal of a request, or an unreachable server. `code` is one of those in texts.js. */
export class Refused extends Error {
  /** @param {NonNullable<Reply["refused"]>} refusal */
  constructor(refusal) {
    super(refusal.error);
    this.code = refusal.error;
    this.detail = refusal;
  }
}

/** @param {Promise<Reply>} reply */
async function answered(reply) {
  const { ok, refused } = await reply;
  if (refused) throw new Refused(refused);
  return ok;
}

/**
 * Makes a request. `what` is its name: see `Ask` in types.d.ts.
 * @template {Ask["do"]} K
 * @param {K} what
 * @param {Beside<K>} fields
 * @returns {Promise<Answers[K]>}
 */
export const ask = (what, ...fields) => answered(request({ do: what, ...fields[0] }));

export const end = () => answered(endProgram());

/** Restores saved data, where that is possible. */
export const bring = take && ((/** @type {File} */ file) => answered(/** @type {NonNullable<typeof take>} */ (take)(file)));

/**
 * Opens files of games. WTHOR's file of players (.jou) is sent with each WTHOR file. `refuse` is called for each file
 * that cannot be read, with its name and the refusal.
 * @param {File[]} files
 * @param {(name: string, refusal: Refused) => void} refuse
 * @returns {Promise<Opened[]>}
 */
export async function openFiles(files, refuse) {
  const hasGames = files.some(({ name }) => /\.wtb$/i.test(name));
  const names = (hasGames && files.find(({ name }) => /\.jou$/i.test(name))) || null;
  const found = [];
  for (const file of files.filter((file) => file !== names)) {
    const { ok, refused } = await hand(file, /\.wtb$/i.test(file.name) ? names : null);
    if (refused) refuse(file.name, new Refused(refused));
    else found.push(ok);
  }
  return found;
}

/**
 * Follows the topics forever: `tell(topic, value, came)` is called for each change with its time, and
 * `connected(true, false or "key")` for the connection; "key" means that the browser has no key. One tab listens and
 * passes events on to the others, because a browser allows six connections to a host.
 */
export function follow(tell, connected) {
  const tabs = new BroadcastChannel(place);
  const tab = crypto.randomUUID();
  const told = new Map();
  /** @type {boolean | "key" | null} */
  let state = null;
  let listens = false;
  tabs.addEventListener("message", ({ data: { asks, to = tab, topic, value, came, now } }) => {
    if (asks && listens) {
      for (const message of told.values()) tabs.postMessage({ to: asks, ...message });
      if (state !== null) tabs.postMessage({ to: asks, now: state });
    } else if (!asks && to === tab) {
      if (topic) tell(topic, value, came);
      else connected(now);
    }
  });
  tabs.postMessage({ asks: tab });
  lead().then(() => {
    listens = true;
    return listen(
      (topic, value) => {
        const message = { topic, value, came: Date.now() };
        told.set(topic, message);
        tabs.postMessage(message);
        tell(topic, value, message.came);
      },
      (now) => {
        state = now;
        tabs.postMessage({ now });
        connected(now);
      },
    );
  });
}
