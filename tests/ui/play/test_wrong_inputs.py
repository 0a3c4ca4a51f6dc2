"""Wrong input of commands, each with its answer: what was wrong, and that nothing was done."""

from __future__ import annotations

import pytest

from bot.games.questions import questions
from bot.ui.lookup import errors
from bot.ui.parts import Screen
from bot.ui.questions.command_runner import CommandRunner
from bot.ui.router import Instead
from bot.ui.visit import Visit
from engine.acme.presentation.commands import COMMANDS

from .hittites import PRESENTATION, table

BEN = Visit(1, table="1K9", name="Ben")
PLANS = {
    "tire": "There's no area called “tire” on this map. Similar: Tyre, Tarsus, Thrace. What you typed is kept.",
    "north": "“north” could be North Caucasus (nca), Northern Zagros (nza). Type more letters, or the code.",
    "zab two": "I can't read “zab two”. Write an area and a number, like `zab 2`. What you typed is kept.",
    "bactria": "Bactria isn't used on this map (Western). Choose another area.",
    "tarsus 9": "Tarsus holds at most 4 of your disks and already has 2. You typed 9.",
    "emar": "You can't reach Emar yet. First place a disk in one of these: ",
    "zab 3, lukka 3, tarsus 4": "You typed 10 disks but have only 7.",
    "tarsus": "You set 1 of 7 disks. Place the other 6, or return them to Supply.",
    ",": "### Place 7 disks",
}


@pytest.mark.parametrize(("line", "answer"), PLANS.items(), ids=PLANS)
@pytest.mark.timeout(20)
async def test_a_wrong_line_is_answered_and_places_nothing(line: str, answer: str) -> None:
    fake = table()
    deploy = next(command for command in COMMANDS if command.name == "deploy")
    try:
        screen: Screen | None = await CommandRunner(questions(fake.service, lambda _: PRESENTATION)).run(
            BEN, deploy, {"plan": line}
        )
    except Instead as instead:
        screen = instead.screen
    except Exception as error:  # noqa: BLE001 - whatever it raises, the person is told
        screen = errors.trouble(error, BEN)
    assert screen is not None
    assert "\n".join(part.text for part in screen.parts if hasattr(part, "text")).startswith(answer)
    assert fake.answers == 0
