// The tokens as a canvas needs them: the colours that the theme has now.
const NAMES = [
  "paper", "sheet", "raised", "ink", "soft", "rule", "edge", "first", "second", "neither", "on-side",
  "ground", "growth", "wood", "water", "stone", "floor", "road", "wall", "fire", "smoke", "contour",
] as const;
export type Colour = (typeof NAMES)[number];
export type Palette = Record<Colour, string> & { sans: string; dark: boolean };

/** Reads the tokens where an element stands. */
export function paletteOf(element: Element): Palette {
  const probes = NAMES.map((name) => {
    const probe = document.createElement("span");
    probe.hidden = true;
    probe.style.color = `var(--${name})`;
    return probe;
  });
  // All of them at once: the browser works out their styles once.
  element.append(...probes);
  const colours = Object.fromEntries(NAMES.map((name, i) => [name, getComputedStyle(probes[i]!).color])) as Record<Colour, string>;
  const sans = getComputedStyle(element).getPropertyValue("--sans") || "sans-serif";
  for (const probe of probes) probe.remove();
  return { ...colours, sans, dark: brightness(colours.paper) < 128 };
}

function brightness(colour: string): number {
  const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return 0.3 * r + 0.59 * g + 0.11 * b;
}

/** The same colour, see-through. */
export const faint = (colour: string, alpha: number): string => `color-mix(in srgb, ${colour} ${Math.round(alpha * 100)}%, transparent)`;

/** Calls back when the theme changes; gives back what ends that. */
export function onTheme(changed: () => void): () => void {
  const query = matchMedia("(prefers-color-scheme: dark)");
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "style", "class"] });
  query.addEventListener("change", changed);
  return () => {
    observer.disconnect();
    query.removeEventListener("change", changed);
  };
}
