"""Our engine in the NBoard protocol."""

from tengen.clients.engine.nboard.engine import NboardSession

__all__ = [
    "NboardSession",
]
