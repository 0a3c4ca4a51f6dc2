"""A person who plays through the wire: looks at My turn, and answers by commands, buttons, menus and forms.

What was begun is remembered, as people do: when the bot was away, the person looks at My turn again, and does it once
more only if the same question is still asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from random import Random
from typing import Any, TypeAlias

from engine.core.text import catalogue, languages
from tests.wire.client import SimulatedPerson, TableRefused
from tests.wire.policy import Fill, Pick, Step, Use, filled, next_step
from tests.wire.screens import Control, asked, controls, pressable
from tests.wire.seen import Answer, Modal, SeenMessage

Doing: TypeAlias = Callable[[Awaitable[Answer]], Awaitable[Answer]]
LIMIT = 24
AT_REST = frozenset({"hand", "map", "log", "undo", "reseal"})
LATE = tuple(catalogue(language)["notice.form_late"] for language in languages())
FAILED = tuple(catalogue(language)["error.internal"].partition("(")[0] for language in languages())
TRIES = 3
WORDS = 3
FLAG = 5
NUMBER, TEXT = 4, 3
LIKELY: Mapping[str, tuple[str, ...]] = {"deploy": ("add", "line"), "play": ("deity",), "pay": ("save",)}
# A word of the screen without which a command is not given: a card that is played ahead would wait until it is asked
# for, and then it would be a matter of time who is first, the bot or the person.
NAMED: Mapping[str, str] = {"gilgamesh": "Gilgamesh", "buy": "buy", "deploy": "Place", "play": "Your action"}
OTHERS = (
    "play",
    "negate",
    "before",
    "commit",
    "fight",
    "choose",
    "pay",
    "loot",
    "buy",
    "discard",
    "event",
    "gilgamesh",
)


class Stuck(Exception):
    """A person who does not know what to do: the screen cannot be answered."""


class Simulated:
    """One person. `do` carries an act out; `used` counts how answers were given; `group` holds the game's commands.

    `takes_back` says how often an answer is taken back if it still can be.
    """

    group = "acme"
    takes_back = 0.04

    def __init__(self, person: SimulatedPerson, seed: str, do: Doing) -> None:
        self.person, self.seed, self.do = person, seed, do
        self.used: Counter[str] = Counter()
        self.met: list[str] = []
        self.leaves_at = 0
        self.verbs: Mapping[str, Mapping[str, Any]] = {}
        self._ask = ""
        self._path: list[Step] = []
        self._answering = ""
        self._undoing = ""
        self._has_pressed_undo = False
        self._screen: SeenMessage | None = None
        self._form: Modal | None = None
        self._behind: list[Control] = []

    @property
    def name(self) -> str:
        """The name of the person."""
        return self.person.name

    def dice(self, *about: object) -> Random:
        """A die that falls the same way for the same person and matter."""
        return Random("|".join(str(part) for part in (self.seed, self.name, *about)))

    @property
    def is_leaving(self) -> bool:
        """Whether the person has met the question at which it has to leave."""
        return 0 < self.leaves_at <= len(self.met)

    # -- a turn ---------------------------------------------------------------------------------------------------

    async def sit(self) -> str:
        """Answer what is asked now, if anything is; returns what the screen says if nothing is.

        Where an answer was being taken back when the bot went away, its question tells that it has been; where one was
        being given, that another is asked, or none, tells that it has been given.
        """
        await self._look()
        if self._answering and asked(self._screen) != self._answering:
            self._has_answered(self._answering)
        if self._has_pressed_undo and asked(self._screen):
            self._undoing, self._has_pressed_undo = "", False
        while True:
            ask = asked(self._screen)
            if ask and ask not in self.met:
                self.met.append(ask)
            if self.is_leaving:
                return self._known().text
            if ask:
                await self._answer(ask)
            elif not (self._undoing and await self._take_back()):
                return self._known().text

    async def _look(self) -> None:
        """My turn, by command or by the button of the newest post that does not give way in that moment."""
        self._form = None
        if self.dice("look", self._ask, len(self._path)).random() < 0.5:
            return self._see(await self.do(self.person.slash("/turn")))
        for message in reversed(await self.person.sees()):
            if not message.is_ephemeral and any(c.verb == "seat" for c in controls(message)):
                with suppress(TableRefused):
                    return self._see(await self.do(self.person.click(message, pressable(message)["seat"][0].id)))
        return self._see(await self.do(self.person.slash("/turn")))

    async def _answer(self, ask: str) -> None:
        """Answer one question, from the beginning or where it was left, until My turn asks something else."""
        self._answering = ask
        if ask == self._ask:
            await self._once_more(ask)
        else:
            self._ask, self._path = ask, []
        while self._is_open(ask) or (self._is_puzzled() and await self._asks_still(ask)):
            if len(self._path) > LIMIT:
                raise Stuck(f"{self.name}: {self._known().text}\n{self._path}")
            step = await self._decide(ask)
            self._path.append(step)
            await self._take(step)
        self._has_answered(ask)

    def _has_answered(self, ask: str) -> None:
        """The answer is in; now and then it is to be taken back."""
        self._answering = ""
        if self.dice("undo", ask).random() < self.takes_back and "undo" in pressable(self._screen):
            self._undoing = ask

    def _is_open(self, ask: str) -> bool:
        return self._form is not None or asked(self._screen) == ask

    def _is_puzzled(self) -> bool:
        """Whether the screen neither asks nor says that the answer has been taken."""
        return not asked(self._screen) and not AT_REST & set(pressable(self._screen))

    async def _asks_still(self, ask: str) -> bool:
        await self._look()
        return asked(self._screen) == ask

    async def _once_more(self, ask: str) -> None:
        """Do again what was begun, on a clean screen, as long as the question is the same."""
        away = pressable(self._screen).get("over")
        if away:
            self._see(await self.do(self.person.click(self._known(), away[0].id)))
        for step in self._path:
            if not self._is_open(ask) and not await self._asks_still(ask):
                return
            await self._take(step)

    async def _take_back(self) -> bool:
        """Take the last answer back, if it has not been taken back before; whether it was."""
        ask, self._undoing = self._undoing, ""
        if asked(self._screen) or "undo" not in pressable(self._screen):
            return False
        self._undoing, self._has_pressed_undo = ask, True
        self._see(await self.do(self.person.slash("/undo")))
        sure = pressable(self._screen).get("undo_now")
        if sure:
            self._see(await self.do(self.person.click(self._known(), sure[0].id)))
            self.used["undo"] += 1
        self._undoing, self._has_pressed_undo = "", False
        return bool(sure)

    # -- deciding -------------------------------------------------------------------------------------------------

    async def _decide(self, ask: str) -> Step:
        dice = self.dice(ask, len(self._path))
        if self._form is not None:
            return filled(self._form, self._behind, dice)
        there = pressable(self._screen)
        if not self._path and dice.random() < 0.4:
            step = await self._typed(there, dice)
            if step is not None:
                return step
        step = next_step(there, self._path, dice)
        return step or await self._anything(dice)

    async def _typed(self, there: Mapping[str, list[Control]], dice: Random) -> Step | None:
        """A command of the game that completes to something now, or `/act`."""
        way = dice.random()
        if way < 0.2 and any(control.option == "pass" for control in there.get("take", ())):
            return Use(f"/{self.group} pass")
        if way < 0.4:
            return await self._anything(dice)
        text = self._known().text
        likely = [verb for verb, signs in LIKELY.items() if any(sign in there for sign in signs)]
        for verb in likely or dice.sample(OTHERS, TRIES):
            step = await self._command(verb, dice) if NAMED.get(verb, "") in text else None
            if step is not None:
                return step
        return None

    async def _anything(self, dice: Random) -> Step:
        """Whatever `/act` offers."""
        found = await self._complete("/act", "choice", "", {})
        if not found:
            return Use(f"/{self.group} pass")
        return Use("/act", {"choice": str(dice.choice(found[:8])[1])})

    async def _command(self, verb: str, dice: Random) -> Step | None:
        """A verb with its options filled in from what is offered, one after the other."""
        given: dict[str, object] = {}
        for option in self.verbs[verb].get("options", ()):
            name, required = str(option["name"]), bool(option.get("required"))
            if name == "table":
                continue
            value = await self._value(verb, option, given, dice)
            if value is not None:
                given[name] = value
            elif required or not given:
                return None
        return Use(f"/{self.group} {verb}", given) if given else None

    async def _value(self, verb: str, option: Mapping[str, Any], given: Mapping[str, object], dice: Random) -> object:
        """A value for an option of a command, None to leave it out."""
        if option["type"] == FLAG:
            return True
        if option["type"] == NUMBER:
            return dice.randint(0, 1) if option.get("required") else None
        if option.get("choices"):
            values = [choice["value"] for choice in option["choices"]]
            return values[-1] if verb == "deploy" else dice.choice(values) if option.get("required") else None
        name, line = str(option["name"]), ""
        for _ in range(dice.randint(1, WORDS) if name in ("plan", "areas", "save", "disks") else 1):
            found = await self._complete(f"/{self.group} {verb}", name, f"{line}, " if line else "", given)
            found = [pair for pair in found if not pair[0].startswith("✗")]
            if not found:
                break
            line = str(dice.choice(found[:6])[1])
        return line or None

    async def _complete(
        self, command: str, option: str, typed: str, given: Mapping[str, object]
    ) -> list[tuple[str, Any]]:
        self.used["autocomplete"] += 1
        answer = await self.do(self._completing(command, option, typed, given))
        return answer.choices

    async def _completing(self, command: str, option: str, typed: str, given: Mapping[str, object]) -> Answer:
        found = await self.person.autocomplete(command, option, typed, given)
        return Answer({"kind": "choices", "choices": [{"name": name, "value": value} for name, value in found]})

    # -- acting ---------------------------------------------------------------------------------------------------

    async def _take(self, step: Step) -> None:
        """Carry one step out, and see what comes of it."""
        try:
            self._see(await self.do(self._act(step)))
            if self._form is None and self._says(LATE):
                button = controls(self._known())[0]
                self._see(await self.do(self.person.click(self._known(), button.id)))
        except TableRefused:
            self._form = None
            self.used["refused"] += 1

    def _act(self, step: Step) -> Awaitable[Answer]:
        if isinstance(step, Use):
            self.used[step.command] += 1
            return self.person.slash(step.command, step.options)
        if isinstance(step, Fill):
            assert self._form is not None
            self.used["form"] += 1
            return self.person.submit(self._form, step.values)
        self.used[step.id.split("|")[3]] += 1
        if isinstance(step, Pick):
            return self.person.select(self._known(), step.id, step.values)
        return self.person.click(self._known(), step.id)

    def _see(self, answer: Answer) -> None:
        """Keep what the bot answered with: a screen, or a form before it."""
        if answer.kind == "modal":
            self._form, self._behind = answer.modal, controls(self._known())
            return
        self._form = None
        self._screen = answer.message
        if self._says(FAILED):
            raise Stuck(f"{self.name}: {self._screen.text}")

    def _says(self, texts: tuple[str, ...]) -> bool:
        """Whether one of these texts of the bot, one a language, is on the screen."""
        return any(text in self._known().text for text in texts)

    def _known(self) -> SeenMessage:
        assert self._screen is not None
        return self._screen
