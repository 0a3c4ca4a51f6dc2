"""The router's answer to a visit is the same whoever brought it: no interaction of Discord is needed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bot.contract.tables import Busy, Refused
from bot.telemetry import Metrics, note_change, trace
from bot.ui.lookup import errors
from bot.ui.parts import Form, Line, Screen, Text
from bot.ui.router import Handler, Instead, Router, VisitAnswer
from bot.ui.visit import Visit
from engine.core.text import words

SCREEN = Screen((Text("Hello"),), "1k9", 7, 2)
FORM = Form("Line", (Line("line", "Line"),), "sent", table="1k9", ask=7)


class Noted:
    """Who is pressing, how many answers are under way, and which faults were told."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def pressed(self, person: int) -> None:
        self.said.append(f"pressed {person}")

    def released(self, person: int) -> None:
        self.said.append(f"released {person}")

    @contextmanager
    def under_way(self) -> Iterator[None]:
        self.said.append("begun")
        yield
        self.said.append("over")

    async def fault(self, error: Exception, verb: str, table: str) -> None:
        self.said.append(f"{error} at {verb} of {table}")


def router(handler: Handler, noted: Noted | None = None) -> Router:
    made = Router(errors.trouble, Metrics())
    made.add({"go": handler})
    if noted is not None:
        made.screens, made.in_flight, made.fault = noted, noted.under_way(), noted.fault
    return made


def counted(made: Router, kind: str, verb: str, outcome: str) -> float | None:
    labels = {"kind": kind, "verb": verb, "outcome": outcome, "surface": "page"}
    return made.metrics.registry.get_sample_value("nisaba_interactions_total", labels)


async def answered(handler: Handler, noted: Noted | None = None) -> VisitAnswer:
    return await router(handler, noted).respond(Visit(9, verb="go", table="1k9"))


def shown(told: VisitAnswer) -> str:
    assert isinstance(told.answer, Screen)
    return "\n".join(part.text for part in told.answer.parts if isinstance(part, Text))


@pytest.mark.parametrize("answer", [SCREEN, FORM])
async def test_a_handlers_answer_comes_back_as_it_is(answer: Screen | Form) -> None:
    async def handler(_: Visit) -> Screen | Form:
        return answer

    noted = Noted()
    told = await answered(handler, noted)
    assert (told.answer, told.outcome, told.faults, told.newer) == (answer, "answered", [], False)
    assert noted.said == ["pressed 9", "begun", "over", "released 9"]


async def test_a_visit_is_answered_in_its_language_with_a_trace_and_notices() -> None:
    traces: list[str] = []

    async def handler(_: Visit) -> Screen:
        traces.append(trace())
        return Screen((Text(words("error.gone")),))

    async def finish(screen: Screen, _: Visit) -> Screen:
        traces.append(trace())
        return screen.with_line("Notice")

    made = router(handler)
    made.finish = finish
    german = await made.respond(Visit(9, verb="go", locale="de"), "form")
    english = await made.respond(Visit(9, verb="go", locale="en-GB"), "form")
    assert shown(german).startswith("Notice\n")
    assert shown(german) != shown(english)
    assert traces[0] == traces[1]
    assert counted(made, "form", "go", "answered") == 2


async def test_what_fails_is_a_screen_and_told_to_the_host() -> None:
    async def broken(_: Visit) -> Screen:
        raise KeyError("oh")

    async def halfway(_: Visit) -> Screen:
        note_change()
        raise KeyError("oh")

    for handler in (broken, halfway):
        noted = Noted()
        told = await answered(handler, noted)
        assert (told.outcome, len(told.faults)) == ("failed", 1)
        assert "'oh' at go of 1k9" in noted.said
    assert shown(await answered(broken)) != shown(await answered(halfway))


async def test_notices_that_fail_are_told_too() -> None:
    async def handler(_: Visit) -> Screen:
        return SCREEN

    async def broken(_screen: Screen, _visit: Visit) -> Screen:
        raise KeyError("oh")

    made = router(handler)
    made.finish = broken
    told = await made.respond(Visit(9, verb="go"))
    assert (told.outcome, len(told.faults)) == ("failed", 1)
    assert "I can't show the result" in shown(told)


async def test_refusals_have_their_screens() -> None:
    async def refused(_: Visit) -> Screen:
        raise Refused("no_table", table="1K9")

    async def newer(_: Visit) -> Screen:
        raise Refused("newer", table="1K9")

    async def busy(_: Visit) -> Screen:
        raise Busy

    async def instead(_: Visit) -> Screen:
        raise Instead(SCREEN)

    told = [await answered(one) for one in (refused, newer, busy, instead)]
    assert {one.outcome for one in told} == {"refused"}
    assert [one.newer for one in told] == [False, True, False, False]
    assert len({shown(one) for one in told}) == 4
    assert told[3].answer == SCREEN


async def test_an_unknown_verb_is_answered_and_counted_without_its_name() -> None:
    async def handler(_: Visit) -> Screen:
        return SCREEN

    made = router(handler)
    told = await made.respond(Visit(9, verb="never heard of"))
    assert (told.outcome, shown(told)) == ("answered", words("error.gone"))
    assert counted(made, "press", "", "answered") == 1


async def test_a_visit_of_which_nothing_is_known_may_and_sees_nothing() -> None:
    visit = Visit(9)
    assert (visit.moderator, visit.may_post, visit.bot_may, visit.guild, visit.channel) == (False, False, 0, None, 0)
    sees = await visit.sight()
    assert not any(sees(channel) for channel in (0, 5))
