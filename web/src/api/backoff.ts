/** When to try again. Knows neither sockets nor calls. */

const FIRST_MS = 300;
const LONGEST_MS = 10_000;

/** How long to wait after so many failures: doubled every time, and never the same for everybody. */
export function delayMs(failures: number, firstMs = FIRST_MS, longestMs = LONGEST_MS): number {
  const whole = Math.min(firstMs * 2 ** Math.max(failures - 1, 0), longestMs);
  return whole * (0.5 + Math.random() / 2);
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Tries something again until it is told to stop: later and later, but at once when the network is back or the
 * person looks at the page again.
 */
export class Comeback {
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #notBefore = 0;
  readonly #attempt: () => void;

  constructor(attempt: () => void) {
    this.#attempt = attempt;
  }

  get isWaiting(): boolean {
    return this.#timer !== null;
  }

  /** It failed: try again after a while, `leastMs` at least. */
  later(leastMs = 0): void {
    this.#failures += 1;
    const wait = Math.max(delayMs(this.#failures), leastMs * (1 + Math.random() / 2));
    this.stop();
    this.#notBefore = performance.now() + leastMs;
    this.#timer = setTimeout(this.#go, wait);
    window.addEventListener("online", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
  }

  /** It works: the next failure is a first one. */
  succeeded(): void {
    this.#failures = 0;
  }

  /** Something has changed: where it waits to be tried again, that is now. */
  now(): void {
    if (this.isWaiting) {
      this.#failures = 0;
      this.#go();
    }
  }

  stop(): void {
    if (this.#timer !== null) {
      clearTimeout(this.#timer);
      this.#timer = null;
    }
    window.removeEventListener("online", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
  }

  readonly #go = (): void => {
    this.stop();
    this.#attempt();
  };

  readonly #wake = (): void => {
    if (document.visibilityState === "visible" && performance.now() >= this.#notBefore) {
      this.#failures = 0;
      this.#go();
    }
  };
}
