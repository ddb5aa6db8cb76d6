"""SGF, the Smart Game Format: see `format` for what is kept in both directions."""

from tengen.formats.sgf.format import FORMAT

__all__ = ["FORMAT"]
