/* The worker of this page's desk, begun while the rest is still being loaded: it fetches and compiles the engine, and the
   other workers get that from it. Whichever tab has the lock has the engine; it goes to another one when that is closed. */

"use strict";

/** The name that tabs of this page share: other pages of the same host have others. */
const Place = `rival ${new URL(".", document.baseURI).pathname}`;
/** With the engine that it has compiled, for further workers. */
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

/* One that is not needed soon, as another tab has the engine, goes. */
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
