import { describe, expect, it } from "vitest";
import { isLong } from "../../sitting/rules";
import {
  bodyOf,
  CALLER,
  type Choice,
  challengeOf,
  defaultChoice,
  exchanged,
  readChoice,
  seekOf,
  takeOverSeats,
  whyNotRated,
} from "./choice";
import { CLOCKS, clockOf, DEFAULT_CLOCK, kindOfClock, readClock, withKind } from "./clock";
import {
  defaultPicked,
  isOpenNumber,
  isShown,
  levelsOf,
  otherSizes,
  readPicked,
  rulesOf,
  usualSizes,
  valuesOf,
  withOption,
  withPreset,
} from "./rules";
import { CALM, KINDS, NINE } from "./sampleKinds";

const usual = defaultChoice(KINDS);
const chosen = (part: Partial<Choice>): Choice => ({ ...usual, ...part });

describe("the request that begins a game", () => {
  it("is complete at the first visit: Black against the computer, the usual board and rules, no clock", () => {
    expect(bodyOf(usual, NINE)).toEqual({
      gameType: "NINE",
      boardSize: 15,
      rules: { preset: "plain", ending: "talk" },
      players: { BLACK: "human", WHITE: "level:4" },
      seat: "BLACK",
    });
  });

  it("gives White to those who want it, and Black to the computer", () => {
    expect(bodyOf(chosen({ side: "WHITE", level: 2 }), NINE)).toMatchObject({
      players: { BLACK: "level:2", WHITE: "human" },
      seat: "WHITE",
    });
  });

  it("leaves the colour to chance", () => {
    const body = (chance: number) =>
      bodyOf(chosen({ side: "RANDOM" }), NINE, { ...CALLER, chance: () => chance });
    expect(body(0.49).seat).toBe("BLACK");
    expect(body(0.5)).toMatchObject({ seat: "WHITE", players: { BLACK: "level:4", WHITE: "human" } });
  });

  it("has no seat for two at one screen", () => {
    const body = bodyOf(chosen({ opponent: "beside" }), NINE, { ...CALLER, name: "Ann" });
    expect(body.players).toEqual({ BLACK: "human", WHITE: "human" });
    expect(body).not.toHaveProperty("seat");
    expect(body).not.toHaveProperty("name");
  });

  it("has a seat and an open one for a friend, and the name that the friend will see", () => {
    const body = bodyOf(chosen({ opponent: "friend", side: "WHITE" }), NINE, { ...CALLER, name: "  Ann " });
    expect(body).toMatchObject({ players: { BLACK: "human", WHITE: "human" }, seat: "WHITE", name: "Ann" });
  });

  it("lets two computers play, and owns no seat", () => {
    const body = bodyOf(chosen({ isWatching: true, ownLevel: 2, level: 5 }), NINE);
    expect(body.players).toEqual({ BLACK: "level:2", WHITE: "level:5" });
    expect(body).not.toHaveProperty("seat");
    expect(body).not.toHaveProperty("rules");
  });

  it("takes the nearest level there is, and random play where there are none", () => {
    expect(bodyOf(chosen({ level: 9 }), NINE).players.WHITE).toBe("level:10");
    expect(bodyOf(chosen({ gameType: "CALM" }), CALM).players.WHITE).toBe("random");
    expect(levelsOf(CALM)).toEqual([]);
  });

  it("is pass-and-play where no computer plays the game", () => {
    const body = bodyOf(usual, { ...CALM, players: ["human"] });
    expect(body.players).toEqual({ BLACK: "human", WHITE: "human" });
    expect(body).not.toHaveProperty("seat");
  });

  it("names the clock", () => {
    const body = bodyOf(chosen({ clock: { ...usual.clock, name: "japanese" } }), NINE);
    expect(body.clock).toEqual({
      kind: "byoyomi",
      mainMs: 600_000,
      incrementMs: 0,
      periodMs: 30_000,
      periods: 3,
      stones: 0,
    });
  });

  it("goes on with a shown game as the side to move", () => {
    expect(takeOverSeats(3, NINE, "WHITE")).toEqual({
      players: { BLACK: "level:3", WHITE: "human" },
      seat: "WHITE",
    });
  });
});

