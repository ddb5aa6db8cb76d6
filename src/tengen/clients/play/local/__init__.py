"""Games in this process: a match in memory, its programs asked here. No server, no database."""

from tengen.clients.play.local.games import LocalGames

__all__ = ["LocalGames"]
