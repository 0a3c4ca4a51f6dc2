"""How many presses, questions, waits and posts a turn of Advanced Civilization takes, as a computer plays it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.games.civ.joined import JOINED, TOLLS
from bot.ui.parts import Form
from bot.ui.questions.giving_up import SURE
from engine.civ.catalog import CARDS
from engine.civ.game import GAME
from engine.civ.presentation.lines import move_text
from engine.civ.state import State
from engine.core.ask import Ask, Picks, Request
from engine.core.game import SeatPlan
from engine.core.table import Table
from tests.ui.play import civilization
from tests.ui.play.fake_service import FakeService, Presser
from tests.ui.table.test_civilization import tell

SEAT, PEOPLE, TURNS = 0, 4, 12
IN_ORDER = ("setup.nation", "movement.tokens")
PRESSES, QUESTIONS, POSTS = 24, 4, 20


def decided(table: Table[State], request: Request, ask: Ask) -> Picks:
    """What the computer would answer."""
    return tuple(GAME.npc(table.state, request, ask))


@dataclass
class Evening:
    """A game in which the first seat presses what the computer would do, and the others answer like it."""

    table: Table[State]
    presses: Counter[int] = field(default_factory=Counter)
    questions: defaultdict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    closings: defaultdict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    posts: Counter[int] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.fake = FakeService(self.table)

    @property
    def seat(self) -> str:
        """The seat that is played by hand."""
        return list(GAME.seats(self.table.state))[SEAT]

    async def play(self, last: int) -> None:
        """Play to the end of that turn."""
        before: Any = None
        while (pending := self.table.pending) is not None and self.table.state.turn <= last:
            turn, asked = self.table.state.turn, (pending.key, *(pending.asked if pending.key in IN_ORDER else ()))
            self.closings[turn].append(pending.key)
            while (now := self.table.pending) is not None and asked[0] == now.key and self.table.state.turn == turn:
                if asked[1:] and asked[1:] != tuple(now.asked):
                    break
                await self._answered(self.table.waiting()[0])
            self.posts[turn] += len(tell(self.table, before))
            before = self.table.view(None)

    async def _answered(self, seat: str) -> None:
        request, turn = self.table.question_to(seat), self.table.state.turn
        assert request is not None
        ask = request.of(seat)
        assert ask is not None
        if seat != self.seat:
            self.table.submit(seat, *decided(self.table, request, ask))
            return
        self.questions[turn].append(request.key)
        who = Presser.of(self.fake, civilization.PRESENTATION, self.fake.person(seat))
        await who.open()
        await pressed(who, request, self._wanted(seat))
        self.presses[turn] += who.interactions

    def _wanted(self, seat: str) -> list[Picks]:
        """All that the computer answers until somebody else is asked, or something else."""
        other = Table(GAME, self.table.record.copy(), npcs=False)
        first, given = other.question_to(seat), list[Picks]()
        composites = civilization.PRESENTATION.composites
        while (request := other.question_to(seat)) and (ask := request.of(seat)) is not None:
            assert first is not None
            joins = request.key in (first.key, *composites.get(first.key, ())) and first.key in (*JOINED, *composites)
            if given and not joins and request.key != first.key:
                break
            given.append(decided(other, request, ask))
            other.submit(seat, *given[-1])
            if not joins and first.key != "movement.tokens":
                break
        return given


async def pressed(who: Presser, request: Request, wanted: Sequence[Picks]) -> None:
    """Press what gives these answers."""
    if request.key == "movement.tokens":
        await marched(who, [picks[0] for picks in wanted if picks != ("done",)])
    elif any(":" in pick for picks in wanted for pick in picks) and request.key in TOLLS:
        await tolled(who, wanted)
    elif request.key in JOINED:
        await chosen(who, {pick for picks in wanted for pick in picks})
    else:
        number = who.screen.ask
        for picks in wanted:
            await any_way(who, picks)
        if (send := next((b for b in who.buttons() if b.verb == "go"), None)) and who.screen.ask == number:
            await who.press_button(send)


async def tolled(who: Presser, wanted: Sequence[Picks]) -> None:
    """What a calamity costs, as one line."""
    picks = [pick for picks in wanted for pick in picks]
    water = [f"water {pick}" for pick in picks if pick.isdigit() and who.screen.parts and "Water" in who.text()]
    units = [pick.replace(":", " ") for pick in picks if ":" in pick]
    towns = [f"city {pick}" for pick in picks if ":" not in pick and not pick.isdigit() and pick not in CARDS]
    await who.press("Type the parts")
    await who.fill(parts=", ".join([*water, *towns, *units]))
    await who.press_button(next(b for b in who.buttons() if b.verb == "join_go"))


async def marched(who: Presser, moves: Sequence[str]) -> None:
    """Moves as one line, or none."""
    if moves:
        await who.press("Type it")
        await who.fill(line=", ".join(map(move_text, moves)))
        assert not isinstance(who.at, Form)
    await who.press_button(next(b for b in who.buttons() if b.verb in {"stop", "go"}))


async def chosen(who: Presser, wanted: set[str]) -> None:
    """Every menu of a screen of several questions set as wanted."""
    if any(b.verb == "join_form" for b in who.buttons()):
        shown = who.at
        lists = await who.menus_form()
        others = {key: one for key, one in lists.items() if differs(one.choices, wanted, one.least)}
        fitting = {
            key: [c.value for c in one.choices if c.value.partition("x")[0] in wanted][: one.most]
            for key, one in others.items()
        }
        who.at, who.interactions = shown, who.interactions - 1
        if fitting:
            await who.fill_in(fitting)
    for _ in range(6):
        menu = next((m for m in who.menus() if m.verb == "joined" and differs(m.choices, wanted, m.least)), None)
        if menu is None:
            break
        values = [c.value for c in menu.choices if c.value.partition("x")[0] in wanted][: menu.most]
        await who.choose_in(menu.option, *values)
    await who.press_button(next(b for b in who.buttons() if b.verb == "join_go"))
    if (sure := next((b for b in who.buttons() if b.option == SURE), None)) is not None:
        await who.press_button(sure)


def differs(choices: Sequence[Any], wanted: set[str], least: int) -> bool:
    """Whether something else is chosen in a menu than what is wanted there."""
    there = {c.value for c in choices if c.value.partition("x")[0] in wanted}
    return {c.value for c in choices if c.chosen} != there and len(there) >= least


async def any_way(who: Presser, picks: Picks) -> None:
    """One answer by whatever control the question has."""
    button = next((b for b in who.buttons() if b.verb == "take" and (b.option,) == tuple(picks)), None)
    if button is not None:
        await who.press_button(button)
    elif any(menu.verb == "pick" for menu in who.menus()):
        await who.choose("pick", *picks)
        if (send := next((b for b in who.buttons() if b.verb == "go"), None)) is not None:
            await who.press_button(send)
    else:
        await who.press("Type the parts")
        await who.fill(parts=", ".join(pick.replace(":", " ") for pick in picks))
        await who.press_button(next(b for b in who.buttons() if b.verb == "go"))


async def evening(scenario: str) -> Evening:
    """The game."""
    made = Evening(Table.new(GAME, scenario, [SeatPlan()] * PEOPLE, {}, "budget"))
    await made.play(TURNS)
    return made


ASKED_OF_CALAMITIES, RARE = 5, 2  # the second: short growth, support, conflicts
HIT = ("calamity.", "mega.", "war.", "horde.", "annex.", "famine.")
AGAIN = (
    "cards.again"  # asked once a turn at most, of those who can buy further money cards after they have seen the first
)
CALM = ("ships.", "movement.", "city.", "cards.", "advance.")


@pytest.mark.soak
@pytest.mark.parametrize("scenario", ["basic", "no_trading"])
async def test_a_turn_keeps_to_its_budget(scenario: str) -> None:
    """CIV-219, CIV-220: presses, posts, and what is asked and waited for in turns in which nobody is hit."""
    made = await evening(scenario)
    assert set(range(1, TURNS + 1)) <= made.presses.keys()
    assert max(made.presses.values()) <= PRESSES
    assert max(made.posts.values()) <= POSTS
    for turn in range(1, TURNS + 1):
        usual = [key for key in made.closings[turn] if key.startswith(CALM)]
        assert len(usual) <= 3 + PEOPLE + usual.count(AGAIN), (turn, usual)
        hit = [key for key in made.closings[turn] if key.startswith(HIT)]
        assert len(hit) <= ASKED_OF_CALAMITIES, (turn, hit)
        most = 3 + PEOPLE + usual.count(AGAIN) + ASKED_OF_CALAMITIES + RARE
        assert len(made.closings[turn]) <= most, (turn, made.closings[turn])
    calm = [turn for turn in range(1, TURNS + 1) if all(key.startswith(CALM) for key in made.closings[turn])]
    assert len(calm) >= 5
    for turn in calm:
        assert len(made.questions[turn]) <= QUESTIONS, (turn, made.questions[turn])
        assert len(made.closings[turn]) <= 3 + PEOPLE + (AGAIN in made.closings[turn]), (turn, made.closings[turn])
