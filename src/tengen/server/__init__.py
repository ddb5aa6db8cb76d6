"""The web server: REST, WebSocket and the pages around them. Rules, matches and rows live below."""

from tengen.server.app import create_app
from tengen.server.settings import Settings

__all__ = ["Settings", "create_app"]
