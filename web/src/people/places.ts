/** Addresses of the pages of people. */

export function profilePath(name: string): string {
  return `/u/${encodeURIComponent(name)}`;
}
