"""Lines in which orders are typed and kept, such as `losses: save home, rest lose`, and which word of one is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from engine.core.errors import IllegalAnswer
from engine.core.naming import fold
from engine.core.orders import (
    ALL,
    AND,
    ASK_IF,
    BELOW,
    ELSE,
    MOST_NAMED,
    MOST_WHEN,
    MOST_WORDS,
    OR,
    REST,
    SET,
    THIS_TURN,
    UNLESS,
    UP_TO,
    WHEN,
    WHILE,
    OrderKind,
    Orders,
    StandingOrder,
)
from engine.core.said import Said
from engine.core.text import cut

MOST_SHOWN: Final = 60  # letters of a word that is not understood
MORE: Final = "…"
DIGITS: Final = "0123456789"
AT_MOST: Final = re.compile(r"<= ?([0-9]{1,3})(?![0-9])")


class WrongOrder(IllegalAnswer):
    """A line that is no order. `why`: the word that is not understood, and as what. `known`: what is understood there.

    `kind`: what the line orders, as far as that was understood.
    """

    def __init__(self, reason: str, word: str, /, known: Iterable[str] = (), **said: int) -> None:
        self.why = Said(f"order.wrong.{reason}", {"word": cut(word, MOST_SHOWN), **said})
        self.known = tuple(dict.fromkeys(known))
        self.kind = ""
        super().__init__(f"{cut(word, MOST_SHOWN)!r} is no {reason} of an order")


def read_order(orders: Orders, line: str) -> StandingOrder:
    """The standing order of a line such as `losses: auto up to 5`. Raises WrongOrder naming the word."""
    head, _, rest = line.partition(":")
    name = kind_named(orders.kinds, head)
    if not name:
        raise WrongOrder("kind", head.strip(), (*orders.kinds, *orders.groups))
    try:
        return _read(name, orders.kinds[name], rest.lower())
    except WrongOrder as wrong:
        wrong.kind = name
        raise


def read_orders(orders: Orders, line: str) -> list[StandingOrder]:
    """All orders that a line gives: those of the set or group that it names, else its own. Raises WrongOrder."""
    head, _, rest = (part.strip().lower() for part in line.partition(":"))
    if head == SET and rest in orders.sets:
        return [read_order(orders, one) for one in orders.sets[rest]]
    if head not in orders.groups:
        return [read_order(orders, line)]
    way, _, tail = rest.partition(" ")
    lines = orders.groups[head].get(way)
    if lines is None and kind_named(orders.kinds, head):
        return [read_order(orders, line)]
    if lines is None:
        raise WrongOrder("way" if way else "no_way", way, orders.groups[head])
    behind = f" {tail}" if tail else ""
    return [read_order(orders, one.format(tail=behind, any="")) for one in lines if not tail or "{" in one]


def kinds_named(orders: Orders, typed: str) -> tuple[str, ...]:
    """All kinds that are typed so: every one, those of a group, or one; nothing if there is none."""
    if typed == ALL:
        return tuple(orders.kinds)
    if name := kind_named(orders.kinds, typed):
        return (name,)
    lines = orders.groups.get(typed, {})
    return tuple(dict.fromkeys(line.partition(":")[0] for way in lines.values() for line in way))


def kind_named(kinds: Mapping[str, OrderKind], typed: str) -> str:
    """The kind that is typed so; nothing if there is none."""
    wanted = typed.strip().lower()
    return wanted if wanted in kinds else next((name for name, kind in kinds.items() if wanted in kind.also), "")


def sets_of(orders: Orders) -> Mapping[str, tuple[StandingOrder, ...]]:
    """What is ordered together, by the name of the set."""
    return {name: tuple(read_order(orders, line) for line in lines) for name, lines in orders.sets.items()}


def _read(name: str, kind: OrderKind, rest: str) -> StandingOrder:
    if kind.colon and ":" in rest:
        rest = ", ".join(f"{verb} {part.strip()}" for verb, part in zip(kind.colon, rest.split(":", 1), strict=True))
    words = [WHEN if word == WHILE else word for word in _with_way(kind, rest.replace(";", " ").split())]
    if words and len(kind.ways) == 1 and (words[0] in {WHEN, UNLESS} or _for_this_turn(kind, words)):
        words = [*kind.ways, *words]
    if words and verb_named(kind, words[0]) and (words[0] not in kind.ways or len(words) > 1):
        return _listing(name, kind, " ".join(rest.split()))
    if not words:
        raise WrongOrder("no_way", name, _beginnings(kind))
    if words[0] not in {*kind.ways, *kind.typed.values()}:
        raise WrongOrder("way", words[0], _beginnings(kind))
    this_turn = _for_this_turn(kind, words[1:])
    words = [words[0], *words[1 + len(THIS_TURN) :]] if this_turn else words
    words, otherwise = _otherwise(kind, words)
    words, excepted = _cut_at(words, UNLESS)
    unless = _named_by(kind, kind.exceptions, excepted, OR) if excepted is not None else ()
    words, conditions = _cut_at(words, WHEN)
    when, every = _conditions(kind, words[0], conditions) if conditions is not None else ((), False)
    most = _limit(kind, words[1:])
    order = StandingOrder(name, words[0], most, when, every=every, otherwise=otherwise, unless=unless)
    return replace(order, this_turn=this_turn)


def _for_this_turn(kind: OrderKind, words: Sequence[str]) -> bool:
    """Whether the words begin with what makes an order one for this turn alone."""
    return kind.this_turn and tuple(words[: len(THIS_TURN)]) == THIS_TURN


def _cut_at(words: list[str], word: str) -> tuple[list[str], list[str] | None]:
    """The words before that one, and those behind it; None where it is not among them."""
    at = words.index(word) if word in words else len(words)
    return words[:at], words[at + 1 :] if at < len(words) else None


def _with_way(kind: OrderKind, words: list[str]) -> list[str]:
    """The words, with what they begin with as one way if it is typed in several: `high priest when home`."""
    for n in range(min(len(words), MOST_WORDS) if kind.typed else 0, 0, -1):
        if (way := kind.typed.get(fold(" ".join(words[:n])))) is not None:
            return [way, *words[n:]]
    return words


def verb_named(kind: OrderKind, word: str) -> str:
    """The verb of the kind that is typed so; nothing if it is none."""
    called = kind.called.get(word, word)
    return called if called in kind.verbs else ""


def _beginnings(kind: OrderKind) -> list[str]:
    """What a line of the kind may begin with."""
    return [*kind.ways, *(f"{verb} {MORE}" for verb in kind.verbs), *kind.typed.values()]


def _listing(name: str, kind: OrderKind, typed: str) -> StandingOrder:
    """An order that names single things: `throw 73, 70; keep 12; rest least`; a verb holds until the next.

    With what it does not name the kind does what it does; `up to 3` holds for all of it. Raises WrongOrder naming what
    is not understood.
    """
    things, verb, way, most = dict[tuple[str, str], None](), "", kind.beyond, None
    for part in (one.strip() for one in typed.replace(";", ",").split(",")):
        head, _, behind = part.partition(" ")
        if head in {REST, ELSE}:
            way = _rest(kind, behind)
            continue
        if kind.limited and head in {UP_TO[0], ASK_IF[0]}:
            most = _limit(kind, part.split())
            continue
        verb, what = (called, behind) if (called := verb_named(kind, head)) else (verb, part)
        things[verb, _thing(kind, verb, what)] = None
        if len(things) > MOST_NAMED:
            raise WrongOrder("many", what, n=MOST_NAMED)
    return StandingOrder(name, way, most, things=tuple(things))


def _rest(kind: OrderKind, typed: str) -> str:
    """What becomes of all that is not named."""
    if typed not in kind.ways:
        raise WrongOrder("way", typed or REST, kind.ways)
    return typed


def _thing(kind: OrderKind, verb: str, typed: str) -> str:
    """What is named behind that verb."""
    thing = kind.things.get(fold(typed))
    if thing is None or not kind.takes(verb, thing):
        raise WrongOrder("thing", typed or verb or MORE, things_of(kind, verb))
    return thing


def things_of(kind: OrderKind, verb: str) -> list[str]:
    """All that can be named behind that verb as it may be typed, words before numbers."""
    known = [what.replace("_", " ") for what in dict.fromkeys(kind.things.values()) if kind.takes(verb, what)]
    return sorted((what for what in known if fold(what) in kind.things), key=str.isdigit)


def _otherwise(kind: OrderKind, words: list[str]) -> tuple[list[str], str]:
    """What stands before `else`, and the way behind it. Raises WrongOrder naming what is no such way."""
    if ELSE not in words:
        return words, ""
    at = words.index(ELSE)
    way = " ".join(_with_way(kind, words[at + 1 :]))
    if not kind.otherwise:
        raise WrongOrder("word", ELSE, _continued(kind, words[0]))
    if way not in {*kind.ways, *kind.typed.values()}:
        raise WrongOrder("way", way or ELSE, [*kind.ways, *kind.typed.values()])
    return words[:at], way


def _conditions(kind: OrderKind, way: str, words: Sequence[str]) -> tuple[tuple[tuple[str, str], ...], bool]:
    """The conditions behind `when`, and whether all have to hold. Raises WrongOrder naming what is none."""
    every = kind.otherwise and AND in words
    if not kind.may_depend(way):
        raise WrongOrder("word", WHEN, _continued(kind, way))
    found = _named_by(kind, kind.conditions, words, AND if every else OR)
    return found, every and len(found) > 1


def _named_by(
    kind: OrderKind, conditions: Mapping[str, frozenset[str]], words: Sequence[str], joint: str
) -> tuple[tuple[str, str], ...]:
    """The conditions that the words name, each once. Raises WrongOrder naming what is none."""
    found = list[tuple[str, str]]()
    for part in " ".join(words).split(f" {joint} "):
        found.append(_condition(kind, conditions, part.strip()))
        if len(found) > MOST_WHEN:
            raise WrongOrder("many", part, n=MOST_WHEN)
    return tuple(dict.fromkeys(found))


def _condition(kind: OrderKind, conditions: Mapping[str, frozenset[str]], part: str) -> tuple[str, str]:
    """One condition: its word and what is named behind it."""
    word, _, typed = part.partition(" ")
    name = kind.called.get(word, word)
    what = "_".join(AT_MOST.sub(_below, typed.replace(">=", " ")).replace(f"{BELOW} ", BELOW).split())
    what = kind.called.get(what, what)
    if not conditions:
        raise WrongOrder("word", UNLESS, _continued(kind, kind.ways[-1]))
    if name not in conditions:
        raise WrongOrder("condition", word or WHEN, (_form(*one) for one in conditions.items()))
    if what not in conditions[name]:
        raise WrongOrder("thing", typed or name, _values(name, conditions[name]))
    return name, what


def _below(at_most: re.Match[str]) -> str:
    """`<= 2` as `<3`."""
    return f"{BELOW}{int(at_most[1]) + 1}"


def _form(name: str, named: frozenset[str]) -> str:
    """How a condition is typed: `home`, `lose 1-24`, `disks < 1-60`, `leader vp`, `hits …`."""
    known = [name] if "" in named else _values(name, named)
    return known[0] if len(known) == 1 else f"{name} {MORE}"


def _values(name: str, named: frozenset[str]) -> list[str]:
    """What may be typed behind that condition."""
    ends = {what: what.rstrip(DIGITS) for what in named}
    stems = {stem for what, stem in ends.items() if stem != what}
    if len(stems) != 1 or any(stem == what for what, stem in ends.items()):
        return [f"{name} {what.replace('_', ' ')}".strip() for what in sorted(named)]
    stem = stems.pop()
    numbers = [int(what.removeprefix(stem)) for what in named]
    before = f"{BELOW} " if stem == BELOW else stem.replace("_", " ")
    return [f"{name} {before}{min(numbers)}-{max(numbers)}"]


def _continued(kind: OrderKind, way: str) -> list[str]:
    """What may stand behind a way."""
    found = [" ".join(THIS_TURN)] if kind.this_turn else []
    found += [f"{' '.join(UP_TO)} 1-999"] if kind.limited else []
    found += [f"{WHEN} {MORE}"] if kind.may_depend(way) else []
    found += [f"{UNLESS} {MORE}"] if kind.exceptions else []
    return [*found, f"{ELSE} {MORE}"] if kind.otherwise else found


def _limit(kind: OrderKind, words: Sequence[str]) -> int | None:
    """The number of `up to n`. Raises WrongOrder naming what is too much."""
    if not words:
        return None
    n = words[-1]
    if not kind.limited or tuple(words[:-1]) not in {UP_TO, ASK_IF} or not (n.isascii() and n.isdigit() and len(n) < 4):
        raise WrongOrder("word", " ".join(words), _continued(kind, kind.ways[-1]))
    return int(n)
