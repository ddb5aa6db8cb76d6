/** Says that a link works on this machine only, and what to do about it. */
import { Icon } from "../../ui/Icon";
import { useWords } from "../../words/useWords";
import type { Reach } from "./useReach";

export function OnlyHere({ reach }: { reach: Reach }) {
  const { t } = useWords();
  const { isOnlyHere, network, address } = reach;
  if (!isOnlyHere) {
    return null;
  }
  if (address !== null) {
    const others = network?.addresses.slice(1) ?? [];
    return (
      <p className="tg-help tg-reach">
        {t("game.share.network", { address })}
        {others.length > 0 && ` ${t("game.share.network.others", { addresses: others.join(" ") })}`}
      </p>
    );
  }
  return (
    <div className="tg-reach">
      <p className="tg-side-warning">
        <Icon name="warning" size={18} />
        <span>{t("game.share.only_here")}</span>
      </p>
      {network !== null && (
        <>
          <p className="tg-help">{t("game.share.only_here.serve")}</p>
          <p>
            <code>{serveCommand(network.port)}</code>
          </p>
          <p className="tg-help">
            {network.addresses.length > 0
              ? t("game.share.only_here.then", { address: network.addresses.join(" ") })
              : t("game.share.only_here.alone")}
          </p>
        </>
      )}
    </div>
  );
}

const USUAL_PORT = 8000;

function serveCommand(port: number): string {
  return `tengen serve --host 0.0.0.0${port === USUAL_PORT ? "" : ` --port ${port}`}`;
}
