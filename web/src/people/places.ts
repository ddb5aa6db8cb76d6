/** Addresses of the pages of people. */

export function profilePath(name: string): string {
  return `/u/${encodeURIComponent(name)}`;
}

/** The start page, set up for a game with somebody. */
export function challengePath(name: string): string {
  return `/challenge/${encodeURIComponent(name)}`;
}
