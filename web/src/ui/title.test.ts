import { expect, it } from "vitest";
import { markTitle, setPageTitle, showTitle } from "./title";

it("the title of a place is not lost when a page leaves later than one has come to the next", () => {
  setPageTitle("Game");
  const leave = showTitle("Your move – Go");
  setPageTitle("Review");
  expect(document.title).toBe("Your move – Go");
  leave();
  expect(document.title).toBe("Review");
  const [first, second] = [showTitle("one"), showTitle("two")];
  first();
  expect(document.title).toBe("two");
  second();
  expect(document.title).toBe("Review");
});

it("the title is marked while a game waits elsewhere, whatever it becomes meanwhile", () => {
  setPageTitle("Review");
  markTitle((title) => `● ${title}`);
  expect(document.title).toBe("● Review");
  setPageTitle("Watch");
  expect(document.title).toBe("● Watch");
  markTitle(null);
  expect(document.title).toBe("Watch");
});
