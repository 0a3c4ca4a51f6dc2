"""Why a request of a program isn't answered, and with which HTTP status."""

from __future__ import annotations

from typing import Final

import msgspec
from aiohttp import web

from bot.contract.tables import Refused
from bot.features.api.shapes import ApiRefusal
from bot.ui.lookup import errors
from engine.core.text import words

RETRY: Final = {429: "60", 503: "5"}
"""Seconds after which to try again, by status."""
STATUSES: Final = {
    "no_table": 404,
    "no_page": 404,
    "feature_off": 404,
    "no_seat": 403,
    "replaced": 403,
    "not_an_option": 422,
    "not_together": 422,
}
CONFLICT: Final = 409
"""What doesn't fit the present state of the table: too late, not asked, not begun, over, still running."""


class ApiProblem(Exception):
    """A request that asks for nothing of a table: its status and its code."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(code)
        self.status, self.code = status, code


def problem(found: ApiProblem) -> web.Response:
    """Return the answer to such a request."""
    return _answer(found.status, ApiRefusal(found.code, words(f"api.problem.{found.code}")))


def refusal(refused: Refused) -> web.Response:
    """Return the answer to a request that the service refuses."""
    return _answer(STATUSES.get(refused.code, CONFLICT), ApiRefusal(refused.code, errors.text(refused)))


def _answer(status: int, error: ApiRefusal) -> web.Response:
    headers = {"Cache-Control": "no-store"}
    if status in RETRY:
        headers["Retry-After"] = RETRY[status]
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return web.Response(
        status=status, body=msgspec.json.encode(error), content_type="application/json", headers=headers
    )
