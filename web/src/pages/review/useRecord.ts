/** The record that is looked at: of a match, of a game of an arena, or from a file, a drop, a paste. */
import { useCallback, useEffect, useState } from "react";
import { api, type Refused, refusedOf } from "../../api/rest";
import type { Replay } from "../../api/types";
import { droppedFile, hasFile, pickFile } from "../../files";
import { RECORD_ENDINGS } from "../game/links";

/** Where the server has a record. */
export type Place = { kind: "match"; id: string } | { kind: "arena"; name: string; game: number };

export interface OpenRecord {
  replay: Replay | null;
  /** The match it belongs to; null for everything else. */
  gameId: string | null;
  /** The arena that it was played in; null for everything else. */
  arena: string | null;
  /** Another number for every file that is opened. */
  source: number;
  isBusy: boolean;
  refused: Refused | null;
  /** Whether a file hangs over the page. */
  isOver: boolean;
  pick: () => void;
  openText: (text: string) => void;
  /** Another game of the same collection. */
  choose: (index: number) => void;
}

interface Source {
  data: File | string;
  index: number;
  key: number;
}

let sources = 0;

function sourceOf(data: File | string): Source {
  sources += 1;
  return { data, index: 0, key: sources };
}

export function useRecord(place: Place | null): OpenRecord {
  const [source, setSource] = useState<Source | null>(null);
  const [found, setFound] = useState<{ replay: Replay; source: number } | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isOver = useDrops(setSource, setRefused);

  // Coming to another record leaves an open file.
  const address = place === null ? null : JSON.stringify(place);
  const [shown, setShown] = useState(address);
  if (shown !== address) {
    setShown(address);
    setSource(null);
    setFound(null);
    setRefused(null);
  }

  useEffect(() => {
    const asked =
      source !== null
        ? api.openFile(source.data, source.index)
        : address !== null
          ? replayAt(JSON.parse(address))
          : null;
    if (asked === null) {
      setFound(null);
      setBusy(false);
      return;
    }
    let isWanted = true;
    setBusy(true);
    setRefused(null);
    asked
      .then(
        (replay) => isWanted && setFound({ replay, source: source?.key ?? 0 }),
        (error: unknown) => isWanted && setRefused(refusedOf(error)),
      )
      .finally(() => isWanted && setBusy(false));
    return () => {
      isWanted = false;
    };
  }, [source, address]);

  const pick = useCallback(() => {
    pickFile(RECORD_ENDINGS).then(
      (file) => file !== null && setSource(sourceOf(file)),
      (error: unknown) => setRefused(refusedOf(error)),
    );
  }, []);
  const openText = useCallback((text: string) => setSource(sourceOf(text)), []);
  const choose = useCallback((index: number) => setSource((old) => old && { ...old, index }), []);
  const played = found?.source === 0 ? place : null;
  return {
    replay: found?.replay ?? null,
    gameId: played?.kind === "match" ? played.id : null,
    arena: played?.kind === "arena" ? played.name : null,
    source: found?.source ?? 0,
    isBusy,
    refused,
    isOver,
    pick,
    openText,
    choose,
  };
}

function replayAt(place: Place): Promise<Replay> {
  return place.kind === "match" ? api.replay(place.id) : api.arenaReplay(place.name, place.game);
}

/** Files that are dropped onto the page, and records that are pasted into it. */
function useDrops(open: (source: Source) => void, refuse: (refused: Refused) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const onOver = (event: DragEvent) => {
      if (hasFile(event)) {
        event.preventDefault();
        setOver(true);
      }
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) {
        setOver(false);
      }
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (!hasFile(event)) {
        return;
      }
      event.preventDefault();
      try {
        const file = droppedFile(event);
        if (file !== null) {
          open(sourceOf(file));
        }
      } catch (error) {
        refuse(refusedOf(error));
      }
    };
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData("text/plain").trim() ?? "";
      const isInField = event.target instanceof Element && event.target.closest("input, textarea") !== null;
      if (!isInField && looksLikeRecord(text)) {
        event.preventDefault();
        open(sourceOf(text));
      }
    };
    window.addEventListener("dragover", onOver);
    window.addEventListener("dragleave", onLeave);
    window.addEventListener("drop", onDrop);
    window.addEventListener("paste", onPaste);
    return () => {
      window.removeEventListener("dragover", onOver);
      window.removeEventListener("dragleave", onLeave);
      window.removeEventListener("drop", onDrop);
      window.removeEventListener("paste", onPaste);
    };
  }, [open, refuse]);
  return isOver;
}

/** Whether a text that was pasted anywhere on the page is worth asking the server about. */
export function looksLikeRecord(text: string): boolean {
  return /^\(\s*;/.test(text) || text.startsWith("{") || /^([a-h][1-8]){4,}/i.test(text.replace(/\s/g, ""));
}
