"""The command line: reads arguments and hands over. Each command imports only its own layer, when it runs."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from tengen import __version__
from tengen.core import GameError

if TYPE_CHECKING:
    from tengen.clients.engine import Strength
    from tengen.core import GameKind, Ruleset

app = typer.Typer(
    name="tengen",
    help="Tengen (天元): play Go, Gomoku, Othello and Peace.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

_Found = TypeVar("_Found")
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
def serve(
    host: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Where to listen; 127.0.0.1 unless set.")] = None,
    port: Annotated[int | None, typer.Option(metavar="N", min=0, max=65535, help="The port; 8000 unless set.")] = None,
    open_: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
) -> None:
    """Serve the games over HTTP and WebSocket. Settings: TENGEN_* in the environment, or tengen.toml."""
    from tengen.server.run import CannotServe
    from tengen.server.run import serve as run_server

    try:
        run_server(host=host, port=port, open_browser=open_)
    except CannotServe as error:
        raise Failure(str(error)) from error


@app.command()
def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="A record of any format, or a folder of them.")],
    target: Annotated[str, typer.Argument(metavar="OUT", help="A file, whose ending tells the format, or a folder.")],
    *,
    to: Annotated[str | None, typer.Option(metavar="ENDING", help="The format of the files in the folder OUT.")] = None,
    game: Annotated[int | None, typer.Option(metavar="N", min=1, help="Only this game of the file IN.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there already.")] = False,
    lenient: Annotated[bool, typer.Option("--lenient", help="Keep the legal part of games with mistakes.")] = False,
) -> None:
    """Convert records between formats: a file, a collection of games, or every record in a folder.

    A collection becomes one file where the format can hold many games, and one file a game in a folder. WTHOR's
    files of names are read and written beside the games.
    """
    from tengen.clients.records.convert import Wish, goes_into_folder
    from tengen.clients.records.convert import convert as convert_records
    from tengen.formats import find_format

    if to is not None:
        _as_usage("--to", lambda: find_format(to))
        if not goes_into_folder(source, target, to):
            raise typer.BadParameter("OUT is a file, and its own ending tells the format.", param_hint="'--to'")
    if game is not None and Path(source).is_dir():
        raise typer.BadParameter("A folder has no game of a number.", param_hint="'--game'")
    if not convert_records(source, target, Wish(force, not lenient, _language()), to=to, game=game):
        raise typer.Exit(1)


def _as_usage(option: str, check: Callable[[], _Found]) -> _Found:
    """What an option means; what it is refused for becomes a usage error."""
    try:
        return check()
    except GameError as error:
        raise typer.BadParameter(error.text(_language()), param_hint=f"'{option}'") from error


@app.command()
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record of any format.")],
    game: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Which game of the file, if not the first.")
    ] = None,
    delay: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.05, max=60, help="How long each position is shown.")
    ] = 0.5,
    lang: Annotated[Language | None, typer.Option(help="The language; from the environment unless given.")] = None,
) -> None:
    """Play a record through in this terminal: space pauses, arrows step, ? tells the other keys.

    In a pipe every position of the main line is written once.
    """
    from tengen.clients.records.replay import replay as replay_record

    replay_record(file, game=game, delay=delay, language=_language(lang))


@app.command()
def render(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record of any format.")],
    *,
    out: Annotated[
        str, typer.Option("--output", "-o", metavar="OUT", help="The picture: a .svg, .png, .gif, .apng or .pdf file.")
    ],
    game: Annotated[int | None, typer.Option(metavar="N", min=1, help="Another game of FILE than its first.")] = None,
    move: Annotated[int | None, typer.Option(metavar="N", min=0, help="After this move, or up to it in films.")] = None,
    theme: Annotated[str, typer.Option(metavar="NAME", help="wood, paper, dark, contrast or print.")] = "wood",
    size: Annotated[int | None, typer.Option(metavar="PX", min=16, max=4096, help="The width in pixels.")] = None,
    delay: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.02, max=60, help="How long a film shows each position.")
    ] = 0.7,
    coordinates: Annotated[bool, typer.Option(help="The names of rows and columns at the edge.")] = True,
    numbers: Annotated[bool, typer.Option("--numbers", help="The numbers of the moves on the stones.")] = False,
) -> None:
    """Draw a record: one position (.svg, .png), a film of the game (.gif, .apng) or diagrams to print (.pdf)."""
    from tengen.clients.records.render import Look, find_painter
    from tengen.clients.records.render import render as render_record

    look = Look(theme, coordinates, numbers, size, round(1000 * delay), _language())
    _as_usage("--theme", lambda: look.view)
    _as_usage("--output", lambda: find_painter(out))
    render_record(file, out, look, game=game, move=move)


@app.command()
def arena(
    players: Annotated[
        list[str],
        typer.Argument(metavar="PLAYER", help="random, level:N, engine:NAME, gtp:CMD, gomocup:CMD or nboard:CMD."),
    ],
    *,
    game: Annotated[str, typer.Option(metavar="G", help="The game's name.")],
    size: Annotated[int | None, typer.Option(metavar="N", help="The size of the board, if not the usual.")] = None,
    rules: Annotated[
        str, typer.Option(metavar="R", help="A preset and options, such as chinese or japanese,komi=5.5.")
    ] = "",
    games: Annotated[
        int | None, typer.Option(metavar="N", help="Games for each two players, an even number; 20 unless given.")
    ] = None,
    time_: Annotated[float | None, typer.Option("--time", metavar="S", help="Seconds for every move.")] = None,
    nodes: Annotated[int | None, typer.Option(metavar="N", min=1, help="Nodes for every move, where counted.")] = None,
    clock: Annotated[
        str | None,
        typer.Option(
            metavar="C",
            help="A game clock: M (minutes), M+S (and S seconds a move), M+NxS (then N periods of S seconds), "
            "N/M or M+N/M (N moves in M minutes); s, m or h behind a number sets its unit.",
        ),
    ] = None,
    openings: Annotated[
        str | None,
        typer.Option(metavar="O", help="random:K, or a file of games, or FILE:K for the first K moves of each."),
    ] = None,
    jobs: Annotated[int, typer.Option(metavar="J", min=1, max=256, help="Games at once.")] = 1,
    sprt: Annotated[
        str | None,
        typer.Option(metavar="ELO0,ELO1", help="Stop as soon as it is clear which difference in Elo holds."),
    ] = None,
    gauntlet: Annotated[bool, typer.Option("--gauntlet", help="Only the first against all others.")] = False,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="The chance of openings and players.")] = 1,
    out: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Keep games and results here; the same command goes on.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer with one JSON object.")] = False,
) -> None:
    """Let players play each other and say who is stronger: scores, Elo and how sure they are.

    Everybody meets everybody; every opening is played twice with colours exchanged.
    """
    from tengen import arena as layer
    from tengen.core import find_kind, text

    if sum(limit is not None for limit in (time_, nodes, clock)) > 1:
        raise typer.BadParameter(text(_language(), "arena.one_limit"))
    kind = _as_usage("--game", lambda: find_kind(game))
    _as_usage("--size", lambda: kind.rules.parse(size))
    ruleset = _as_usage("--rules", lambda: layer.read_rules(rules, kind, size))
    _as_usage("PLAYER", lambda: layer.check_players(players, kind))
    pace = layer.Pace(nodes=nodes)
    if time_ is not None:
        pace = _as_usage("--time", lambda: layer.time_pace(time_))
    if clock is not None:
        pace = _as_usage("--clock", lambda: layer.clock_pace(clock))
    if out == "":  # a Path would be the current folder
        raise typer.BadParameter(text(_language(), "arena.no_folder"), param_hint="'--out'")
    source = layer.usual_openings(ruleset) if openings is None else openings
    _as_usage("--openings", lambda: layer.check_text(source))
    found = _as_usage("--openings", lambda: layer.find_openings(source, ruleset, seed))
    count = _as_usage("--games", lambda: layer.read_games(games, sprt is not None))
    test = _as_usage("--sprt", lambda: layer.read_sprt(sprt)) if sprt is not None else None
    plan = _as_usage(
        "--sprt", lambda: layer.Plan(kind, ruleset, tuple(players), found, pace, count, seed, gauntlet, test)
    )
    kept = _as_usage("--out", lambda: layer.Folder(Path(out), plan)) if out is not None else nullcontext()
    with kept as folder:
        is_whole = layer.hold_arena(plan, folder, jobs=jobs, as_object=as_json, language=_language())
    if not is_whole:
        raise typer.Exit(1)


engine = typer.Typer(
    help="Be an engine for other programs, over standard input and output.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(engine, name="engine")

_Level = Annotated[
    int | None, typer.Option("--level", metavar="N", min=1, max=10, help="How well it plays; 5 unless given.")
]
_Other = Annotated[
    str | None,
    typer.Option(
        "--player",
        metavar="P",
        help="Who plays instead of a level: random, or another engine: engine:NAME, gtp:CMD, gomocup:CMD, nboard:CMD.",
    ),
]
_Seed = Annotated[int | None, typer.Option("--seed", metavar="N", min=0, help="Repeat the chance of another session.")]


@engine.command("gtp")
def engine_gtp(
    *,
    game: Annotated[str | None, typer.Option(metavar="G", help="The game's name; Go unless given.")] = None,
    size: Annotated[int | None, typer.Option(metavar="N", help="The board at the beginning, if not the usual.")] = None,
    rules: Annotated[
        str, typer.Option(metavar="R", help="A preset and options, such as chinese or japanese,komi=5.5.")
    ] = "",
    level: _Level = None,
    player: _Other = None,
    threads: Annotated[
        int, typer.Option(metavar="N", min=1, max=256, help="At most so many threads; the search now uses one.")
    ] = 1,
    seed: _Seed = None,
) -> None:
    """Speak GTP, version 2: any of our games.

    For GoGui, Sabaki, KGS and others, with their own commands and with analysis. Thinks as long as the level needs, and
    never longer than the time that it is told of.
    """
    from tengen.arena import read_rules
    from tengen.clients.engine import for_engines, speak_gtp, usual_kind
    from tengen.core import find_kind

    del threads  # for searches that use several
    kind = _as_usage("--game", lambda: usual_kind() if game is None else find_kind(game))
    _as_usage("--size", lambda: kind.rules.parse(size))
    ruleset = _as_usage("--rules", lambda: for_engines(read_rules(rules, kind, size)))
    speak_gtp(kind, ruleset, _strength(kind, level, player), seed)


@engine.command("gomocup")
def engine_gomocup(level: _Level = None, player: _Other = None, seed: _Seed = None) -> None:
    """Be a brain for Gomocup and Piskvork.

    Freestyle, standard, renju and caro, and the opening swap2. It is also installed as pbrain-tengen.
    """
    from tengen.clients.engine import GOMOCUP, kind_of, speak_gomocup

    speak_gomocup(_strength(kind_of(GOMOCUP), level, player), seed)


@engine.command("nboard")
def engine_nboard(level: _Level = None, player: _Other = None, seed: _Seed = None) -> None:
    """Speak the NBoard protocol, version 2.

    Without --level it plays as well as the depth that it is told of: two depths are a level.
    """
    from tengen.clients.engine import NBOARD, kind_of, speak_nboard

    speak_nboard(_strength(kind_of(NBOARD), level, player), seed)


def _strength(kind: GameKind, level: int | None, player: str | None) -> Strength:
    from tengen.clients.engine import Strength

    return _as_usage("--player" if player else "--level", lambda: Strength.of(kind, level, player))


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
    from tengen.server.run import CannotServe, read_settings
    from tengen.server.web import page_folder

    try:
        page = page_folder(read_settings().web_dir)
    except CannotServe:  # `tengen serve` says what is wrong with the settings
        page = page_folder(None)
    findings = examine(page=page)
    typer.echo(report(findings, as_json=as_json))
    if any(finding.is_required and not finding.is_there for finding in findings):
        raise typer.Exit(1)


def _language(wanted: Language | None = None) -> str:
    from tengen.clients.language import preferred_language

    return wanted.value if wanted else preferred_language(os.environ)


def brain() -> None:
    """The program `pbrain-tengen`: the brain without further words."""
    alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    alone.command("pbrain-tengen")(engine_gomocup)
    _run(alone)


def main() -> None:
    """Run the command line."""
    _run(app)


def _run(commands: typer.Typer) -> None:
    """What went wrong is one line on the error stream and exit code 1, never a traceback."""
    try:
        _keep_places()
        commands()
    except GameError as error:
        line = error.text(_language())
    except OSError as error:
        line = error.strerror or str(error)
    except Failure as failure:
        line = str(failure)
    else:
        return
    from tengen.core.printing import printable  # what was read from a file may be part of the line

    typer.echo(f"tengen: {printable(line)}", err=True)
    sys.exit(1)


def _keep_places() -> None:
    """Where a standard stream is closed, let no file that is opened later take its place and hear complaints."""
    while (place := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(place)
