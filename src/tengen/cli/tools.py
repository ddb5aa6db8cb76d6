"""Commands that look after the program itself: perft, doctor."""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.common import Failure

if TYPE_CHECKING:
    from tengen.core import Ruleset


def perft(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's name.")],
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0, max=200, help="How many plies deep.")],
    size: Annotated[
        int | None, typer.Option(metavar="N", help="The board size; the game's default unless given.")
    ] = None,
    native: Annotated[bool, typer.Option("--native", help="Count with the compiled rules.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Count the leaves of a game's tree, to prove its rules against known numbers."""
    from tengen.core import create_rules

    ruleset = create_rules(game, size)
    begin = time.perf_counter()
    nodes = _count_natively(ruleset, depth) if native else _count(ruleset, depth)
    seconds = round(time.perf_counter() - begin, 3)
    if as_json:
        answer = {"game": ruleset.KIND, "size": ruleset.size, "depth": depth, "nodes": nodes, "seconds": seconds}
        typer.echo(json.dumps(answer))
    else:
        typer.echo(nodes)


def _count(ruleset: Ruleset, depth: int) -> int:
    """The count, with a bar over the first moves on a terminal."""
    from tengen.clients.records.report import progress
    from tengen.core import perft as count

    start = ruleset.initial()
    if depth == 0 or start.is_over:
        return 1
    first = ruleset.legal_actions(start)
    return sum(count(ruleset, depth - 1, ruleset.apply(start, action)) for action in progress(first, len(first)))


def _count_natively(ruleset: Ruleset, depth: int) -> int:
    from tengen.players import native

    try:
        known = native.kinds()
    except native.NativeUnavailable as error:
        raise Failure(str(error)) from error
    if ruleset.KIND not in known or ruleset.size != ruleset.DEFAULT_SIZE:
        asked = f"{ruleset.KIND} {ruleset.size}x{ruleset.size}"
        names = ", ".join(known)
        raise Failure(f"there are no compiled rules for {asked}; there are, on boards of the default size: {names}")
    return native.perft(ruleset.KIND, depth)


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Say what of this installation works, what is missing, and how to get it."""
    from tengen.clients.doctor import examine, report
    from tengen.core.printing import is_terminal
    from tengen.server import CannotServe, page_folder, read_settings

    try:
        page = page_folder(read_settings().web_dir)
    except CannotServe:  # `tengen serve` says what is wrong with the settings
        page = page_folder(None)
    findings = examine(page=page)
    typer.echo(report(findings, as_json=as_json, on_terminal=is_terminal(sys.stdout)))
    if any(finding.is_required and not finding.is_there for finding in findings):
        raise typer.Exit(1)
