"""Games on a server: REST to begin and load them, a WebSocket that resumes to follow and play them."""

from tengen.clients.play.remote.address import ServerAddress, is_id, read_invitation
from tengen.clients.play.remote.game import RemoteGame, game_path
from tengen.clients.play.remote.games import RemoteGames, clock_in
from tengen.clients.play.remote.rest import Rest
from tengen.clients.play.remote.socket import Frame, ServerSocket
from tengen.clients.play.remote.view import has_words, name_of

__all__ = [
    "Frame",
    "RemoteGame",
    "RemoteGames",
    "Rest",
    "ServerAddress",
    "ServerSocket",
    "clock_in",
    "game_path",
    "has_words",
    "is_id",
    "name_of",
    "read_invitation",
]
