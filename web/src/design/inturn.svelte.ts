// Parts of a room that come one after another, each after a frame: nobody waits for all of them to see the first.

export class InTurn {
  /** How many may stand there by now. */
  ready = $state(0);

  /** Made where a component is; `of` tells how many there are. */
  constructor(of: () => number) {
    const all = $derived(of());
    $effect(() => {
      // Those that left come in turn again.
      if (this.ready > all) this.ready = all;
      if (this.ready === all) return;
      let part: ReturnType<typeof setTimeout>;
      const frame = requestAnimationFrame(() => (part = setTimeout(() => this.ready++)));
      return () => (cancelAnimationFrame(frame), clearTimeout(part));
    });
  }
}
