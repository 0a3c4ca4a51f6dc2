"""What was typed against the options offered: by names, parts of names, and lists."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from bot.contract import Refused
from bot.match import nearest, read
from bot.plan.grammar import SEPARATORS
from bot.ui.play.ground import named
from bot.ui.play.stage import Stage
from engine.core.ask import Picks
from engine.core.naming import Named, fold

PART = " · "
SAID = re.compile(r"\s+—\s[^,;\n]*")


def meant(given: Mapping[str, str]) -> dict[str, str]:
    """The options of a command without what completions say beside their values: who types on, types behind that."""
    return {name: SAID.sub("", value) for name, value in given.items()}


def things(stage: Stage) -> tuple[Named, ...]:
    """The options of the stage as things that can be typed."""
    return named(stage, stage.ask.options if stage.ask else ())


def resolve(stage: Stage, given: Sequence[str]) -> str:
    """The one option that all the given words mean. Raises Refused("not_an_option") with the nearest."""
    offered = things(stage)
    fitting = [thing for thing in offered if all(fits(thing, text, offered) for text in given)]
    exact = [thing for thing in fitting if fold(thing.value) == fold(given[0])]
    if len(exact or fitting) == 1:
        return (exact or fitting)[0].value
    near = [n.name for n in (fitting or nearest(given[0], offered))][:3]
    raise Refused("not_an_option", given=", ".join(given), near=tuple(near))


def fits(thing: Named, text: str, offered: Sequence[Named]) -> bool:
    """Whether a text names the thing, or one of the parts of its name."""
    if fold(text) in {fold(thing.value), *(fold(part) for part in thing.value.split(":"))}:
        return True
    found = read(text, offered).found
    return thing in found or read(text, _parts(thing)).one is not None


def _parts(thing: Named) -> list[Named]:
    """The parts of a compound name, each also without its number in brackets."""
    parts = [part.strip() for part in thing.name.split(PART)]
    plain = [part.partition(" (")[0] for part in parts]
    return [Named(f"{thing.value}/{i}", part, (bare,)) for i, (part, bare) in enumerate(zip(parts, plain, strict=True))]


def several(stage: Stage, line: str) -> Picks:
    """Options named in a list, with numbers for those named more than once. Raises Refused("not_an_option")."""
    items = [item.strip() for item in SEPARATORS.split(line) if item.strip()]
    return tuple(resolve(stage, [item]) for item in items)
