"""Commands that look into games and into the search itself: analyze, bench."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.common import Failure, Language, as_usage, language, read_ruleset

if TYPE_CHECKING:
    from tengen.core import Ruleset, Setup
    from tengen.players.native_bench import Figure

bench = typer.Typer(
    help="Measure how fast Tengen is on this machine.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


def analyze(
    file: Annotated[str | None, typer.Argument(metavar="FILE", help="A record of any format.")] = None,
    *,
    game: Annotated[
        str | None, typer.Option(metavar="G", help="The game of the position; with a FILE, which game of the file.")
    ] = None,
    position: Annotated[
        str | None,
        typer.Option(
            metavar="P",
            help="Every cell row by row from the top left (X black, O white, - empty), a blank, and the side to move.",
        ),
    ] = None,
    size: Annotated[int | None, typer.Option(metavar="N", help="The board size; told by P unless given.")] = None,
    rules: Annotated[
        str | None, typer.Option(metavar="R", help="A preset and options, such as chinese or japanese,komi=5.5.")
    ] = None,
    exact: Annotated[bool, typer.Option("--exact", help="Prove the result, where the game can have a proof.")] = False,
    nodes: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=10**15, help="Positions to look at, for each position.")
    ] = None,
    time_: Annotated[
        float | None,
        typer.Option(
            "--time",
            metavar="S",
            min=0.01,
            max=86_400,
            help="Seconds for each position; 3, or 0.2 in a FILE, unless given. A proof takes its time.",
        ),
    ] = None,
    threads: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=256, help="Threads; one a processor unless given.")
    ] = None,
    lines: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=400, help="Moves to value in full; 5, or 1 in a FILE or a proof."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON: an object, or a line a move and a summary.")
    ] = False,
    lang: Annotated[Language | None, typer.Option(help="The language; from the environment unless given.")] = None,
) -> None:
    """Say what a position is worth, or every move of a record, and what would have been better."""
    from tengen.clients.records.analyze import analyze_position, analyze_record
    from tengen.core import text
    from tengen.players import use_threads
    from tengen.study import Effort

    spoken = language(lang)
    if (file is None) == (position is None) or (file is None and game is None):
        raise typer.BadParameter(text(spoken, "analyze.one_source"))
    if nodes is not None and time_ is not None:
        raise typer.BadParameter(text(spoken, "analyze.one_limit"))
    if file is not None and not (size is None and rules is None):
        raise typer.BadParameter(text(spoken, "analyze.for_position"))
    if lines is None:
        lines = 1 if file is not None or exact else 5
    effort = Effort(None if time_ is None else round(1000 * time_), nodes, exact, lines)
    if threads is not None:
        use_threads(threads)
    if file is not None:
        analyze_record(file, effort, game=_number(game, spoken), language=spoken, as_json=as_json)
        return
    assert game is not None
    assert position is not None
    ruleset, setup = _position(game, position, size, rules)
    analyze_position(ruleset, setup, effort, language=spoken, as_json=as_json)


def _number(game: str | None, spoken: str) -> int | None:
    """Which game of a file is meant."""
    from tengen.core import text

    if game is None:
        return None
    if not (game.isascii() and game.isdigit() and 0 < len(game) < 10 and int(game) > 0):
        raise typer.BadParameter(text(spoken, "analyze.game_number"), param_hint="'--game'")
    return int(game)


def _position(game: str, position: str, size: int | None, rules: str | None) -> tuple[Ruleset, Setup]:
    """The rules and the set-up that are asked about; what they are refused for becomes a usage error."""
    from tengen.core import find_kind, parse_position

    kind = as_usage("--game", lambda: find_kind(game))
    setup = as_usage("--position", lambda: parse_position(position))
    ruleset = read_ruleset(kind, setup.board.columns if size is None else size, rules or "")
    as_usage("--position", lambda: ruleset.initial(setup))
    return ruleset, setup


@bench.command("native")
def bench_native(
    game: Annotated[str | None, typer.Option(metavar="G", help="Only this game; every game unless given.")] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Once instead of the best of three, and fewer positions.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print a line of JSON for each figure.")] = False,
) -> None:
    """Measure the compiled rules and searches: counting, searching, proofs, threads, stops, and the search hash.

    It takes a minute or two, and wants a machine that does nothing else. TENGEN_ISA chooses the instruction set.
    """
    from tengen.core import find_kind, text
    from tengen.players import native
    from tengen.players.native_bench import NativeBench

    try:
        known = native.kinds()
        kinds = [find_kind(name) for name in known]
        if game is not None:
            asked = as_usage("--game", lambda: find_kind(game))
            kinds = [kind for kind in kinds if kind == asked]
        if not kinds:
            raise Failure(text(language(), "bench.no_game", games=", ".join(known)))
        figures: list[Figure] = []
        for figure in (figure for kind in kinds for figure in NativeBench(kind, is_quick=quick).figures()):
            typer.echo(json.dumps(figure.fields()) if as_json else _in_words(figure))
            figures.append(figure)
    except native.NativeUnavailable as error:
        raise Failure(str(error)) from error
    if not all(figure.is_right for figure in figures):
        raise Failure(text(language(), "bench.wrong"))


def _in_words(figure: Figure) -> str:
    value = figure.value if isinstance(figure.value, str) else f"{figure.value:,}"
    more = "  ".join(f"{name}={value}" for name, value in figure.more.items())
    of = f"best of {figure.rounds}" if figure.rounds > 1 else ""
    return f"{figure.game:10} {figure.name:12} {value:>18} {figure.unit:9} {of:9}  {figure.isa}  {more}".rstrip()
