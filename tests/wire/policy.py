"""How a simulated person decides: by what is on the screen and a die of its own, and by nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, TypeAlias

from tests.wire.screens import Control, labels
from tests.wire.seen import Modal

TEXT, MENU, RADIO, CHECKS = 4, 3, 21, 22
ENOUGH: Final = 9


@dataclass(frozen=True, slots=True)
class Use:
    """Give a command."""

    command: str
    options: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Press:
    """Press a button."""

    id: str


@dataclass(frozen=True, slots=True)
class Pick:
    """Pick from a menu."""

    id: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fill:
    """Fill in the form that is open and send it off."""

    values: Mapping[str, object]


Step: TypeAlias = Use | Press | Pick | Fill

EARLY: Final[Mapping[str, float]] = {
    "take": 3,
    "both": 6,
    "pick": 9,
    "add": 8,
    "group": 2,
    "order": 9,
    "save": 3,
    "pay": 3,
    "line": 4,
    "fill": 3,
    "before": 1.5,
    "deity": 0.7,
    "advance": 2,
    "advance_to": 6,
    "f_pay": 3,
    "f_with": 2,
    "f_until": 2,
    "f_go": 5,
    "f_none": 2,
    "f_step": 1,
    "number": 4,
    "typed_ord": 3,
    "go": 5,
    "stop": 1,
    "save_go": 6,
    "save_all": 1,
    "save_best": 1,
    "lose_all": 1,
    "fix": 4,
    "picture": 0.3,
    "back": 0.2,
    "over": 0.1,
}
LATE: Final = (
    "go",
    "stop",
    "save_go",
    "advance_to",
    "lose_all",
    "f_none",
    "f_step",
    "both",
    "take",
    "pick",
    "add",
    "order",
    "fix",
    "over",
)


def next_step(there: Mapping[str, Sequence[Control]], done: Sequence[Step], dice: Random) -> Step | None:
    """What to press or pick next on a screen; None if there is nothing to be done on it."""
    open_to = {verb: found for verb, found in there.items() if verb in EARLY}
    if len(done) >= ENOUGH:
        open_to = {verb: open_to[verb] for verb in LATE if verb in open_to and not _is_done(open_to[verb], done)} or {
            verb: open_to[verb] for verb in LATE if verb in open_to
        }
        verb = next(iter(open_to), "")
    else:
        verb = _one_of(open_to, done, dice)
    if not verb:
        return None
    control = _passing(open_to[verb], dice)
    return Pick(control.id, picks(control, dice)) if control.choices else Press(control.id)


def _is_done(found: Sequence[Control], done: Sequence[Step]) -> bool:
    ids = {step.id for step in done if isinstance(step, Press | Pick)}
    return all(control.id in ids for control in found)


def _one_of(open_to: Mapping[str, Sequence[Control]], done: Sequence[Step], dice: Random) -> str:
    """A verb by its weight; what has been pressed on this question already tempts less, and ends tempt more."""
    ids = [step.id for step in done if isinstance(step, Press | Pick)]
    weights = []
    for verb, found in open_to.items():
        often = sum(ids.count(control.id) for control in found)
        ending = len(done) if verb in ("stop", "go", "save_go") else 0
        weights.append((EARLY[verb] + ending) / (1 + 4 * often))
    return dice.choices(list(open_to), weights)[0] if open_to else ""


def _passing(found: Sequence[Control], dice: Random) -> Control:
    """One of several; whatever declines comes up often enough for a game to end."""
    if len(found) > 1 and dice.random() < 0.3:
        return found[-1]
    return dice.choice(list(found))


def picks(control: Control, dice: Random) -> tuple[str, ...]:
    """Values of a menu, few rather than many, in its order."""
    values = [value for value, _ in control.choices]
    most = min(control.most, len(values))
    n = max(control.least, min(most, 1 + int(dice.random() ** 2 * most)))
    if n <= 1:
        return tuple(dice.choices(values, k=1)) if n else ()
    chosen = set(dice.sample(values, n))
    return tuple(value for value in values if value in chosen)


def filled(form: Modal, seen: Sequence[Control], dice: Random) -> Fill:
    """Something for each field of a form: names seen on the screen behind it, numbers, one of the choices."""
    named = [name for name in labels([c for c in seen if c.verb in ("add", "pick")]) if name]
    values: dict[str, object] = {}
    for key, part in form.fields.items():
        if part["type"] == TEXT:
            values[key] = _line(key, part, named, form.title, dice)
        elif part["type"] in (MENU, RADIO, CHECKS):
            values[key] = _choices(part, dice)
    return Fill(values)


def _line(key: str, part: Mapping[str, object], named: Sequence[str], title: str, dice: Random) -> str:
    before = str(part.get("value") or "")
    if key == "number":
        return str(dice.randint(0, 3))
    if key in ("order", "disks") or not part.get("required", True):
        return before
    if not named or (before and dice.random() < 0.5):
        return before or "nothing, back"
    several = dice.sample(list(named), min(len(named), dice.randint(1, 3)))
    return ", ".join(f"{name} {n}" if (n := dice.randint(1, 2)) > 1 else name for name in several)


def _choices(part: Mapping[str, object], dice: Random) -> object:
    options = part.get("options")
    values = [str(option["value"]) for option in options] if isinstance(options, list) else []
    if part["type"] == RADIO:
        return values[-1] if dice.random() < 0.7 else dice.choice(values)
    least, most = int(str(part.get("min_values", 1))), min(int(str(part.get("max_values", 1))), len(values))
    n = dice.randint(least, max(least, most))
    chosen = set(dice.sample(values, n))
    return [value for value in values if value in chosen]
