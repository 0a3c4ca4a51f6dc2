"""What a question is about, and the best answers by a key with their equals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from engine.acme.facts.catalog import AREAS
from engine.acme.npc.decision import Decision
from engine.core import text
from engine.core.ask import PASS, Ask, Request
from engine.core.naming import named_by

Key: TypeAlias = tuple[object, ...]
DONE, NONE = "done", "none"
STOPS: Final = {PASS, DONE, NONE}


def card_of(request: Request) -> int:
    """Return the card whose text puts the question, as its prompt names it; 0 if it names none."""
    named = [slug for kind, slug in named_by(request.said) if kind == "card"]
    return int(named[0]) if named else 0


def stop_of(ask: Ask) -> str:
    """Return the option that means no more, if there is one."""
    return next((option for option in ask.options if option in STOPS), "")


def choices(ask: Ask) -> list[str]:
    """Return the options that do something."""
    return [option for option in ask.options if option not in STOPS]


def option_tokens(option: str) -> str:
    """Return an option as a reason names it: areas, Factions and cards as tokens."""
    first, _, last = option.partition(":")
    if first in AREAS:
        return text.area(first)
    return text.card(last or first) if (last or first).isdigit() else text.civ(first)


def why(name: str, about: str = "", called: Callable[[str], str] = option_tokens) -> str:
    """Return a reason, with the option it is about; `called`: how, where a civilization and an area may have the same
    name.
    """
    return f"{name}:{called(about)}" if about else name


def best(
    options: Sequence[str],
    key: Callable[[str], Key],
    equal: Callable[[str], Key],
    name: str,
    called: Callable[[str], str] = option_tokens,
) -> Decision:
    """Return the option with the least key; others with the same key are its equals, in the order of `equal` (RUL-134).

    Each has the reason `name`, in which the option is `called` so.
    """
    keys = {option: key(option) for option in options}
    least = min(keys.values())
    ties = sorted((option for option in options if keys[option] == least), key=equal)
    return one_of(ties, [why(name, tie, called) for tie in ties])


def one_of(ties: Sequence[str], whys: Sequence[str]) -> Decision:
    """Return the first of several options that are equally good, each with its reason."""
    return Decision((ties[0],), whys[0], tuple((tie,) for tie in ties), whys=tuple(whys))
