/** Addresses of our own pages, to be sent to others. */
import type { ColorName } from "../api/types";

/** The whole address of a page of ours. */
export function pageLink(path: string): string {
  const url = new URL(window.location.href);
  url.hash = `#${path}`;
  return url.href;
}

/** The same page of ours under another address, which ends in `/`. */
export function linkFrom(address: string, path: string): string {
  return `${address}#${path}`;
}

export function gamePath(id: string): string {
  return `/game/${encodeURIComponent(id)}`;
}

/** The rules of a game, by its name. */
export function rulesPath(name: string): string {
  return `/rules/${encodeURIComponent(name)}`;
}

export function reviewPath(id: string): string {
  return `/review/${encodeURIComponent(id)}`;
}

export function joinPath(id: string, seat: ColorName, invite: string): string {
  return `/join/${encodeURIComponent(id)}/${seat}/${encodeURIComponent(invite)}`;
}

/** The endings of the records that can be opened. */
export const RECORD_ENDINGS = ".json,.jsonl,.sgf,.ggf,.wtb,.txt,.psq";

/** Put a text where it can be pasted from. False where the browser does not let us. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // not a secure page, or not allowed
  }
}

/** What a file of this game is called: "tengen-go-2026-01-31.sgf". */
export function fileName(gameType: string, ext: string, now = new Date()): string {
  const day = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}-${String(now.getDate()).padStart(2, "0")}`;
  return `tengen-${gameType.toLowerCase()}-${day}.${ext}`;
}
