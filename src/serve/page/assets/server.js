/* The page's side of the server: requests, files, events. */

const PLACE = "rival-secret";
let secret = "";

/** What the server refuses, or that it is not there: `code` is one of those in texts.js. */
export class Refused extends Error {
  constructor(refusal) {
    super(refusal.error);
    this.code = refusal.error;
    this.detail = refusal;
  }
}

/** Takes the secret out of the address, and keeps it for reloads and other tabs. */
export function takeSecret() {
  const found = /^#([0-9a-f]{32})$/.exec(location.hash);
  try {
    if (found) localStorage.setItem(PLACE, found[1]);
    secret = found?.[1] ?? localStorage.getItem(PLACE) ?? "";
  } catch {
    secret = found?.[1] ?? "";
  }
  if (found) history.replaceState(null, "", location.pathname);
}

async function send(path, body, type) {
  let response;
  try {
    response = await fetch(path, { method: "POST", headers: { "content-type": type, "x-rival": secret }, body });
  } catch {
    throw new Refused({ error: "gone" });
  }
  if (response.status === 401) throw new Refused({ error: "secret" });
  if (response.status === 413) throw new Refused({ error: "large" });
  if (!response.ok) throw new Refused({ error: "failed", why: (await response.text()).trim() });
  const answer = await response.json();
  if (answer.refused) throw new Refused(answer.refused);
  return answer.ok;
}

/** Asks for something; `what` names it, see `Ask` in the server. */
export const ask = (what, fields = {}) => send("/api", JSON.stringify({ do: what, ...fields }), "application/json");

/** Opens a file of games; `names` is WTHOR's file of players, if it is at hand. */
export const openFile = (file, names = null) =>
  send(
    `/api/file?name=${encodeURIComponent(file.name)}${names ? `&names=${names.size}` : ""}`,
    names ? new Blob([names, file]) : file,
    "application/octet-stream",
  );

/**
 * Follows the server's topics for ever: `tell(topic, value)` for each that changes, `connected(true or false)` when the server is found or lost,
 * `connected("secret")` when it is another one than the page was opened with.
 */
export async function follow(tell, connected) {
  let pause = 250;
  for (;;) {
    let response = null;
    try {
      response = await fetch("/api/events", { headers: { "x-rival": secret } });
    } catch {
      /* Not there: below. */
    }
    if (response?.ok) {
      connected(true);
      pause = 250;
      try {
        await read(response.body.getReader(), tell);
      } catch {
        /* The connection broke: below. */
      }
      connected(false);
    } else {
      connected(response?.status === 401 ? "secret" : false);
    }
    await awake(pause);
    pause = Math.min(3000, pause * 1.6);
  }
}

/** Reads server-sent events. EventSource cannot send the secret, so this does what it would. */
async function read(reader, tell) {
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const events = text.split("\n\n");
    text = events.pop();
    for (const event of events) {
      const topic = /^event: (.*)$/m.exec(event)?.[1];
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (topic && data) tell(topic, JSON.parse(data));
    }
  }
}

/** Waits, but no longer than until somebody looks at the page again. */
function awake(time) {
  return new Promise((resolve) => {
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
  });
}
