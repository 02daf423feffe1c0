// Why those who decide by themselves did what comes in this moment: events of a battle that carry a reason.
export interface Reason {
  unit: string;
  why: string;
}

export function reasonsOf(happened: readonly unknown[] | undefined): Reason[] {
  return (happened ?? []).filter(
    (event): event is Reason =>
      typeof event === "object" && event !== null && "event" in event && event.event === "decided" &&
      "unit" in event && typeof event.unit === "string" && "why" in event && typeof event.why === "string",
  );
}
