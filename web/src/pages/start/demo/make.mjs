/**
 * Makes the demo games from the records in `records/`: asks a running server what every move did to the board, so
 * that the page replays them without rules. Run: `node make.mjs http://127.0.0.1:8000`
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { parse } from "node:path";

const server = process.argv[2] ?? "http://127.0.0.1:8000";
const here = new URL("./", import.meta.url);

async function post(path, type, body) {
  const answer = await fetch(server + path, { method: "POST", headers: { "content-type": type }, body });
  if (answer.status === 429) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return post(path, type, body);
  }
  if (!answer.ok) {
    throw new Error(`${path}: ${await answer.text()}`);
  }
  return answer.json();
}

/** The last moment from which the game can go on. */
async function lastOpen(record, count) {
  for (let node = count - 1; node > 0; node -= 1) {
    const { state } = await post(
      "/api/game/load",
      "application/json",
      JSON.stringify({ save: record, node }),
    );
    if (!state.isGameOver) {
      return node;
    }
  }
  return 0;
}

for (const file of await readdir(new URL("records/", here))) {
  const text = await readFile(new URL(`records/${file}`, here), "utf8");
  const record = file.endsWith(".json") ? JSON.stringify(JSON.parse(text)) : text.trim();
  const replay = await post("/api/records/open", "application/octet-stream", record);
  const steps = replay.nodes.map(({ move, placed, removed, flipped, toMove }) => ({
    at: move !== null && "x" in move ? [move.x, move.y] : null,
    placed,
    removed,
    flipped,
    toMove,
  }));
  const { gameType, boardSize } = replay;
  const lines = [
    `"gameType": ${JSON.stringify(gameType)}`,
    `"boardSize": ${boardSize}`,
    `"lastOpen": ${await lastOpen(record, steps.length)}`,
    `"record": ${JSON.stringify(record)}`,
    `"steps": [\n    ${steps.map((step) => JSON.stringify(step)).join(",\n    ")}\n  ]`,
  ];
  await writeFile(new URL(`${parse(file).name}.json`, here), `{\n  ${lines.join(",\n  ")}\n}\n`);
}
