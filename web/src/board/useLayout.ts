/** The layout of a board, kept as long as its description says the same. */

import { useMemo, useState } from "react";
import { type Layout, layOut, sameSpec } from "./geometry";
import type { BoardSpec } from "./types";

/** Every message may bring an equal description anew; the empty board is not drawn again for that. */
export function useLayout(spec: BoardSpec, coordinates: boolean): Layout {
  const [kept, keep] = useState(spec);
  const isSame = sameSpec(kept, spec);
  if (!isSame) keep(spec);
  const current = isSame ? kept : spec;
  return useMemo(() => layOut(current, coordinates), [current, coordinates]);
}
