"""Games are played on pages: all that is shown there is data, and each press goes to an address that is in it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from bot.contract.tables import Person
from bot.ui.parts import DESIGN, PAGE, Address, Screen, address, within
from bot.ui.words.presentations import presentation_of
from bot.web.markdown import nodes
from bot.web.surface import PageReader, shown
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.games import GAMES
from tests.ui.play.fake_service import FakeService, Presser
from tests.ui.play.wanderer import wander

READER = PageReader(nodes, lambda picture: f"/pic/{picture.name}")
STEPS = 150
SEATS: Mapping[str, Sequence[str]] = {"acme": ("egypt", "hittites"), "culture_wars": ("", ""), "civ": ("", "", "")}
TAKEN_BACK = 0.2


class Page(Presser):
    """A person at a page, on which choices are pressed one by one."""

    data: dict[str, Any]
    widest = 0
    pressed = frozenset[str]()
    chance: Random

    async def go(
        self,
        where: Address,
        values: Sequence[str] = (),
        fields: Mapping[str, tuple[str, ...]] | None = None,
        *,
        private: bool = True,
    ) -> Screen:
        """Press something, as a page does, and read the answer, as a page does."""
        self.pressed |= {where.verb}
        with within(PAGE):
            made = await super().go(where, values, fields, private=private)
        self.data = json.loads(json.dumps(shown(self.at, READER)))
        for menu in self.told():
            self.widest = max(self.widest, len(menu["choices"]))
        return made

    def told(self) -> list[dict[str, Any]]:
        """The menus."""
        return [part for part in self.data.get("parts", ()) if part["kind"] == "menu"]

    async def choose(self, verb: str, *values: str) -> Screen:
        """Press one choice; sometimes take away again what was added."""
        there = [menu for menu in self.told() if menu["id"].split("|")[3] == verb]
        menu = next(one for one in there if values[0] in {choice["value"] for choice in one["choices"]})
        made = await self.at_address(menu.get("toggle") or menu["id"], values[0])
        if "less" in menu and self.chance.random() < TAKEN_BACK:
            made = await self.at_address(menu["less"], values[0])
        return made

    async def at_address(self, told: str, value: str) -> Screen:
        where = address(told)
        assert where is not None
        return await self.go(where, [value])


def page_of(fake: FakeService, game: str, person: Person, chance: Random) -> Page:
    """The page of that person."""
    made = Page.of(fake, presentation_of(game), person)
    assert isinstance(made, Page)
    made.chance = chance
    return made


@pytest.mark.parametrize("game", sorted(SEATS))
async def test_games_are_played_with_single_presses_of_what_the_pages_show(game: str) -> None:
    plans = [SeatPlan(civ=civ) for civ in SEATS[game]]
    fake = FakeService(Table.new(GAMES[game], next(iter(GAMES[game].scenarios)), plans, {}, "pages"))
    chance, people = Random(11), dict[int, Page]()
    for _ in range(STEPS):
        pending = fake.table.pending
        if pending is None:
            break
        if pending.sealed and chance.random() < 0.7:
            fake.close()
            continue
        owner = fake.person(fake.table.waiting()[0])
        if owner.id not in people:
            people[owner.id] = page_of(fake, game, owner, chance)
        who = people[owner.id]
        if not who.interactions or chance.random() < 0.2:
            await who.open()
        await wander(who, chance)
    assert fake.answers > 20
    assert any("toggle" in who.pressed for who in people.values())
    assert max(who.widest for who in people.values()) <= PAGE.menu
    assert game == "acme" or max(who.widest for who in people.values()) > DESIGN.menu
