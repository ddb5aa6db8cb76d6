"""The calls of the REST API, one module a noun. Each module that defines `router` is found by itself."""

import importlib
import pkgutil
from functools import cache

from fastapi import APIRouter

from tengen.server.routes.responses import refusal_schemas
from tengen.server.routes.web import PageRoute, page_folder

__all__ = ["PageRoute", "page_folder", "refusal_schemas", "routers"]


@cache
def routers() -> tuple[APIRouter, ...]:
    """The routers of all modules of this package, by name."""
    modules = (importlib.import_module(found.name) for found in pkgutil.iter_modules(__path__, f"{__name__}."))
    routers = (getattr(module, "router", None) for module in modules)
    return tuple(router for router in routers if isinstance(router, APIRouter))
