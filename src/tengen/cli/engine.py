"""Commands that make Tengen an engine for other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.common import as_usage, language, read_ruleset, tell_unconfined

if TYPE_CHECKING:
    from tengen.clients.engine import Strength
    from tengen.core import GameKind

engine = typer.Typer(
    help="Be an engine for other programs, over standard input and output.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
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
_Threads = Annotated[
    int,
    typer.Option(
        "--threads", metavar="N", min=1, max=256, help="The threads of level 10 and of analysis; other levels use one."
    ),
]
_Seed = Annotated[
    int | None, typer.Option("--seed", metavar="N", min=0, help="The random seed, to repeat another session.")
]


@engine.command("gtp")
def engine_gtp(
    *,
    game: Annotated[str | None, typer.Option(metavar="G", help="The game's name; Go unless given.")] = None,
    size: Annotated[
        int | None, typer.Option(metavar="N", help="The board size; the game's default unless given.")
    ] = None,
    rules: Annotated[
        str, typer.Option(metavar="R", help="A preset and options, such as chinese or japanese,komi=5.5.")
    ] = "",
    level: _Level = None,
    player: _Other = None,
    threads: _Threads = 1,
    seed: _Seed = None,
) -> None:
    """Speak GTP, version 2: any of our games.

    For GoGui, Sabaki, KGS and others, with their own commands and with analysis. Thinks as long as the level needs, and
    never longer than the time that it is told of.
    """
    from tengen.clients.engine import GTP, for_engines, kind_of, speak_gtp
    from tengen.core import find_kind

    kind = as_usage("--game", lambda: kind_of(GTP) if game is None else find_kind(game))
    ruleset = read_ruleset(kind, size, rules)
    ruleset = as_usage("--rules", lambda: for_engines(ruleset))
    speak_gtp(kind, ruleset, _strength(kind, level, player), seed, threads)


@engine.command("gomocup")
def engine_gomocup(level: _Level = None, player: _Other = None, threads: _Threads = 1, seed: _Seed = None) -> None:
    """Be a brain for Gomocup and Piskvork.

    Freestyle, standard, renju and caro, and the opening swap2. It is also installed as pbrain-tengen.
    """
    from tengen.clients.engine import GOMOCUP, kind_of, speak_gomocup

    speak_gomocup(_strength(kind_of(GOMOCUP), level, player), seed, threads)


@engine.command("nboard")
def engine_nboard(level: _Level = None, player: _Other = None, threads: _Threads = 1, seed: _Seed = None) -> None:
    """Speak the NBoard protocol, version 2.

    Without --level it plays as well as the depth that it is told of: two depths are a level.
    """
    from tengen.clients.engine import NBOARD, kind_of, speak_nboard

    speak_nboard(_strength(kind_of(NBOARD), level, player), seed, threads)


def _strength(kind: GameKind, level: int | None, player: str | None) -> Strength:
    from tengen.clients.engine import Strength

    strength = as_usage("--player" if player else "--level", lambda: Strength.of(kind, level, player))
    tell_unconfined([player] if player else [], language())
    return strength
