"""Lines of losses: what is saved, and with what (`zab 2, judah`; `2 coins, 42`)."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from bot.games.acme.declared import (
    SAVED_FIRST,
)
from bot.games.acme.loss_screen import best_means, coming_losses, number_tokens, plain, precious, ways
from bot.ui.questions.draft import DraftState
from bot.ui.questions.plan_context import named_options
from bot.ui.typed.grammar import AMOUNT, items
from bot.ui.typed.match import Index
from engine.core.naming import Named, WrongLine, fold

MANY: Final = re.compile(r"(?P<n>[0-9]{1,3}) (?P<what>.+)")


def read_saves(stage: DraftState, line: str) -> list[str]:
    """Return the losses that a line saves: `all`, `none`, a word for the best, or areas with numbers. Raises
    WrongLine.
    """
    every = number_tokens(coming_losses(stage))
    first = dict.fromkeys(SAVED_FIRST, precious(stage))
    words = {"all": every, "none": [], "nothing": [], **first}
    areas = Index(stage.presentation.names.things("area", dict.fromkeys(coming_losses(stage))))
    saved: dict[str, None] = {}
    for item in items(line):
        if fold(item) in words:
            saved |= dict.fromkeys(words[fold(item)])
            continue
        thing, n = counted_item(item, areas)
        saved |= dict.fromkeys([v for v in every if plain(v) == thing.value][: n or None])
    return list(saved)


def read_payments(stage: DraftState, line: str) -> list[str]:
    """Return the means that a line names, in order; without a line whatever there is, cheapest first. Raises
    WrongLine.
    """
    if not line.strip():
        return best_means(stage)
    there, offered = Counter(best_means(stage)), dict.fromkeys(ways(stage))
    known = Index(named_options(stage, list(offered)))
    asked: list[tuple[str, int]] = []
    for item in items(line):
        card = f"card:{item}" in offered
        thing, n = (Named(f"card:{item}", item), 1) if card else counted_item(item, known)
        asked.append((thing.value, n or 1))
    _afford(stage, asked, there)
    return [token for token, n in asked for _ in range(n)]


def _afford(stage: DraftState, asked: list[tuple[str, int]], there: Counter[str]) -> None:
    """Raises WrongLine if more means are named than there are."""
    wanted: Counter[str] = Counter()
    for token, n in asked:
        wanted[token] += n
    over = next((token for token, n in wanted.items() if n > there[token]), None)
    if over is not None:
        raise WrongLine("means", over, what=stage.option(over).label, n=wanted[over], there=there[over])


def counted_item(item: str, things: Index) -> tuple[Named, int]:
    """`zab 2`, `2 coins`, `42`: the thing and how many (0: not said)."""
    whole = things.find(item)
    if len(whole) == 1:
        return whole[0], 0
    counted = MANY.fullmatch(item) or AMOUNT.fullmatch(item)
    if counted is not None and counted["what"]:
        return _thing(counted["what"], things), int(counted["n"])
    return _thing(item, things), 0


def _thing(name: str, things: Index) -> Named:
    found = things.read(name)
    if found.one is not None:
        return found.one
    raise WrongLine("no_such", name, found.found or found.near, typed=name)
