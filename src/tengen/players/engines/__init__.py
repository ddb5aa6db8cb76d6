"""Bridges to engines of others: their list, their processes, and the protocols they speak."""
