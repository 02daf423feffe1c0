/** What the page has to say in passing, with what may be done about it. */
export interface Notice {
  id: number;
  text: string;
  /** `Undo`, and what it does. */
  action?: { label: string; run: () => void };
}

export const notices = $state<Notice[]>([]);
let next = 1;

export function notify(text: string, action?: Notice["action"]): void {
  const id = next++;
  notices.push(action ? { id, text, action } : { id, text });
  setTimeout(() => dismiss(id), action ? 12_000 : 6_000);
}

export function dismiss(id: number): void {
  const at = notices.findIndex((notice) => notice.id === id);
  if (at >= 0) notices.splice(at, 1);
}
