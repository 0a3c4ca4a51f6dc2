"""How many presses a turn of ACME takes somebody who knows only what the screens say: nothing typed, no orders.

What is asked next stands in the open screen (`tests/wire/test_open_screens.py`), so that My turn is pressed once.
Silence lets windows pass.
"""

from __future__ import annotations

from collections import Counter

import pytest

from bot.ui.parts import Button, Menu
from bot.ui.words.presentations import presentation_of
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.games import GAMES
from tests.ui.play.fake_service import FakeService, Presser

ASIDE = {"hand", "notes", "seat", "undo", "over", "back", "pause", "picture", "before", "line", "deity", "log", "map"}
SET = {"group", "order", "save", "pay", "f_pay", "f_with", "f_until"}
ENDING = ("both", "go", "f_go", "save_go", "save_best", "stop", "f_none_all", "f_none")
ANSWERS = {"take", "save_all", "f_none"}
TURNS, LIMIT, CHOSEN, CARDS = 3, 400, 4, 2
SEED = "mari"
MORE = ("ebla", "ugarit", "alalakh", "nuzi", "susa", "kish", "uruk", "lagash", "eridu", "sippar", "nippur", "mittani")
PASS = "pass"


class Newcomer:
    """Somebody who chooses a few of what a menu offers, confirms, plays two cards a turn and passes."""

    def __init__(self, fake: FakeService, seat: str) -> None:
        self.fake, self.seat = fake, seat
        self.person = fake.person(seat)
        self.who = Presser.of(fake, presentation_of("acme"), self.person)
        self.presses: Counter[int] = Counter()
        self.played: Counter[int] = Counter()
        self._seen: set[object] = set()

    @property
    def turn(self) -> int:
        """The turn that is played."""
        return int(self.fake.table.state.turns)

    async def answer(self) -> None:
        """Answer what is asked; the screen is open already."""
        await self.who.open()
        asked = self.fake.table.pending
        while self.fake.table.pending is asked and asked is not None:
            turn = 0 if asked.key.startswith("setup.") else self.turn
            await self._press()
            self.presses[turn] += 1

    async def _press(self) -> None:
        menu = None if self._answering() else next((m for m in self.who.menus() if self._is_new(m)), None)
        if menu is not None:
            n = max(menu.least, min(menu.most, CHOSEN, len(menu.choices)))
            await self.who.go(self.who.where(menu), [c.value for c in menu.choices[:n]])
            return
        await self.who.press_button(self._button())

    def _is_new(self, menu: Menu) -> bool:
        """Whether that menu has not been used for this question; what is set already is left as it is."""
        key = (self.fake.ask_no, menu.verb, menu.option, tuple(c.value for c in menu.choices))
        fresh = menu.verb not in SET and key not in self._seen
        self._seen.add(key)
        return fresh

    def _answering(self) -> bool:
        """Whether there are buttons that answer, so that no menu is needed."""
        return any(b.verb in ANSWERS for b in self.who.buttons() if b.verb not in ASIDE)

    def _passing(self) -> Button | None:
        """The button that passes, on the screen where a card is chosen."""
        asked = self.fake.table.pending
        choosing = asked is not None and asked.key == "card.play"
        return next((b for b in self.who.buttons() if choosing and b.option == PASS), None)

    def _button(self) -> Button:
        leading = [b for b in self.who.buttons() if b.verb not in ASIDE]
        if (passing := self._passing()) is not None:
            self.played[self.turn] += 1
            leading = [passing] if self.played[self.turn] > CARDS else leading
        ends = [b for verb in ENDING for b in leading if b.verb == verb]
        return (ends or leading)[0]


async def presses(people: int, npcs: int, seed: str) -> list[int]:
    """The presses of each person in each whole turn."""
    civs = ("egypt", "hittites", "babylon")[:people]
    plans = [*(SeatPlan(civ) for civ in civs), *(SeatPlan(by="npc") for _ in range(npcs))]
    options = {"map": "western", "turns": TURNS, **({"npc_method": "b"} if npcs else {})}
    fake = FakeService(Table.new(GAMES["acme"], "standard", plans, options, seed), alone=people == 1)
    table = fake.table
    seats = {seat: Newcomer(fake, seat) for seat in list(table.game.seats(table.state))[:people]}
    for _ in range(LIMIT):
        if table.pending is None:
            break
        if table.pending.sealed and people > 1:
            fake.close()
            continue
        names = dict(zip(table.game.seats(table.state), seats.values(), strict=False))
        seat = next(ask.seat for ask in table.pending.asks if ask.seat in names)
        await names[seat].answer()
    assert table.pending is None
    return [one.presses[turn] for one in seats.values() for turn in range(1, TURNS + 1)]


@pytest.mark.sample(1)
@pytest.mark.parametrize(("people", "npcs", "most"), [(1, 2, 16), (3, 0, 20)], ids=["alone", "three"])
async def test_a_turn_takes_few_presses(people: int, npcs: int, most: int) -> None:
    counted = sorted(await presses(people, npcs, SEED))
    assert len(counted) == people * TURNS
    assert counted[0] >= 3, counted
    assert counted[-1] <= most, counted


@pytest.mark.soak
async def test_most_turns_alone_take_few_presses_whatever_the_cards() -> None:
    """A turn at the end of an Epoch, or with many fights in which cards are committed, may take more."""
    counted = sorted([n for seed in MORE for n in await presses(1, 2, seed)])
    assert len(counted) == len(MORE) * TURNS
    assert counted[len(counted) * 4 // 5] <= 17, counted
    assert counted[-1] <= 24, counted
