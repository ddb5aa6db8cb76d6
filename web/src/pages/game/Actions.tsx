/** What can be done: the usual things in a row, the rest behind a ⋯. */
import type { ReactNode } from "react";
import { Button } from "../../ui/Button";
import { Menu, type MenuItem } from "../../ui/Menu";
import { useWords } from "../../words/useWords";
import type { Can, Possible } from "./can";

export type ActionName =
  | "pass"
  | "undo"
  | "resign"
  | "redo"
  | "restart"
  | "draw"
  | "pause"
  | "unpause"
  | "rematch"
  | "estimate"
  | "review"
  | "save"
  | "load"
  | "export"
  | "share"
  | "board"
  | "keys"
  | "quit";

export interface ActionsProps {
  can: Possible;
  isOver: boolean;
  /** Whether the ways on from the end, and back from it, are offered here, and not above the board. */
  offersNext: boolean;
  /** Between two people a takeback is asked for; else it is simply an undo. */
  asksForUndo: boolean;
  /** Both sides are played here, so that a draw is agreed on at once. */
  hasBoth: boolean;
  /** Two programs play, and whoever holds the game may halt them. */
  isShow: boolean;
  /** Where the rematch is, once there is one. */
  next: ReactNode;
  onDo: (name: ActionName) => void;
}

export function Actions(props: ActionsProps) {
  const { can, isOver, offersNext, asksForUndo, hasBoth, isShow, next, onDo } = props;
  const { t } = useWords();
  const undo = t(asksForUndo ? "game.takeback" : "game.undo");
  const item = (name: ActionName, state: Can, more: Partial<MenuItem> = {}): MenuItem[] =>
    state === "hidden"
      ? []
      : [{ label: t(`game.${name}`), onSelect: () => onDo(name), disabled: state === "off", ...more }];
  const groups: MenuItem[][] = [
    [
      ...item("redo", can.redo === "yes" ? "yes" : "hidden", { icon: "redo" }),
      ...item("restart", can.restart, { icon: "restart", shortcut: "R" }),
      ...item("estimate", can.estimate, { icon: "scales", shortcut: "E", label: t("game.keys.estimate") }),
      ...item("draw", can.draw, hasBoth ? { label: t("game.draw.both") } : {}),
      ...item("pause", can.pause, { icon: "pause" }),
      ...item("unpause", can.unpause, { icon: "play" }),
    ],
    [
      ...item("save", "yes", { icon: "download", shortcut: "S" }),
      ...item("load", "yes", { icon: "upload", shortcut: "L" }),
      ...item("export", "yes"),
      ...item("share", "yes", { icon: "share" }),
    ],
    [
      ...item("board", "yes", { icon: "settings", label: t("game.board_settings") }),
      ...item("keys", "yes", { shortcut: "?" }),
      ...item("quit", "yes", { shortcut: "Q" }),
    ],
  ];
  const items = groups
    .filter((group) => group.length > 0)
    .flatMap((group, at) => (at > 0 ? [null, ...group] : group));
  return (
    <>
      {can.pass !== "hidden" && (
        <Button primary={can.mustPass} icon="pass" disabled={can.pass === "off"} onClick={() => onDo("pass")}>
          {t("game.pass")}
        </Button>
      )}
      {can.undo !== "hidden" && (!isOver || offersNext) && (
        <Button icon="undo" disabled={can.undo === "off"} onClick={() => onDo("undo")}>
          {undo}
        </Button>
      )}
      {can.resign !== "hidden" && (
        <Button icon="flag" onClick={() => onDo("resign")}>
          {t("game.resign")}
        </Button>
      )}
      {isShow && can.pause === "yes" && (
        <Button icon="pause" onClick={() => onDo("pause")}>
          {t("game.pause")}
        </Button>
      )}
      {can.unpause === "yes" && (
        <Button primary icon="play" onClick={() => onDo("unpause")}>
          {t("game.unpause")}
        </Button>
      )}
      {next}
      {offersNext && can.rematch === "yes" && (
        <Button primary onClick={() => onDo("rematch")}>
          {t("game.rematch")}
        </Button>
      )}
      {offersNext && <Button onClick={() => onDo("review")}>{t("game.review")}</Button>}
      <span className="tg-actions-gap" />
      <Menu label={t("game.more")} items={items} upwards />
      <div className="tg-actions-quiet">
        {can.restart === "yes" && (
          <Button icon="restart" onClick={() => onDo("restart")}>
            {t("game.restart")}
          </Button>
        )}
        {can.estimate !== "hidden" && (
          <Button icon="scales" disabled={can.estimate === "off"} onClick={() => onDo("estimate")}>
            {t("game.estimate")}
          </Button>
        )}
        <Button icon="download" onClick={() => onDo("save")}>
          {t("game.save")}
        </Button>
        <Button icon="upload" onClick={() => onDo("load")}>
          {t("game.load")}
        </Button>
      </div>
    </>
  );
}
