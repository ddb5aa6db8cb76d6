/** A file that another page gives to be looked at, with the reason why it can only be that. */
import type { FileData, Refused } from "../../api/rest";

export interface Handed {
  data: FileData;
  /** Which game of it. */
  index: number;
  why: Refused;
}

let handed: Handed | null = null;

/** For the review that is opened next. */
export function handOver(data: FileData, index: number, why: Refused): void {
  handed = { data, index, why };
}

/** What was handed over last, until it is forgotten. */
export function handedOver(): Handed | null {
  return handed;
}

export function forgetHanded(): void {
  handed = null;
}
