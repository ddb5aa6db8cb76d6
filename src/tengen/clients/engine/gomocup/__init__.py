"""Our engine in the protocol of Gomocup: a brain."""

from tengen.clients.engine.gomocup.engine import GomocupSession

__all__ = [
    "GomocupSession",
]
