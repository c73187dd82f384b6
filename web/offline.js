/* Stores all files of the page together for use without a network. */

"use strict";

/* scripts/web inserts the digest of all files, and their names. */
const VERSION = "rival VERSION";
const FILES = [];
const own = `${VERSION} ${self.registration.scope}`;

self.addEventListener("install", (event) => {
  const asked = FILES.map((name) => new Request(name, { cache: "reload" }));
  event.waitUntil(caches.open(own).then((cache) => cache.addAll(asked)));
});

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
    const found = await (await caches.open(own)).match(event.request, { ignoreSearch: true });
    return found ?? fetch(event.request);
  };
  event.respondWith(kept());
});
