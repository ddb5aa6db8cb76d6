"""The games, one folder each. Found by `core.registry`; nobody else imports one by name."""
