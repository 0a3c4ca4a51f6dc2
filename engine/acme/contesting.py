"""What a standing order gives up and pays in the rounds of a Competition, and when it stops paying (ACME §9.4).

What it has paid before is read from the Competition itself, where everybody sees it: an order remembers nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from engine.acme import saving
from engine.acme.choosing import GIVE
from engine.acme.effects.losses import LOSE
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.fight.plan import KEY, SHARED, UNITS, WON, result
from engine.core.ask import Ask, Picks
from engine.core.naming import fold
from engine.core.orders import OrderKind, StandingOrder
from engine.core.trial import Trial

UNTIL, AT, NEVER = "until", "at", "never"
WIN, SHARE, USELESS = "win", "share", "useless"
ENDS: Final = (WIN, SHARE, USELESS)
AT_HOME: Final = "home_"
UNIT: Final = "units"
MOST_PAID: Final = 12
MOST_UNITS: Final = 6
LIMITS: Final[Mapping[str, str]] = {
    fold(said): f"{UNIT}{n}"
    for n in range(1, MOST_UNITS + 1)
    for said in (f"{UNIT}{n}", f"most {n}", f"most {n} unit", f"most {n} units")
}
HOMES: Final[Mapping[str, str]] = {
    fold(said): f"{AT_HOME}{end}" for end in ENDS for said in (f"home {end}", f"home until {end}")
}
FOES: Final[Mapping[str, str]] = {fold(said): BARBARIANS for said in (BARBARIANS, f"for {BARBARIANS}")}
THINGS: Final[Mapping[str, str]] = {
    **saving.PAID,
    **saving.KEPT,
    **{one: one for one in (*UNITS, *ENDS)},
    **LIMITS,
    **HOMES,
    **FOES,
}
FITS: Final[Mapping[str, frozenset[str]]] = {
    saving.PAY: frozenset({*saving.PAID.values(), *saving.KEPT.values()}),
    saving.KEEP: frozenset(saving.KEPT.values()),
    GIVE: frozenset(UNITS),
    UNTIL: frozenset(ENDS),
    AT: frozenset({*LIMITS.values(), *HOMES.values()}),
    NEVER: frozenset({BARBARIANS}),
}
REMOVAL: Final = OrderKind(
    (KEY,),
    (LOSE, saving.MINA),
    verbs=tuple(FITS),
    things=THINGS,
    fits=FITS,
    typed={fold("pay 0"): LOSE},
    also=("fight",),
    called={"lose": GIVE},
)


def contested(order: StandingOrder, trial: Trial, ask: Ask) -> Picks:
    """What the order pays for a unit, else the unit that it gives up first; nothing where neither is offered."""
    units = [unit for unit in given_first(order) if unit in ask.options]
    found = paid(order, trial, ask) or next(iter(units), "")
    return (found,) if found else ()


def paid(order: StandingOrder, trial: Trial, ask: Ask) -> str:
    """What the order pays for a unit, where it wants to: with what it names, in that order, and with mina if its way
    says so. The mina that it keeps are not counted. Nothing if it has nothing to pay with or pays no more.
    """
    view = trial.run(()).view
    fight, own = view["competition"], view["civs"][ask.seat]
    means, times = _affordable(order, own, fight["paid"].get(ask.seat, ()), ask)
    if not means or ((NEVER, BARBARIANS) in order.things and set(fight["units"]) <= {ask.seat, BARBARIANS}):
        return ""
    ends = [result(stacks, ask.seat) for stacks in trial.outlook(min(times, MOST_PAID))]
    return means if _wants(until(order, fight["area"] == own["home"]), ends) else ""


def until(order: StandingOrder, home: bool) -> str:
    """When the order stops paying: once it wins, once it is at least Shared, or where paying changes nothing, which is
    also meant where it does not say. In the Home Area what it says of that goes first.
    """
    at_home = (what.removeprefix(AT_HOME) for verb, what in order.things if verb == AT and what.startswith(AT_HOME))
    named = (what for verb, what in order.things if verb == UNTIL)
    return (next(at_home, "") if home else "") or next(named, USELESS)


def _wants(end: str, ends: Sequence[int]) -> bool:
    """Whether to pay on, from how it ends by the number of payments, if nobody else pays."""
    now, best = ends[0], max(ends)
    return now < WON if end == WIN else best > now and (end == USELESS or now < SHARED)


def _affordable(order: StandingOrder, own: Mapping[str, Any], spent: Sequence[str], ask: Ask) -> tuple[str, int]:
    """The first means that the order may still use, and for how many units it may pay in all; nothing and none."""
    limits = (int(what.removeprefix(UNIT)) for verb, what in order.things if verb == AT and what.startswith(UNIT))
    left = next((limit - len(spent) for limit in limits), MOST_PAID)
    if left <= 0:
        return "", 0
    found, times = "", 0
    for kind, most in _kinds(order):
        spare = saving.spare_mina(order, own)
        if kind == saving.MINA and most:
            spare = min(spare, most - spent.count(saving.MINA))
        found = found or saving.first_means((kind,), spare, ask)
        times += saving.times(kind, own, spare, ask)
    return found, min(times, left)


def _kinds(order: StandingOrder) -> Iterator[tuple[str, int]]:
    """With what the order pays, in its order, each once, and how much of it at most in a Competition; 0: any number."""
    named = [*saving.paying(order), *([saving.MINA] if order.way == saving.MINA else [])]
    kinds = dict[str, int]()
    for what in named:
        kind = what.rstrip("0123456789")
        kinds.setdefault(kind, int(what.removeprefix(kind) or 0))
    yield from kinds.items()


def given_first(order: StandingOrder) -> tuple[str, ...]:
    """Units of a Competition in the order in which they are given up: those named first, then as fight plans do."""
    named = [what for verb, what in order.things if verb == GIVE]
    return (*named, *(unit for unit in UNITS if unit not in named))
