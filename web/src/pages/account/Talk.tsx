/** Talking: whether one wants to at all, and whom one does not hear or meet. */
import { useEffect } from "react";
import type { Me } from "../../api/people";
import { type Person, type RelationAct, talk } from "../../api/talk";
import { useMe } from "../../people/me";
import { Reading } from "../../people/Reading";
import { useAsking } from "../../people/useAsking";
import { useRelations } from "../../talk/relations";
import { Avatar, Button, LiveRegion, refusalWords, Switch, toast } from "../../ui";
import { useWords } from "../../words/useWords";

export function Talk({ me }: { me: Me }) {
  const words = useWords();
  const { t } = words;
  const asking = useAsking();
  const set = (on: boolean) =>
    void asking.ask(async () => {
      await useMe.getState().change(() => talk.setOwn(on));
      toast(t(on ? "account.talk.is_on" : "account.talk.is_off"));
    });
  return (
    <>
      <div className="tg-form">
        <Switch
          label={t("account.talk.on")}
          help={t("account.talk.help")}
          checked={me.talks}
          disabled={asking.isBusy}
          onChange={set}
        />
      </div>
      <LiveRegion tone="trouble">{asking.refused && refusalWords(words, asking.refused)}</LiveRegion>
      <Lists />
    </>
  );
}

function Lists() {
  const { t } = useWords();
  const { relations, read } = useRelations();
  const asking = useAsking();
  const { ask } = asking;
  useEffect(() => void ask(read), [ask, read]);
  if (relations === null) {
    return <Reading refused={asking.refused} again={() => void ask(read)} />;
  }
  return (
    <>
      <List title={t("account.muted")} people={relations.muted} act="unmute" />
      <List title={t("account.blocked")} people={relations.blocked} act="unblock" />
      {relations.muted.length + relations.blocked.length === 0 && (
        <p className="tg-help">{t("account.talk.nobody")}</p>
      )}
    </>
  );
}

interface ListProps {
  title: string;
  people: readonly Person[];
  act: RelationAct;
}

function List({ title, people, act }: ListProps) {
  const words = useWords();
  const { t } = words;
  const asking = useAsking();
  const change = useRelations((all) => all.change);
  if (people.length === 0) {
    return null;
  }
  const undo = (name: string) =>
    void asking.ask(async () => {
      await change(act, name, null);
      toast(t(`talk.${act}.done`, { name }));
    });
  return (
    <section aria-label={title}>
      <h3 className="tg-label">{title}</h3>
      <ul className="tg-list">
        {people.map(({ name, isGuest, avatar }) => (
          <li key={`${name} ${isGuest}`}>
            <Avatar name={name} number={avatar} />
            <span className="tg-list-what">
              {name} {isGuest && <span className="tg-help">{t("game.guest")}</span>}
            </span>
            <Button
              disabled={asking.isBusy}
              aria-label={t(`talk.${act}.name`, { name })}
              onClick={() => undo(name)}
            >
              {t(`talk.${act}`)}
            </Button>
          </li>
        ))}
      </ul>
      <LiveRegion tone="trouble">{asking.refused && refusalWords(words, asking.refused)}</LiveRegion>
    </section>
  );
}
