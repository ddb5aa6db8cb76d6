"""Those who choose moves without being people: AIs and bridges to engines. No seats, no clocks."""

from tengen.players.analysis import (
    NO_INTEREST,
    WINNING_LINE,
    Analysis,
    Avoid,
    Candidate,
    Defence,
    Interest,
    Mark,
    Ownership,
    turns_of,
)
from tengen.players.builtin import Estimate, HintPlayer, MctsPlayer, RandomPlayer, dead_stones, estimate
from tengen.players.cache import MOST_CACHED, PlayerCache
from tengen.players.engines import (
    ENGINES_VARIABLE,
    EngineCannot,
    EngineFault,
    ExternalPlayer,
    HostFault,
    engine_catalogue,
    engines_file,
    use_engines,
)
from tengen.players.levels import LEVELS, nodes_of, player_of_level
from tengen.players.machine import MOST_THREADS, threads_beside, use_memory, use_threads
from tengen.players.make import (
    HUMAN,
    RANDOM,
    engine_named,
    make_player,
    offered_players,
    time_policy_of,
    unconfined_note,
)
from tengen.players.player import Player, StopToken, Turn
from tengen.players.proven import ProvenWin, proven_win, proven_win_by
from tengen.players.sandbox import insist_on_confinement, insists_on_confinement, why_unconfined
from tengen.players.strengths import Grading, Share, Strength, read_gradings
from tengen.players.time_policy import Budget, TimePolicy
from tengen.players.turn_driver import Failure, How, drive_turn, prepare_player

__all__ = [
    "ENGINES_VARIABLE",
    "HUMAN",
    "LEVELS",
    "MOST_CACHED",
    "MOST_THREADS",
    "NO_INTEREST",
    "RANDOM",
    "WINNING_LINE",
    "Analysis",
    "Avoid",
    "Budget",
    "Candidate",
    "Defence",
    "EngineCannot",
    "EngineFault",
    "Estimate",
    "ExternalPlayer",
    "Failure",
    "Grading",
    "HintPlayer",
    "HostFault",
    "How",
    "Interest",
    "Mark",
    "MctsPlayer",
    "Ownership",
    "Player",
    "PlayerCache",
    "ProvenWin",
    "RandomPlayer",
    "Share",
    "StopToken",
    "Strength",
    "TimePolicy",
    "Turn",
    "dead_stones",
    "drive_turn",
    "engine_catalogue",
    "engine_named",
    "engines_file",
    "estimate",
    "insist_on_confinement",
    "insists_on_confinement",
    "make_player",
    "native",
    "native_bench",
    "nodes_of",
    "offered_players",
    "player_of_level",
    "prepare_player",
    "proven_win",
    "proven_win_by",
    "read_gradings",
    "threads_beside",
    "time_policy_of",
    "turns_of",
    "unconfined_note",
    "use_engines",
    "use_memory",
    "use_threads",
    "why_unconfined",
]
