"""Games on a server: REST to begin and load them, a WebSocket that resumes to follow and play them."""

from tengen.clients.play.remote.address import ServerAddress, read_invitation
from tengen.clients.play.remote.games import RemoteGames
from tengen.clients.play.remote.rest import Rest

__all__ = ["RemoteGames", "Rest", "ServerAddress", "read_invitation"]
