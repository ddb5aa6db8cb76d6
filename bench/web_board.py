"""The page in a real browser: what a first visit loads, how soon a board is seen, what a move costs.

    make web && .venv/bin/python -m bench.web_board [--rounds N] [--only NAME]

One JSON object a line:

- `first_visit_script`: bytes of JavaScript as they come over the wire, gzipped, until the start page is shown.
- `first_board_ms`: from the beginning of the navigation until a frame with a board has been drawn, with an empty
  cache, over loopback. A script in the page waits for a board of more than no size, then for the second frame after
  it, and reads `performance.now()`, whose zero is the beginning of the navigation.
- `move_ms`: how long the main thread of the page is busy for one move in a game of Go of 300 stones on 19x19: click,
  the stone, the answer of the server, the view that follows. `Performance.getMetrics` of DevTools tells how long it
  has been busy so far (`TaskDuration`), before the click and after everything has come to rest, and script, style and
  layout as parts of it. `idle_ms` is the same over as long a time without a move. `long_tasks` counts tasks over
  50 ms, which a PerformanceObserver tells. `to_stone_ms` is from the click until the stone is drawn.

- `move_tasks_ms`: the same moves in a trace of the browser: the longest single task of the main thread, in CPU time. A
  frame is missed where it is over 16 ms. `all` is the CPU time of all tasks, spread over the frames of the animation.

The server and the browser share the machine. Compare runs on the same machine, not numbers.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, CDPSession, Locator, Page, expect
from tests.server.process import ServerProcess
from tests.web.browser import browser, missing

STONES: Final = 300
SIZE: Final = 19
REST_MS: Final = 700
"""Longer than what a move sets in motion: the stone arrives, the view is read again."""

FIRST_BOARD: Final = """
new MutationObserver((_, observer) => {
  const board = document.querySelector(".board");
  if (board !== null && board.getBoundingClientRect().width > 0) {
    observer.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => { window.firstBoardMs = performance.now(); }));
  }
}).observe(document, { childList: true, subtree: true });
"""

WATCH_MOVES: Final = """
() => {
  window.longTasks = 0;
  new PerformanceObserver((list) => { window.longTasks += list.getEntries().length; }).observe({ type: "longtask" });
  addEventListener("click", () => { window.clickedAt = performance.now(); }, { capture: true });
  new MutationObserver(() => {
    if (window.clickedAt !== null) {
      const since = window.clickedAt;
      requestAnimationFrame(() => { window.toStoneMs ??= performance.now() - since; });
    }
  }).observe(document.querySelector("[role=grid]"), {
    attributes: true, attributeFilter: ["aria-label"], subtree: true,
  });
}
"""


def say(name: str, **values: Any) -> None:
    """One figure."""
    print(json.dumps({"bench": "web_board", "name": name, **values}), flush=True)


def spread(values: list[float]) -> dict[str, float]:
    return {"median": round(statistics.median(values), 1), "min": round(min(values), 1), "max": round(max(values), 1)}


@contextmanager
def visitor(chromium: Browser, **more: Any) -> Iterator[BrowserContext]:
    """A browser profile that has never been here."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB", **more)
    try:
        yield context
    finally:
        context.close()


def first_visit_script(chromium: Browser, server: ServerProcess, rounds: int) -> None:
    """Bytes of JavaScript on the wire."""
    del rounds
    with visitor(chromium) as context:
        page = context.new_page()
        devtools = context.new_cdp_session(page)
        devtools.send("Network.enable")
        kinds: dict[str, tuple[str, str]] = {}
        sizes: dict[str, int] = {}

        def answered(told: dict[str, Any]) -> None:
            headers = {name.lower(): value for name, value in told["response"]["headers"].items()}
            kinds[told["requestId"]] = (told["type"], headers.get("content-encoding", "plain"))

        def finished(told: dict[str, Any]) -> None:
            sizes[told["requestId"]] = told["encodedDataLength"]

        devtools.on("Network.responseReceived", answered)
        devtools.on("Network.loadingFinished", finished)
        page.goto(server.address)
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        page.wait_for_load_state("networkidle")
        scripts = [sizes[request] for request, (kind, _) in kinds.items() if kind == "Script" and request in sizes]
        encodings = sorted({coding for kind, coding in kinds.values() if kind == "Script"})
        everything = sum(sizes.values())
        say("first_visit_script", bytes=sum(scripts), files=len(scripts), encoding=encodings, all_bytes=everything)


def first_board(chromium: Browser, server: ServerProcess, rounds: int) -> None:
    """Milliseconds until a board is seen."""
    found = []
    for _ in range(rounds):
        with visitor(chromium) as context:
            page = context.new_page()
            page.add_init_script(FIRST_BOARD)
            page.goto(server.address)
            page.wait_for_function("() => window.firstBoardMs !== undefined")
            found.append(float(page.evaluate("window.firstBoardMs")))
    say("first_board_ms", rounds=rounds, **spread(found))


