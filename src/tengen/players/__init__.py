"""Those who choose moves without being people: AIs and bridges to engines. No seats, no clocks."""

from tengen.players.analysis import NO_INTEREST, Analysis, Avoid, Candidate, Interest
from tengen.players.assurance import insist_on_confinement, insists_on_confinement, why_unconfined
from tengen.players.ending import dead_stones
from tengen.players.engine_process import EngineCannot, EngineFault, HostFault
from tengen.players.engines import ENGINES_VARIABLE, engine_catalogue, engines_file, use_engines
from tengen.players.external import ExternalPlayer
from tengen.players.hint_player import HintPlayer
from tengen.players.kept import MOST_KEPT, KeptPlayers
from tengen.players.levels import LEVELS, player_of_level
from tengen.players.make import HUMAN, RANDOM, engine_named, make_player, offered_players, unconfined_note
from tengen.players.mcts import MctsPlayer
from tengen.players.player import Budget, Player, StopToken, Turn
from tengen.players.random_player import RandomPlayer

__all__ = [
    "ENGINES_VARIABLE",
    "HUMAN",
    "LEVELS",
    "MOST_KEPT",
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
    "KeptPlayers",
    "MctsPlayer",
    "Player",
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
