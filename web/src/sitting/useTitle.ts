/** The title of the page while something is shown. */
import { useEffect } from "react";
import { showTitle } from "../ui/title";

export function useTitle(title: string): void {
  useEffect(() => showTitle(title), [title]);
}
