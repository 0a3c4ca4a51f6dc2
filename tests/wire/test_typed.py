"""Answers by command, as the bot takes them over the wire."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wire.screens import asked
from tests.wire.sitting import answer, screen, sitting

pytestmark = pytest.mark.soak


async def test_a_choice_answers_one_question_and_not_those_that_follow(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        await here.begin("ana", "ben")
        person = await here.asked()
        assert ("Egypt", "egypt") in [
            (name.partition(" — ")[0], value) for name, value in await person.autocomplete("/act", "choice", "eg")
        ]
        assert "Choose your Home Area" in (await person.slash("/act", choice="egypt")).message.text
        await person.slash("/act", choice="Memphis")
        assert "**Egypt** chose the Home Area Memphis" in (await here.told("the Home Area")).text


async def test_one_command_answers_what_belongs_together(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        await here.begin("ana", "ben")
        person = await here.asked()
        done = (await person.slash("/acme choose", civ="egypt", home="thebes")).message
        assert not asked(done)
        await here.told("**Egypt** chose the Home Area Thebes")
        assert not asked(await screen(person))


async def test_who_types_on_behind_a_completion_is_understood(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        await here.begin("ana", "ben")
        for _ in range(2):
            await answer(await here.asked())
        person = await here.asked()
        shown, value = (await person.autocomplete("/acme deploy", "plan", "ty"))[0]
        assert shown.startswith(f"{value} — Tyre 0→1")
        further = await person.autocomplete("/acme deploy", "plan", f"{shown}, by")
        assert [value for _, value in further] == ["tyr, byb"]
        placed = (await person.slash("/acme deploy", plan=further[0][0])).message
        assert "**2 of 6** Byblos 0→1 · Tyre 0→1" in placed.text
