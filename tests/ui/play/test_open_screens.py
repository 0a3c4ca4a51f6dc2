"""An open screen moves below the posts, unless Discord takes few further messages from the bot there."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from bot.ui.discord_reply import Ready
from bot.ui.open_screens import OpenScreens
from bot.ui.parts import Button, Row, Screen, Text
from bot.ui.visit import Visit
from tests.ui.play.test_router import refused_emoji

ROW = Row((Button("Spy", "take", emoji="<:acme_spy_0000:7>"),))
QUESTION = Screen((Text("What now?"), ROW), "1k9", 7, live="asked", seat=2)


class VisitAnswer:
    """An interaction with an answer, which notes what is done with it."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.followup = self
        self.refusing = False

    def is_expired(self) -> bool:
        return False

    async def edit_original_response(self, **_: Any) -> None:
        self._refuse()
        self.log.append("edit")

    async def edit_message(self, _message: int, **_: Any) -> None:
        self.log.append("edit")

    async def delete_original_response(self) -> None:
        self.log.append("delete")

    def _refuse(self) -> None:
        if self.refusing:
            self.refusing = False
            self.log.append("refused")
            raise refused_emoji()

    async def send(self, **_: Any) -> Any:
        self._refuse()
        self.log.append("follow up")
        return type("Sent", (), {"id": 3})()


async def made(_: Visit) -> Ready:
    return QUESTION, []


@pytest.mark.parametrize(("personal", "log"), [(False, ["follow up", "delete"]), (True, [])])
async def test_a_screen_stays_where_few_further_messages_are_taken(personal: bool, log: list[str]) -> None:
    screens, answered = OpenScreens(made, lull=0), VisitAnswer()
    visit = Visit(9, 5, "1k9", personal=personal)
    await screens.shown(cast("Any", answered), visit, QUESTION, 1, further=False)
    screens.posted("1k9", 5, 2)
    await asyncio.gather(*screens._tasks.values())
    assert answered.log == log
    screens.asked("1k9", frozenset({(9, 2, 8)}))
    await asyncio.gather(*screens._tasks.values())
    assert answered.log == [*log, "edit"]


@pytest.mark.parametrize(("post", "log"), [(2, ["refused", "follow up", "delete"]), (0, ["refused", "edit"])])
async def test_a_screen_whose_emojis_are_refused_is_shown_without(post: int, log: list[str]) -> None:
    screens, answered = OpenScreens(made, lull=0), VisitAnswer()
    await screens.shown(cast("Any", answered), Visit(9, 5, "1k9"), QUESTION, 1, further=False)
    answered.refusing = True
    if post:
        screens.posted("1k9", 5, post)
    else:
        screens.asked("1k9", frozenset({(9, 2, 8)}))
    await asyncio.gather(*screens._tasks.values())
    assert answered.log == log
