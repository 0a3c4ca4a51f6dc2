"""What a calamity costs as one line: `city gaul, rome 2`, `egypt 8, crete 8`, `auto`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.contract.tables import Refused
from bot.games.civ.joined import COUNTED, ONE_BY_ONE, TOLLS, JoinedStep, walk_steps, with_choice
from bot.games.civ.joined_screen import division_state, towns_of, units_of
from bot.ui.parts import number
from bot.ui.questions import division
from bot.ui.questions.draft import DraftAnswers, DraftState
from bot.ui.questions.resolve import Offered
from bot.ui.typed.grammar import items
from engine.civ.presentation.tolls import TOWNS
from engine.core.naming import Named, fold
from engine.core.text import words

AUTO: Final = "auto"
FAMINE, ESCAPE = "famine.water", "mega.escape"
CITY, WATER, DISCARD = "city ", "water ", "discard"


@dataclass(frozen=True, slots=True)
class TollLine:
    """The items of a line: cities, how many Water cards, `discard`, and whatever else has a number or a name."""

    towns: tuple[str, ...]
    others: tuple[str, ...]
    water: int = 0
    discards: bool = False

    @classmethod
    def of(cls, line: str) -> TollLine:
        """Return what a line names."""
        said = [item for item in items(line) if fold(item) != AUTO]
        towns = tuple(item[len(CITY) :] for item in said if item.lower().startswith(CITY))
        water = [number(item[len(WATER) :]) or 1 for item in said if item.lower().startswith(WATER)]
        words_of = [item for item in said if not item.lower().startswith((CITY, WATER)) and fold(item) != DISCARD]
        return cls(towns, tuple(words_of), sum(water), any(fold(item) == DISCARD for item in said))

    @property
    def is_empty(self) -> bool:
        """Return whether it says no more than `auto`."""
        return not (self.towns or self.others or self.water or self.discards)

    def answers(self, stage: DraftState, step: JoinedStep, *, alone: bool) -> tuple[str, ...] | None:
        """Return the picks for one question, None for silence; `alone`: nothing else is asked. Raises Refused."""
        here = division_state(stage, step)
        if step.key in WORDS_OF:
            return WORDS_OF[step.key](self)
        return self._named(here, step, alone=alone)

    def _named(self, here: DraftState, step: JoinedStep, *, alone: bool) -> tuple[str, ...]:
        """Areas, cities or cards by their names."""
        if step.ask.caps:
            return division.complete(here, ", ".join(self.others))
        named = (*self.towns, *self.others) if alone or step.key not in TOWNS else self.towns
        offered = Offered.of(here)
        picks = tuple(offered.resolve([_plain(item)]) for item in named)
        single = step.key in ONE_BY_ONE and step.ask.most == 1
        if not single and (len(set(picks)) != len(picks) or not step.ask.least <= len(picks) <= step.ask.most):
            raise Refused("misdivided", reason=_amiss(step, len(picks)))
        return picks


WORDS_OF: Final[Mapping[str, Callable[[TollLine], tuple[str, ...] | None]]] = {
    **dict.fromkeys(COUNTED, lambda line: (str(len(line.towns)),)),
    FAMINE: lambda line: (str(line.water),),
    "famine.cards": lambda _: None,
    ESCAPE: lambda line: ("yes" if line.discards else "no",),
}


def _plain(item: str) -> str:
    """An option without a number that counts nothing."""
    name, _, n = item.rpartition(" ")
    return name if name and number(n) == 1 else item


def _amiss(step: JoinedStep, n: int) -> str:
    """Return the error text with how many can be named."""
    least, most = step.ask.least, step.ask.most
    return words("civ.play.joined.amiss", n=n, least=least, most=most)


def set_toll(stage: DraftState, line: str) -> DraftAnswers:
    """Return the draft with what a line says for all questions of the screen. Raises Refused: not_an_option,
    misdivided.
    """
    stage, said, done = replace(stage, work=DraftAnswers()), TollLine.of(line), set[str]()
    if said.is_empty:
        return stage.work
    while step := next((one for one in walk_steps(stage) if one.id not in done), None):
        done.add(step.id)
        alone = len(walk_steps(stage)) == 1
        if (picks := said.answers(stage, step, alone=alone)) is not None:
            stage = replace(stage, work=with_choice(stage, step.id, picks))
    _checked(walk_steps(stage), said)
    return stage.work


def _checked(steps: Sequence[JoinedStep], said: TollLine) -> None:
    """Refuse named losses with a wrong sum. Raises Refused("misdivided").

    Forced losses are not asked, but may be named.
    """
    asked = steps[0].request.said.values
    due, city = number(str(asked.get("n", ""))) or 0, number(str(asked.get("points", ""))) or 0
    if units_of(steps) or not city or not said.others:
        return
    named = city * len(towns_of(steps)) + sum(number(item.split()[-1]) or 1 for item in said.others)
    if named != due:
        raise Refused("misdivided", reason=words("play.divide.sum", n=named, total=due))


def completions(stage: DraftState, head: str) -> list[Named] | None:
    """Return completions of such a line: `auto`, cities, areas with all they have; none after anything else."""
    if stage.key not in TOLLS:
        return None
    found = [Named(AUTO, f"{AUTO} — {words('civ.play.joined.auto')}")]
    found += [Named(word, word) for key, word in ((FAMINE, "water 1"), (ESCAPE, DISCARD)) if key == stage.key]
    for step in walk_steps(replace(stage, work=DraftAnswers())):
        here, caps = division_state(stage, step), dict(zip(step.ask.options, step.ask.caps, strict=bool(step.ask.caps)))
        for token in step.ask.options if step.key not in WORDS_OF else ():
            name = here.option(token).label
            name = f"{CITY}{name}" if step.key in TOWNS else f"{name} {caps[token]}" if caps else name
            found.append(Named(token, name, (here.option(token).label,), rank=len(found)))
    known = {fold(name) for thing in found for name in (thing.name, *thing.aliases)}
    behind = (item.removeprefix(CITY).rstrip("0123456789 ") for item in items(head))
    return found if all(fold(item) in known or item in {"water", DISCARD, AUTO} for item in behind) else []
