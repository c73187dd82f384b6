/*
 * A worker: it loads the module and exchanges messages with it. The first worker compiles the module, and the others
 * get it from the page.
 */

"use strict";

let module;
let turn = 0;
const encoder = new TextEncoder();
const decoder = new TextDecoder();
/* Turns are taken between messages: a message to itself arrives after those that wait. */
const next = new MessageChannel();
next.port1.onmessage = () => hear({ to: "turn" });

const bytesAt = (at, length) => new Uint8Array(module.memory.buffer, at, length);
const textAt = (at, length) => decoder.decode(bytesAt(at, length));

const page = {
  now: () => performance.timeOrigin + performance.now(),
  random: (at, length) => crypto.getRandomValues(bytesAt(at, length)),
  post(text, length, bytes, count) {
    const told = JSON.parse(textAt(text, length));
    postMessage(count ? { ...told, bytes: bytesAt(bytes, count).slice() } : told);
  },
  fail: (text, length) => postMessage({ tell: "fail", why: textAt(text, length) }),
};

function put(bytes) {
  const at = module.room(bytes.length);
  bytesAt(at, bytes.length).set(bytes);
  return [at, bytes.length];
}

function hear({ bytes = new Uint8Array(), ...message }) {
  clearTimeout(turn);
  const due = module.hear(...put(encoder.encode(JSON.stringify(message))), ...put(bytes));
  if (due === 0) next.port2.postMessage(null);
  else if (due > 0) turn = setTimeout(hear, due, { to: "turn" });
}

/* Messages that arrive before the module wait in order. */
const waiting = [];
let heard = (message) => void waiting.push(message);

async function begin(compiled) {
  module = (await WebAssembly.instantiate(compiled, { page })).exports;
  module.begin();
  heard = hear;
  waiting.forEach(hear);
}

async function compile() {
  try {
    return await WebAssembly.compileStreaming(fetch("./rival.wasm"));
  } catch {
    /* The server sent another content type. */
    return WebAssembly.compile(await (await fetch("./rival.wasm")).arrayBuffer());
  }
}

async function beFirst() {
  const compiled = await compile();
  postMessage({ tell: "module", module: compiled });
  await begin(compiled);
}

onmessage = ({ data }) => (data instanceof WebAssembly.Module ? begin(data) : heard(data));
if (globalThis.name === "first") beFirst().catch((error) => postMessage({ tell: "fail", why: String(error) }));
