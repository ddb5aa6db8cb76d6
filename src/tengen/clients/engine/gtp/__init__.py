"""Our engine in the Go Text Protocol."""

from tengen.clients.engine.gtp.context import GtpContext
from tengen.clients.engine.gtp.engine import GtpSession

__all__ = [
    "GtpContext",
    "GtpSession",
]
