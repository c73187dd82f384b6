/* A worker: the module, its data, and messages to and from it. The first one loads and compiles them; the others get them
   from the page. */

"use strict";

/* scripts/web fills in the sizes of these files, in the order in which they are needed. */
const SIZES = {};
const [ENGINE, ...DATA] = Object.keys(SIZES);
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

/** Requests of the desk that need no data, or that come only when a game has what it needs. */
const LIGHT = [
  ...["hello", "xot", "games", "game", "repertoire", "share", "pack"],
  ...["undo", "resign", "close", "leave", "stop-study"],
];
/* Somebody was here before: the desk goes on with a game or with long work, which need data. */
let isKnown = false;
/* The values of the moves are shown during a game, and come from the last file. */
let showsValues = false;

/* The files that an opponent like people needs: in the opening, and later. The last one is the network. */
const [OPENING, ALL_LIKE_PEOPLE] = [2, 4];
/** Up to here the answer to a person's move needs only the opening's files: it looks at most nine plies ahead. */
const LAST_OPENING = 5;

/** The number of files of data that must be there before a message. */
function filesNeeded({ to, name, hands, ask, bytes }) {
  if (to === "put" && name === "settings.json") showsValues = /"hints":\s*true/.test(decoder.decode(bytes));
  if (to === "put" && name !== "settings.json") isKnown = true;
  if (to === "open") return !hands || isKnown ? DATA.length : 0;
  if (to !== "ask") return ["work", "file", "bring"].includes(to) ? DATA.length : 0;
  if (ask.do === "settings") return (showsValues = ask.hints) ? DATA.length : 0;
  if (ask.do === "move") return ask.ply > LAST_OPENING ? ALL_LIKE_PEOPLE : 0;
  if (LIGHT.includes(ask.do)) return 0;
  if (showsValues || !(ask.do === "place" || isLikePeople(ask.who))) return DATA.length;
  return ask.start ? ALL_LIKE_PEOPLE : OPENING;
}

/** True for an opponent that needs no network. */
function isLikePeople(who) {
  return ["strength", "rival", "agent"].includes(who?.kind) || who?.name?.startsWith("people-");
}

/* Messages wait in their order: for the module, or for the data that they need. */
const waiting = [];
const arrived = new Set();

function hearWaiting() {
  while (module && waiting.length && arrived.size >= filesNeeded(waiting[0])) hear(waiting.shift());
}

/** Takes data in, ahead of what waits. */
function takeIn(message) {
  hear(message);
  arrived.add(message.name);
  hearWaiting();
}

/* Data that has come before the module. */
const early = [];

async function begin(compiled) {
  module = (await WebAssembly.instantiate(compiled, { page })).exports;
  module.begin();
  early.forEach(takeIn);
  hearWaiting();
}

onmessage = ({ data }) => {
  if (data instanceof WebAssembly.Module) {
    begin(data);
  } else if (data.to === "load") {
    loadAll().catch((error) => postMessage({ tell: "fail", why: String(error) }));
  } else if (data.to === "data") {
    if (module) takeIn(data);
    else early.push(data);
  } else {
    waiting.push(data);
    hearWaiting();
  }
};

let done = 0;

/** Loads a file, and tells how much of all of them is there. */
async function load(name) {
  const whole = Object.values(SIZES).reduce((sum, size) => sum + size);
  const { body } = await fetch(`./${name}`);
  const count = new TransformStream({
    transform(piece, control) {
      done += piece.length;
      postMessage({ tell: "loading", part: done / whole });
      control.enqueue(piece);
    },
  });
  return new Response(body.pipeThrough(count), { headers: { "content-type": "application/wasm" } });
}

/** Loads a file of data. */
const loadBytes = async (name) => new Uint8Array(await (await load(name)).arrayBuffer());

/** The first worker loads the engine and its data, for itself and for the others. */
async function loadAll() {
  /* The first move needs these files as well as the engine. */
  const opening = DATA.slice(0, OPENING).map(loadBytes);
  const compiled = await WebAssembly.compileStreaming(load(ENGINE));
  postMessage({ tell: "module", module: compiled });
  await begin(compiled);
  for (const [at, name] of DATA.entries()) {
    const bytes = await (opening[at] ?? loadBytes(name));
    postMessage({ tell: "data", name, bytes });
    takeIn({ to: "data", name, bytes });
  }
}
