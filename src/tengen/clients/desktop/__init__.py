"""The window: `tengen desktop`, drawn with pygame-ce. Knows no rules and names no game: it draws `play.View`s.

Modules that import pygame are imported by whoever opens a window, so that the rest of the program starts without it.
"""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

__all__ = ["board", "main"]
