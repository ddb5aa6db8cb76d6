/** Says that there is no network, while there is none. */
import { useSyncExternalStore } from "react";
import { useWords } from "../words/useWords";
import "./notices.css";

export function useOnline(): boolean {
  return useSyncExternalStore(watch, () => navigator.onLine);
}

export function OfflineNotice() {
  const { t } = useWords();
  const isOnline = useOnline();
  return (
    <div className="tg-offline" role="status" aria-live="polite" data-empty={isOnline || undefined}>
      {!isOnline && t("page.offline")}
    </div>
  );
}

function watch(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}
