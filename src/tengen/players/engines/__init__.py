"""Bridges to engines of others: their list, their processes, and the protocols they speak."""

from tengen.players.engines.catalog import (
    ENGINES_VARIABLE,
    engine_catalogue,
    engines,
    engines_file,
    engines_for,
    is_refused,
    is_unconfined,
    use_engines,
)
from tengen.players.engines.external import ExternalPlayer
from tengen.players.engines.gomocup import GomocupPlayer
from tengen.players.engines.gtp import GtpPlayer
from tengen.players.engines.gtp_words import read_vertex, vertex
from tengen.players.engines.nboard import NboardPlayer
from tengen.players.engines.process import EngineCannot, EngineFault, HostFault
from tengen.players.engines.spec import NAME, PROTOCOLS, EngineSpec, engine_of_command, find_program

__all__ = [
    "ENGINES_VARIABLE",
    "NAME",
    "PROTOCOLS",
    "EngineCannot",
    "EngineFault",
    "EngineSpec",
    "ExternalPlayer",
    "GomocupPlayer",
    "GtpPlayer",
    "HostFault",
    "NboardPlayer",
    "engine_catalogue",
    "engine_of_command",
    "engines",
    "engines_file",
    "engines_for",
    "find_program",
    "is_refused",
    "is_unconfined",
    "read_vertex",
    "use_engines",
    "vertex",
]
