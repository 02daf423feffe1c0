import { notify } from "../design/notices.svelte";

/** Copies a link, and says so. */
export async function copyText(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    notify("The link is copied.");
  } catch {
    notify("This browser does not let a page copy: select the link and copy it yourself.");
  }
}

/** Gives somebody a file. */
export function giveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A file name made of a battle's name. */
export function fileName(name: string, ending: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/[^\w\s-]/g, "")
    .trim()
    .replace(/[\s_]+/g, "-")
    .toLowerCase();
  return `${plain.slice(0, 60) || "battle"}.${ending}`;
}
