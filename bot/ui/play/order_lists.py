"""Orders that say something of single things, one after the other: their words, and how they are put together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from msgspec.structs import replace

from bot.ui.parts import short
from engine.core.game import View
from engine.core.naming import fold
from engine.core.order_lines import kind_named, verb_named
from engine.core.orders import ELSE, MOST_NAMED, REST, OrderKind, StandingOrder
from engine.core.presentation import Presentation
from engine.core.said import listed
from engine.core.text import known, own, sentence, words

LINE = 100
OFFERED = 25
AREA = "area"


def thing_name(presentation: Presentation, what: str) -> str:
    """What can be named in an order: something that the game has words for, a card, an area or another."""
    if has_words(presentation, what):
        return words(own(presentation.names.game, f"order.thing.{what}"))
    if what.isdigit():
        return presentation.names.name("card", what)
    kinds = sorted(presentation.names.kinds, key=lambda kind: kind != AREA)
    known = (kind for kind in kinds if any(one.value == what for one in presentation.names.things(kind)))
    return presentation.names.name(next(known, AREA), what)


def has_words(presentation: Presentation, what: str) -> bool:
    """Whether that is no single card or area."""
    game = presentation.names.game
    return own(game, f"order.thing.{what}").startswith(f"{game}.")


def way_name(presentation: Presentation, order: StandingOrder) -> str:
    """The way of an order by the most particular text that there is, or by the name of what it is."""
    plain = f"{order.kind}_{order.way}"
    ways = (*([f"{plain}_when"] if order.when else ()), plain, order.way)
    keys = (own(presentation.names.game, f"order.way.{way}") for way in ways)
    said = next((words(key, n=order.way) for key in keys if known(key)), "")
    return said or thing_name(presentation, order.way)


def list_name(presentation: Presentation, order: StandingOrder, way: str) -> str:
    """What an order says of single things, and the way for the rest: `first Investments; the rest: ask me`."""
    runs = groupby(order.things, lambda thing: thing[0])
    said = [_put(presentation, order.kind, verb, [what for _, what in things]) for verb, things in runs]
    return words("order.text.listed", things="; ".join(said), rest=_rest(presentation, order, way))


def _rest(presentation: Presentation, order: StandingOrder, way: str) -> str:
    """What becomes of all that is not named: as a text of its own says it, or by the way."""
    key = own(presentation.names.game, f"order.rest.{order.kind}_{order.way}")
    return words("order.text.rest", way=way) if key.startswith("order.") else words(key)


def _put(presentation: Presentation, kind: str, verb: str, things: Iterable[str]) -> str:
    what = sentence(listed([thing_name(presentation, one) for one in things]))
    return words(own(presentation.names.game, f"order.put.{kind}_{verb}"), what=what)


def rests(
    presentation: Presentation, ways: Iterable[StandingOrder], things: tuple[tuple[str, str], ...]
) -> Iterable[tuple[str, str]]:
    """The order with these things and each of the ways for the rest: lines, and what becomes of the rest."""
    for order in (one for one in ways if things and one.most is None and not one.when):
        line = replace(order, things=things).line
        if len(line) <= LINE:
            yield line, _rest(presentation, order, way_name(presentation, order))


def longer(
    presentation: Presentation, kinds: Mapping[str, OrderKind], order: StandingOrder
) -> Iterable[tuple[str, str]]:
    """The order with one thing more, no single card or area, behind what it says: lines, and what would be added."""
    kind = kinds[order.kind]
    known = {what for _, what in order.things}
    for verb, what in named_at_once(presentation, kind) if len(order.things) < MOST_NAMED else ():
        line = replace(order, things=(*order.things, (verb, what))).line
        if len(line) <= LINE and what not in known:
            yield line, words("order.text.added", thing=_put(presentation, order.kind, verb, [what]))


def named_at_once(presentation: Presentation, kind: OrderKind) -> list[tuple[str, str]]:
    """All that can be said of what is no single card or area."""
    there = [what for what in dict.fromkeys(kind.things.values()) if has_words(presentation, what)]
    return [(verb, what) for verb in kind.verbs for what in there if kind.takes(verb, what)]


def begun(presentation: Presentation, kinds: Mapping[str, OrderKind]) -> Iterable[StandingOrder]:
    """Every such order that names one thing, no single card or area, and nothing else."""
    for name, kind in kinds.items():
        for thing in named_at_once(presentation, kind):
            yield StandingOrder(name, kind.beyond, things=(thing,))


def completed(
    presentation: Presentation, kinds: Mapping[str, OrderKind], view: View, typed: str
) -> list[tuple[str, str]] | None:
    """A line of such an order with its last word completed: names and lines; None where nothing is listed yet."""
    head, _, rest = typed.partition(":")
    kind = kinds.get(kind_named(kinds, head))
    if kind is None or not verb_named(kind, next(iter(rest.split(None, 1)), "")):
        return None
    at = max(typed.rfind(","), typed.rfind(";"), typed.find(":")) + 1
    first, _, behind = typed[at:].strip().partition(" ")
    said, rests = verb_named(kind, first), first in {REST, ELSE}
    verb, what = (f"{first} ", behind) if said or rests else ("", f"{first} {behind}".strip())
    stem = f"{typed[:at]} {verb}"
    named = [(way, way) for way in kind.ways] if rests else _named(presentation, kind, view, said)
    found = [(f"{stem}{name}", f"{stem}{slug}") for name, slug in named if fold(what) in fold(name) or what == slug]
    return [(short(name, LINE), line) for name, line in found if len(line) <= LINE][:OFFERED]


def _named(presentation: Presentation, kind: OrderKind, view: View, verb: str) -> list[tuple[str, str]]:
    """All that can be named behind that verb, single cards and areas last; areas of the map in play alone."""
    board = presentation.board
    absent = {one.value for one in board.known()} - set(board.stacks(view)) if board else set[str]()
    things = [what for what in dict.fromkeys(kind.things.values()) if what not in absent]
    things.sort(key=lambda what: not has_words(presentation, what))
    return [(thing_name(presentation, what), what) for what in things if not verb or kind.takes(verb, what)]
