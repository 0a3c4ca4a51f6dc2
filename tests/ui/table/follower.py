"""Ana in a guided game, who does what its hints say and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from bot.features.guides.screens import FirstGames
from bot.games.questions import questions
from bot.ui.parts import Button, Menu, Screen, Section, controls
from bot.ui.words.presentations import names_of
from tests.ui.play.verbs import handlers
from tests.ui.table.room import ANA, HERE, Room, said

BOLD = re.compile(r"\*\*(.+?)\*\*")
MOST = 60


class Learner:
    """Ana in a guided game."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.seen: Callable[[Screen], None] = lambda _: None
        play = questions(room.service)
        room.handlers = {
            **room.handlers,
            **handlers(room.service),
            **FirstGames(room.service, names_of, room.places, play).handlers(),
        }

    async def press(self, verb: str, option: str = "") -> Screen:
        """The screen that follows that button of her table."""
        info = await self.room.service.table_in(HERE.channel)
        screen = await self.room.press(ANA, verb, option, table=info.id if info else "")
        assert isinstance(screen, Screen)
        return screen

    async def follow(self, screen: Screen) -> Screen:
        """From that screen to the last one, by what the hints name and else by what stands out."""
        done, hint = set[str](), ""
        for _ in range(MOST):
            self.seen(screen)
            if hint != (hint := hint_of(screen)):
                done.clear()
            there = dict(usable(screen))
            names = [name for name in named(screen) if name not in done]
            found = next(((n, label) for n in names for label in there if label.startswith(n)), None)
            if screen.live != "asked":
                return screen
            done |= {found[0]} if found else set()
            control, values = there[found[1]] if found else standing_out(screen)
            screen = await self._do(screen, control, values)
        raise AssertionError(said(screen))

    async def _do(self, screen: Screen, control: Button | Menu, values: tuple[str, ...]) -> Screen:
        where: dict[str, Any] = {
            "table": screen.table,
            "ask": None if control.lasting else screen.ask,
            "seat": screen.seat or None,
        }
        answer = await self.room.press(ANA, control.verb, control.option, *values, private=True, **where)
        assert isinstance(answer, Screen)
        return answer


def hint_of(screen: Screen) -> str:
    """The hint on a screen."""
    return "\n".join(line for line in said(screen).splitlines() if line.startswith("> "))


def named(screen: Screen) -> list[str]:
    """What the hint says to press; nothing without a hint, or where it leaves the choice open."""
    return BOLD.findall(hint_of(screen).partition("· ")[2])


def usable(screen: Screen) -> Iterator[tuple[str, tuple[Button | Menu, tuple[str, ...]]]]:
    """What can be pressed or picked, by what stands on it or beside it."""
    for part in screen.parts:
        if isinstance(part, Section):
            yield part.text.strip("*"), (part.button, ())
    for control in controls(screen):
        if isinstance(control, Button) and not control.disabled:
            yield control.label, (control, ())
        elif isinstance(control, Menu):
            yield from ((choice.label, (control, (choice.value,))) for choice in control.choices if not choice.chosen)


def standing_out(screen: Screen) -> tuple[Button | Menu, tuple[str, ...]]:
    """The primary button of a question, else the first choice of its last menu."""
    there = list(controls(screen))
    main = [one for one in there if isinstance(one, Button) and one.style == "primary" and not one.disabled]
    menu = next((one for one in reversed(there) if isinstance(one, Menu)), None)
    return (main[0], ()) if main or menu is None else (menu, (menu.choices[0].value,))
