// @vitest-environment node
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const css = ["themes.css", "board.css"]
  .map((name) => readFileSync(join(import.meta.dirname, name), "utf8"))
  .join("\n");

function variables(theme: string): Set<string> {
  const blocks = css.matchAll(new RegExp(`\\[data-board-theme="${theme}"\\] \\{([^}]*)\\}`, "g"));
  return new Set([...blocks].flatMap((block) => block[1]?.match(/--[\w-]+(?=:)/g) ?? []));
}

describe("the style sheets of boards", () => {
  const isOptional = (name: string) => name.startsWith("--board-grain") || name === "--board-line-opacity";

  it.each(["paper", "dark", "contrast", "print"])("says in %s all that it says in wood", (theme) => {
    const needed = [...variables("wood")].filter((name) => !isOptional(name));
    expect(needed.length).toBeGreaterThan(30);
    expect([...variables(theme)].sort()).toEqual(needed.sort());
  });

  it("fetches nothing", () => {
    expect(css).not.toMatch(/url\(|@import/);
  });
});
