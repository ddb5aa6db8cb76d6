/** Saved games as small boards: opened, renamed, deleted, downloaded as files. */
import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { people, type Save, type SavedPlayer } from "../../api/people";
import { type Refused, refusedOf } from "../../api/rest";
import type { Kind } from "../../api/types";
import { saveUrl } from "../../files";
import { accountsHere, useMe } from "../../people/me";
import { usePanel } from "../../people/panel";
import { Reading } from "../../people/Reading";
import { useAsking } from "../../people/useAsking";
import { useRead } from "../../people/useRead";
import { Ask } from "../../sitting/Ask";
import type { Glance } from "../../sitting/glance";
import { fileName, gamePath } from "../../sitting/links";
import { kindOf, playerName } from "../../sitting/sides";
import { useKinds } from "../../sitting/useKinds";
import { Button, FormField, LiveRegion, Menu, refusalWords, toast } from "../../ui";
import { timeText } from "../../words/times";
import { useWords } from "../../words/useWords";
import { GameCard } from "../games/GameCard";
import { LONGEST_SAVE_NAME } from "./limits";
import "../../sitting/now.css";
import "./saves.css";

export function SaveList() {
  const words = useWords();
  const { t } = words;
  const { kinds } = useKinds();
  const { value: saves, refused, again } = useRead("saves", () => people.saves());
  if (saves === null) {
    return <Reading refused={refused} again={again} />;
  }
  if (saves.length === 0) {
    return <p>{t("saves.none")}</p>;
  }
  return (
    <ul className="tg-saves">
      {saves.map((save) => (
        <li key={save.id}>
          <Slot save={save} kind={kindOf(kinds, save.gameType)} onChanged={again} />
        </li>
      ))}
    </ul>
  );
}

function Slot({ save, kind, onChanged }: { save: Save; kind: Kind | null; onChanged: () => void }) {
  const words = useWords();
  const { t, language } = words;
  const [, go] = useLocation();
  const asking = useAsking();
  const [doing, setDoing] = useState<"rename" | "delete" | null>(null);
  const { name } = save;
  const open = () =>
    void asking.ask(async () => {
      const { gameId } = await people.openSave(save.id);
      toast(t("save.loaded"));
      go(gamePath(gameId));
    });
  const remove = () =>
    void asking.ask(async () => {
      await people.deleteSave(save.id).catch(unlessGone);
      setDoing(null);
      toast(t("saves.deleted", { name }));
      onChanged();
    });
  const download = () =>
    void asking.ask(() => saveUrl(people.saveFileUrl(save.id), fileName(save.gameType, "json")));
  return (
    <GameCard
      game={glanceOf(save)}
      kind={kind}
      href={null}
      title={name}
      notice={t("saves.changed", { count: save.moves, time: timeText(language, save.changed) })}
    >
      {doing === "rename" ? (
        <Rename
          save={save}
          onDone={() => {
            setDoing(null);
            onChanged();
          }}
          onCancel={() => setDoing(null)}
        />
      ) : doing === "delete" ? (
        <Ask
          question={t("saves.delete.ask")}
          yes={t("saves.delete")}
          danger
          takesFocus
          onYes={remove}
          onNo={() => setDoing(null)}
        />
      ) : (
        <>
          <Button
            aria-label={t("saves.open.name", { name })}
            disabled={asking.isBusy}
            aria-busy={asking.isBusy}
            onClick={open}
          >
            {t("saves.open")}
          </Button>
          <Menu
            label={t("saves.more", { name })}
            items={[
              { label: t("saves.rename"), onSelect: () => setDoing("rename") },
              { label: t("saves.file"), icon: "download", onSelect: download },
              null,
              { label: t("saves.delete"), icon: "bin", danger: true, onSelect: () => setDoing("delete") },
            ]}
          />
        </>
      )}
      <LiveRegion tone="trouble">{asking.refused && refusalWords(words, asking.refused)}</LiveRegion>
      {asking.refused?.code === "WRONG_PLAYERS" && <WhoIsMissing save={save} />}
    </GameCard>
  );
}

/** Both who played are to be here; where one of them is, the other may come beside. */
function WhoIsMissing({ save }: { save: Save }) {
  const words = useWords();
  const { t } = words;
  const here = useMe((state) => state.me);
  const { open } = usePanel();
  const black = playerName(words, save.black, "BLACK");
  const white = playerName(words, save.white, "WHITE");
  return (
    <div className="tg-saves-missing">
      <p className="tg-help">{t("saves.needs", { black, white })}</p>
      {accountsHere(here).length === 1 && (
        <Button icon="plus" onClick={() => open("beside")}>
          {t("people.beside.add")}
        </Button>
      )}
    </div>
  );
}

function Rename({ save, onDone, onCancel }: { save: Save; onDone: () => void; onCancel: () => void }) {
  const words = useWords();
  const { t } = words;
  const asking = useAsking();
  const [name, setName] = useState(save.name);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const isDone = await asking.ask(async () => {
      await people.renameSave(save.id, name.trim());
    });
    if (isDone) {
      onDone();
    }
  };
  return (
    <form className="tg-saves-rename" onSubmit={(event) => void send(event)}>
      <FormField
        label={t("saves.name")}
        value={name}
        required
        takesFocus
        maxLength={LONGEST_SAVE_NAME}
        error={asking.refused && refusalWords(words, asking.refused)}
        onChange={setName}
      />
      <div className="tg-form-actions">
        <Button type="submit" disabled={asking.isBusy || name.trim() === ""}>
          {t("saves.rename")}
        </Button>
        <Button onClick={onCancel}>{t("game.cancel")}</Button>
      </div>
    </form>
  );
}

/** What is gone already is deleted. */
function unlessGone(error: unknown): void {
  const refused: Refused = refusedOf(error);
  if (refused.code !== "NO_SUCH_SAVE") {
    throw refused;
  }
}

/** A saved game as a small board shows it. */
function glanceOf({ id, gameType, boardSize, black, white, grid, moves }: Save): Glance {
  const seat = ({ name, player, isAccount }: SavedPlayer) => ({
    name,
    player,
    isOpen: false,
    isOwned: isAccount,
    isGuest: false,
  });
  return {
    yours: [],
    actors: [],
    state: {
      gameId: id,
      gameType,
      boardSize,
      players: { BLACK: seat(black), WHITE: seat(white) },
      grid,
      lastMove: null,
      isGameOver: false,
      winner: null,
      moveNumber: moves,
      offers: [],
      eventNumber: 0,
    },
  };
}
