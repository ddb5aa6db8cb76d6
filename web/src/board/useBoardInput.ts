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
  wasDragged: boolean;
}

interface BoardInput {
  layout: Layout;
  fit: Fit;
  surface: RefObject<HTMLElement | null>;
  cells: RefObject<HTMLElement | null>;
  pick: "play" | "mark" | "none";
  confirmTap: boolean;
  isPlayable: (point: XY) => boolean;
  onPick: ((point: XY) => void) | undefined;
  onAim: ((point: XY | null) => void) | undefined;
  cursorAt: XY | null;
}

export function useBoardInput(input: BoardInput) {
  const { layout, fit, surface, cells, pick, confirmTap, isPlayable, onPick, onAim, cursorAt } = input;
  const { spec } = layout;
  const [cursor] = useState<CursorStore>(() => createCursor(spec.columns, spec.rows));
  const press = useRef<Press | null>(null);

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
    if (isTouch && confirmTap && pick === "play" && !isShown && isPlayable(point)) {
      aimAt({ point, by: "touch" });
      return;
    }
    if (aim?.by === "touch") aimAt(null);
    onPick?.(point);
  }

  function onPointerDown(event: PointerEvent): void {
    if (!event.isPrimary) {
      if (press.current !== null) press.current.wasDragged = true;
      return;
    }
    if (event.button !== 0) return;
    const isTouch = !isMouse(event);
    const point = placeOf(event, isTouch ? undefined : MOUSE_REACH);
    press.current = { left: event.clientX, top: event.clientY, point, isTouch, wasDragged: false };
  }

  function onPointerMove(event: PointerEvent): void {
    if (!event.isPrimary) return;
    const pressed = press.current;
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

  function onPointerCancel(): void {
    press.current = null;
  }

  function onClick(event: MouseEvent): void {
    const pressed = press.current;
    press.current = null;
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
      aimAt(null);
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
    if (press.current === null || press.current.wasDragged) aimAt({ point, by: "keys" });
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
    onPointerLeave,
    onPointerCancel,
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
