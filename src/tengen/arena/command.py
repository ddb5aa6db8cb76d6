"""The arena as a command: a bar on a terminal, the table at the end, and a clean stop at any time."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import typer

from tengen.arena.bar import Bar
from tengen.arena.documents import Result
from tengen.arena.folder import Folder
from tengen.arena.games import GamePool
from tengen.arena.plan import Plan
from tengen.arena.summary import as_json, summarize
from tengen.arena.tables import Words
from tengen.arena.tournament import PlaysGames, Tournament
from tengen.core import GameError, text
from tengen.core.printing import is_terminal, printable
from tengen.jobs import most_processes


def hold_arena(
    plan: Plan,
    folder: Folder | None = None,
    *,
    jobs: int = 1,
    as_object: bool = False,
    language: str = "en",
    workers: PlaysGames | None = None,
) -> bool:
    """Play what the plan asks for and print what came of it; whether all of it could be played.

    With a folder, what an earlier run played there is not played again. Stopped by Ctrl-C, by SIGTERM, by a full disk
    or because nothing can be played, it still prints what it has.
    """
    tournament = Tournament(plan, folder)
    words = Words(language)
    if tournament.results:
        _tell(text(language, "arena.going_on", count=tournament.played, planned=plan.planned))
    most = most_processes()
    if most is not None and most < jobs:
        jobs = most
        _tell(text(language, "arena.fewer_jobs", jobs=jobs))
    trouble: GameError | None = None
    try:
        with _bar(tournament, words) as on_result:
            tournament.on_result = on_result
            is_whole = _run(tournament, workers or GamePool(jobs), jobs)
    except GameError as error:
        trouble, is_whole = error, False
    summary = summarize(plan, tournament.results, tournament.walk)
    if as_object:
        typer.echo(json.dumps(as_json(summary), ensure_ascii=False))
    else:
        typer.echo("\n".join(words.lines(summary, on_terminal=is_terminal(sys.stdout))))
    if trouble is not None:
        _tell(trouble.text(language))
    if not is_whole:
        key = "arena.stopped" if folder is None else "arena.stopped_goes_on"
        _tell(text(language, key, played=summary.played, planned=plan.planned))
    if summary.failures:
        key = "arena.failures" if folder is None or tournament.is_done else "arena.failures_again"
        _tell(text(language, key, count=len(summary.failures)))
    return is_whole and not summary.failures


def _run(tournament: Tournament, workers: PlaysGames, jobs: int) -> bool:
    """Run to the end, or until somebody stops it; whether it came to the end. Raises GameError."""
    if tournament.is_done:
        tournament.show()
        return True

    task: asyncio.Task[None] | None = None
    is_stopped = False

    def stop(*_: object) -> None:  # once: whoever asks again must not break off the end
        nonlocal is_stopped
        if not is_stopped and task is not None and not task.done():
            task.get_loop().call_soon_threadsafe(task.cancel)
        is_stopped = True

    async def run() -> None:
        nonlocal task
        task = asyncio.current_task()
        if not is_stopped:
            await tournament.run(workers, jobs)

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        with suppress(asyncio.CancelledError):
            asyncio.run(run())
    finally:
        for number, handler in before.items():  # the second Ctrl-C ends what is left to do, without a traceback
            signal.signal(number, signal.SIG_DFL if is_stopped else handler)
    return not is_stopped or tournament.is_done


@contextmanager
def _bar(tournament: Tournament, words: Words) -> Iterator[Callable[[Result], None]]:
    """What to call for every result: moves a bar on a terminal, does nothing in a pipe or where nobody listens."""
    stream, plan = sys.stderr, tournament.plan
    if not is_terminal(stream) or tournament.is_done:
        yield lambda _: None
        return

    from rich.console import Console

    def score() -> str:
        return words.score(summarize(plan, tournament.results, tournament.walk))

    bar = Bar(Console(file=stream), plan.planned, lambda: tournament.played, score)
    try:
        yield lambda _: bar.ask()
    finally:
        bar.close()


def _tell(line: str) -> None:
    typer.echo(f"tengen: {printable(line)}", err=True)
