"""The command line: reads arguments and hands over. Each command imports only its own layer, when it runs."""

from __future__ import annotations

import json
import os
import sys
import time
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from tengen import __version__
from tengen.core import GameError

if TYPE_CHECKING:
    from tengen.core import Ruleset

app = typer.Typer(
    name="tengen",
    help="Tengen (天元): play Go, Gomoku, Othello and Peace.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

_PLAYER_HELP = "human, random, level:N or engine:NAME; also gtp:CMD, gomocup:CMD or nboard:CMD."


class Failure(Exception):
    """A command cannot do what it was asked; the line says why."""


class Language(StrEnum):
    """The languages the program speaks."""

    EN = "en"
    ZH = "zh"


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tengen {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    del version


@app.command()
def play(
    black: Annotated[str, typer.Option(metavar="P", help=f"Who plays Black: {_PLAYER_HELP}")] = "human",
    white: Annotated[str, typer.Option(metavar="P", help="Who plays White, as for Black.")] = "human",
    lang: Annotated[Language | None, typer.Option(help="The language; from the environment unless given.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Only lines of text: never clear the screen.")] = False,
    seed: Annotated[int | None, typer.Option(metavar="N", min=0, help="Repeat the chance of another session.")] = None,
) -> None:
    """Play in this terminal: several boards at once, two people or players of any strength."""
    from tengen.clients.console import play as play_in_console

    play_in_console(black=black, white=white, language=_language(lang), plain=plain, seed=seed)


@app.command()
def perft(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's name.")],
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0, max=200, help="How many plies deep.")],
    size: Annotated[int | None, typer.Option(metavar="N", help="The size of the board, if not the usual.")] = None,
    native: Annotated[bool, typer.Option("--native", help="Count with the compiled rules.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Answer with one JSON object.")] = False,
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
    from tengen.core import perft as count

    start = ruleset.initial()
    if depth == 0 or start.is_over:
        return 1
    actions_at_start = ruleset.legal_actions(start)
    with typer.progressbar(actions_at_start, file=sys.stderr, hidden=not sys.stderr.isatty()) as actions:
        return sum(count(ruleset, depth - 1, ruleset.apply(start, action)) for action in actions)


def _count_natively(ruleset: Ruleset, depth: int) -> int:
    from tengen.players import native

    try:
        known = native.kinds()
    except native.NativeUnavailable as error:
        raise Failure(str(error)) from error
    if ruleset.KIND not in known or ruleset.size != ruleset.DEFAULT_SIZE:
        asked = f"{ruleset.KIND} {ruleset.size}x{ruleset.size}"
        names = ", ".join(known)
        raise Failure(f"there are no compiled rules for {asked}; there are, on their usual boards: {names}")
    return native.perft(ruleset.KIND, depth)


@app.command()
def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="Answer with one JSON object.")] = False,
) -> None:
    """Say what of this installation works, what is missing, and how to get it."""
    from tengen.clients.doctor import examine, report

    findings = examine()
    typer.echo(report(findings, as_json=as_json))
    if any(finding.is_required and not finding.is_there for finding in findings):
        raise typer.Exit(1)


def _language(wanted: Language | None = None) -> str:
    from tengen.clients.language import preferred_language

    return wanted.value if wanted else preferred_language(os.environ)


def main() -> None:
    """Run the command line. What went wrong is one line on the error stream and exit code 1, never a traceback."""
    try:
        app()
    except GameError as error:
        line = error.text(_language())
    except OSError as error:
        line = error.strerror or str(error)
    except Failure as failure:
        line = str(failure)
    else:
        return
    typer.echo(f"tengen: {line}", err=True)
    sys.exit(1)