describe("a challenge", () => {
  const open = chosen({ opponent: "anyone", way: "challenge", side: "RANDOM" });
  const quick = { ...DEFAULT_CLOCK, name: "quick" as const };

  it("has every setting of the game, and leaves the colour to lot unless one was chosen", () => {
    expect(challengeOf({ ...open, lobbyClock: quick }, NINE, [], null)).toEqual({
      gameType: "NINE",
      boardSize: 15,
      rules: { preset: "plain", ending: "talk" },
      clock: CLOCKS.quick,
    });
    expect(challengeOf({ ...open, side: "WHITE" }, NINE, [], null).color).toBe("WHITE");
  });

  it("has a clock unless that was not wanted, whatever games against the computer have", () => {
    expect(challengeOf(open, NINE, [], null).clock).toEqual(CLOCKS.japanese);
    const untimed = readChoice({ ...open, lobbyClock: DEFAULT_CLOCK }, KINDS);
    expect(challengeOf(untimed, NINE, [], null)).not.toHaveProperty("clock");
    expect(readChoice({ lobbyClock: "broken" }, KINDS).lobbyClock.name).toBe("japanese");
  });

  it("is rated where the maker has an account and the game a clock", () => {
    const wish = { ...open, rated: true };
    expect(challengeOf(wish, NINE, ["Ann"], null).rated).toBe(true);
    expect(challengeOf(wish, NINE, [], null)).not.toHaveProperty("rated");
    const untimed = { ...wish, lobbyClock: DEFAULT_CLOCK };
    expect(challengeOf(untimed, NINE, ["Ann"], null)).not.toHaveProperty("rated");
  });

  it("names the opponent, or how far the rating of whoever comes may be", () => {
    const near = { ...open, range: 200 };
    expect(challengeOf(near, NINE, ["Ann"], null).ratingRange).toEqual({ below: 200, above: 200 });
    expect(challengeOf(near, CALM, ["Ann"], null)).not.toHaveProperty("ratingRange");
    const direct = challengeOf({ ...near, opponent: "person" }, NINE, ["Ann"], "Ben");
    expect(direct).toMatchObject({ to: "Ben" });
    expect(direct).not.toHaveProperty("ratingRange");
  });

  it("says what follows when a player leaves, except where moves take days", () => {
    const gentle = { ...open, absence: "claim" as const, clock: quick, lobbyClock: quick };
    expect(challengeOf(gentle, NINE, [], null).absence).toBe("claim");
    expect(bodyOf({ ...gentle, opponent: "friend" }, NINE)).toMatchObject({ absence: "claim" });
    expect(bodyOf({ ...gentle, opponent: "computer" }, NINE)).not.toHaveProperty("absence");
    for (const name of ["days", "none"] as const) {
      const slow = { ...gentle, lobbyClock: { ...DEFAULT_CLOCK, name } };
      expect(challengeOf(slow, NINE, [], null)).not.toHaveProperty("absence");
    }
  });
});

describe("what is searched for by pairing", () => {
  const wish = chosen({ opponent: "anyone", way: "pair", speed: "blitz", rated: true });

  it("is a game, a size and a speed; rated needs an account, and no clock of one's own", () => {
    expect(seekOf(wish, NINE, ["Ann"])).toEqual({
      gameType: "NINE",
      boardSize: 15,
      speed: "blitz",
      rated: true,
    });
    expect(seekOf(wish, NINE, [])).toMatchObject({ rated: false });
    expect(seekOf(wish, CALM, ["Ann"])).toMatchObject({ gameType: "CALM", rated: false });
  });
});

