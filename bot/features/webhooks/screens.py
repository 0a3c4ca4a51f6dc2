"""The webhooks of one's own turns, in the settings, and those of a table, for its host."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from yarl import URL

from bot.contract.posts import Post, Words
from bot.contract.tables import TableInfo
from bot.features.webhooks import service
from bot.features.webhooks.service import MOST, NewWebhook, Webhook
from bot.tables.game_service import GameService
from bot.tables.work.unit_of_work import Deps
from bot.ui.commands.handlers import Handlers
from bot.ui.doors import Matter
from bot.ui.parts import Button, Form, Line, Menu, Row, Screen, Text, choice, number
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from bot.ui.words.wording import plainly
from engine.core.naming import Names
from engine.core.text import speaking, words

TABLE: Final = "table"
"""The option of controls about the webhooks of a table; without it they are about one's own turns."""
ADDRESS: Final = "hook"


def on_prefs(deps: Deps) -> Sequence[Button]:
    """Return the button of the settings that leads to the webhooks of one's own turns."""
    del deps
    return [Button(words("webhook.button.hooks"), "hooks", lasting=True)]


async def on_more(_deps: Deps, info: TableInfo, visit: Visit) -> Button | None:
    """Return the button of a table that leads to its webhooks, for its host."""
    if info.host.id != visit.person or info.state == "over":
        return None
    return Button(words("webhook.button.hooks"), "hooks", TABLE, lasting=True)


def hooks_screen(there: Sequence[Webhook], table: str, line: str = "") -> Screen:
    """Return these webhooks, with a way to name one and a menu that ends one; the line stands above them."""
    option = TABLE if table else ""
    head = words("webhook.table", table=table.upper()) if table else words("webhook.head")
    told = [head, *([line] if line else []), words("webhook.what_table" if table else "webhook.what")]
    told += [_line(one) for one in there] or [words("webhook.none")]
    buttons = [Button(words("webhook.button.new"), "hook_form", option, lasting=True)] if len(there) < MOST else []
    buttons += [] if table else [Button(words("prefs.button.back"), "prefs_show", lasting=True)]
    choices = tuple(choice(str(one.number), one.host) for one in there)
    menu = [Menu(words("webhook.end"), "hook_end", choices, option, lasting=True)] if choices else []
    rows = [Row(tuple(buttons))] if buttons else []
    return Screen((Text("\n".join(told)), *menu, *rows), table.lower())


def _line(one: Webhook) -> str:
    return words("webhook.failing" if one.failing else "webhook.line", host=plainly(one.host))


class WebhookHandlers:
    """The verbs of webhooks. Every answer is private."""

    def __init__(self, of_service: GameService) -> None:
        self._service, self._deps = of_service, of_service.deps

    def handlers(self) -> Mapping[str, Handler]:
        """Return the verbs answered here."""
        return {"hooks": self.show, "hook_form": self.form, "hook_sent": self.sent, "hook_end": self.end}

    async def show(self, visit: Visit, line: str = "") -> Answer:
        """Show the webhooks. Refused: host_only."""
        if visit.option == TABLE:
            there = await service.of_game(self._service, visit.table, person_of(visit))
            return hooks_screen(there, visit.table, line)
        return hooks_screen(await service.of_turns(self._deps, person_of(visit)), "", line)

    async def form(self, visit: Visit) -> Answer:
        """Return the form for a webhook."""
        field = Line(ADDRESS, words("webhook.form.address"), example="https://example.org/nisaba", least=1)
        table = visit.table.lower() if visit.option == TABLE else ""
        return Form(words("webhook.form.title"), (field,), "hook_sent", visit.option, table=table)

    async def sent(self, visit: Visit) -> Answer:
        """Name a webhook and show its secret, this once. Refused: host_only, over, hook_url, hooks_full."""
        made = await self._named(visit, visit.field(ADDRESS))
        return await self.show(visit, words("webhook.made", secret=made.secret))

    async def _named(self, visit: Visit, url: str) -> NewWebhook:
        person = person_of(visit)
        if visit.option == TABLE:
            return await service.name_for_game(self._service, visit.table, person, url)
        return await service.name_for_turns(self._deps, person, url)

    async def end(self, visit: Visit) -> Answer:
        """End the webhook that the menu names. Refused: host_only."""
        person, named = person_of(visit), number(next(iter(visit.values), "")) or 0
        if visit.option == TABLE:
            await service.end_for_game(self._service, visit.table, person, named)
        else:
            await service.end_for_turns(self._deps, person, named)
        return await self.show(visit, words("webhook.ended"))


def handlers(at: Handlers) -> Mapping[str, Handler]:
    """Return the verbs of webhooks."""
    return WebhookHandlers(at.service).handlers()


def ended(info: TableInfo, filled: Mapping[str, Any], _names: Names) -> Sequence[Post]:
    """Return the DM that a webhook has ended since nothing has arrived for a day."""
    with speaking(filled["language"]):
        text = words("webhook.has_ended", host=plainly(URL(filled["url"]).host or ""), table=info.id)
        return (Post("matter", (Words(text),), user=filled["user"]),)


POSTS: Final[Mapping[str, Matter]] = {"webhook_ended": ended}
