"""The screens of the window. Each is imported by whoever shows it."""

__all__: list[str] = []
