/**
 * The record formats, and which games each is made for. The server says it only by refusing, so it is written down
 * here too: what cannot work is then never asked for. Whether a file can be made has the server's last word.
 */

interface RecordFormat {
  ext: string;
  /** The only games it holds; left out: every game. */
  games?: readonly string[];
  /** The only size of board it holds; left out: every size. */
  size?: number;
}

const FORMATS: readonly RecordFormat[] = [
  { ext: "json" },
  { ext: "sgf", games: ["GO", "GOMOKU", "OTHELLO"] },
  { ext: "ggf", games: ["OTHELLO"] },
  { ext: "wtb", games: ["OTHELLO"], size: 8 },
  { ext: "psq", games: ["GOMOKU"] },
  { ext: "txt", games: ["OTHELLO"], size: 8 },
];

/** The endings of the formats made for such a game, and of those that are not. */
export function formatsFor(gameType: string, boardSize: number): { fit: string[]; unfit: string[] } {
  const isFit = ({ games, size }: RecordFormat) =>
    (games?.includes(gameType) ?? true) && (size ?? boardSize) === boardSize;
  return {
    fit: FORMATS.filter(isFit).map(({ ext }) => ext),
    unfit: FORMATS.filter((format) => !isFit(format)).map(({ ext }) => ext),
  };
}
