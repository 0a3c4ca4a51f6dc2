"""The entry point for requests of the bot: finds the route, writes the transcript, answers in JSON."""

import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import unquote

from aiohttp import web

from bot.local_table import answer_routes, command_routes, emoji_routes, event_routes, message_routes, place_routes
from bot.local_table.errors import ApiError, Json, encode
from bot.local_table.forms import SentForm, read_form
from bot.local_table.table import Call, LocalTable

API = "/api/v10"
MAX_REQUEST = 120 * 1024 * 1024
_log = logging.getLogger(__name__)
_TOKENLESS = ("/interactions/", "/webhooks/")

Handler = Callable[[Call], Awaitable[Any]]


def _compile(path: str) -> re.Pattern[str]:
    return re.compile("^" + re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path) + "$")


_ROUTES: tuple[tuple[str, re.Pattern[str], Handler], ...] = tuple(
    (method, _compile(path), handler)
    for module in (answer_routes, command_routes, emoji_routes, event_routes, message_routes, place_routes)
    for method, path, handler in module.ROUTES
)


class RestApi:
    """Answers every request below /api/v10."""

    def __init__(self, local: LocalTable) -> None:
        self.local = local

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Answer one request as Discord would."""
        path = request.rel_url.raw_path.removeprefix(API)
        form, status, body = await self._handle(request, path)
        self._note(request, path, form, status, body)
        if status == 204:
            return web.Response(status=204)
        return web.Response(status=status, body=encode(body), content_type="application/json")

    async def _handle(self, request: web.Request, path: str) -> tuple[SentForm, int, Any]:
        form = SentForm()
        try:
            self._check_token(request, path)
            handler, parts = self._find(request.method, path)
            form = await read_form(request)
            answer = await handler(Call(self.local, request, parts, form))
        except ApiError as error:
            return form, error.status, error.body
        except ConnectionError:
            return form, 400, {"message": "The bot has gone away", "code": 0}
        except Exception:  # noqa: BLE001 - a broken handler must be heard, and the bot answered
            _log.exception("The local table failed at %s %s", request.method, path)
            self.local.failures.append(f"failed at {request.method} {path}")
            return form, 500, {"message": "500: Internal Server Error", "code": 0}
        return form, 204 if answer is None else 200, answer

    def _find(self, method: str, path: str) -> tuple[Handler, dict[str, str]]:
        for wanted, pattern, handler in _ROUTES:
            found = pattern.match(path) if wanted == method else None
            if found:
                return handler, {key: unquote(value) for key, value in found.groupdict().items()}
        _log.error("The local table has no route for %s %s", method, path)
        self.local.failures.append(f"no route for {method} {path}")
        raise ApiError(404, 0, "404: Not Found")

    def _check_token(self, request: web.Request, path: str) -> None:
        if path.startswith(_TOKENLESS):
            return
        if request.headers.get("Authorization") != f"Bot {self.local.token}":
            raise ApiError(401, 0, "401: Unauthorized")

    def _note(self, request: web.Request, path: str, form: SentForm, status: int, answer: Any) -> None:
        line: Json = {"at": self.local.world.clock.now(), "method": request.method, "path": path, "status": status}
        line |= {"query": dict(request.query), "body": form.body, "answer": answer}
        if form.uploads:
            line["files"] = {str(number): [u.name, len(u.body)] for number, u in form.uploads.items()}
        self.local.transcript.note(line)
