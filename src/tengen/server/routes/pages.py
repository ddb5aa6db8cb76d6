"""The pages that are not the web client: the one that stands in for it, and a plain list of the API."""

from __future__ import annotations

from html import escape
from typing import Any

from tengen.core import LANGUAGES, text


def placeholder_page() -> str:
    """What `/` shows while the web client is not built, in every language."""
    parts = "".join(
        f'<section lang="{language}"><h1>{escape(text(language, "page.title"))}</h1>'
        f"<p>{escape(text(language, 'page.not_built'))}</p></section>"
        for language in LANGUAGES
    )
    return _page("Tengen 天元", parts)


def api_page(schema: dict[str, Any]) -> str:
    """The calls of the API with what they answer, made from the OpenAPI description; needs no script."""
    rows = "".join(
        f"<tr><td>{escape(method.upper())}</td><td><code>{escape(path)}</code></td>"
        f"<td>{escape(call.get('description') or call.get('summary', ''))}</td>"
        f"<td>{escape(', '.join(call.get('responses', {})))}</td></tr>"
        for path, calls in schema.get("paths", {}).items()
        for method, call in calls.items()
    )
    head = "<tr><th>Method</th><th>Address</th><th>What it does</th><th>Answers</th></tr>"
    link = '<p><a href="openapi.json">openapi.json</a></p>'
    return _page("Tengen API", f"<h1>Tengen API</h1>{link}<table>{head}{rows}</table>")


def _page(title: str, body: str) -> str:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title></head><body>{body}</body></html>"
    )
