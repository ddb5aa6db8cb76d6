/**
 * The file that is open in this tab, kept so that it is there again after a reload, and when one comes back to it. It
 * stays in the browser and goes with the tab; one file at a time, as large as the server takes them.
 */
import type { FileData } from "../../api/rest";

const FILE = "tengen.review.file";
const PLACE = "tengen.review.place";

export interface KeptFile {
  key: string;
  data: Blob;
  /** Which game of it. */
  index: number;
  /** Which moment of the game. */
  at: number;
}

/** Keep a file for this entry of the browser's history. Does nothing where there is no room for it. */
export async function keepFile(key: string, data: FileData): Promise<void> {
  const octets = new Uint8Array(await new Blob([data]).arrayBuffer());
  try {
    sessionStorage.setItem(FILE, JSON.stringify({ key, data: base64(octets) }));
    history.replaceState({ ...history.state, record: key }, "");
  } catch {
    sessionStorage.removeItem(FILE); // full, or forbidden: then a reload asks for the file again
  }
}

/** Where one is in the file of this key. */
export function keepPlace(key: string, index: number, at: number): void {
  try {
    sessionStorage.setItem(PLACE, JSON.stringify({ key, index, at }));
  } catch {
    // As above.
  }
}

/** The file that belongs to this entry of the history; null where there is none. */
export function keptFile(): KeptFile | null {
  const key: unknown = history.state?.record;
  try {
    const file = JSON.parse(sessionStorage.getItem(FILE) ?? "null");
    if (typeof key !== "string" || file?.key !== key) {
      return null;
    }
    const place = JSON.parse(sessionStorage.getItem(PLACE) ?? "null");
    const isHere = place?.key === key;
    return {
      key,
      data: new Blob([octetsOf(file.data)]),
      index: isHere ? count(place.index) : 0,
      at: isHere ? count(place.at) : 0,
    };
  } catch {
    return null; // not ours, or not whole
  }
}

function count(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}

const CHUNK = 0x8000;

function base64(octets: Uint8Array): string {
  let text = "";
  for (let at = 0; at < octets.length; at += CHUNK) {
    text += String.fromCharCode(...octets.subarray(at, at + CHUNK));
  }
  return btoa(text);
}

function octetsOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (octet) => octet.charCodeAt(0));
}
