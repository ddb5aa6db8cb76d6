/** The step of the build that leaves out of the shared texts what only commands, the window and the terminal say. */
import type { Plugin } from "vite";

const TEXTS = /\/tengen\/texts\/\w+\.json$/;
const ELSEWHERE = /^(?:console|user|sitting|desktop|terminal)\./;

export function pageTexts(): Plugin {
  return {
    name: "tengen-texts",
    enforce: "pre",
    transform(code, id) {
      if (!TEXTS.test(id)) {
        return null;
      }
      const texts = Object.entries(JSON.parse(code) as Record<string, string>);
      const said = texts.filter(([key]) => !ELSEWHERE.test(key));
      return { code: JSON.stringify(Object.fromEntries(said)), map: null };
    },
  };
}
