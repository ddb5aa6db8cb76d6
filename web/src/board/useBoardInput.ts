/** Mouse, touch, keyboard and screen reader, turned into aims and picks. Knows no rules: the page judges a pick. */

import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { cellOf, pointOfCell } from "./Cells";
import { type Aim, type CursorStore, createCursor, samePoint } from "./cursor";
import { type Fit, isOnBoard, type Layout, nearest, stepped } from "./geometry";
import type { XY } from "./types";

/** A press that wandered further than this, in CSS pixels, and to another point, was a drag. */
const SLOP_PX = 10;

/** A mouse aims at points up to this part of a cell outside the board; a tap anywhere takes the nearest point. */
const MOUSE_REACH = 0.3;

interface Press {
  left: number;
  top: number;
  point: XY | null;
  isTouch: boolean;
  /** Whether it slides under the magnifier, so that no way is a drag. */
  isAiming: boolean;
  /** The tap that waited for its confirmation when this press began. */
  waiting: Aim | null;
  wasDragged: boolean;
}

interface BoardInput {
  layout: Layout;
  fit: Fit;
  surface: RefObject<HTMLElement | null>;
  cells: RefObject<HTMLElement | null>;
  pick: "play" | "mark" | "none";
  /** Whether a first tap only shows where the stone would go. */
  asksTwice: boolean;
  /** Whether a finger aims with the magnifier and chooses where it is lifted. */
  magnifies: boolean;
  isPlayable: (point: XY) => boolean;
  onPick: ((point: XY) => void) | undefined;
  onAim: ((point: XY | null) => void) | undefined;
  cursorAt: XY | null;
}

