"""Plan lines on the position of the examples: what they mean, and what is said of those that do not fit."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.ui.questions.draft import DraftAnswers, DraftState, draft_state
from bot.ui.questions.plan_line import fixes, set_line
from bot.ui.questions.plan_screen import wrong_text
from engine.core.naming import WrongLine
from tests.ui.play.fake_service import FakeService

from .hittites import PRESENTATION, table


async def stage(fake: FakeService) -> DraftState:
    there = await fake.seat("1K9", fake.person("hittites"))
    return draft_state(there, PRESENTATION)


async def read(line: str) -> tuple[DraftAnswers, DraftState]:
    fake = table()
    at = await stage(fake)
    work = set_line(at, line)
    return work, draft_state(at.there, PRESENTATION, work)


async def placed(line: str) -> dict[str, int]:
    """What the line adds, area by area."""
    work, after = await read(line)
    own = {a: n.get("hittites", 0) for a, n in _stacks(after).items()}
    before = (
        {a: n.get("hittites", 0) for a, n in PRESENTATION.board.stacks(after.sheet.view).items()}
        if PRESENTATION.board
        else {}
    )
    assert work.plan_key in {"growth.deploy", ""}
    return {a: own[a] - before[a] for a in own if own[a] != before[a]}


def _stacks(at: DraftState) -> dict[str, dict[str, int]]:
    assert PRESENTATION.board is not None
    return {a: dict(n) for a, n in PRESENTATION.board.stacks(at.view).items()}


async def wrong(line: str) -> tuple[WrongLine, str]:
    fake = table()
    at = await stage(fake)
    with pytest.raises(WrongLine) as caught:
        set_line(at, line)
    return caught.value, wrong_text(at, caught.value)


async def test_the_example_has_seven_disks() -> None:
    assert (await stage(table())).whole == 7


@pytest.mark.parametrize(
    ("line", "adds"),
    [
        ("tarsus, lukka 2, carchemish=3, zab 2", {"tarsus": 1, "lukka": 2, "carchemish": 2, "zab": 2}),
        ("tar luk2 crc=3 zab2", {"tarsus": 1, "lukka": 2, "carchemish": 2, "zab": 2}),
        ("2 lukka, 2 zab, rest carchemish", {"lukka": 2, "zab": 2, "carchemish": 3}),
        ("tarsus > aleppo > emar, rest carchemish", {"tarsus": 1, "aleppo": 1, "emar": 1, "carchemish": 3}),
        ("emar, aleppo", {"emar": 1, "aleppo": 1}),
        ("settlements", {"kaska": 1, "kumannis": 1, "karahuyuk": 1, "arzawa": 1, "tarsus": 1}),
        (
            "camps, rest tarsus",
            {"pala": 1, "carchemish": 1, "caucasus_sea": 1, "cilician_strait": 1, "tarsus": 2},
        ),
        (
            "anatolia",
            dict.fromkeys(["hattusha", "kaska", "kumannis", "karahuyuk", "arzawa", "pala", "tarsus"], 1),
        ),
        ("(kaska kumannis) =3", {"kaska": 1, "kumannis": 1}),
        ("lukka x2; zab +1\ntarsus", {"lukka": 2, "zab": 1, "tarsus": 1}),
        ("nothing, back", {}),
    ],
)
async def test_lines_of_the_table(line: str, adds: dict[str, int]) -> None:
    assert await placed(line) == adds


async def test_settlements_back_returns_the_other_two() -> None:
    fake = table()
    at = await stage(fake)
    work = set_line(at, "settlements, back")
    assert work.whole[-1] == ("done",)
    assert Counter(p[0] for p in work.whole)["done"] == 3


async def test_the_planner_finds_the_order() -> None:
    work, _ = await read("emar, aleppo")
    assert work.plan == ("aleppo", "emar")


async def test_beginnings_codes_and_exact_names() -> None:
    work, _ = await read("kar, col")
    assert Counter(work.plan) == {"karahuyuk": 1, "colchis": 1}


async def test_an_exact_name_wins_over_a_longer_one() -> None:
    problem, _ = await wrong("sinai")
    assert problem.said["area"] == "Sinai"
    problem, _ = await wrong("sinai sea")
    assert problem.said["area"] == "Sinai Sea"


async def test_no_7_unknown_area() -> None:
    problem, said = await wrong("tarsus, tire")
    assert "There's no area called “tire” on this map. Similar: Tyre" in said
    assert fixes(problem, "tarsus, tire")[0] == ("Tyre", "tarsus, Tyre")


async def test_no_8_ambiguous_area() -> None:
    problem, said = await wrong("north")
    assert "North Caucasus (nca)" in said
    assert len(fixes(problem, "north")) >= 1


async def test_no_9_area_out_of_play() -> None:
    _, said = await wrong("bactria")
    assert said == "Bactria isn't used on this map (Western). Choose another area."


async def test_no_10_out_of_reach() -> None:
    problem, said = await wrong("emar")
    assert "You can't reach Emar yet" in said
    assert "Aleppo" in said
    assert ("Mittani", "Mittani, emar") in fixes(problem, "emar") or fixes(problem, "emar")


async def test_no_11_over_the_limit() -> None:
    problem, said = await wrong("caucasus sea 2")
    assert said == "Caucasus Sea holds at most 2 of your disks and already has 1. You typed 2."
    assert fixes(problem, "caucasus sea 2") == [("1", "Caucasus Sea 1")]


async def test_no_12_too_many() -> None:
    _, said = await wrong("lukka 4, zab 4, tarsus 2")
    assert said.startswith("You typed 10 disks but have only 7.")


async def test_no_13_too_few_stays_a_draft() -> None:
    work, after = await read("lukka 2, zab 2, tarsus")
    assert len(work.plan) == 5
    assert after.request is not None
    assert after.request.key == "growth.deploy"


async def test_no_14_a_line_that_cannot_be_read() -> None:
    _, said = await wrong("tarsus, zab two")
    assert "I can't read “zab two”" in said
    for line in ("rest tarsus, zab", "back, tarsus", "3", "(kaska kumannis) lots"):
        assert (await wrong(line))[0].code == "bad_line"


async def test_every_refusal_is_short_enough() -> None:
    for line in ("tire", "north", "bactria", "emar", "caucasus sea 2", "lukka 4, zab 4", "tarsus, zab two"):
        _, said = await wrong(line)
        assert len(said) < 600
