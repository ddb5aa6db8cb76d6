/** Where the magnifier stands and what it shows. Draws nothing. */

import { CELL, type Fit } from "./geometry";

/** A point of fewer CSS pixels is too small for a finger: it is magnified, and a tap on it is asked for twice. */
export const SMALL_POINT_PX = 28;

/** How wide the lens is, and how large a point looks in it, in CSS pixels. */
export const LENS_PX = 132;
const LENS_POINT_PX = 44;

/** From the finger to the lens, so that no fingertip covers it. */
const CLEARANCE_PX = 40;
const MARGIN_PX = 4;

/** A place in CSS pixels. */
export interface Place {
  readonly left: number;
  readonly top: number;
}

/** Whether the points of a board are too small for a finger. */
export function isSmall(fit: Fit): boolean {
  return CELL / fit.unit < SMALL_POINT_PX;
}

/** The upper left corner of the lens: above the finger, or beside it where there is no room above. */
export function lensPlace(finger: Place, windowWidth: number): Place {
  const above = finger.top - CLEARANCE_PX - LENS_PX;
  if (above >= MARGIN_PX) {
    const left = finger.left - LENS_PX / 2;
    return { left: Math.max(MARGIN_PX, Math.min(left, windowWidth - LENS_PX - MARGIN_PX)), top: above };
  }
  const isLeft = finger.left < windowWidth / 2;
  return {
    left: isLeft ? finger.left + CLEARANCE_PX : finger.left - CLEARANCE_PX - LENS_PX,
    top: MARGIN_PX,
  };
}

/** What the lens shows of the drawing, with the place under the finger in its middle. */
export function lensView(fit: Fit, onBoard: Place): { viewBox: string; unit: number } {
  const unit = CELL / LENS_POINT_PX;
  const side = LENS_PX * unit;
  const left = fit.x + onBoard.left * fit.unit - side / 2;
  const top = fit.y + onBoard.top * fit.unit - side / 2;
  return { viewBox: `${left} ${top} ${side} ${side}`, unit };
}
