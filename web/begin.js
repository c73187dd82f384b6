/*
 * Starts the worker of this page's desk while the rest is still being loaded. It fetches the engine and its data, and
 * passes them to the other workers. The tab that has the lock has the engine; when it is closed another tab takes over.
 */

"use strict";

/** The name that tabs of this page share. Other pages on the same host have other names. */
const Place = `rival ${new URL(".", document.baseURI).pathname}`;
/** The files of learned numbers beside the engine: scripts/web fills in their names. @type {string[]} */
const DATA = [];

/* The scripts of the page are there, and it has been told. */
let isOpen = false;
window.addEventListener("opened", () => (isOpen = true));

/** With the engine that it has compiled and the data that it has loaded, for further workers. */
function first() {
  const worker = new Worker("./worker.js");
  /* The board and the rules come first, unless all files are kept here. */
  const load = () => worker.postMessage({ to: "load" });
  if (isOpen || navigator.serviceWorker?.controller) load();
  else window.addEventListener("opened", load, { once: true });
  /** The message of this kind, and of the file of this name. */
  function message(kind, name = "") {
    return new Promise((resolve, reject) => {
      const hear = ({ data }) => {
        if (data.tell === "fail") reject(new Error(data.why));
        else if (data.tell === kind && (data.name ?? "") === name) resolve(data);
        else return;
        worker.removeEventListener("message", hear);
      };
      worker.addEventListener("message", hear);
    });
  }
  worker.addEventListener("message", ({ data: { tell, part } }) => {
    if (tell === "loading") window.dispatchEvent(new CustomEvent("loading", { detail: part }));
  });
  /** @type {Promise<WebAssembly.Module>} */
  const module = message("module").then(({ module }) => module);
  /* Of a worker that has failed too early, others get the data all the same. */
  const fetched = async (name) => ({ name, bytes: new Uint8Array(await (await fetch(`./${name}`)).arrayBuffer()) });
  const data = Promise.all(DATA.map((name) => message("data", name).catch(() => fetched(name))));
  return { worker, module, data };
}

/* A worker that is not needed soon is ended, because another tab has the engine. */
const spare = first();
let isSpare = true;
const unneeded = setTimeout(() => {
  isSpare = false;
  spare.worker.terminate();
}, 5000);
/** @type {Promise<ReturnType<typeof first>>} */
const Begun = new Promise((resolve) => {
  navigator.locks.request(`${Place}-events`, () => {
    clearTimeout(unneeded);
    resolve(isSpare ? spare : first());
    return new Promise(() => {});
  });
});
