"""The WebSocket of a match: transport, connections, what a caller may do."""
