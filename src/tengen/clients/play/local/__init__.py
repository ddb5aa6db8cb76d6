"""Games in this process: a match in memory, its programs asked here. No server, no database."""

from tengen.clients.play.local.games import LocalGames, monotonic_ms

__all__ = ["LocalGames", "monotonic_ms"]
