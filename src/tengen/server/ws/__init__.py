"""The WebSockets of matches and of the lobby: transport, connections, what a caller may do."""

from tengen.server.ws.match_channel import MatchServices
from tengen.server.ws.open_sockets import OpenSockets
from tengen.server.ws.socket import LobbySocket, MatchSocket
from tengen.server.ws.transport import PeerProtocol

__all__ = ["LobbySocket", "MatchServices", "MatchSocket", "OpenSockets", "PeerProtocol"]