export function useBoardInput(input: BoardInput) {
  const { layout, fit, surface, cells, pick, isPlayable, onPick, onAim, cursorAt } = input;
  const { spec } = layout;
  const [cursor] = useState<CursorStore>(() => createCursor(spec.columns, spec.rows));
  const press = useRef<Press | null>(null);
  const wasLifted = useRef(false);

  function aimAt(aim: Aim | null): void {
    const old = cursor.getState().aim;
    if (old?.by === aim?.by && samePoint(old?.point, aim?.point)) return;
    cursor.setState({ aim });
    if (!samePoint(old?.point, aim?.point)) onAim?.(aim?.point ?? null);
  }

  function placeOf(event: MouseEvent, reach?: number): XY | null {
    const box = surface.current?.getBoundingClientRect();
    if (!box?.width || !box.height) return null;
    const left = fit.x + ((event.clientX - box.left) / box.width) * fit.width;
    const top = fit.y + ((event.clientY - box.top) / box.height) * fit.height;
    return nearest(layout, left, top, reach);
  }

  function choose(point: XY, isTouch: boolean): void {
    if (pick === "none") return;
    const { aim } = cursor.getState();
    const isShown = aim?.by === "touch" && samePoint(aim.point, point);
    if (isTouch && input.asksTwice && pick === "play" && !isShown && isPlayable(point)) {
      aimAt({ point, by: "touch" });
      return;
    }
    if (aim?.by === "touch") aimAt(null);
    onPick?.(point);
  }

  /** The magnifier and the aim go with the finger; outside of the board there are none. */
  function follow(event: PointerEvent): void {
    const box = surface.current?.getBoundingClientRect();
    if (!box) return;
    const [left, top] = [event.clientX - box.left, event.clientY - box.top];
    const point = left >= 0 && top >= 0 && left <= box.width && top <= box.height ? placeOf(event) : null;
    const inWindow = { left: event.clientX, top: event.clientY };
    cursor.setState({ finger: point && { inWindow, onBoard: { left, top } } });
    aimAt(point && { point, by: "finger" });
  }

  /** The magnifier is put away, and a tap that waited before waits again. */
  function unfollow(pressed: Press): void {
    if (!pressed.isAiming) return;
    cursor.setState({ finger: null });
    aimAt(pressed.waiting);
  }

  function onPointerDown(event: PointerEvent): void {
    if (!event.isPrimary) {
      if (press.current === null || press.current.wasDragged) return;
      press.current.wasDragged = true;
      unfollow(press.current);
      return;
    }
    wasLifted.current = false;
    if (event.button !== 0) return;
    const isTouch = !isMouse(event);
    const point = placeOf(event, isTouch ? undefined : MOUSE_REACH);
    const { aim } = cursor.getState();
    const isAiming = isTouch && input.magnifies;
    press.current = {
      left: event.clientX,
      top: event.clientY,
      point,
      isTouch,
      isAiming,
      waiting: aim?.by === "touch" ? aim : null,
      wasDragged: false,
    };
    if (isAiming) follow(event);
  }

  function onPointerMove(event: PointerEvent): void {
    if (!event.isPrimary) return;
    const pressed = press.current;
    if (pressed?.isAiming) {
      if (!pressed.wasDragged) follow(event);
      return;
    }
    const point = placeOf(event, isMouse(event) ? MOUSE_REACH : undefined);
    if (pressed !== null && event.buttons !== 0) {
      const way = Math.hypot(event.clientX - pressed.left, event.clientY - pressed.top);
      if (way > SLOP_PX && !samePoint(point, pressed.point)) pressed.wasDragged = true;
    }
    if (isMouse(event)) aimAt(point && { point, by: "mouse" });
  }

  function onPointerLeave(event: PointerEvent): void {
    if (!isMouse(event)) return;
    if (press.current !== null) press.current.wasDragged = true;
    if (cursor.getState().aim?.by === "mouse") aimAt(null);
  }

  function onPointerUp(event: PointerEvent): void {
    const pressed = press.current;
    if (!pressed?.isAiming || !event.isPrimary) return;
    press.current = null;
    wasLifted.current = true;
    if (pressed.wasDragged) return;
    const { aim } = cursor.getState();
    unfollow(pressed);
    if (aim?.by === "finger") choose(aim.point, true);
  }

  function onPointerCancel(event: PointerEvent): void {
    if (!event.isPrimary) return;
    if (press.current !== null && !press.current.wasDragged) unfollow(press.current);
    press.current = null;
  }

  /** A finger that rests while it aims opens no menu. */
  function onContextMenu(event: MouseEvent): void {
    if (press.current?.isAiming) event.preventDefault();
  }

  /** Who points does not walk from cell to cell: the arrows stay with the page. The tab key goes on from there. */
  function onMouseDown(event: MouseEvent): void {
    event.preventDefault();
    surface.current?.focus({ preventScroll: true });
    const point = placeOf(event);
    if (point !== null) cursor.setState({ home: point });
  }

  function onClick(event: MouseEvent): void {
    const pressed = press.current;
    press.current = null;
    if (event.detail !== 0 && wasLifted.current) {
      wasLifted.current = false;
      return;
    }
    if (event.detail === 0 || pressed === null) {
      // A screen reader clicks the cell itself, without a pointer.
      const point = pointOfCell(cells.current, event.target);
      if (point !== null) choose(point, false);
      return;
    }
    if (pressed.wasDragged) return;
    const point = placeOf(event, pressed.isTouch ? undefined : MOUSE_REACH);
    const way = Math.hypot(event.clientX - pressed.left, event.clientY - pressed.top);
    if (point !== null && (way <= SLOP_PX || samePoint(point, pressed.point))) choose(point, pressed.isTouch);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.metaKey || event.shiftKey) return;
    const from = pointOfCell(cells.current, event.target);
    if (from === null) return;
    if (event.key === "Escape") {
      event.preventDefault();
      surface.current?.focus({ preventScroll: true });
      return;
    }
    if (!event.ctrlKey && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      if (!event.repeat) choose(from, false);
      return;
    }
    if (event.ctrlKey && event.key !== "Home" && event.key !== "End") return;
    const to = stepped(spec, from, event.key, event.ctrlKey);
    if (to === null) return;
    event.preventDefault();
    cellOf(cells.current, to)?.focus();
    aimAt({ point: to, by: "keys" });
  }

  function onFocus(event: FocusEvent): void {
    const point = pointOfCell(cells.current, event.target);
    if (point === null) return;
    cursor.setState({ home: point });
    aimAt({ point, by: "keys" });
  }

  function onBlur(): void {
    if (cursor.getState().aim?.by === "keys") aimAt(null);
  }

  // A tap that waits for its confirmation is over once its point can no longer be played.
  useEffect(() => {
    const { aim } = cursor.getState();
    if (aim?.by === "touch" && !isPlayable(aim.point)) aimAt(null);
  });

  const typed = useRef<XY | null>(null);
  useEffect(() => {
    if (samePoint(typed.current, cursorAt)) return;
    typed.current = cursorAt;
    if (cursorAt !== null && isOnBoard(spec, cursorAt)) {
      cursor.setState({ home: cursorAt });
      aimAt({ point: cursorAt, by: "typed" });
    } else if (cursor.getState().aim?.by === "typed") {
      aimAt(null);
    }
  });

  // A smaller board must keep a cell that the tab key reaches.
  useEffect(() => {
    if (!isOnBoard(spec, cursor.getState().home))
      cursor.setState(createCursor(spec.columns, spec.rows).getState());
  }, [cursor, spec]);

  const handlers = {
    onPointerDown,
    onPointerMove,
    onPointerUp,
    onPointerLeave,
    onPointerCancel,
    onContextMenu,
    onMouseDown,
    onClick,
    onKeyDown,
    onFocus,
    onBlur,
  };
  return { cursor, handlers };
}

/** A pen is held like a finger: it covers what it touches. */
function isMouse(event: PointerEvent): boolean {
  return event.pointerType === "mouse";
}
