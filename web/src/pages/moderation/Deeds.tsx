/** What a moderator can do to an account: behind a ⋯, each with its reason and, where it has one, its end. */
import { useState } from "react";
import { type Deed, moderation } from "../../api/talk";
import { ReasonForm } from "../../people/ReasonForm";
import { useAsking } from "../../people/useAsking";
import { LiveRegion, Menu, refusalWords, toast } from "../../ui";
import { useWords } from "../../words/useWords";
import "./moderation.css";

export interface DeedsProps {
  name: string;
  /** As far as it is known: else both ways are offered. */
  isSilenced?: boolean;
  isBanned?: boolean;
  /** The report that led to it. */
  reportId: string | null;
  onDone: () => void;
}

/** Those that take a reason, and those of them that may end by themselves. */
type Reasoned = Exclude<Deed, "unsilence" | "unban">;
const HAVE_END: readonly Deed[] = ["silence", "ban"];

export function Deeds({ name, isSilenced, isBanned, reportId, onDone }: DeedsProps) {
  const words = useWords();
  const { t } = words;
  const asking = useAsking();
  const [doing, setDoing] = useState<Reasoned | null>(null);
  const act = (deed: Deed, reason: string | null, days: number | null = null) =>
    void asking.ask(async () => {
      const more = reason === null ? null : { reason, reportId, ...(days === null ? {} : { days }) };
      await moderation.act(deed, name, more);
      setDoing(null);
      toast(t(`moderation.${deed}.done`, { name }));
      onDone();
    });
  const reasoned = (deed: Reasoned) => ({
    label: t(`moderation.${deed}`),
    danger: deed === "ban",
    onSelect: () => setDoing(deed),
  });
  const undoing = (deed: "unsilence" | "unban") => ({
    label: t(`moderation.${deed}`),
    onSelect: () => act(deed, null),
  });
  const items = [
    reasoned("warn"),
    ...(isSilenced === true ? [] : [reasoned("silence")]),
    ...(isSilenced === false ? [] : [undoing("unsilence")]),
    ...(isBanned === true ? [] : [reasoned("ban")]),
    ...(isBanned === false ? [] : [undoing("unban")]),
    null,
    reasoned("reset-name"),
    reasoned("reset-avatar"),
  ];
  return (
    <>
      <Menu label={t("moderation.deeds", { name })} items={items} icon="flag" />
      {doing !== null && (
        <div className="tg-moderation-wide">
          <ReasonForm
            key={doing}
            title={t("moderation.deed", { deed: t(`moderation.${doing}`), name })}
            submit={t(`moderation.${doing}`)}
            hasEnd={HAVE_END.includes(doing)}
            onDo={(reason, days) => act(doing, reason, days)}
            onCancel={() => setDoing(null)}
          />
        </div>
      )}
      <LiveRegion tone="trouble">{asking.refused && refusalWords(words, asking.refused)}</LiveRegion>
    </>
  );
}
