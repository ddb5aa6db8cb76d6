import { describe, expect, it } from "vitest";
import { linkFrom } from "../../sitting/links";
import { drawn } from "../../ui/QrCode";
import { isLoopback } from "./useReach";

describe("a link to give away", () => {
  it("works on this machine only where the page was opened by a loopback name", () => {
    for (const name of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]"]) {
      expect([name, isLoopback(name)]).toEqual([name, true]);
    }
    for (const name of ["192.168.1.5", "play.example", "127.evil.example", "localhost.example", ""]) {
      expect([name, isLoopback(name)]).toEqual([name, false]);
    }
  });

  it("is the same place under another address", () => {
    expect(linkFrom("http://192.168.1.5:8000/go/", "/join/a/WHITE/b")).toBe(
      "http://192.168.1.5:8000/go/#/join/a/WHITE/b",
    );
  });

  it("is drawn as a QR code with its quiet edge, and the three eyes of one", () => {
    const { size, path } = drawn("http://192.168.1.5:8000/#/join/abc/WHITE/def");
    expect(size).toBeGreaterThan(21 + 8);
    // The upper edges of the upper left and the upper right eye.
    expect(path).toContain("M4 4h7v1H4z");
    expect(path).toContain(`M${size - 11} 4h7v1H${size - 11}z`);
    expect(path).not.toMatch(/M[0-3] |M\d+ [0-3]h/);
  });
});
