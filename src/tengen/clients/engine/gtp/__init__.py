"""Our engine in the Go Text Protocol."""
