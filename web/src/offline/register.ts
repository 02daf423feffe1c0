/** Keeps the page for days without a network; a browser that has no such thing goes without. */
export function keepOffline() {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const register = () => void navigator.serviceWorker.register("./sw.js").catch(() => {});
  // Not now: the page and its engine come first. They may have come already.
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}
