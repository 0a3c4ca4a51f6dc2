"""Answers by command, as the bot takes them over the wire."""

from __future__ import annotations

from pathlib import Path

from tests.wire.screens import asked
from tests.wire.sitting import screen, sitting


async def test_a_choice_answers_one_question_and_not_those_that_follow(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        await here.begin("ana", "ben")
        person = await here.asked()
        assert ("Egypt", "egypt") in [
            (name.partition(" — ")[0], value) for name, value in await person.autocomplete("/act", "choice", "eg")
        ]
        assert "Choose your Home Area" in (await person.slash("/act", choice="egypt")).message.text
        await person.slash("/act", choice="Memphis")
        assert "**Egypt** took Memphis as Home Area" in (await here.told("as Home Area")).text


async def test_one_command_answers_what_belongs_together(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        await here.begin("ana", "ben")
        person = await here.asked()
        done = (await person.slash("/acme choose", civ="egypt", home="thebes")).message
        assert not asked(done)
        await here.told("**Egypt** took Thebes as Home Area")
        assert not asked(await screen(person))
