/** The step of the build that leaves out of the shared texts what only commands on the host say. */
import type { Plugin } from "vite";

const TEXTS = /\/tengen\/texts\/\w+\.json$/;
const OF_COMMANDS = /^(?:console|user)\./;

export function pageTexts(): Plugin {
  return {
    name: "tengen-texts",
    enforce: "pre",
    transform(code, id) {
      if (!TEXTS.test(id)) {
        return null;
      }
      const texts = Object.entries(JSON.parse(code) as Record<string, string>);
      const said = texts.filter(([key]) => !OF_COMMANDS.test(key));
      return { code: JSON.stringify(Object.fromEntries(said)), map: null };
    },
  };
}
