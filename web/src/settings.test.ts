import { expect, it } from "vitest";
import { migrate } from "./settings";

it("two taps that were chosen stay chosen; else the size of the points decides", () => {
  expect(migrate({ confirmTap: true, sound: false }, 1)).toEqual({ confirmTap: "always", sound: false });
  expect(migrate({ confirmTap: false }, 1)).toEqual({ confirmTap: "auto" });
  expect(migrate({}, 1)).toEqual({ confirmTap: "auto" });
  expect(migrate({ confirmTap: "never" }, 2)).toEqual({ confirmTap: "never" });
  expect(migrate(null, 1)).toBeNull();
});
