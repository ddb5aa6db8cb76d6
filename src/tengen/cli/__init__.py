"""The command line: reads arguments and hands over. Each command imports only its own layer, when it runs."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from tengen import __version__
from tengen.cli import games, tools
from tengen.cli.analysis import analyze, bench
from tengen.cli.arena import arena
from tengen.cli.common import Failure, Language, language
from tengen.cli.engine import engine, engine_gomocup
from tengen.cli.user import user
from tengen.core import GameError

__all__ = ["Language", "app", "brain", "main"]

app = typer.Typer(
    name="tengen",
    help="Tengen (天元): play Go, Gomoku, Othello and Peace.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


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


app.command()(games.play)
app.command()(games.desktop)
app.command()(games.serve)
app.command()(games.convert)
app.command()(games.replay)
app.command()(games.render)
app.command()(analyze)
app.command()(arena)
app.add_typer(engine, name="engine")
app.add_typer(user, name="user")
app.command()(tools.perft)
app.add_typer(bench, name="bench")
app.command()(tools.doctor)


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
        line = error.text(language())
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
