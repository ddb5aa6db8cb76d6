import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LARGEST_FILE } from "../../files";
import { keepFile, keepPlace, keptFile } from "./kept";

beforeEach(() => history.replaceState(null, ""));
afterEach(() => sessionStorage.clear());

async function octets(blob: Blob | undefined): Promise<number[]> {
  return [...new Uint8Array((await blob?.arrayBuffer()) ?? [])];
}

describe("a file that is open", () => {
  it("is there again, octet by octet, with its game and its moment", async () => {
    const data = new Blob([new Uint8Array([0, 255, 128, 10])]);
    await keepFile("one", data);
    keepPlace("one", 3, 17);
    const kept = keptFile();
    expect(kept).toMatchObject({ key: "one", index: 3, at: 17 });
    expect(await octets(kept?.data)).toEqual([0, 255, 128, 10]);
  });

  it("belongs to its own entry of the history", async () => {
    await keepFile("one", "(;GM[1])");
    history.replaceState(null, "");
    expect(keptFile()).toBeNull();
    history.replaceState({ record: "another" }, "");
    expect(keptFile()).toBeNull();
  });

  it("fits in as large as the server takes it", async () => {
    await keepFile("one", new Blob([new Uint8Array(LARGEST_FILE)]));
    expect(keptFile()?.data.size).toBe(LARGEST_FILE);
  });

  it("is not kept where there is no room, and nothing is lost by that", async () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    await keepFile("one", "(;GM[1])");
    keepPlace("one", 0, 1);
    expect(keptFile()).toBeNull();
  });

  it("is read with care where something else wrote there", async () => {
    await keepFile("one", "(;GM[1])");
    sessionStorage.setItem("tengen.review.place", '{"key":"one","index":-1,"at":"x"}');
    expect(keptFile()).toMatchObject({ index: 0, at: 0 });
    sessionStorage.setItem("tengen.review.file", "{");
    expect(keptFile()).toBeNull();
  });
});
