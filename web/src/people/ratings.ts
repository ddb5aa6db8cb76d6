/** Ratings in words: what their classes are called, and what a number means. No controls. */
import type { RatingOut, User } from "../api/people";
import type { Kind } from "../api/types";
import type { Words } from "../words/useWords";

/** The game of a class such as GO-19, and the largest board of it where it is only for some. */
export function partsOf(ratingClass: string): { gameType: string; size: number | null } {
  const found = /^(.+)-(\d+)$/.exec(ratingClass);
  return found?.[1] === undefined
    ? { gameType: ratingClass, size: null }
    : { gameType: found[1], size: Number(found[2]) };
}

/** The classes in which somebody has a rating, in the order of the games; of these the most played first. */
export function classesOf({ ratings }: Pick<User, "ratings">, kinds: readonly Kind[]): string[] {
  const order = (name: string) => kinds.findIndex((kind) => kind.gameType === partsOf(name).gameType);
  const games = (name: string) => ratings[name]?.games ?? 0;
  return Object.keys(ratings).sort((a, b) => order(a) - order(b) || games(b) - games(a));
}

/** "Go, up to 13×13". */
export function classText(words: Words, kinds: readonly Kind[], ratingClass: string): string {
  const { gameType, size } = partsOf(ratingClass);
  const kind = kinds.find((one) => one.gameType === gameType);
  const game = kind === undefined ? gameType : words.of(kind, "name");
  return size === null ? game : words.t("profile.class", { game, size });
}

/** "5k", "3 dan" in the words of a language; null where there are no ranks. */
export function rankText(words: Words, rating: Pick<RatingOut, "rank">): string | null {
  const found = /^(\d+)\s*([kd])/.exec(rating.rank ?? "");
  return found === null
    ? null
    : words.t(found[2] === "k" ? "profile.rank.k" : "profile.rank.d", { count: found[1] ?? "" });
}

/** "1432 ± 80". */
export function ratingText({ rating, deviation }: Pick<RatingOut, "rating" | "deviation">): string {
  return `${Math.round(rating)} ± ${Math.round(deviation)}`;
}

/** "+12", "−8", "±0". */
export function changeText(change: number): string {
  const rounded = Math.round(change);
  return rounded > 0 ? `+${rounded}` : rounded < 0 ? `−${-rounded}` : "±0";
}
