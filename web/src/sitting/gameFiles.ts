/** A game as files: of a match on the server, or of a file that was opened here and that nobody keeps. */
import { api, type FileData, fetchFile, type PictureName } from "../api/rest";
import type { Formats } from "../api/types";

const PICTURE_WIDTH = 960;

export interface GameFiles {
  /** Another one where other formats may fit: another game, or one more move. */
  key: string;
  formats: () => Promise<Formats>;
  record: (ext: string) => Promise<Blob>;
  picture: (ext: PictureName) => Promise<Blob>;
}

export function filesOfMatch(gameId: string, moves: number): GameFiles {
  return {
    key: `${gameId} ${moves}`,
    formats: () => api.formats(gameId),
    record: (ext) => fetchFile(api.recordUrl(gameId, ext)),
    picture: (ext) => fetchFile(api.pictureUrl(gameId, ext, widthOf(ext))),
  };
}

/** `node` is the moment that pictures show, and that moving ones lead to. */
export function filesOfFile(data: FileData, key: string, index: number, node: number): GameFiles {
  return {
    key: `${key} ${index}`,
    formats: () => api.fileFormats(data, index),
    record: (ext) => api.convertFile(data, ext, index),
    picture: (ext) => api.drawFile(data, ext, index, node, widthOf(ext)),
  };
}

function widthOf(ext: PictureName): number | undefined {
  return ext === "gif" ? undefined : PICTURE_WIDTH;
}
