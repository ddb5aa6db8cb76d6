"""Our engine in the NBoard protocol."""
