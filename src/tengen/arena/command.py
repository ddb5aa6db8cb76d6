"""The arena as a command: a bar on a terminal, the table at the end, and a clean stop at any time."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Final

import typer

from tengen.arena.folder import Folder
from tengen.arena.lines import Result
from tengen.arena.plan import Plan
from tengen.arena.summary import as_json, summarize
from tengen.arena.tables import Words
from tengen.arena.tournament import PlaysGames, Tournament
from tengen.arena.workers import Workers
from tengen.core import text

_STANDING_S: Final = 0.5
"""The score in the bar is computed anew no more often than this."""


def hold_arena(
    plan: Plan,
    *,
    out: Path | None = None,
    jobs: int = 1,
    as_object: bool = False,
    language: str = "en",
    workers: PlaysGames | None = None,
) -> bool:
    """Play what the plan asks for and print what came of it; whether all of it could be played.

    With a folder, what an earlier run played there is not played again. Stopped by Ctrl-C or SIGTERM it still prints
    what it has. Raises GameError for a folder of another arena, and OSError.
    """
    folder: AbstractContextManager[Folder | None] = nullcontext()
    if out is not None:
        folder = Folder(out, plan.settings(), plan.ending)
    with folder as opened:
        tournament = Tournament(plan, opened)
        words = Words(language)
        if tournament.results:
            _tell(text(language, "arena.going_on", count=len(tournament.results), planned=plan.planned))
        with _bar(tournament, words) as on_result:
            tournament.on_result = on_result
            is_whole = _run(tournament, workers or Workers(), jobs)
        summary = summarize(plan, tournament.results, tournament.walk)
        if as_object:
            typer.echo(json.dumps(as_json(summary), ensure_ascii=False))
        else:
            typer.echo("\n".join(words.lines(summary)))
        if not is_whole:
            key = "arena.stopped" if out is None else "arena.stopped_goes_on"
            _tell(text(language, key, played=summary.played, planned=plan.planned))
        if summary.failures:
            _tell(text(language, "arena.failures", count=len(summary.failures)))
        return is_whole and not summary.failures


def _run(tournament: Tournament, workers: PlaysGames, jobs: int) -> bool:
    """Run to the end, or until somebody stops it; whether it came to the end."""
    if tournament.is_done:
        return True

    async def run() -> None:
        task = asyncio.current_task()
        assert task is not None
        with suppress(NotImplementedError):  # a system without such signals
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        await tournament.run(workers, jobs)

    try:
        asyncio.run(run())
    except (KeyboardInterrupt, asyncio.CancelledError):
        return False
    return True


@contextmanager
def _bar(tournament: Tournament, words: Words) -> Iterator[Callable[[Result], None]]:
    """What to call for every result: moves a bar on a terminal, does nothing in a pipe."""
    left, shown_at = tournament.plan.planned - len(tournament.results), -_STANDING_S
    hidden, standing = not sys.stderr.isatty(), ""
    with typer.progressbar(
        range(left), file=sys.stderr, hidden=hidden, show_pos=True, item_show_func=lambda _: standing, width=0
    ) as bar:

        def on_result(_: Result) -> None:
            nonlocal shown_at, standing
            if not hidden and time.monotonic() - shown_at >= _STANDING_S:
                shown_at = time.monotonic()
                standing = words.standing(summarize(tournament.plan, tournament.results, tournament.walk))
            bar.update(1)

        yield on_result


def _tell(line: str) -> None:
    typer.echo(f"tengen: {line}", err=True)
