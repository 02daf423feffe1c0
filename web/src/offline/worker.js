// Keeps the whole page in the browser, so that it opens without a network after the first visit. FILES and VERSION
// are filled in by the build: a new version has new files, and is taken at the next visit.
const FILES = __FILES__;
const VERSION = __VERSION__;
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

// The page itself is asked of the network first: whoever is online sees the newest. All else has its contents in
// its name, and what is kept is right.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) return;
  const kept = () => caches.match(request, { ignoreSearch: true });
  if (request.mode === "navigate") {
    const page = () => caches.match(new URL("./index.html", self.location.href).href);
    event.respondWith(fetch(request).catch(async () => (await page()) ?? Response.error()));
    return;
  }
  event.respondWith(kept().then((found) => found ?? fetch(request)));
});
