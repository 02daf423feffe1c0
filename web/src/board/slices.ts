// Long work of the main thread, cut into slices that leave room for a frame and for whoever presses a key.

/** Milliseconds of a slice; what it paints is put on the canvas after it, which takes three times as long. */
const SLICE = 4;

/** Works through the steps, beginning so many milliseconds from now. What it gives back breaks it off. */
export function inSlices(steps: Iterator<void>, wait: number): () => void {
  const slice = (): void => {
    const end = performance.now() + SLICE;
    while (performance.now() < end) if (steps.next().done) return;
    next = setTimeout(slice);
  };
  let next = setTimeout(slice, wait);
  return () => clearTimeout(next);
}
