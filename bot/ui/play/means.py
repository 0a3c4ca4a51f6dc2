"""Lines of losses: what is saved, and with what (`zab 2, judah`; `2 coins, 42`)."""

from __future__ import annotations

from collections import Counter

from bot.match import read
from bot.plan.grammar import AMOUNT, SEPARATORS
from bot.ui.play.ground import named
from bot.ui.play.losses import best_means, coming, numbered, plain, precious, ways
from bot.ui.play.stage import Stage
from engine.core.lines import WrongLine
from engine.core.naming import Named, fold


def saving(stage: Stage, line: str) -> list[str]:
    """The losses that a line saves: `all`, `none`, a word for the best, or areas with numbers. Raises WrongLine."""
    every = numbered(coming(stage))
    first = dict.fromkeys(stage.face.losses.words, precious(stage))
    words = {"all": every, "none": [], "nothing": [], **first}
    saved: list[str] = []
    for item in _items(line):
        if fold(item) in words:
            saved += words[fold(item)]
            continue
        thing, n = _counted(item, stage.face.names.things("area", dict.fromkeys(coming(stage))))
        saved += [v for v in every if plain(v) == thing.value][: n or None]
    return list(dict.fromkeys(saved))


def paying(stage: Stage, line: str) -> list[str]:
    """The means that a line names, in order; without a line whatever there is, cheapest first. Raises WrongLine."""
    if not line.strip():
        return best_means(stage)
    offered = named(stage, list(dict.fromkeys(ways(stage))))
    means: list[str] = []
    for item in _items(line):
        if f"card:{item}" in ways(stage):
            means.append(f"card:{item}")
            continue
        thing, n = _counted(item, offered)
        means += [thing.value] * (n or 1)
    most = Counter(best_means(stage))
    over = next((t for t, n in Counter(means).items() if n > most[t]), None)
    if over is not None:
        raise WrongLine("means", over, what=stage.option(over).label, n=means.count(over), there=most[over])
    return means


def _items(line: str) -> list[str]:
    return [item.strip() for item in SEPARATORS.split(line) if item.strip()]


def _counted(item: str, things: tuple[Named, ...]) -> tuple[Named, int]:
    """`zab 2`, `2 coins`, `42`: the thing and how many (0: not said)."""
    whole = read(item, things).one
    if whole is not None:
        return whole, 0
    number, _, name = item.partition(" ")
    if number.isdigit() and name:
        return _thing(name, things), int(number)
    found = AMOUNT.fullmatch(item)
    if found is not None and found["what"]:
        return _thing(found["what"], things), int(found["n"])
    return _thing(item, things), 0


def _thing(name: str, things: tuple[Named, ...]) -> Named:
    found = read(name, things)
    if found.one is not None:
        return found.one
    raise WrongLine("no_such", name, found.found or found.near, typed=name)
