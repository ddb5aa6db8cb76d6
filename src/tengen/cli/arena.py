"""The command for games between players."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from tengen.cli.common import as_usage, language, read_ruleset, tell_unconfined


def arena(
    players: Annotated[
        list[str],
        typer.Argument(metavar="PLAYER", help="random, level:N, engine:NAME, gtp:CMD, gomocup:CMD or nboard:CMD."),
    ],
    *,
    game: Annotated[str, typer.Option(metavar="G", help="The game's name.")],
    size: Annotated[
        int | None, typer.Option(metavar="N", help="The board size; the game's default unless given.")
    ] = None,
    rules: Annotated[
        str, typer.Option(metavar="R", help="A preset and options, such as chinese or japanese,komi=5.5.")
    ] = "",
    games: Annotated[
        int | None, typer.Option(metavar="N", help="Games for each two players, an even number; 20 unless given.")
    ] = None,
    time_: Annotated[float | None, typer.Option("--time", metavar="S", help="Seconds for every move.")] = None,
    nodes: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Nodes for every move, for players that count them.")
    ] = None,
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
        typer.Option(
            metavar="O", help="random:K, balanced:K (even ones), a file of games, or FILE:K: K moves of each."
        ),
    ] = None,
    jobs: Annotated[int, typer.Option(metavar="J", min=1, max=256, help="Games at once.")] = 1,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0,ELO1", help="Stop as soon as a sequential test decides between two Elo differences."
        ),
    ] = None,
    gauntlet: Annotated[bool, typer.Option("--gauntlet", help="Only the first against all others.")] = False,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="The random seed of openings and players.")] = 1,
    out: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Keep games and results here; the same command resumes.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Let players play each other and say who is stronger: scores, Elo and how sure they are.

    Everybody meets everybody; every opening is played twice with colours exchanged.
    """
    from tengen import arena as layer
    from tengen.core import find_kind, text

    if sum(limit is not None for limit in (time_, nodes, clock)) > 1:
        raise typer.BadParameter(text(language(), "arena.one_limit"))
    kind = as_usage("--game", lambda: find_kind(game))
    ruleset = read_ruleset(kind, size, rules)
    as_usage("PLAYER", lambda: layer.check_players(players, kind))
    pace = layer.Pace(nodes=nodes)
    if time_ is not None:
        pace = as_usage("--time", lambda: layer.time_pace(time_))
    if clock is not None:
        pace = as_usage("--clock", lambda: layer.clock_pace(clock))
    if out == "":  # a Path would be the current folder
        raise typer.BadParameter(text(language(), "arena.no_folder"), param_hint="'--out'")
    source = layer.usual_openings(ruleset) if openings is None else openings
    as_usage("--openings", lambda: layer.check_text(source))
    found = as_usage("--openings", lambda: layer.find_openings(source, ruleset, seed))
    count = as_usage("--games", lambda: layer.read_games(games, sprt is not None))
    test = as_usage("--sprt", lambda: layer.read_sprt(sprt)) if sprt is not None else None
    plan = as_usage(
        "--sprt", lambda: layer.Plan(kind, ruleset, tuple(players), found, pace, count, seed, gauntlet, test)
    )
    kept = as_usage("--out", lambda: layer.Folder(Path(out), plan)) if out is not None else nullcontext()
    tell_unconfined(players, language())
    with kept as folder:
        is_whole = layer.hold_arena(plan, folder, jobs=jobs, as_object=as_json, language=language())
    if not is_whole:
        raise typer.Exit(1)
