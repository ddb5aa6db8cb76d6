"""The WebSocket of a match: transport, connections, what a caller may do."""

from tengen.server.ws.access import MatchServices
from tengen.server.ws.open_sockets import OpenSockets
from tengen.server.ws.socket import MatchSocket
from tengen.server.ws.transport import PeerProtocol

__all__ = ["MatchServices", "MatchSocket", "OpenSockets", "PeerProtocol"]
