/** Which line is shown: the one pointed at, else the one chosen, else that of a win to its end. */
import { useCallback, useState } from "react";
import type { Analysis } from "../../../api/types";
import { type LineName, lineName, lineOf } from "./lines";

export interface ChosenLine {
  /** The line that is drawn; null: none. */
  shown: LineName | null;
  /** Show a line for as long as it is pointed at or has the focus. */
  point: (name: LineName | null) => void;
  /** Show a line, or no longer. Does nothing where there is no such line. */
  choose: (name: LineName) => void;
}

interface Choice {
  analysis: Analysis | null;
  pointed: LineName | null;
  /** undefined: nothing was chosen; null: that nothing be shown. */
  chosen: LineName | null | undefined;
}

const NOTHING: Choice = { analysis: null, pointed: null, chosen: undefined };

export function useChosenLine(analysis: Analysis | null): ChosenLine {
  const [choice, setChoice] = useState<Choice>(NOTHING);
  const now = choice.analysis === analysis ? choice : NOTHING;
  const won = analysis?.best[0]?.winsIn != null ? lineName(0) : null;
  const chosen = now.chosen === undefined ? won : now.chosen;

  const point = useCallback(
    (pointed: LineName | null) =>
      setChoice((old) => {
        const from = old.analysis === analysis ? old : NOTHING;
        return from.pointed === pointed ? old : { ...from, analysis, pointed };
      }),
    [analysis],
  );
  const choose = useCallback(
    (name: LineName) => {
      if (analysis !== null && lineOf(analysis, name) !== null) {
        setChoice({ analysis, pointed: null, chosen: name === chosen ? null : name });
      }
    },
    [analysis, chosen],
  );
  return { shown: now.pointed ?? chosen, point, choose };
}