describe("people with accounts", () => {
  const clock = { ...usual.clock, name: "quick" } as const;
  const ann = { ...CALLER, name: "somebody", accounts: ["Ann"] };
  const both = { ...ann, accounts: ["Ann", "Ben"] };

  it("sit under their own names, whatever was typed on this device", () => {
    expect(bodyOf(chosen({ opponent: "friend" }), NINE, ann)).not.toHaveProperty("name");
    expect(takeOverSeats(3, NINE, "BLACK", ann)).not.toHaveProperty("name");
  });

  it("sit side by side, each with a seat of their own, and may exchange colours", () => {
    const choice = chosen({ opponent: "beside", names: { BLACK: "x", WHITE: "y" } });
    const body = bodyOf(choice, NINE, both);
    expect(body).toMatchObject({ players: { BLACK: "human", WHITE: "human" }, seat: "BLACK", beside: true });
    expect(body).not.toHaveProperty("names");
    expect(bodyOf({ ...choice, ...exchanged(choice) }, NINE, both).seat).toBe("WHITE");
  });

  it("are called by their name beside somebody without an account, who is asked for one", () => {
    const choice = chosen({ opponent: "beside", names: { BLACK: "", WHITE: "小林" } });
    const body = bodyOf(choice, NINE, ann);
    expect(body.names).toEqual({ BLACK: "Ann", WHITE: "小林" });
    expect(body).not.toHaveProperty("seat");
    const other = { ...choice, ...exchanged(choice) };
    expect(bodyOf(other, NINE, ann).names).toEqual({ BLACK: "小林", WHITE: "Ann" });
  });

  it("are asked for a rated game only where it can be one", () => {
    const why = (part: Partial<Choice>, kind = NINE, accounts = ["Ann"]) =>
      whyNotRated(chosen({ clock, ...part }), kind, accounts);
    expect(why({})).toBeNull();
    expect(why({ opponent: "friend" })).toBeNull();
    expect(why({}, NINE, [])).toBe("account");
    expect(why({ opponent: "beside" }, NINE, ["Ann", "Ben"])).toBe("beside");
    expect(why({ clock: usual.clock })).toBe("clock");
    expect(why({ level: 10 })).toBe("engine");
    expect(why({ isWatching: true })).toBe("engine");
    expect(why({ opponent: "friend" }, CALM)).toBe("kind");
  });

  it("get what they asked for, and no refusal for what they asked for elsewhere", () => {
    expect(bodyOf(chosen({ rated: true, clock }), NINE, ann).rated).toBe(true);
    expect(bodyOf(chosen({ rated: true }), NINE, ann)).not.toHaveProperty("rated");
    expect(bodyOf(chosen({ rated: true, clock }), NINE)).not.toHaveProperty("rated");
  });
});

describe("people without accounts", () => {
  it("at one screen bear the name of this device where they give none", () => {
    const ann = { ...CALLER, name: "Ann" };
    const body = (names: Choice["names"]) => bodyOf(chosen({ opponent: "beside", names }), NINE, ann).names;
    expect(body({ BLACK: "", WHITE: "" })).toEqual({ BLACK: "Ann" });
    expect(body({ BLACK: "Eve", WHITE: "小林" })).toEqual({ BLACK: "Eve", WHITE: "小林" });
  });
});

