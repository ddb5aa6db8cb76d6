/** Puts the service worker beside the built page, with the list of its files. Not there while the page is written. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const SOURCE = fileURLToPath(new URL("sw.js", import.meta.url));
const NAME = "sw.js";
/** Only systems ask for these, when the page is installed. The page itself is kept under its folder's address. */
const LEFT_OUT = /^(icon-.*\.png|index\.html|sw\.js)$|\.map$/;

export function serviceWorker(): Plugin {
  let folder = "";
  return {
    name: "tengen-service-worker",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle() {
      const source = readFileSync(SOURCE, "utf8");
      const all = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) =>
          join(entry.parentPath, entry.name)
            .slice(folder.length + 1)
            .replaceAll("\\", "/"),
        )
        .sort();
      const hash = createHash("sha256").update(source);
      for (const name of all.filter((one) => one !== NAME)) {
        hash.update(name).update(readFileSync(join(folder, name)));
      }
      const version = hash.digest("hex").slice(0, 16);
      const files = all.filter((name) => !LEFT_OUT.test(name));
      const written = source
        .replace("__VERSION__", version)
        .replace("__FILES__", JSON.stringify(files, null, 2));
      writeFileSync(join(folder, NAME), written);
    },
  };
}
