/** Below a list that comes page by page: the way to the next page, or why it did not come. */
import { Button, LiveRegion, refusalWords } from "../ui";
import { useWords } from "../words/useWords";
import type { Pages } from "./usePages";

export function MorePages({ pages, label }: { pages: Pages<unknown>; label: string }) {
  const words = useWords();
  return (
    <>
      <LiveRegion tone="trouble">{pages.refused && refusalWords(words, pages.refused)}</LiveRegion>
      {pages.hasMore && (
        <p>
          <Button disabled={pages.isBusy} aria-busy={pages.isBusy} onClick={pages.more}>
            {label}
          </Button>
        </p>
      )}
    </>
  );
}
