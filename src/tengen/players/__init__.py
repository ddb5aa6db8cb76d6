"""Those who choose moves without being people: AIs and bridges to engines. No seats, no clocks."""

from tengen.players.analysis import NO_INTEREST, Analysis, Avoid, Candidate, Interest
from tengen.players.builtin.ending import dead_stones
from tengen.players.builtin.hint_player import HintPlayer
from tengen.players.builtin.mcts import MctsPlayer
from tengen.players.builtin.random_player import RandomPlayer
from tengen.players.cache import MOST_CACHED, PlayerCache
from tengen.players.engines.catalog import ENGINES_VARIABLE, engine_catalogue, engines_file, use_engines
from tengen.players.engines.external import ExternalPlayer
from tengen.players.engines.process import EngineCannot, EngineFault, HostFault
from tengen.players.levels import LEVELS, player_of_level
from tengen.players.make import HUMAN, RANDOM, engine_named, make_player, offered_players, unconfined_note
from tengen.players.player import Budget, Player, StopToken, Turn
from tengen.players.sandbox.assurance import insist_on_confinement, insists_on_confinement, why_unconfined

__all__ = [
    "ENGINES_VARIABLE",
    "HUMAN",
    "LEVELS",
    "MOST_CACHED",
    "NO_INTEREST",
    "RANDOM",
    "Analysis",
    "Avoid",
    "Budget",
    "Candidate",
    "EngineCannot",
    "EngineFault",
    "ExternalPlayer",
    "HintPlayer",
    "HostFault",
    "Interest",
    "MctsPlayer",
    "Player",
    "PlayerCache",
    "RandomPlayer",
    "StopToken",
    "Turn",
    "dead_stones",
    "engine_catalogue",
    "engine_named",
    "engines_file",
    "insist_on_confinement",
    "insists_on_confinement",
    "make_player",
    "offered_players",
    "player_of_level",
    "unconfined_note",
    "use_engines",
    "why_unconfined",
]
