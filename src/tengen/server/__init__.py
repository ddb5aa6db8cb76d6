"""The web server: REST, WebSocket and the pages around them. Rules, matches and rows live below."""

from tengen.server.app import create_app
from tengen.server.routes import page_folder
from tengen.server.run import CannotServe, read_settings, serve
from tengen.server.settings import Settings

__all__ = ["CannotServe", "Settings", "create_app", "page_folder", "read_settings", "serve"]
