"""The service of matches: rooms in memory, the log, deadlines, AI seats, listeners; ports to the store."""
