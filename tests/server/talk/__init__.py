"""Tests of the parts of talk that need no server."""
