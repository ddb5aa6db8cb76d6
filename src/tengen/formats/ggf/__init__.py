"""GGF, the Generic Game Format of Othello: see `format`."""

from tengen.formats.ggf.format import FORMAT

__all__ = ["FORMAT"]
