// @vitest-environment node
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

/** The colours of the block that begins with this selector. */
function colorsOf(selector: string): Record<string, string> {
  const block = css.slice(css.indexOf(selector)).split("}")[0] ?? "";
  return Object.fromEntries(
    Array.from(block.matchAll(/--tg-([\w-]+): (#[0-9a-f]{6});/g), ([, name, color]) => [name, color]),
  );
}

function luminance(color: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one = "", two = ""): number {
  const [dark, light] = [luminance(one), luminance(two)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const light = colorsOf(":root {");
const dark = colorsOf(':root[data-page-theme="dark"] {');
const grounds = ["ground", "raised", "hover"];

describe.each([
  ["light", light],
  ["dark", dark],
])("the %s page", (_, colors) => {
  it.each(["ink", "muted", "accent", "accent-strong", "danger"])(
    "has %s that can be read on every ground",
    (name) => {
      for (const ground of grounds) {
        expect(contrast(colors[name], colors[ground])).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it("has text that can be read on the accent and on its soft tone", () => {
    expect(contrast(colors["on-accent"], colors.accent)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colors["on-accent"], colors["accent-strong"])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colors["accent-strong"], colors["accent-soft"])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colors.danger, colors["danger-soft"])).toBeGreaterThanOrEqual(4.5);
  });

  it("has stones as signs that nobody takes for the other, whatever they lie on", () => {
    const { "stone-black": black, "stone-white": white, "stone-edge": edge } = light;
    const under =
      colors["stone-board"] === undefined ? grounds.map((name) => colors[name]) : [colors["stone-board"]];
    for (const board of under) {
      expect(contrast(edge, board)).toBeGreaterThanOrEqual(3);
      expect(contrast(black, board)).toBeGreaterThanOrEqual(7);
    }
    expect(contrast(black, white)).toBeGreaterThanOrEqual(15);
  });

  it("has edges and focus rings that can be seen", () => {
    for (const ground of grounds) {
      expect(contrast(colors.edge, colors[ground])).toBeGreaterThanOrEqual(3);
      expect(contrast(colors.focus, colors[ground])).toBeGreaterThanOrEqual(3);
    }
  });
});

it("looks the same whether dark was chosen or is the system's wish", () => {
  expect(colorsOf(':root:not([data-page-theme="light"]) {')).toEqual(dark);
});

it("has the grounds of the design", () => {
  expect([light.ground, dark.ground]).toEqual(["#faf8f4", "#16181b"]);
});
