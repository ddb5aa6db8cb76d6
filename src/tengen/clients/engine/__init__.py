"""Our program as an engine for others: GTP, Gomocup, NBoard. The bridges the other way round are players."""

from tengen.clients.engine.editable_game import for_engines
from tengen.clients.engine.main import GOMOCUP, GTP, NBOARD, kind_of, speak_gomocup, speak_gtp, speak_nboard
from tengen.clients.engine.thinking import Strength

__all__ = [
    "GOMOCUP",
    "GTP",
    "NBOARD",
    "Strength",
    "for_engines",
    "kind_of",
    "speak_gomocup",
    "speak_gtp",
    "speak_nboard",
]