describe("rules", () => {
  const picked = defaultPicked(NINE);

  it("are left out where they are the usual ones", () => {
    expect(rulesOf(NINE, picked, false)).toBeUndefined();
    expect(rulesOf(CALM, defaultPicked(CALM), true)).toBeUndefined();
  });

  it("are a preset's name, or a preset and what was set by hand", () => {
    const old = withPreset(NINE, picked, "old");
    expect(rulesOf(NINE, old, false)).toBe("old");
    expect(rulesOf(NINE, withOption(NINE, old, false, "stones", 2), false)).toEqual({
      preset: "old",
      stones: 2,
    });
  });

  it("drop what another choice took the meaning of", () => {
    const two = withOption(NINE, withOption(NINE, picked, false, "stones", 2), false, "where", "free");
    expect(rulesOf(NINE, two, false)).toEqual({ preset: "plain", stones: 2, where: "free" });
    expect(rulesOf(NINE, withOption(NINE, two, false, "stones", 0), false)).toEqual({
      preset: "plain",
      stones: 0,
    });
  });

  it("take back what a preset set and another choice made meaningless", () => {
    const land = withOption(NINE, withPreset(NINE, picked, "old"), false, "count", "land");
    expect(rulesOf(NINE, land, false)).toEqual({ preset: "old", count: "land", bonus: false });
  });

  it("of another preset replace only what it speaks of", () => {
    const set = withOption(NINE, withOption(NINE, picked, false, "komi", 0.5), false, "stones", 3);
    expect(withPreset(NINE, set, "old").options).toEqual({ stones: 3 });
    expect(valuesOf(NINE, withPreset(NINE, set, "old"), false).komi).toBe(6.5);
  });

  it("offer first what people want at the end, whatever the preset, and only where a person plays", () => {
    const old = withPreset(NINE, picked, "old");
    expect(valuesOf(NINE, picked, true).ending).toBe("talk");
    expect(rulesOf(NINE, picked, true)).toEqual({ preset: "plain", ending: "talk" });
    expect(rulesOf(NINE, old, true)).toEqual({ preset: "old", ending: "talk" });
    expect(valuesOf(NINE, picked, false).ending).toBe("quick");
    expect(rulesOf(NINE, old, false)).toBe("old");
  });

  it("keep what a person chose instead of what was offered", () => {
    const quick = withOption(NINE, picked, true, "ending", "quick");
    expect(rulesOf(NINE, quick, true)).toEqual({ preset: "plain", ending: "quick" });
    expect(withOption(NINE, quick, true, "ending", "talk").options).toEqual({});
  });

  it("forget a choice that is the usual one again", () => {
    const land = withOption(NINE, picked, false, "count", "land");
    expect(withOption(NINE, land, false, "count", "area").options).toEqual({});
    expect(withOption(NINE, withOption(NINE, picked, false, "komi", 5), false, "komi", null).options).toEqual(
      {},
    );
  });

  it("do not pretend to know a number that the server derives", () => {
    const [komi] = NINE.options;
    expect(komi && isOpenNumber(komi, picked)).toBe(false);
    expect(komi && isOpenNumber(komi, withOption(NINE, picked, false, "stones", 4))).toBe(true);
  });

  it("are shown when they mean something", () => {
    const where = NINE.options.find((option) => option.name === "where");
    expect(where && isShown(where, { stones: 1 })).toBe(false);
    expect(where && isShown(where, { stones: 2 })).toBe(true);
  });
});

describe("sizes", () => {
  it("are the usual ones and the game's own at once, and every other one after them", () => {
    expect([usualSizes(NINE), otherSizes(NINE)]).toEqual([
      [9, 13, 15, 19],
      [5, 7, 11],
    ]);
    expect([usualSizes(CALM), otherSizes(CALM)]).toEqual([
      [6, 8, 10],
      [4, 12],
    ]);
  });

  it("begin small at the first visit where the rules' own is the largest usual one", () => {
    expect(defaultPicked({ ...NINE, defaultSize: 19 }).size).toBe(9);
    expect(defaultPicked({ ...NINE, defaultSize: 19, sizes: [13, 19] }).size).toBe(13);
    expect([defaultPicked(NINE).size, defaultPicked(CALM).size]).toEqual([15, 8]);
    expect(readPicked({ size: 19 }, { ...NINE, defaultSize: 19 }).size).toBe(19);
  });
});

describe("the names of people at one screen", () => {
  const beside = (names: Choice["names"]) => bodyOf(chosen({ opponent: "beside", names }), NINE);

  it("go along where they are given, and nowhere else", () => {
    expect(beside({ BLACK: " Ann ", WHITE: "" }).names).toEqual({ BLACK: "Ann" });
    expect(beside({ BLACK: "Ann", WHITE: "Bo" }).names).toEqual({ BLACK: "Ann", WHITE: "Bo" });
    expect(beside({ BLACK: " ", WHITE: "" })).not.toHaveProperty("names");
    const names = { BLACK: "Ann", WHITE: "Bo" };
    expect(bodyOf(chosen({ opponent: "computer", names }), NINE)).not.toHaveProperty("names");
    expect(bodyOf(chosen({ opponent: "friend", names }), NINE)).not.toHaveProperty("names");
  });

  it("are remembered, and whatever is none is not", () => {
    const names = { BLACK: "Ann", WHITE: "小林" };
    expect(readChoice(JSON.parse(JSON.stringify(chosen({ names }))), KINDS).names).toEqual(names);
    expect(readChoice({ names: { BLACK: 7, WHITE: "x".repeat(99) } }, KINDS).names).toEqual({
      BLACK: "",
      WHITE: "x".repeat(40),
    });
  });
});

