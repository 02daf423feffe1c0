/** Keeps the page for days without a network; a browser that has no such thing goes without. */
export function keepOffline() {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  // Not now: the page and its engine come first.
  addEventListener("load", () => {
    navigator.serviceWorker.register("./sw.js").catch(() => {});
  });
}
