"""The controls of a question are on the same shapes of the board as the options that they stand for."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any

import pytest

from bot.games import screens_of
from bot.games.acme.loss_screen import SAVE, plain
from bot.games.civ.fleet import MOVES, plan_moves
from bot.games.civ.joined import JOINED, VERB, walk_steps
from bot.games.civ.joined_form import OPEN
from bot.games.civ.joined_screen import questions
from bot.ui.parts import DESIGN, PAGE, Button, Menu, MenuChoice, Screen, controls, within
from bot.ui.questions.division import room
from bot.ui.questions.draft import DraftState, draft_state
from bot.ui.questions.handlers import question_screen_of
from bot.ui.words.presentations import presentation_of
from engine.core.ask import Option
from engine.core.table import Table
from tests.civ import tables
from tests.conformance.culture import crowded, culture_wars
from tests.conformance.players import acme, finish
from tests.ui.play.fake_service import FakeService, Presser
from tests.ui.play.wanderer import wander

PRESSES = {"acme": 150, "civ": 50, "culture_wars": 100}
ANSWERS = {"take", "pick", "add", "part", VERB}  # the verbs whose controls stand for an option each
MADE: dict[str, tuple[Callable[[int], Table[Any]], int]] = {
    **{f"acme-{n}": (acme, n) for n in (3, 17, 41)},
    **{f"civ-{n}": (tables.new, n) for n in (4, 9)},
    **{f"civ-crowded-{n}": (tables.crowded, n) for n in (1, 3, 6, 8)},
    **{f"culture_wars-{n}": (culture_wars, n) for n in (3, 5)},
    **{f"culture_wars-crowded-{n}": (crowded, n) for n in (2, 3)},
}


def offered(stage: DraftState) -> dict[str, Sequence[Option]]:
    """The options by the menu that shows them; those of the question itself by an empty name."""
    found: dict[str, Sequence[Option]] = {"": stage.options}
    if stage.key in JOINED:
        steps = walk_steps(stage)
        found |= {step.id: step.options for step in reversed(steps)}
        march = plan_moves(stage, steps)
        found |= {MOVES: march.options} if march is not None else {}
    return found


def assert_placed(stage: DraftState, shown: Screen) -> set[tuple[str, ...]]:
    """Each control that stands for an option is where it is, and no other is anywhere. What is on the board there."""
    options = {name: {one.token: one for one in some} for name, some in offered(stage).items()}
    placed = set[tuple[str, ...]]()
    for name, verb, value, control in _stands(_all_controls(stage, shown)):
        at = f"{stage.key} {verb} {name} {value}"
        here = options[""] if name not in options else options[name]
        token = plain(value) if verb == SAVE else value
        option = here.get(token) if verb in ANSWERS else None
        wanted = (f"area:{token}",) if verb == SAVE else option.on if option is not None else ()
        if verb == "both":
            continue
        assert control.on == wanted, at
        assert not isinstance(control, MenuChoice) or option is None or control.n == option.n, at
        placed.add(control.on)
    return placed


def _open(stage: DraftState) -> list[Option]:
    """The options that can be chosen, of all questions on the screen: in a division, those that can get more."""
    if stage.key in JOINED:
        return [one for some in offered(stage).values() for one in some]
    ask = stage.ask
    return [one for one in stage.options if ask is None or not ask.caps or room(ask, stage.picks, one.token)]


def _all_controls(stage: DraftState, shown: Screen) -> list[Button | Menu]:
    """The controls of the screen, and the menus of the form that it opens if they are too many for it."""
    found = list(controls(shown))
    if any(isinstance(one, Button) and one.verb == OPEN for one in found):
        found += [part for part in questions(stage, walk_steps(stage)) if isinstance(part, Menu)]
    return found


def _stands(there: Iterable[Button | Menu]) -> Iterator[tuple[str, str, str, Button | MenuChoice]]:
    for control in there:
        if isinstance(control, Menu):
            for one in control.choices:
                yield control.option, control.verb, one.value, one
        else:
            yield "", control.verb, control.option, control


def has_groups(shown: Screen) -> bool:
    """Whether not all that is offered is shown at once."""
    return any(
        isinstance(one, Menu) and (one.verb == "group" or one.option.endswith(".group")) for one in controls(shown)
    )


async def stages(name: str) -> AsyncIterator[DraftState]:
    """What is to be answered next after each press of people who press at random."""
    make, number = MADE[name]
    table, chance = make(number), Random(number)
    finish(table)
    fake, presentation = FakeService(table), presentation_of(table.game.name)
    people: dict[int, Presser] = {}
    for _ in range(PRESSES[table.game.name]):
        if not table.waiting():
            return
        if table.pending and table.pending.sealed and chance.random() < 0.7:
            fake.close()
            continue
        owner = fake.person(table.waiting()[0])
        who = people.setdefault(owner.id, Presser.of(fake, presentation, owner))
        if not who.interactions or chance.random() < 0.3:
            await who.open()
        await wander(who, chance)
        for seat in table.waiting()[:1]:
            there, makers = await fake.seat("1K9", fake.person(seat)), screens_of(table.game.name).makers
            yield draft_state(there, presentation, None, makers)


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", MADE)
async def test_controls_are_on_the_shapes_of_their_options(name: str) -> None:
    """A page shows all of them at once, Discord as many as fit."""
    seen = 0
    async for stage in stages(name):
        if stage.request is None:
            continue
        asked = {one.on for one in _open(stage) if one.on}
        for space in (DESIGN, PAGE):
            with within(space):
                shown = question_screen_of(stage)
                placed = assert_placed(stage, shown)
            assert not asked or placed & asked, (stage.key, asked)
            assert has_groups(shown) if space is DESIGN and asked - placed else asked <= placed, (
                stage.key,
                asked - placed,
            )
        seen += bool(asked)
    assert seen
