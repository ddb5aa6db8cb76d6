/** In the place of what is being read: nothing at first, or why it cannot be shown, with a way on. */
import type { Refused } from "../api/rest";
import { Button, LiveRegion, refusalWords } from "../ui";
import { useWords } from "../words/useWords";

export function Reading({ refused, again }: { refused: Refused | null; again: () => void }) {
  const words = useWords();
  if (refused === null) {
    return <div className="tg-coming" role="status" aria-label={words.t("page.loading")} />;
  }
  return (
    <>
      <LiveRegion tone="trouble">{refusalWords(words, refused)}</LiveRegion>
      <p>
        <Button onClick={again}>{words.t("ui.try_again")}</Button>
      </p>
    </>
  );
}
