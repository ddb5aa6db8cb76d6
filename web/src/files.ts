/** Files in and out of the page: saving, picking, dropping. Reads no formats. */
import { fetchFile, Refused } from "./api/rest";

/** The most that the server takes. */
export const LARGEST_FILE = 1024 * 1024;

/** Save something as a file of this name. */
export function saveBlob(data: Blob, name: string): void {
  const url = URL.createObjectURL(data);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // a browser may still be reading it
}

/** Save what is at an address of ours. Throws Refused, and saves nothing, where the server refuses. */
export async function saveUrl(url: string, name: string): Promise<void> {
  saveBlob(await fetchFile(url), name);
}

/** Let the person pick a file; null when they do not. Throws Refused with TOO_LARGE. Call it from a click. */
export async function pickFile(accept = ""): Promise<File | null> {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = accept;
  input.hidden = true;
  document.body.append(input);
  try {
    const file = await new Promise<File | null>((resolve) => {
      input.addEventListener("change", () => resolve(input.files?.[0] ?? null), { once: true });
      input.addEventListener("cancel", () => resolve(null), { once: true });
      input.click();
    });
    return file === null ? null : checked(file);
  } finally {
    input.remove();
  }
}

/** Whether what hangs over the page is a file, so that the page may say that it can be dropped. */
export function hasFile(event: { dataTransfer: DataTransfer | null }): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

/** The file that was dropped, the first of several; null for anything else. Throws Refused with TOO_LARGE. */
export function droppedFile(event: { dataTransfer: DataTransfer | null }): File | null {
  const file = event.dataTransfer?.files[0];
  return file === undefined ? null : checked(file);
}

/** The file again. Throws Refused with TOO_LARGE for one that the server would not take. */
export function checked(file: File): File {
  if (file.size > LARGEST_FILE) {
    throw new Refused("TOO_LARGE", `"${file.name}" is larger than 1 MiB.`, 413);
  }
  return file;
}
