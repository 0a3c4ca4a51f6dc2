"""Auto-answers over the wire; and a plan lodged by a command before its turn, carried out by the clock."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest
from sqlmodel import select

from bot.store.models import EntryRow, StandingOrderRow
from engine.civ.presentation.commands import COMMANDS
from engine.core.commands import Command
from tests.acme.cards.tables import holds
from tests.acme.cards.tables import table as acme
from tests.wire.client import SimulatedPerson
from tests.wire.running import Running, running
from tests.wire.screens import pressable
from tests.wire.simulated import FAILED
from tests.wire.sitting import sitting

pytestmark = [pytest.mark.long, pytest.mark.timeout(120)]
PATIENCE = 40.0
MOVED = re.compile(r"Moves · table .*Italy", re.DOTALL)
PLAGUED = {"thebes": "egypt 2", "hattusha": "hittites 3", "kaska": "hittites 2"}


async def set_to(person: SimulatedPerson, kind: str, value: str) -> str:
    """Set an auto-answer by its two menus; what the screen says then."""
    shown = (await person.slash("/auto")).message
    for verb, chosen in (("auto_kind", kind), ("auto_set", value)):
        shown = (await person.select(shown, pressable(shown)[verb][0].id, [chosen])).message
    return shown.text


async def at_the_first_moves(here: Running) -> dict[str, SimulatedPerson]:
    """Two people at a table of Advanced Civilization, one of them asked for moves; who moves first comes first."""
    people = {name: here.visit.user(name).waiting(PATIENCE) for name in ("ana", "ben")}
    ana, ben = people.values()
    await ana.wait_for(lambda message: "Join" in message.labels)
    sure = await ana.slash("/game end")
    await ana.click(sure.message, pressable(sure.message)["end_yes"][0].id)
    await ana.slash("/game new", game="civ")
    lobby = await ana.wait_for(lambda m: "Join" in m.labels and "Advanced Civilization" in m.text)
    await ben.click(lobby, "Join")
    await ana.slash("/game start")
    for _ in range(8):
        for name, person in people.items():
            text = (await person.slash("/turn")).message.text
            if "### Move" in text:
                return {name: person, **people}
            if "Choose your nation" in text:
                nation = (await person.autocomplete("/civ nation", "nation", ""))[0][1]
                start = await person.autocomplete("/civ nation", "area", "", nation=nation)
                await person.slash("/civ nation", nation=nation, **({"area": start[0][1]} if start else {}))
            elif "Not your turn" not in text:
                await person.slash("/civ done")
    raise AssertionError([(await person.slash("/turn")).message.text for person in people.values()])


async def test_a_plan_lodged_ahead_is_carried_out_in_its_turn(tmp_path: Path) -> None:
    """CIV-213, CIV-215."""
    async with running(tmp_path, "--seed", "orders", "--at-once") as here:
        first, second = (await at_the_first_moves(here)).values()
        await set_to(second, "conflict", "auto")
        rest = (await second.slash("/turn")).message
        assert "1 auto-answer" in rest.text
        found = await second.autocomplete("/civ move", "plan", "")
        lodged = await second.slash("/civ move", plan=found[0][1])
        assert "It runs when you're asked" in lodged.message.text
        await first.slash("/civ move", plan="hold", confirm=True)
        told = await second.wait_for(lambda m: not m.is_ephemeral and MOVED.search(m.text) is not None)
        assert "planned moves" not in told.text
        assert "planned moves" not in await once_made(second)


async def once_made(person: SimulatedPerson) -> str:
    """What `/turn` says once planned moves are no longer about to be made."""
    text = ""
    for _ in range(20):
        text = (await person.slash("/turn")).message.text
        if "about to be made" not in text:
            break
        await asyncio.sleep(1)
    return text


async def test_every_command_of_the_game_is_answered(tmp_path: Path) -> None:
    """CIV-215: each once, with what its options complete to; one that is not asked for now says so."""
    async with running(tmp_path, "--seed", "orders", "--at-once") as here:
        mover, *_ = (await at_the_first_moves(here)).values()
        told = {command.name: await given(mover, command) for command in sorted(COMMANDS, key=lambda one: one.name)}
    assert [name for name, text in told.items() if not text or any(failed in text for failed in FAILED)] == []
    assert "A.S.T." in told["track"]


async def given(person: SimulatedPerson, command: Command) -> str:
    """What the bot answers to a command whose options are filled in with the first that is offered."""
    options: dict[str, object] = {}
    for parameter in command.parameters:
        if parameter.kind == "number":
            options[parameter.name] = parameter.low
        elif parameter.kind == "flag":
            options[parameter.name] = True
        elif found := await person.autocomplete(f"/civ {command.name}", parameter.name, "", options):
            options[parameter.name] = found[0][1]
        elif parameter.required:
            options[parameter.name] = "rome"
    return (await person.slash(f"/civ {command.name}", options)).message.text


async def test_an_auto_answer_negates_what_would_cost_disks_while_its_owner_is_away(tmp_path: Path) -> None:
    """RUL-054: the post tells it like an answer by hand; nobody has pressed anything."""
    seats = ("egypt", "hittites")
    story = acme(PLAGUED, order=" ".join(seats), egypt=holds(73), hittites={"hand": [27]})
    async with sitting(tmp_path) as here:
        await here.begin("ana", "ben")
        await here.put(story.table, seats)
        ana, ben = here.person("ana"), here.person("ben")
        assert "Use a Negate" in await set_to(ben, "negate", "any")
        await ana.slash("/act", choice="73")
        await here.told("played **Biblical Plague**")
        await here.later(120)
        told = await here.told("responded to **Biblical Plague** with")
        assert "Hittites" in told.text
        assert not any("lost disks" in post.text for post in await here.posts())
        database = here.bot.game_service.deps.database
        answers = await database.read(
            select(EntryRow).where(EntryRow.key == "card.negate", EntryRow.seat == "hittites")
        )
        assert [json.loads(answer.picks) for answer in answers][:1] == [["27"]]
        assert next(order.acts for order in await database.read(select(StandingOrderRow))) >= 1
