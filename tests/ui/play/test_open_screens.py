"""An open screen moves below the posts, unless Discord takes few further messages from the bot there."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from bot.ui.open_screens import OpenScreens
from bot.ui.parts import Screen, Text
from bot.ui.router import Ready
from bot.ui.visit import Visit

QUESTION = Screen((Text("What now?"),), "1k9", 7, live="asked", seat=2)


class Answered:
    """An interaction with an answer, which notes what is done with it."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.followup = self

    def is_expired(self) -> bool:
        return False

    async def edit_original_response(self, **_: Any) -> None:
        self.log.append("edit")

    async def edit_message(self, _message: int, **_: Any) -> None:
        self.log.append("edit")

    async def delete_original_response(self) -> None:
        self.log.append("delete")

    async def send(self, **_: Any) -> Any:
        self.log.append("follow up")
        return type("Sent", (), {"id": 3})()


async def made(_: Visit) -> Ready:
    return QUESTION, []


@pytest.mark.parametrize(("personal", "log"), [(False, ["follow up", "delete"]), (True, [])])
async def test_a_screen_stays_where_few_further_messages_are_taken(personal: bool, log: list[str]) -> None:
    screens, answered = OpenScreens(made, lull=0), Answered()
    visit = Visit(9, 5, "1k9", personal=personal)
    await screens.shown(cast("Any", answered), visit, QUESTION, 1, further=False)
    screens.posted("1k9", 5, 2)
    await asyncio.gather(*screens._tasks.values())
    assert answered.log == log
    screens.asked("1k9", frozenset({(9, 2, 8)}))
    await asyncio.gather(*screens._tasks.values())
    assert answered.log == [*log, "edit"]
