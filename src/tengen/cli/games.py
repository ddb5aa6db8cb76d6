"""Commands for games and records: play, desktop, serve, convert, replay, render."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from tengen.cli.common import PLAYER_HELP, Failure, Language, as_usage, language, tell_unconfined


def play(
    *,
    black: Annotated[str, typer.Option(metavar="P", help=f"Who plays Black: {PLAYER_HELP}")] = "human",
    white: Annotated[str, typer.Option(metavar="P", help="Who plays White, as for Black.")] = "human",
    lang: Annotated[Language | None, typer.Option(help="The language; from the environment unless given.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Only lines of text, never the whole screen.")] = False,
    speak: Annotated[
        bool | None, typer.Option(help="Say boards in sentences, for screen readers; as in the settings unless given.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="The random seed, to repeat another session.")
    ] = None,
    pace: Annotated[
        int | None,
        typer.Option(
            metavar="MS",
            min=0,
            max=60_000,
            help="How long each position of a game between computers stays; 700 on a terminal, 0 in a pipe.",
        ),
    ] = None,
    server: Annotated[
        str | None, typer.Option(metavar="URL", help="Play on this server, such as http://host:8000; else here.")
    ] = None,
) -> None:
    """Play in this terminal: several boards at once, two people or players of any strength.

    A terminal shows it on the whole screen: ? tells the keys there. With --plain, in a pipe and on a terminal that only
    prints it is lines of text: type help there.
    """
    from tengen.clients.play import ServerTrouble
    from tengen.clients.terminal.abilities import has_full_screen

    spoken = language(lang)
    if server is None:
        tell_unconfined((black, white), spoken)
    try:
        is_terminal = not plain and has_full_screen((sys.stdin, sys.stdout), os.environ)
        speaks = _prefers_speech() if speak is None and is_terminal else bool(speak)
        if is_terminal and not speaks:
            from tengen.clients.terminal.main import play as play_on_screen

            wanted = lang.value if lang is not None else None
            code = _shown(
                lambda: play_on_screen(
                    black=black,
                    white=white,
                    language=wanted,
                    usual_language=spoken,
                    seed=seed,
                    pace_ms=pace,
                    server=server,
                )
            )
            raise typer.Exit(code)
        from tengen.clients.console import play as play_in_console

        play_in_console(
            black=black,
            white=white,
            language=spoken,
            plain=plain,
            seed=seed,
            pace_ms=pace,
            server=server,
            speaks=speaks,
        )
    except ServerTrouble as trouble:
        raise Failure(trouble.text(spoken)) from trouble


def _prefers_speech() -> bool:
    """Whether the settings of this user say that a terminal is read aloud."""
    from tengen.clients.sitting.preferences import FILE_NAME, read_preferences
    from tengen.storage import DataFolder

    try:
        return read_preferences(DataFolder.of_environment().path / FILE_NAME)[0].speak
    except ValueError:  # settings of the folder that cannot be read
        return False


def _shown(show: Callable[[], int]) -> int:
    """The exit code of a full-screen client; a fault of its own becomes a line."""
    from tengen.clients.terminal.running import ScreenFault

    try:
        return show()
    except ScreenFault as fault:
        raise Failure(str(fault)) from fault


def desktop(
    *,
    server: Annotated[
        str | None, typer.Option(metavar="URL", help="Play on this server, such as http://host:8000; else here.")
    ] = None,
    lang: Annotated[
        Language | None, typer.Option(help="The language; the one that was chosen there unless given.")
    ] = None,
    theme: Annotated[
        str | None, typer.Option(metavar="NAME", help="The board: wood, paper, dark, contrast or print.")
    ] = None,
    window: Annotated[
        str | None, typer.Option(metavar="WxH", help="The size of the window, such as 1180x800; else as it was.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="The random seed, to repeat another session.")
    ] = None,
) -> None:
    """Play in a window: games in tabs, accounts and saves of this machine, or a server's lobby. It needs pygame-ce."""
    from tengen.clients.play import ServerTrouble
    from tengen.core import text
    from tengen.render import find_theme

    spoken = language(lang)
    if theme is not None:
        as_usage("--theme", lambda: find_theme(theme))
    size = None if window is None else _window_size(window)
    try:
        from tengen.clients.desktop.main import NoDisplay, open_window
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "pygame":
            raise
        raise Failure(text(spoken, "desktop.missing")) from error
    try:
        open_window(
            language=None if lang is None else lang.value,
            usual_language=spoken,
            theme=theme,
            size=size,
            server=server,
            seed=seed,
        )
    except NoDisplay as error:
        raise Failure(text(spoken, "desktop.no_display", reason=str(error))) from error
    except ServerTrouble as trouble:
        raise Failure(trouble.text(spoken)) from trouble


