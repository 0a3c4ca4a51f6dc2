"""A newcomer: presses buttons, picks from menus, and does what stands in bold in the hint, as far as it is there.

Where no hint names anything, the newcomer presses the button that stands out, else takes the first thing offered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from bot.local_table.component_limits import texts, walk
from bot.local_table.errors import Json
from bot.ui.emojis import without_emojis
from bot.ui.parts import address
from tests.wire.client import SimulatedPerson
from tests.wire.screens import asked
from tests.wire.seen import SeenMessage

BOLD = re.compile(r"\*\*(.+?)\*\*")
WORD = re.compile(r"[^\W_]+")
PRIMARY = 1
SECTION = 9
ASIDE = frozenset(
    {
        "advise",
        "review",
        "hand",
        "notes",
        "undo",
        "pause",
        "line",
        "before",
        "picture",
        "back",
        "over",
        "map",
        "log",
        "seat",
        "hint_why",
        "hint_off",
    }
    | {"hint_on", "learn_stop"}
)


class Lost(Exception):
    """The newcomer sees nothing to press, or goes round in circles."""


@dataclass
class Newcomer:
    """Somebody alone; `hints` are those read, `presses` what was pressed or picked after the first press.

    `missed`: what a hint names that was never there to be pressed. `most`: presses after which the newcomer is lost.
    """

    person: SimulatedPerson
    most: int = 60
    hints: list[str] = field(default_factory=list)
    presses: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    _done: set[str] = field(default_factory=set)
    _tried: set[str] = field(default_factory=set)

    @property
    def words(self) -> int:
        """How many words the hints have."""
        return sum(len(WORD.findall(hint)) for hint in self.hints)

    async def play(self, screen: SeenMessage) -> SeenMessage:
        """From the first question to the end; the last screen."""
        while asked(screen):
            self._read(screen)
            if len(self.presses) >= self.most:
                raise Lost(screen.text)
            screen = await self._act(screen)
        self._read(screen)
        return screen

    async def act(self, screen: SeenMessage) -> SeenMessage:
        """Read the screen and do one thing; the next screen."""
        self._read(screen)
        return await self._act(screen)

    def _read(self, screen: SeenMessage) -> None:
        hint = "\n".join(line for line in screen.text.splitlines() if line.startswith("> "))
        if hint and (not self.hints or hint != self.hints[-1]):
            self._missed()
            self.hints.append(hint)
            self._done.clear()

    def _missed(self) -> None:
        """What the hint that is left named in vain."""
        named = BOLD.findall(self.hints[-1].partition("· ")[2]) if self.hints else []
        self.missed += [name for name in named if name not in self._done]

    async def _act(self, screen: SeenMessage) -> SeenMessage:
        there = self.hints[-1] if self.hints and self.hints[-1] in screen.text else ""
        for wanted in (name for name in BOLD.findall(there) if name not in self._done):
            for name, button in pressed_by(screen):
                if name.startswith(wanted):
                    self._done.add(wanted)
                    return await self._press(screen, button)
            for menu in usable(screen.selects):
                names = [name for name in BOLD.findall(there) if name not in self._done]
                picked = [o for o in menu["options"] if any(o["label"].startswith(name) for name in names)]
                if any(option["label"].startswith(wanted) for option in picked):
                    self._done |= {name for name in names for o in picked if o["label"].startswith(name)}
                    return await self._pick(screen, menu, picked[: menu.get("max_values", 1)])
        return await self._best(screen)

    async def _best(self, screen: SeenMessage) -> SeenMessage:
        """What fills by itself, the button that stands out, a choice of a menu, another answer: each once a screen."""
        there = [button for button in usable(screen.buttons) if verb_of(button) not in ASIDE]
        there.sort(key=lambda button: (verb_of(button) != "fill", button.get("style") != PRIMARY))
        main = [b for b in there if verb_of(b) == "fill" or b.get("style") == PRIMARY]
        for part in [*main, *reversed(usable(screen.selects)), *reversed(there)]:
            mark = f"{screen.text} {part['custom_id']}"
            if mark not in self._tried:
                self._tried.add(mark)
                menu = "options" in part
                return await (self._pick(screen, part, part["options"][:1]) if menu else self._press(screen, part))
        raise Lost(screen.text)

    async def _press(self, screen: SeenMessage, button: Json) -> SeenMessage:
        self.presses.append(f"[{button['label']}]")
        return (await self.person.click(screen, button["custom_id"])).message

    async def _pick(self, screen: SeenMessage, menu: Json, options: list[Json]) -> SeenMessage:
        self.presses.append(f"{menu.get('placeholder', '')}: {', '.join(option['label'] for option in options)}")
        return (await self.person.select(screen, menu["custom_id"], [option["value"] for option in options])).message


def usable(parts: list[Json]) -> list[Json]:
    """Those that are not greyed, and no links."""
    return [part for part in parts if not part.get("disabled") and "custom_id" in part]


def pressed_by(screen: SeenMessage) -> Iterator[tuple[str, Json]]:
    """Buttons by what stands on them or, beside a text, by what it begins with."""
    beside = [part for part in walk(screen.components) if part["type"] == SECTION]
    for section in beside:
        text = without_emojis("".join(texts(section["components"])))
        yield text.strip("*"), section["accessory"]
    yield from ((button.get("label", ""), button) for button in usable(screen.buttons))


def verb_of(part: Json) -> str:
    """What a control does."""
    found = address(part.get("custom_id", ""))
    return found.verb if found else ""
