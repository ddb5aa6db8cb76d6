"""Records as text or bytes and back, one module a format. No files, no network, no pictures."""

from tengen.formats import save

__all__ = ["save"]
