"""Our engine in the protocol of Gomocup: a brain."""
