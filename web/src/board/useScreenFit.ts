/** Keeps a board on whole pixels of the screen while its box changes. */

import { type RefObject, useLayoutEffect, useMemo, useState } from "react";
import { type Fit, fitToScreen, type Layout } from "./geometry";

/** How the layout fits into the element now. Measures before the first picture is shown. */
export function useScreenFit(element: RefObject<HTMLElement | null>, layout: Layout): Fit {
  const [box, setBox] = useState({ width: 0, height: 0, density: 1 });
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null) return;
    const measure = () => {
      const { width, height } = measured.getBoundingClientRect();
      const density = window.devicePixelRatio || 1;
      setBox((old) =>
        old.width === width && old.height === height && old.density === density
          ? old
          : { width, height, density },
      );
    };
    measure();
    // The zoom of the page changes the density without changing the box.
    window.addEventListener("resize", measure);
    const observer = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(measure);
    observer?.observe(measured);
    return () => {
      window.removeEventListener("resize", measure);
      observer?.disconnect();
    };
  }, [element]);
  return useMemo(() => fitToScreen(layout, box.width, box.height, box.density), [layout, box]);
}
