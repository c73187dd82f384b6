/*
 * Starts the worker of this page's desk while the rest is still being loaded. It fetches and compiles the engine, and
 * passes it to the other workers. The tab that has the lock has the engine; when it is closed another tab takes over.
 */

"use strict";

/** The name that tabs of this page share. Other pages on the same host have other names. */
const Place = `rival ${new URL(".", document.baseURI).pathname}`;
/** The first worker, and its compiled engine for further workers. */
function first() {
  const worker = new Worker("./worker.js", { name: "first" });
  /** @type {Promise<WebAssembly.Module>} */
  const module = new Promise((resolve, reject) => {
    const hear = ({ data }) => {
      if (data.tell === "module") resolve(data.module);
      else if (data.tell === "fail") reject(new Error(data.why));
      else return;
      worker.removeEventListener("message", hear);
    };
    worker.addEventListener("message", hear);
  });
  return { worker, module };
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