describe("what was kept of an earlier visit", () => {
  it("comes back as it was", () => {
    const kept = chosen({
      gameType: "CALM",
      opponent: "friend",
      side: "RANDOM",
      level: 7,
      isWatching: true,
      ownLevel: 1,
      clock: { name: "custom", custom: CLOCKS.quick },
      games: { NINE: { size: 9, preset: "old", options: { komi: 0.5, where: "free", bonus: true } } },
    });
    expect(readChoice(JSON.parse(JSON.stringify(kept)), KINDS)).toEqual(kept);
  });

  it.each([null, undefined, 7, "x", [], { gameType: 3, games: 5, clock: "noon" }])(
    "is as at first if it is %j",
    (kept) => {
      expect(readChoice(kept, KINDS)).toEqual(usual);
    },
  );

  it("loses only what is broken or no longer offered", () => {
    const kept = {
      ...usual,
      gameType: "GONE",
      opponent: "nobody",
      side: "WHITE",
      level: -3,
      games: {
        GONE: { size: 3 },
        NINE: { size: 8, preset: "gone", options: { komi: 1e9, stones: 1.5, where: "free", odd: 1 } },
      },
    };
    const read = readChoice(kept, KINDS);
    expect(read).toMatchObject({ gameType: "NINE", opponent: "computer", side: "WHITE", level: 4 });
    expect(read.games).toEqual({ NINE: { size: 15, preset: "plain", options: { where: "free" } } });
  });

  it("has no games to choose from", () => {
    expect(readChoice(usual, []).gameType).toBe("");
  });

  it("reads an option only as what it is", () => {
    expect(readPicked({ options: { bonus: "yes", count: 1, komi: 6.25 } }, NINE).options).toEqual({});
  });
});

describe("clocks", () => {
  it("are none unless chosen", () => {
    expect(clockOf(usual.clock)).toBeNull();
    expect(readClock({ name: "noon" }).name).toBe("none");
  });

  it("keep what another kind has too, and are 0 in what it has not", () => {
    const canadian = withKind(CLOCKS.japanese, "canadian");
    expect(canadian).toMatchObject({
      kind: "canadian",
      mainMs: 600_000,
      periodMs: 30_000,
      stones: 15,
      periods: 0,
    });
    expect(withKind(canadian, "per_move")).toMatchObject({ mainMs: 0, periodMs: 30_000, stones: 0 });
    expect(withKind(withKind(canadian, "per_move"), "fischer").incrementMs).toBe(5000);
  });

  it("of one's own are read only when whole", () => {
    const custom = withKind(CLOCKS.quick, "absolute");
    expect(readClock({ name: "custom", custom }).custom).toEqual(custom);
    expect(readClock({ name: "custom", custom: { ...custom, mainMs: -1 } }).custom).toEqual(CLOCKS.japanese);
    expect(readClock({ name: "custom", custom: { kind: "hourglass" } }).custom).toEqual(CLOCKS.japanese);
  });

  it("of days are a kind of their own, and a time per move for the server", () => {
    const days = withKind(CLOCKS.japanese, "days");
    expect(days).toEqual(CLOCKS.days);
    expect([kindOfClock(days), days.kind]).toEqual(["days", "per_move"]);
    expect([isLong(days), isLong(CLOCKS.japanese), isLong(null)]).toEqual([true, false, false]);
    expect(withKind(days, "per_move").periodMs).toBe(30_000);
    expect(clockOf({ name: "custom", custom: CLOCKS.week })).toEqual(CLOCKS.week);
  });

  it("of days come back from what is kept, if they are whole days and not too many", () => {
    const kept = (periodMs: number) =>
      readClock({ name: "custom", custom: { ...CLOCKS.day, periodMs } }).custom;
    expect(kept(CLOCKS.week.periodMs)).toEqual(CLOCKS.week);
    expect(kept(31 * CLOCKS.day.periodMs)).toEqual(DEFAULT_CLOCK.custom);
  });
});
