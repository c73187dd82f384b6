/* A worker: the module, and messages to and from it. It comes compiled from the page, with the first message. */

"use strict";

let module;
let turn = 0;
const encoder = new TextEncoder();
const decoder = new TextDecoder();
/* Turns are taken between messages: a message to itself comes behind those that wait. */
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

onmessage = async ({ data }) => {
  /* Messages that come meanwhile wait in their order. */
  const waiting = [];
  onmessage = ({ data }) => waiting.push(data);
  module = (await WebAssembly.instantiate(data, { page })).exports;
  module.begin();
  onmessage = ({ data }) => hear(data);
  for (const message of waiting) hear(message);
};
