"""Compares typed text with the offered options: names, parts of names, and lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.contract.tables import Refused
from bot.ui.questions.draft import DraftState
from bot.ui.questions.plan_context import named_options
from bot.ui.typed.grammar import AND, items, plainly_typed
from bot.ui.typed.match import Index, nearest
from engine.core.ask import Picks
from engine.core.naming import Named, fold

PART = " · "
KINDS = ("area", "card", "civ")
BETWEEN = re.compile(r"[,;:\n<>~=+()/]|\b\d+x?\b")
SHORTEST = 2
NEAR = 3
SAID = re.compile(r"(?<!\s)\s+—\s[^,;\n]*")


def strip_completions(given: Mapping[str, str]) -> dict[str, str]:
    """Return the options of a command without the explanations that completions add to their values."""
    return {name: SAID.sub("", plainly_typed(value)) for name, value in given.items()}


class Offered:
    """The options of a stage by what may be typed for them: made once for all the words of a line."""

    def __init__(self, things: Iterable[Named]) -> None:
        self.index = Index(things)
        parts = [(place, part) for place, thing in enumerate(self.index.things) for part in _parts(thing)]
        self._whose = [place for place, _ in parts]
        self._parts = Index(part for _, part in parts)
        self._tokens: dict[str, set[int]] = {}
        for place, thing in enumerate(self.index.things):
            for word in (thing.value, *thing.value.split(":")):
                self._tokens.setdefault(fold(word), set()).add(place)

    @classmethod
    def of(cls, stage: DraftState) -> Offered:
        """Return the options of that state's question."""
        return cls(named_options(stage, stage.ask.options if stage.ask else ()))

    def resolve(self, given: Sequence[str]) -> str:
        """Return the one option that all the given words mean. Raises Refused("not_an_option") with the nearest."""
        places = set.intersection(*(self._meant(text) for text in given)) if given else set[int]()
        fitting = [self.index.things[place] for place in sorted(places)]
        exact = [thing for thing in fitting if fold(thing.value) == fold(given[0])]
        if len(exact or fitting) == 1:
            return (exact or fitting)[0].value
        near = [n.name for n in (fitting or nearest(given[0], self.index.things))][:3]
        raise Refused("not_an_option", given=", ".join(given), near=tuple(near))

    def _meant(self, text: str) -> set[int]:
        """The places of the options that a text names, or one of the parts of whose names it does."""
        whole = self.index.classes(text)
        best = min(whole.values(), default=None)
        named_ = {place for place, fits in whole.items() if fits == best}
        return self._tokens.get(fold(text), set()) | named_ | set(self._by_part(text))

    def _by_part(self, text: str) -> Iterator[int]:
        """The options of which the text means exactly one part."""
        fitting: dict[int, list[int]] = {}
        for place, fits in self._parts.classes(text).items():
            fitting.setdefault(self._whose[place], []).append(fits)
        yield from (place for place, classes in fitting.items() if classes.count(min(classes)) == 1)


def _parts(thing: Named) -> list[Named]:
    """The parts of a compound name, each also without its number in brackets, and without what is to be done."""
    parts = [part.strip() for part in thing.name.split(PART)]
    short = [(part.partition(" (")[0], part.rpartition(": ")[2]) for part in parts]
    return [Named(f"{thing.value}/{i}", part, also) for i, (part, also) in enumerate(zip(parts, short, strict=True))]


def resolve(stage: DraftState, given: Sequence[str]) -> str:
    """Return the one option that all the given words mean. Raises Refused("not_an_option") with the nearest."""
    return Offered.of(stage).resolve(given)


def begun_only(stage: DraftState, texts: Iterable[str], *, options: bool) -> tuple[str, ...]:
    """Return the first item that only begins a name, with the nearest names; empty if there is none.

    A unique beginning is clear, but may not be what was meant. With `options`, their texts are names too. A line that
    is itself an option isn't split.
    """
    names, offered = stage.presentation.names, stage.ask.options if stage.ask and options else ()
    things = [
        *named_options(stage, offered),
        *(thing for kind in {*KINDS, *names.kinds} for thing in names.things(kind)),
    ]
    bare = (Named(thing.value, item) for thing in things for item in _items(thing.name))
    known = Index([*things, *bare, *(part for thing in things for part in _parts(thing))])
    whole = {thing.value for thing in things}
    items = (item for text in texts if text not in whole for item in _items(text) if not known.is_called(item))
    part = next((item for item in items if known.begins(item)), "")
    near = dict.fromkeys(thing.name for thing in known.find(part)) if part else ()
    return (part, *list(near)[:NEAR]) if part else ()


def _items(text: str) -> Iterator[str]:
    """The names in a line, without numbers and signs."""
    parts = (part.strip() for part in BETWEEN.split(text))
    yield from (part for part in parts if len(fold(part)) >= SHORTEST)


def several(stage: DraftState, line: str) -> Picks:
    """Return options named in a list, with numbers for those named more than once. Raises Refused("not_an_option")."""
    offered = Offered.of(stage)
    return tuple(token for item in items(line) for token in _each(offered, item))


def _each(offered: Offered, item: str) -> list[str]:
    """Return what an item means: one thing, or else those joined by `and`."""
    parts = AND.split(item)
    try:
        return [offered.resolve([item])]
    except Refused:
        if not parts[1:]:
            raise
    return [offered.resolve([part]) for part in parts]
