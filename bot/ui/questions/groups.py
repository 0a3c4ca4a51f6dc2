"""Lists of more options than a menu holds: in groups by region or class, or by parts of the alphabet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Final

from bot.ui.parts import Menu, choice, limits
from engine.core.ask import Option
from engine.core.text import words

SUGGESTED: Final = "suggested"


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """A part of the options, small enough for one menu."""

    id: str
    label: str
    options: tuple[Option, ...]


def rank_options(options: Sequence[Option]) -> list[Option]:
    """Return the options with the best first, those of one rank as the engine has them."""
    return sorted(options, key=lambda o: o.rank)


def group_options(options: Sequence[Option], regions: Sequence[str] = ()) -> list[OptionGroup]:
    """Return the groups of a long list, the suggested ones first; no group if one menu holds them all.

    `regions` are the names of groups in the order in which they are offered, before all others.
    """
    if len(options) <= limits().menu:
        return []
    named = _by_group(sorted(options, key=lambda o: regions.index(o.group) if o.group in regions else len(regions)))
    groups = named if len(named) > 1 else _by_letter("", "", options)
    suggested = OptionGroup(SUGGESTED, words("play.group.suggested"), tuple(rank_options(options)[: limits().menu]))
    first = [suggested] if len({o.rank for o in options}) > 1 else []
    return [*first, *_merged(groups)][: limits().menu]


def _merged(groups: Sequence[OptionGroup]) -> list[OptionGroup]:
    """Return the groups with small neighbours merged until a menu holds them."""
    merged = list(groups)
    while len(merged) >= limits().menu:
        sizes = [len(a.options) + len(b.options) for a, b in pairwise(merged)]
        at = sizes.index(min(sizes))
        if sizes[at] > limits().menu:
            break
        one, other = merged[at : at + 2]
        label = f"{one.label.partition('–')[0]}–{other.label.rpartition('–')[2]}"
        merged[at : at + 2] = [OptionGroup(one.id, label, (*one.options, *other.options))]
    return merged


def _by_group(options: Sequence[Option]) -> list[OptionGroup]:
    found: dict[str, list[Option]] = {}
    for option in options:
        found.setdefault(option.group, []).append(option)
    groups: list[OptionGroup] = []
    for i, (name, members) in enumerate(found.items()):
        groups += _by_letter(f"g{i}", name or words("play.group.other"), members)
    return groups


def _by_letter(id_: str, name: str, options: Sequence[Option]) -> list[OptionGroup]:
    """One group if it fits, else equal parts of the alphabet."""
    if len(options) <= limits().menu and name:
        return [OptionGroup(id_, name, tuple(options))]
    ordered = sorted(options, key=lambda o: (o.label.casefold(), o.token))
    parts = -(-len(ordered) // limits().menu)
    size = -(-len(ordered) // parts)
    pieces = [tuple(ordered[i : i + size]) for i in range(0, len(ordered), size)]
    part = f"{id_}_" if id_ else ""
    return [OptionGroup(f"{part}{i}", _part(name, _span(piece)), piece) for i, piece in enumerate(pieces)]


def _part(name: str, span: str) -> str:
    return words("play.group.part", group=name, span=span) if name else span


def _span(options: Sequence[Option]) -> str:
    """`Nea–Tar`: how the first and the last begin, without words that both begin with."""
    first, last = options[0].label, options[-1].label
    same = [a for a, _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))]
    begin = "".join(same).rfind(" ") + 1
    return f"{first[begin : begin + 3].strip(' ,')}–{last[begin : begin + 3].strip(' ,')}"


def find_group(groups: Sequence[OptionGroup], wanted: str) -> OptionGroup:
    """Return the group of that id, or the first."""
    return next((g for g in groups if g.id == wanted), groups[0])


def group_menu(groups: Sequence[OptionGroup], here: OptionGroup) -> Menu:
    """Return the menu of groups, each with its number of options, apart from the suggested ones: a full menu."""
    choices = tuple(
        choice(g.id, g.label if g.id == SUGGESTED else f"{g.label} ({len(g.options)})", chosen=g.id == here.id)
        for g in groups
    )
    return Menu(words("play.menu.group"), "group", choices)
