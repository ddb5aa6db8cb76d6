import { afterEach, describe, expect, test, vi } from "vitest";
import { answerCalls, refusing } from "./api/fakes";
import { droppedFile, hasFile, LARGEST_FILE, pickFile, saveBlob, saveUrl } from "./files";

const small = new File(["(;GM[1])"], "game.sgf");
const large = new File([new Uint8Array(LARGEST_FILE + 1)], "all.sgf");

/** What the browser was asked to save, by name. */
function watchSaving(): { saved: Map<string, Blob> } {
  const blobs: Blob[] = [];
  const saved = new Map<string, Blob>();
  URL.createObjectURL = (blob) => `blob:${blobs.push(blob as Blob) - 1}`;
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs[Number(this.href.split(":")[1])];
    if (blob !== undefined) {
      saved.set(this.download, blob);
    }
  });
  return { saved };
}

/** What the person does with the dialogue. */
function dialogue(answer: (input: HTMLInputElement) => void): void {
  vi.spyOn(HTMLInputElement.prototype, "click").mockImplementation(function (this: HTMLInputElement) {
    answer(this);
  });
}

function choosing(file: File) {
  return (input: HTMLInputElement) => {
    Object.defineProperty(input, "files", { value: [file] });
    input.dispatchEvent(new Event("change"));
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
  expect(document.body.children).toHaveLength(0);
});

describe("saving", () => {
  test("gives the file its name", async () => {
    const { saved } = watchSaving();
    saveBlob(new Blob(["abc"]), "notes.txt");
    expect(await saved.get("notes.txt")?.text()).toBe("abc");
  });

  test("takes what is at an address, or says why not", async () => {
    const { saved } = watchSaving();
    answerCalls(() => new Response("(;GM[1])"));
    await saveUrl("http://localhost/api/game/g/record.sgf", "g.sgf");
    expect(saved.has("g.sgf")).toBe(true);
    answerCalls(refusing("NO_SUCH_GAME", 404));
    await expect(saveUrl("http://localhost/x", "x.sgf")).rejects.toMatchObject({ code: "NO_SUCH_GAME" });
    expect(saved.has("x.sgf")).toBe(false);
  });
});

describe("picking", () => {
  test("gives the file", async () => {
    dialogue(choosing(small));
    expect(await pickFile(".sgf")).toBe(small);
  });

  test("gives nothing where the person changes their mind", async () => {
    dialogue((input) => input.dispatchEvent(new Event("cancel")));
    expect(await pickFile()).toBeNull();
  });

  test("refuses a file that the server would not take", async () => {
    dialogue(choosing(large));
    await expect(pickFile()).rejects.toMatchObject({ code: "TOO_LARGE" });
  });
});

test("what is dropped is a file of the right size, or nothing", () => {
  const drop = (...files: File[]) => ({
    dataTransfer: { files, types: files.length > 0 ? ["Files"] : ["text/plain"] } as unknown as DataTransfer,
  });
  expect(droppedFile(drop(small))).toBe(small);
  expect(droppedFile(drop())).toBeNull();
  expect(droppedFile({ dataTransfer: null })).toBeNull();
  expect(() => droppedFile(drop(large))).toThrow("larger than 1 MiB");
  expect(hasFile(drop(small))).toBe(true);
  expect(hasFile(drop())).toBe(false);
});
