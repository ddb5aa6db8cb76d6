/** Every word that the page says is there in every language. */
import sharedEn from "@texts/en.json";
import sharedZh from "@texts/zh.json";
import { describe, expect, test } from "vitest";
import openapi from "../api/openapi.json";
import { PAGE_CODES } from "../api/rest";
import pageEn from "./en.json";
import { wordsOf } from "./useWords";
import { browserLanguage, fill, say } from "./words";
import pageZh from "./zh.json";

const LANGUAGES = ["en", "zh"] as const;
const PAGE: Record<string, Record<string, string>> = { en: pageEn, zh: pageZh };
const ALL: Record<string, Record<string, string>> = {
  en: { ...sharedEn, ...pageEn },
  zh: { ...sharedZh, ...pageZh },
};

const SOURCES = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.{ts,tsx}", "!../api/*.d.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Every `name` that a pattern finds in the sources, with the file it is in. */
function found(pattern: RegExp): { key: string; file: string }[] {
  return Object.entries(SOURCES).flatMap(([file, text]) =>
    Array.from(text.matchAll(pattern), (match) => ({ key: match[1] ?? "", file })),
  );
}

function places(text: string): string[] {
  return Array.from(text.matchAll(/\{(\w+)\}/g), (match) => match[1] ?? "").sort();
}

/** The sources that use words of which a language has none. */
function missing(
  used: { key: string; file: string }[],
  isThere: (key: string, table: object) => boolean,
): string[] {
  const lines = LANGUAGES.flatMap((language) =>
    used
      .filter(({ key }) => !isThere(key, ALL[language] ?? {}))
      .map(({ key, file }) => `${language}: ${key} in ${file}`),
  );
  return [...new Set(lines)];
}

describe("the page's tables", () => {
  test("count what comes after a number, in English", () => {
    const uncounted = Object.entries(pageEn).filter(([, text]) =>
      /\{\w+\} (?:points|discs|moves|games|stones|captures)\b/.test(text),
    );
    expect(uncounted).toEqual([]);
  });

  test("have the same keys", () => {
    expect(Object.keys(pageZh).sort()).toEqual(Object.keys(pageEn).sort());
  });

  test("have the same places to fill", () => {
    for (const [key, text] of Object.entries(pageEn)) {
      expect([key, places(PAGE.zh?.[key] ?? "")]).toEqual([key, places(text)]);
    }
  });

  test("leave nothing empty", () => {
    for (const language of LANGUAGES) {
      const empty = Object.entries(PAGE[language] ?? {}).filter(([, text]) => text === "");
      expect(empty).toEqual([]);
    }
  });
});

describe("what the sources say", () => {
  test("is in every language", () => {
    const used = found(/\bt\(\s*["'`]([^"'`$]+)["'`]/g);
    expect(missing(used, (key, table) => Object.hasOwn(table, key))).toEqual([]);
  });

  test("is in every language also where the key is put together", () => {
    const used = found(/\bt\(\s*`([^`$]+)\$\{/g);
    const begins = (key: string, table: object) => Object.keys(table).some((name) => name.startsWith(key));
    expect(missing(used, begins)).toEqual([]);
  });

  test("is in every language also where the key is only handed on", () => {
    const groups = new Set(Object.keys(pageEn).map((key) => key.split(".")[0]));
    const used = found(/["'`]([a-z]+(?:\.[a-z_]\w*)+)["'`]/g).filter(({ key, file }) => {
      const isFile = /\.(ts|tsx|css|json|svg|sgf|png)$/.test(key) || file.endsWith("vite.config.ts");
      return groups.has(key.split(".")[0]) && !isFile;
    });
    expect(missing(used, (key, table) => Object.hasOwn(table, key))).toEqual([]);
  });
});

describe("refusals", () => {
  const { ErrorCode, PeopleCode, ServerCode } = openapi.components.schemas;

  test.each([...ErrorCode.enum, ...PeopleCode.enum, ...ServerCode.enum, ...PAGE_CODES])(
    "%s has words",
    (code) => {
      for (const language of LANGUAGES) {
        expect(ALL[language]).toHaveProperty([`error.${code}`]);
      }
    },
  );
});

describe("a text", () => {
  test("is filled where there is something to fill in", () => {
    expect(fill("{a} and {b}", { a: 1 })).toBe("1 and {b}");
    expect(fill("{toString}")).toBe("{toString}");
  });

  test("has the word for one, or for several", () => {
    const text = "{count} {count|disc|discs}";
    expect([0, 1, 1.5, 2].map((count) => fill(text, { count }))).toEqual([
      "0 discs",
      "1 disc",
      "1.5 discs",
      "2 discs",
    ]);
    expect(fill(text, { count: "1" })).toBe("1 disc");
    expect(fill(text)).toBe(text);
    expect([1, 2].map((count) => wordsOf("en").t("game.points", { count }))).toEqual(["1 point", "2 points"]);
    expect(wordsOf("zh").t("game.discs", { count: 1 })).toBe("1 子");
  });

  test("is a game's own before everybody's, and the key where there is none", () => {
    expect(say("en", "phase.play", {}, { "phase.play": "Attack" })).toBe("Attack");
    expect(say("zh", "color.black")).toBe(sharedZh["color.black"]);
    expect(say("en", "no.such.key")).toBe("no.such.key");
    expect(say("en", "constructor")).toBe("constructor");
    expect(wordsOf("zh").told(null, { key: "status.play.black" })).toBe(sharedZh["status.play.black"]);
  });

  test("is in the first language of the browser that we speak", () => {
    expect(browserLanguage(["fr-FR", "zh-Hans-CN", "en"])).toBe("zh");
    expect(browserLanguage(["fr"])).toBe("en");
    expect(browserLanguage([])).toBe("en");
  });
});
