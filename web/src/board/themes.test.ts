// @vitest-environment node
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const css = readFileSync(join(import.meta.dirname, "board.css"), "utf8");

function variables(theme: string): Set<string> {
  const block = css.match(new RegExp(`\\[data-board-theme="${theme}"\\] \\{([^}]*)\\}`))?.[1] ?? "";
  return new Set(block.match(/--[\w-]+(?=:)/g));
}

describe("the style sheet of boards", () => {
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