def _window_size(written: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{3,5})[xX](\d{3,5})", written)
    if found is None:
        raise typer.BadParameter("Width and height, such as 1180x800.", param_hint="'--window'")
    return int(found[1]), int(found[2])


def serve(
    host: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Where to listen; 127.0.0.1 unless set.")] = None,
    port: Annotated[int | None, typer.Option(metavar="N", min=0, max=65535, help="The port; 8000 unless set.")] = None,
    open_: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
) -> None:
    """Serve the games over HTTP and WebSocket. Settings: TENGEN_* in the environment, or tengen.toml."""
    from tengen.server import CannotServe
    from tengen.server import serve as run_server

    try:
        run_server(host=host, port=port, open_browser=open_)
    except CannotServe as error:
        raise Failure(str(error)) from error


def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="A record of any format, or a folder of them.")],
    target: Annotated[str, typer.Argument(metavar="OUT", help="A file, whose ending tells the format, or a folder.")],
    *,
    to: Annotated[str | None, typer.Option(metavar="ENDING", help="The format of the files in the folder OUT.")] = None,
    game: Annotated[int | None, typer.Option(metavar="N", min=1, help="Only this game of the file IN.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace existing files.")] = False,
    lenient: Annotated[bool, typer.Option("--lenient", help="Keep the legal part of games with mistakes.")] = False,
) -> None:
    """Convert records between formats: a file, a collection of games, or every record in a folder.

    A collection becomes one file where the format can hold many games, and one file a game in a folder. WTHOR's
    companion files of names are read and written too.
    """
    from tengen.clients.records.convert import ConvertOptions, goes_into_folder
    from tengen.clients.records.convert import convert as convert_records
    from tengen.formats import find_format

    if to is not None:
        as_usage("--to", lambda: find_format(to))
        if not goes_into_folder(source, target, to):
            raise typer.BadParameter("OUT is a file, and its own ending tells the format.", param_hint="'--to'")
    if game is not None and Path(source).is_dir():
        raise typer.BadParameter("A folder has no game of a number.", param_hint="'--game'")
    if not convert_records(source, target, ConvertOptions(force, not lenient, language()), to=to, game=game):
        raise typer.Exit(1)


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
    """Review a record in this terminal, with comments and variations: space plays, arrows step, ? tells the keys.

    In a pipe every position of the main line is written once.
    """
    from tengen.clients.terminal.abilities import has_full_screen

    if has_full_screen((sys.stdin, sys.stdout), os.environ):
        from tengen.clients.terminal.replay import replay as review_record

        asked = lang.value if lang else None
        code = _shown(lambda: review_record(file, game=game, delay=delay, language=asked, usual_language=language()))
        raise typer.Exit(code)
    from tengen.clients.records.replay import replay as replay_record

    replay_record(file, game=game, language=language(lang))


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
    caption: Annotated[
        bool, typer.Option("--caption", help="Below the board: whose turn or how it ended, prisoners or points.")
    ] = False,
    lang: Annotated[Language | None, typer.Option(help="The language; from the environment unless given.")] = None,
) -> None:
    """Draw a record: one position (.svg, .png), a film of the game (.gif, .apng) or diagrams to print (.pdf)."""
    from tengen.clients.records.render import Look, find_painter
    from tengen.clients.records.render import render as render_record

    look = Look(theme, coordinates, numbers, size, round(1000 * delay), language(lang), caption)
    as_usage("--theme", lambda: look.view)
    as_usage("--output", lambda: find_painter(out))
    render_record(file, out, look, game=game, move=move)
