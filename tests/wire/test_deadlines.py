"""A day is skipped at the local table: who has not answered is late, the other decides, and the game goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wire.client import SimulatedPerson
from tests.wire.running import Running, running
from tests.wire.screens import asked, pressable
from tests.wire.seen import SeenMessage

PATIENCE = 30.0
DAY = 86400.0


async def seat(person: SimulatedPerson) -> SeenMessage:
    """What My turn shows."""
    return (await person.slash("/turn")).message


async def begun(here: Running) -> tuple[SimulatedPerson, SimulatedPerson]:
    """A game of two: who is asked, and who waits."""
    ana, ben = (here.visit.user(name, "second-table").waiting(PATIENCE) for name in ("ana", "ben"))
    await ana.slash("/game new", game="acme", map="abbreviated_western", pace="brisk")
    lobby = await ana.wait_for(lambda m: "Join" in m.labels)
    await ben.click(lobby, "Join")
    await ana.slash("/game start")
    await ana.wait_for(lambda m: " starts · " in m.text and not m.is_ephemeral)
    return (ana, ben) if asked(await seat(ana)) else (ben, ana)


@pytest.mark.soak
async def test_a_day_is_skipped_the_other_votes_and_the_npc_answers_this_once(tmp_path: Path) -> None:
    async with running(tmp_path) as here:
        silent, other = await begun(here)
        await other.visit.post(f"/_act/{other.name}/skip", {"hours": 24})
        late = await other.wait_for(lambda m: "is out of time" in m.text)
        assert late.text.startswith(f"<@{here.table.users[silent.name].id}>")
        again = await seat(silent)
        assert asked(again)
        button = next(one for one in pressable(late)["late_vote"] if one.option.startswith("once"))
        answer = await other.click(late, button.id)
        assert "Done: Computer answers once" in answer.message.text
        await other.wait_for(lambda m: "The computer answered once for" in m.text)
        assert asked(await seat(other)) or asked(await seat(silent))
        here.kill()
        await here.again()
        assert (await seat(other)).text


@pytest.mark.soak
async def test_hours_are_skipped_and_a_reminder_comes_whose_buttons_work_and_at_last_a_mention(tmp_path: Path) -> None:
    async with running(tmp_path) as here:
        silent, other = await begun(here)
        await other.visit.post(f"/_act/{other.name}/skip", {"hours": 5.5})
        alone = silent.at("dm").waiting(PATIENCE)
        dm = await alone.wait_for(lambda m: "Your turn at table" in m.text)
        buttons = [pressable(dm)[verb][0].id for verb in ("since", "snooze", "fewer")]
        told = [(await alone.click(dm, button)).message.text for button in buttons]
        assert "Your turn" in told[0]
        assert "won't remind you" in told[1]
        assert "only the second" in told[2]
        await other.visit.post(f"/_act/{other.name}/skip", {"hours": 0.6})
        call = await other.wait_for(lambda m: "Your time runs out" in m.text)
        assert (
            f" — <@{here.table.users[silent.name].id}>: choose your civilization. Your time runs out <t:" in call.text
        )
        assert asked(await seat(silent))
