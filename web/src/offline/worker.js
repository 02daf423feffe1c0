// Keeps the whole page in the browser, so that it opens without a network after the first visit. FILES and VERSION
// are filled in by the build: a new version has new files, and is taken at the next visit.
const FILES = __FILES__;
const VERSION = __VERSION__;
/** What `fracas serve` answers beside the page is asked of it. */
const SERVER = /^\/(api|login|healthz|metrics)(\/|$)/;
const CACHE = `fracas-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("fracas-") && name !== CACHE);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

// What is kept is taken: files have their contents in their names, and a new version of the page brings a new
// version of this file, which every visit asks for.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin || SERVER.test(url.pathname)) return;
  const asked = request.mode === "navigate" ? new URL("./", self.location.href).href : request;
  event.respondWith(caches.match(asked, { ignoreSearch: true }).then((kept) => kept ?? fetch(request)));
});