def record() -> str:
    """A game of 300 moves in which nothing is taken: columns in turn, from the middle outwards."""
    letters = "abcdefghijklmnopqrs"

    def column_points(first: int) -> list[str]:
        rows = [8, 11, 7, 12, 6, 13, 5, 14, 4, 15, 3, 16, 2, 17, 1, 18, 0]
        return [letters[x] + letters[y] for y in rows for x in range(first, SIZE, 2)]

    black, white = column_points(0), column_points(1)
    moves = [f";B[{b}];W[{w}]" for b, w in zip(black, white, strict=False)]
    return f"(;GM[1]FF[4]SZ[{SIZE}]KM[7.5]{''.join(moves[: STONES // 2])})"


def metrics(devtools: CDPSession) -> dict[str, float]:
    """How long the main thread has been busy so far, in milliseconds, by what."""
    told = devtools.send("Performance.getMetrics")["metrics"]
    named = {metric["name"]: metric["value"] * 1000 for metric in told}
    return {
        "main_thread": named["TaskDuration"],
        "script": named["ScriptDuration"],
        "style": named["RecalcStyleDuration"],
        "layout": named["LayoutDuration"],
    }


def measured(page: Page, devtools: CDPSession, doing: Callable[[], None]) -> dict[str, float]:
    before = metrics(devtools)
    doing()
    page.wait_for_timeout(REST_MS)
    after = metrics(devtools)
    return {name: after[name] - before[name] for name in before}


def click(page: Page) -> None:
    """Where the mouse is."""
    page.mouse.down()
    page.mouse.up()


def full_board(context: BrowserContext, server: ServerProcess) -> Page:
    """A game with 300 stones, shown."""
    loaded = context.request.post(f"{server.address}/api/game/load", data={"save": record()})
    assert loaded.ok, loaded.text()
    page = context.new_page()
    page.goto(f"{server.address}/#/game/{loaded.json()['gameId']}")
    expect(page.get_by_role("gridcell").and_(page.get_by_label("stone"))).to_have_count(STONES)
    return page


def aim(page: Page, at: int) -> Locator:
    """Rest on a free point: a mouse that moves costs something of its own."""
    point = page.locator(f'[data-point="{"ABCDEFGHJKLMNOPQRST"[at % SIZE]}{9 + at // SIZE}"]')
    point.hover()
    page.wait_for_timeout(REST_MS)
    return point


def move_tasks(chromium: Browser, server: ServerProcess, rounds: int) -> None:
    """Milliseconds of CPU of the longest task, and of all tasks, of the main thread for a move among 300 stones."""
    with visitor(chromium) as context:
        page = full_board(context, server)
        page.wait_for_timeout(2 * REST_MS)
        longest, everything = [], []
        for at in range(rounds):
            aim(page, at)
            chromium.start_tracing(page=page, categories=["toplevel", "devtools.timeline"])
            click(page)
            page.wait_for_timeout(REST_MS)
            events = json.loads(chromium.stop_tracing())["traceEvents"]
            pressed = next(event for event in events if _is_press(event))
            thread = (pressed["pid"], pressed["tid"])
            tasks = [
                event.get("tdur", event["dur"]) / 1000
                for event in events
                if event["name"] == "ThreadControllerImpl::RunTask" and (event["pid"], event["tid"]) == thread
            ]
            longest.append(max(tasks))
            everything.append(sum(tasks))
        say("move_tasks_ms", stones=STONES, moves=rounds, longest=spread(longest), all=spread(everything))


def _is_press(event: dict[str, Any]) -> bool:
    return event.get("name") == "EventDispatch" and event["args"]["data"]["type"] == "mousedown"


def move_cost(chromium: Browser, server: ServerProcess, rounds: int) -> None:
    """Milliseconds of the main thread for a move among 300 stones."""
    with visitor(chromium) as context:
        page = full_board(context, server)
        devtools = context.new_cdp_session(page)
        devtools.send("Performance.enable")
        page.wait_for_timeout(2 * REST_MS)
        page.evaluate(WATCH_MOVES)
        idle = measured(page, devtools, lambda: None)

        costs: list[dict[str, float]] = []
        to_stone: list[float] = []
        for at in range(rounds):
            point = aim(page, at)
            page.evaluate("window.clickedAt = null; window.toStoneMs = undefined")
            costs.append(measured(page, devtools, lambda: click(page)))
            expect(point).to_have_accessible_name(re.compile("last move"))
            to_stone.append(float(page.evaluate("window.toStoneMs ?? NaN")))
        say(
            "move_ms",
            stones=STONES,
            moves=rounds,
            how="DevTools Performance.getMetrics, TaskDuration",
            **{name: spread([cost[name] for cost in costs]) for name in costs[0]},
            idle_ms=round(idle["main_thread"], 1),
            to_stone_ms=spread(to_stone),
            long_tasks=page.evaluate("window.longTasks"),
        )


BENCHES: Final[dict[str, Callable[[Browser, ServerProcess, int], None]]] = {
    "first_visit_script": first_visit_script,
    "first_board_ms": first_board,
    "move_ms": move_cost,
    "move_tasks_ms": move_tasks,
}


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--only", choices=BENCHES)
    asked = parser.parse_args()
    assert missing() is None, missing()
    with tempfile.TemporaryDirectory() as folder, browser() as chromium:
        server = ServerProcess(Path(folder) / "data").start()
        try:
            for name, bench in BENCHES.items():
                if asked.only in (None, name):
                    bench(chromium, server, asked.rounds)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
