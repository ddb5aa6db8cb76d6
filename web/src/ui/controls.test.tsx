import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useSettings } from "../settings";
import { Disclosure } from "./Disclosure";
import { Menu, Sheet } from "./Menu";
import { NumberField, readNumber } from "./NumberField";
import { Segmented } from "./Segmented";
import { Slider } from "./Slider";
import { Switch } from "./Switch";

beforeEach(() => useSettings.getState().set({ language: "en" }));
afterEach(cleanup);

describe("Segmented", () => {
  it("is a named group of radio buttons", () => {
    const onChange = vi.fn();
    render(
      <Segmented
        label="Colour"
        value="a"
        options={[
          { value: "a", label: "A" },
          { value: "b", label: <i>●</i>, name: "Bee" },
        ]}
        onChange={onChange}
      />,
    );
    expect(screen.getByRole("group", { name: "Colour" })).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "A" }).checked).toBe(true);
    fireEvent.click(screen.getByRole("radio", { name: "Bee" }));
    expect(onChange).toHaveBeenCalledWith("b");
  });
});

describe("NumberField", () => {
  function Komi({ onChange }: { onChange: (value: number | null) => void }) {
    const [value, setValue] = useState<number | null>(6.5);
    const change = (next: number | null) => {
      setValue(next);
      onChange(next);
    };
    return (
      <NumberField
        label="Komi"
        value={value}
        minimum={0}
        maximum={10}
        step={0.5}
        optional
        onChange={change}
      />
    );
  }

  it("keeps to its bounds and steps", () => {
    expect(readNumber("6.7", 0, 10, 0.5)).toBe(6.5);
    expect(readNumber("99", 0, 10, 0.5)).toBe(10);
    expect(readNumber("-3", 0, 10, 0.5)).toBe(0);
    expect(readNumber("x", 0, 10, 0.5)).toBeNull();
    expect(readNumber(" ", 0, 10, 0.5)).toBeNull();
  });

  it("steps with its buttons and can be emptied", () => {
    const onChange = vi.fn();
    render(<Komi onChange={onChange} />);
    fireEvent.click(screen.getByRole("button", { name: "Komi: more" }));
    expect(onChange).toHaveBeenLastCalledWith(7);
    fireEvent.change(screen.getByLabelText("Komi"), { target: { value: "" } });
    expect(onChange).toHaveBeenLastCalledWith(null);
  });

  it("shows what it took once the focus leaves", () => {
    render(<Komi onChange={() => undefined} />);
    const input = screen.getByLabelText<HTMLInputElement>("Komi");
    fireEvent.change(input, { target: { value: "77" } });
    expect(input.value).toBe("77");
    fireEvent.blur(input);
    expect(input.value).toBe("10");
  });
});

describe("Slider", () => {
  it("says its value in words", () => {
    const onChange = vi.fn();
    render(
      <Slider
        label="Level"
        value={4}
        minimum={1}
        maximum={10}
        valueText="Level 4 of 10"
        onChange={onChange}
      />,
    );
    const slider = screen.getByRole("slider", { name: "Level" });
    expect(slider.getAttribute("aria-valuetext")).toBe("Level 4 of 10");
    fireEvent.change(slider, { target: { value: "7" } });
    expect(onChange).toHaveBeenCalledWith(7);
  });
});

describe("Switch", () => {
  it("is a switch with a name and its help", () => {
    const onChange = vi.fn();
    render(<Switch label="Sound" checked help="A wooden click." onChange={onChange} />);
    const control = screen.getByRole("switch", { name: "Sound", description: "A wooden click." });
    fireEvent.click(control);
    expect(onChange).toHaveBeenCalledWith(false);
  });
});

describe("Disclosure", () => {
  it("says whether it is open", () => {
    render(<Disclosure label="More">inside</Disclosure>);
    const button = screen.getByRole("button", { name: "More", expanded: false });
    expect(screen.queryByText("inside")).toBeNull();
    fireEvent.click(button);
    expect(button.getAttribute("aria-expanded")).toBe("true");
    expect(screen.getByText("inside")).toBeTruthy();
  });
});

describe("Menu", () => {
  const save = vi.fn();
  const show = () =>
    render(
      <>
        <Menu
          label="More"
          items={[
            { label: "Restart", onSelect: () => undefined },
            null,
            { label: "Export", onSelect: () => undefined, disabled: true },
            { label: "Save", onSelect: save },
          ]}
        />
        <p>elsewhere</p>
      </>,
    );
  const open = () => {
    const button = screen.getByRole("button", { name: "More" });
    fireEvent.click(button);
    return button;
  };

  it("puts the focus on its first entry and goes round with the arrows, past what cannot be chosen", () => {
    show();
    open();
    expect(document.activeElement?.textContent).toBe("Restart");
    fireEvent.keyDown(screen.getByRole("menu"), { key: "ArrowDown" });
    expect(document.activeElement?.textContent).toBe("Save");
    fireEvent.keyDown(screen.getByRole("menu"), { key: "ArrowDown" });
    expect(document.activeElement?.textContent).toBe("Restart");
    fireEvent.keyDown(screen.getByRole("menu"), { key: "s" });
    expect(document.activeElement?.textContent).toBe("Save");
  });

  it("closes on Escape and gives the focus back", () => {
    show();
    const button = open();
    fireEvent.keyDown(document.activeElement as Element, { key: "Escape" });
    expect(screen.queryByRole("menu")).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it("closes on a press elsewhere", () => {
    show();
    open();
    fireEvent.pointerDown(screen.getByText("elsewhere"));
    expect(screen.queryByRole("menu")).toBeNull();
  });

  it("does what was chosen and closes", () => {
    show();
    open();
    fireEvent.click(screen.getByRole("menuitem", { name: "Save" }));
    expect(save).toHaveBeenCalledOnce();
    expect(screen.queryByRole("menu")).toBeNull();
  });
});

describe("Sheet", () => {
  it("stays open while its controls are used", () => {
    render(
      <Sheet label="Settings" icon="settings">
        <button type="button">inside</button>
      </Sheet>,
    );
    fireEvent.click(screen.getByRole("button", { name: "Settings" }));
    const inside = screen.getByRole("button", { name: "inside" });
    fireEvent.pointerDown(inside);
    fireEvent.focusIn(inside);
    expect(screen.getByRole("dialog", { name: "Settings" })).toBeTruthy();
  });
});
