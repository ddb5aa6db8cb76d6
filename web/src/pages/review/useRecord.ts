/** The record that is looked at: of a match, of a game of an arena, or from a file, a drop, a paste. */
import { useCallback, useEffect, useState } from "react";
import { api, type FileData, freshId, type Refused, refusedOf } from "../../api/rest";
import type { Replay } from "../../api/types";
import { droppedFile, hasFile, pickFile } from "../../files";
import { RECORD_ENDINGS } from "../../sitting/links";
import { forgetHanded, handedOver } from "./handed";
import { keepFile, keepPlace, keptFile } from "./kept";

/** Where the server has a record. */
export type Place = { kind: "match"; id: string } | { kind: "arena"; name: string; game: number };

export interface OpenRecord {
  replay: Replay | null;
  /** The match it belongs to; null for everything else. */
  gameId: string | null;
  /** The arena that it was played in; null for everything else. */
  arena: string | null;
  /** The file it was read from; null for what the server has. */
  file: FileData | null;
  /** Another one for every file that is opened. */
  source: string;
  /** The moment to begin with: that of the last visit where a file is shown again. */
  startsAt: number;
  isBusy: boolean;
  refused: Refused | null;
  /** Why the file that is shown can only be looked at; null: nothing is known against it. */
  onlyLook: Refused | null;
  /** Whether a file hangs over the page. */
  isOver: boolean;
  pick: () => void;
  openText: (text: string) => void;
  /** Another game of the same collection. */
  choose: (index: number) => void;
  /** Which moment is shown, to begin with it after a reload. */
  remember: (at: number) => void;
}

interface Source {
  data: FileData;
  index: number;
  key: string;
  at: number;
}

function sourceOf(data: FileData): Source {
  return { data, index: 0, key: freshId(), at: 0 };
}

export function useRecord(place: Place | null): OpenRecord {
  const [handed] = useState(() => {
    const given = handedOver();
    return given === null
      ? null
      : { why: given.why, source: { ...sourceOf(given.data), index: given.index } };
  });
  useEffect(forgetHanded, []);
  const [source, setSource] = useState<Source | null>(() => handed?.source ?? keptFile());
  const [found, setFound] = useState<{ replay: Replay; source: Source | null } | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isOver = useDrops(setSource, setRefused);

  // Coming to another record leaves an open file; going back to it finds it again.
  const address = place === null ? null : JSON.stringify(place);
  const [shown, setShown] = useState(address);
  if (shown !== address) {
    setShown(address);
    setSource(keptFile());
    setFound(null);
    setRefused(null);
  }

  useEffect(() => {
    const onBack = () => setSource((old) => (old?.key === history.state?.record ? old : keptFile()));
    window.addEventListener("popstate", onBack);
    return () => window.removeEventListener("popstate", onBack);
  }, []);

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
        (replay) => {
          if (isWanted) {
            setFound({ replay, source });
            if (source !== null) {
              keepPlace(source.key, source.index, source.at);
              void keepFile(source.key, source.data);
            }
          }
        },
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
  const choose = useCallback((index: number) => setSource((old) => old && { ...old, index, at: 0 }), []);
  const shownSource = found?.source ?? null;
  const remember = useCallback(
    (at: number) => {
      if (shownSource !== null) {
        keepPlace(shownSource.key, shownSource.index, at);
      }
    },
    [shownSource],
  );
  const played = found?.source === null ? place : null;
  return {
    replay: found?.replay ?? null,
    gameId: played?.kind === "match" ? played.id : null,
    arena: played?.kind === "arena" ? played.name : null,
    file: shownSource?.data ?? null,
    source: shownSource?.key ?? "",
    startsAt: shownSource?.at ?? 0,
    isBusy,
    refused,
    onlyLook: shownSource !== null && shownSource.key === handed?.source.key ? handed.why : null,
    isOver,
    pick,
    openText,
    choose,
    remember,
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
