"""The OpenAPI document, made of the endpoints and the types of what they answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

import msgspec

from bot.features.api.shapes import ApiRefusal

Scope: TypeAlias = Literal["all", "page", "read", "play"]
"""Who may ask: everyone; who has a token, or for a page that everyone sees its address; a token that may read; one that
may answer.
"""
REF: Final = "#/components/schemas/{name}"
JSON: Final = "application/json"
PATHS: Final[Mapping[str, Mapping[str, Any]]] = {
    "table": {"schema": {"type": "string"}, "description": "The table's id, or the last part of its page's address."},
    "seat": {"schema": {"type": "integer", "minimum": 1}, "description": "The number of one of your seats."},
}
QUERY: Final[Mapping[str, Mapping[str, Any]]] = {
    "seat": {**PATHS["seat"], "description": "See the table as this seat of yours; needs a token."},
    "after": {
        "schema": {"type": "string", "pattern": "^[0-9]+([.][0-9]+)?$", "default": "0"},
        "description": "The last event that you know.",
    },
    "follow": {
        "schema": {"type": "string", "enum": ["yes", "no"], "default": "yes"},
        "description": "Whether the stream waits for further events.",
    },
}


@dataclass(frozen=True, slots=True)
class ApiEndpoint:
    """Something that can be asked for. `answers`: the types by media type; `problems`: further statuses."""

    name: str
    method: Literal["get", "post"]
    path: str
    summary: str
    scope: Scope
    answers: Mapping[str, Any]
    query: Sequence[str] = ()
    body: Any = None
    problems: Sequence[int] = ()

    @property
    def statuses(self) -> tuple[int, ...]:
        """Return the statuses of its refusals."""
        of_scope = {"page": (403, 404, 409), "play": (403,)}.get(self.scope, ())
        return tuple(sorted({*of_scope, *self.problems, 401, 429, 503}))


def document(endpoints: Sequence[ApiEndpoint], url: str) -> dict[str, Any]:
    """Return the OpenAPI document of the endpoints, which are below that URL."""
    types = [kind for one in endpoints for kind in (*one.answers.values(), one.body) if _has_schema(kind)]
    _, schemas = msgspec.json.schema_components([*types, ApiRefusal], ref_template=REF)
    paths: dict[str, dict[str, Any]] = {}
    for one in endpoints:
        paths.setdefault(one.path, {})[one.method] = _operation(one)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Nisaba", "version": "1"},
        "servers": [{"url": url or "/"}],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _has_schema(kind: Any) -> bool:
    return kind is not None and kind is not str and not isinstance(kind, dict)


def _operation(one: ApiEndpoint) -> dict[str, Any]:
    named = [part[1:-1] for part in one.path.split("/") if part.startswith("{")]
    parameters = [{"name": name, "in": "path", "required": True, **PATHS[name]} for name in named]
    parameters += [{"name": name, "in": "query", **QUERY[name]} for name in one.query]
    body = {"requestBody": {"required": True, "content": {JSON: {"schema": schema_of(one.body)}}}} if one.body else {}
    return {
        "operationId": one.name,
        "summary": one.summary,
        "security": {"all": [], "page": [{"token": []}, {}]}.get(one.scope, [{"token": []}]),
        "parameters": parameters,
        **body,
        "responses": {"200": _answered(one), **{str(status): _refused() for status in one.statuses}},
    }


def _answered(one: ApiEndpoint) -> dict[str, Any]:
    content = {media: {"schema": schema_of(kind)} for media, kind in one.answers.items()}
    return {"description": one.summary, "content": content}


def _refused() -> dict[str, Any]:
    return {"description": "Refused.", "content": {JSON: {"schema": schema_of(ApiRefusal)}}}


def schema_of(kind: Any) -> dict[str, Any]:
    """Return the schema of a type, where it stands in the document."""
    if isinstance(kind, dict):
        return kind
    (found,), _ = msgspec.json.schema_components([kind], ref_template=REF)
    return dict(found)
