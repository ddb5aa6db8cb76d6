"""What people play with on their own machine. No rules, no network service; the web client lives in web/."""

__all__ = [
    "doctor",
    "language",
]
