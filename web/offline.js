/* Stores all files of the page together for use without a network. */

"use strict";

/* scripts/web fills in the digest of all files, and their names with the digest of each. */
const VERSION = "rival VERSION";
const FILES = {};
const own = `${VERSION} ${self.registration.scope}`;

/** The SHA-256 of a response. */
async function digestOf(response) {
  const bytes = await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer());
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * A file of this version: the browser has most of them since the page was opened, and others come from the server.
 * While a new version is copied there, a file may have another one: the browser then installs this worker later.
 */
async function fetched([name, digest]) {
  for (const cache of ["force-cache", "reload"]) {
    const response = await fetch(name, { cache });
    if (response.ok && (await digestOf(response)) === digest) return response;
  }
  throw new Error(`${name}: another version`);
}

async function keepAll() {
  const cache = await caches.open(own);
  for (const file of Object.entries(FILES)) {
    await cache.put(file[0], await fetched(file));
  }
}

/** A path as a pattern that only it matches. */
const patternOf = (path) => new URLPattern({ pathname: path.replace(/[\\+*?:{}()]/g, "\\$&"), search: "" });

/** Where the browser can, it finds the files without waiting for this worker to start. */
async function route(event) {
  if (!event.addRoutes) return;
  const paths = Object.keys(FILES).map((name) => new URL(name, self.registration.scope).pathname);
  const source = { cacheName: own };
  await event.addRoutes(paths.map((path) => ({ condition: { urlPattern: patternOf(path) }, source })));
}

self.addEventListener("install", (event) => event.waitUntil(Promise.all([route(event), keepAll()])));

self.addEventListener("activate", (event) => {
  const is_old = (name) => name.startsWith("rival ") && name.endsWith(` ${self.registration.scope}`) && name !== own;
  const clear = async () => {
    for (const name of await caches.keys()) if (is_old(name)) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(clear());
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const kept = async () => {
    const cache = await caches.open(own);
    const found = await cache.match(event.request, { ignoreSearch: true });
    const home = event.request.mode === "navigate" ? await cache.match("./") : null;
    return found ?? home ?? fetch(event.request);
  };
  event.respondWith(kept());
});
