"""Whole games as files, and the proof that nobody chose what was dealt."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from bot.contract import Place
from bot.service.sealing import Sealer
from tests.bot.fake_game import WalkGame
from tests.service.tables import ANA, BEN, CHO, HERE, SEED, Room, begun, give, refused, room

THERE = Place(6, 88)


async def played(made: Room) -> str:
    """A game of two with a round behind it."""
    table = await begun(made, ANA, BEN, options={"goal": 20})
    await give(made, table, ANA, "roll", "done")
    await give(made, table, BEN, "roll", "walk", "done")
    for person, bid in ((ANA, "1"), (BEN, "0")):
        await made.service.answer(table, person, None, [[bid]])
    await give(made, table, ANA, "walk")
    return table


async def ended(made: Room, table: str) -> None:
    refusal = await refused(made.service.end(table, ANA))
    await made.service.end(table, ANA, confirm=refusal.said["confirm"])


async def test_a_running_game_is_sealed_for_its_host_alone(desk: Room) -> None:
    table = await played(desk)
    assert (await refused(desk.service.export(table, BEN))).code == "export_sealed"
    file = await desk.service.export(table, ANA)
    assert (file.sealed, file.warn) == (True, False)
    assert b"hands" not in file.raw
    assert SEED.encode() not in file.raw
    assert desk.file.with_suffix(".key").stat().st_mode & 0o077 == 0


async def test_a_game_goes_on_elsewhere_from_its_file(desk: Room, tmp_path: Path) -> None:
    table = await played(desk)
    file = await desk.service.export(table, ANA)
    before = await desk.service.sheet(table, BEN)
    assert (await refused(desk.service.import_(CHO, THERE, file.raw))).said["reason"] == "here"
    async with room(tmp_path / "other.db") as other:
        assert (await refused(other.service.import_(CHO, THERE, file.raw))).said["reason"] == "other_key"
        other.desk.sealer = desk.desk.sealer
        info = await other.service.import_(CHO, THERE, file.raw)
        assert (info.state, info.host, info.place) == ("running", CHO, THERE)
        after = await other.service.sheet(info.id, BEN)
        assert after.view == before.view
        assert [p.no for p in await other.service.checkpoints(info.id)] == [
            p.no for p in await desk.service.checkpoints(table)
        ]
        await other.service.undo(info.id, ANA)
        await give(other, info.id, ANA, "done")
        assert (await other.service.sheet(info.id, BEN)).request is not None
        log = await other.service.log(info.id, None)
        assert "All are dealt three cards" in [line.text for line in log.lines]


async def test_everybody_gets_an_ended_game_open(desk: Room) -> None:
    table = await played(desk)
    await ended(desk, table)
    file = await desk.service.export(table, CHO)
    assert (file.sealed, file.warn) == (False, False)
    assert SEED.encode() in file.raw
    info = await desk.service.import_(CHO, THERE, file.raw)
    assert info.state == "over"


async def test_without_a_key_the_host_is_warned(desk: Room) -> None:
    desk.desk.sealer = Sealer("open")
    file = await desk.service.export(await played(desk), ANA)
    assert (file.sealed, file.warn) == (False, True)


def test_bots_with_the_same_key_read_each_others_files() -> None:
    sealed = Sealer("shared secret").seal(b"all hands")
    assert sealed is not None
    assert Sealer("shared secret").open(sealed) == b"all hands"
    assert Sealer("another").open(sealed) is None


@pytest.mark.parametrize("damage", ["cut", "changed", "newer", "foreign", "empty"])
async def test_a_damaged_file_is_refused(desk: Room, damage: str) -> None:
    table = await played(desk)
    await ended(desk, table)
    raw = (await desk.service.export(table, ANA)).raw
    file = msgspec.json.decode(raw)
    wrong = {
        "cut": raw[:-20],
        "changed": raw.replace(b'"npcs":0', b'"npcs":1'),
        "newer": msgspec.json.encode({**file, "nisaba": 99}),
        "foreign": b'{"a": 1}',
        "empty": b"",
    }[damage]
    refusal = await refused(desk.service.import_(CHO, THERE, wrong))
    assert refusal.code == "import"
    assert refusal.said["reason"] == ("newer" if damage == "newer" else "damaged")
    assert await desk.service.table_in(THERE.channel) is None


async def test_the_seed_is_secret_until_the_end(desk: Room) -> None:
    table = await played(desk)
    refusal = await refused(desk.service.verify(table))
    assert refusal.code == "seed_secret"
    assert refusal.said["fingerprint"] == (await desk.service.info(table)).fingerprint


async def test_an_ended_game_follows_from_its_seed(desk: Room) -> None:
    table = await played(desk)
    first = (await desk.service.checkpoints(table))[-2].no
    await desk.service.control(table, BEN, 2, "npc")
    await desk.service.go_back(table, ANA, first)
    await desk.service.control(table, BEN, 2, "human")
    await give(desk, table, ANA, "roll")
    await give(desk, table, ANA, "done")
    await give(desk, table, BEN, "walk", "done")
    await ended(desk, table)
    found = await desk.service.verify(table)
    assert (found.difference, found.fits) == ("", True)
    assert (found.seed, found.draws) == (SEED, 7)
    raw = (await desk.service.export(table, CHO)).raw
    assert (await desk.service.verify(table, raw)).fits


async def test_a_changed_game_does_not_follow(desk: Room) -> None:
    table = await played(desk)
    await ended(desk, table)
    file = msgspec.json.decode((await desk.service.export(table, ANA)).raw)

    from bot.service.saved import Saved, packed

    file["table"]["entries"][0]["picks"] = ["walk"]
    forged = msgspec.convert(file["table"], Saved)
    found = await desk.service.verify(table, packed(forged))
    assert not found.fits
    assert found.difference


async def test_corrected_rules_begin_the_step_again_and_say_so_once(tmp_path: Path) -> None:
    async with room(tmp_path / "a.db") as before:
        table = await begun(before, ANA, BEN)
        await give(before, table, ANA, "walk", "walk")
    async with room(tmp_path / "a.db", game=Slower()) as after:
        sheet = await after.service.sheet(table, ANA)
        assert sheet.request is not None
        assert sheet.view["civs"]["seat_1"]["at"] == 0
        notices = await after.service.take_notices(ANA, table)
        assert [n.code for n in notices if n.code != "ask_zone"] == ["rules_corrected", "rules_corrected"]
        assert notices[0].said["picks"] == ["walk"]
        assert await after.service.take_notices(ANA, table) == ()
        await give(after, table, ANA, "done")
        assert (await after.service.sheet(table, BEN)).request is not None
        assert HERE.channel == (await after.service.info(table)).place.channel


class Slower(WalkGame):
    """Rules by which nobody walks any more."""

    def __init__(self) -> None:
        self.steps = {**WalkGame.steps, "walk": stay}


async def stay(s: object) -> str | None:
    """One question that only knows rolling."""
    from engine.core.ask import Ask, Request
    from tests.bot.fake_game import Walk

    assert isinstance(s, Walk)
    seat = s.order[s.active]
    await Request("walk.act", "What do you do?", (Ask(seat, ("roll", "done")),), asked=(seat,))
    s.active = (s.active + 1) % len(s.order)
    return "walk" if s.active else "bid"
