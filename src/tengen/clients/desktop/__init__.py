"""The desktop window: what `clients.sitting` knows, drawn with SDL. Names no game and holds no rules."""

__all__ = ["board"]
