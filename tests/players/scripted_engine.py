"""An engine that plays a script. A program of its own: python scripted_engine.py SCRIPT LOG

    > boardsize 9     this line must be said to it now
    < =               this it says
    ! sleep 0.5       this it does: sleep, stderr, exit, say without newline, close its output, wait for the end

Whatever it hears is kept in LOG. When it hears something else, it complains and ends; after the script it hears on.
"""

from __future__ import annotations

import os
import sys
import time


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:  # noqa: PTH123 - begins quickly without pathlib
        script = [line.rstrip("\n") for line in file]
    with open(sys.argv[2], "a", encoding="utf-8", buffering=1) as log:  # noqa: PTH123
        for step in script:
            kind, text = step[:1], step[2:]
            if kind == ">":
                heard = hear(log)
                if heard != text:
                    print(f"expected {text!r}, heard {heard!r}", file=sys.stderr)
                    sys.exit(3)
            elif kind == "<":
                print(text, flush=True)
            elif kind == "!":
                do(*text.split(" ", 1))
        while heard := hear(log):
            print(f"unexpected {heard!r}", file=sys.stderr, flush=True)


def hear(log: object) -> str | None:
    line = sys.stdin.readline()
    if not line:
        return None
    print(line, end="", file=log)  # type: ignore[call-overload]  # it is a file
    return line.rstrip("\n")


def do(what: str, text: str = "") -> None:
    match what:
        case "sleep":
            time.sleep(float(text))
        case "stderr":
            print(text, file=sys.stderr, flush=True)
        case "exit":
            sys.exit(int(text))
        case "half":
            print(text, end="", flush=True)
        case "close":
            os.close(1)
            time.sleep(60)
        case _:
            raise ValueError(what)


if __name__ == "__main__":
    main()
