/** Going on from a moment of a record: against whom, and with which colour. */
import { useState } from "react";
import { useLocation } from "wouter";
import { api, type Refused, refusedOf } from "../../api/rest";
import { type ColorName, type Kind, other, type Replay, type SeatsIn } from "../../api/types";
import { accountName, useMe } from "../../people/me";
import { useSettings } from "../../settings";
import { gamePath } from "../../sitting/links";
import { Notices } from "../../sitting/Notices";
import { Button } from "../../ui/Button";
import { LiveRegion } from "../../ui/LiveRegion";
import { refusalWords } from "../../ui/refusal";
import { Segmented } from "../../ui/Segmented";
import { Slider } from "../../ui/Slider";
import { useWords } from "../../words/useWords";

export const PARTNERS = ["computer", "beside", "friend"] as const;
export type Partner = (typeof PARTNERS)[number];

export interface PlayOnProps {
  replay: Replay;
  kind: Kind;
  node: number;
  toMove: ColorName;
}

export function PlayOn({ replay, kind, node, toMove }: PlayOnProps) {
  const words = useWords();
  const { t } = words;
  const [, navigate] = useLocation();
  const levels = levelsOf(kind);
  const [partner, setPartner] = useState<Partner>("computer");
  const [seat, setSeat] = useState<ColorName>(toMove);
  const [level, setLevel] = useState(Math.min(4, levels.at(-1) ?? 1));
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const { save } = replay;
  if (save === null) {
    return (
      <div className="tg-side-body">
        <Notices notices={replay.notices} trouble={replay.trouble} />
        <p className="tg-help">{t("review.on.refused")}</p>
      </div>
    );
  }
  const begin = async () => {
    setBusy(true);
    setRefused(null);
    try {
      const seats = seatsOf(
        partner,
        seat,
        levels.length > 0 ? `level:${level}` : "random",
        accountName(useMe.getState().me) === null ? useSettings.getState().name : "",
      );
      const { gameId } = await api.load({ save, node, seats });
      navigate(gamePath(gameId));
    } catch (error) {
      setRefused(refusedOf(error));
      setBusy(false);
    }
  };
  return (
    <div className="tg-side-body">
      <Notices notices={replay.notices} trouble={replay.trouble} />
      <Segmented
        label={t("review.on.whom")}
        value={partner}
        options={PARTNERS.map((value) => ({ value, label: t(`review.on.${value}`) }))}
        onChange={setPartner}
      />
      {partner === "computer" && levels.length > 0 && (
        <Slider
          label={t("review.on.level")}
          value={level}
          minimum={levels[0] ?? 1}
          maximum={levels.at(-1) ?? 1}
          valueText={t("game.level", { level })}
          onChange={setLevel}
        />
      )}
      {partner !== "beside" && (
        <Segmented
          label={t("review.on.side")}
          value={seat}
          options={[
            { value: "BLACK", label: t("color.black") },
            { value: "WHITE", label: t("color.white") },
          ]}
          onChange={setSeat}
        />
      )}
      <Button primary disabled={isBusy} onClick={() => void begin()}>
        {t("review.on.go")}
      </Button>
      <LiveRegion tone="trouble">{refused !== null && refusalWords(words, refused, kind)}</LiveRegion>
    </div>
  );
}

function levelsOf(kind: Kind): number[] {
  return kind.players.flatMap((player) => {
    const level = /^level:(\d+)$/.exec(player)?.[1];
    return level === undefined ? [] : [Number(level)];
  });
}

export function seatsOf(partner: Partner, seat: ColorName, program: string, name: string): SeatsIn {
  const players = { BLACK: "human", WHITE: "human" };
  if (partner === "computer") {
    players[other(seat)] = program;
  }
  return { players, seat: partner === "beside" ? null : seat, name: name === "" ? null : name };
}
