"""What can be ordered once and for all in ACME: to pass, to answer announcements, to lose, to discard, to decline.

`up to n` counts, by question: cards in hand for passing, disks that passing would cost for a Negate, disks still to be
lost for losses. All of it is read from what the seat sees and can try itself. Which disks are saved and with what
stands in `saving`, which Negates are played in `negating`, what is taken for a City in `looting`, what is lost where
one may choose in `choosing`, what is paid and given up in a Competition in `contesting`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from engine.acme import (
    announcing,
    before_growth,
    betraying,
    buying,
    choosing,
    committing,
    contesting,
    doubting,
    looting,
    losing,
    negating,
    offering,
    passing,
    penalties,
    revealing,
    saving,
)
from engine.acme.ahead import AcmeQueueing
from engine.acme.discarding import DISCARDS, LEAST, THINGS, VERBS, WAYS, discarded
from engine.acme.effects.losses import LOSE
from engine.acme.effects.plans import DONE
from engine.acme.facts.catalog import AREAS
from engine.acme.fight.plan import KEY as REMOVAL
from engine.core.ask import PASS, Ask, Picks, Request, Seat
from engine.core.game import View
from engine.core.naming import fold
from engine.core.orders import LATE, OrderKind, StandingOrder, WordOrders
from engine.core.said import NOTHING, Said
from engine.core.trial import DryRun, Trial

NEGATE: Final = "card.negate"
PLAY: Final = "card.play"
LATE_TYPED: Final[Mapping[str, str]] = {
    fold(said): way
    for said, way in (
        ("pass if possible", "pass"),
        ("npc once", "npc"),
        ("orders, then npc once", "npc"),
        ("npc until back", "back"),
    )
}
KINDS: Final[Mapping[str, OrderKind]] = {
    "pass": OrderKind(
        (PLAY,),
        ("always",),
        limited=True,
        conditions=passing.CONDITIONS,
        exceptions=passing.EXCEPTIONS,
        this_turn=True,
    ),
    "negate": OrderKind(
        (NEGATE,),
        (PASS, negating.ANY, negating.CHEAPEST),
        limited=True,
        conditions=announcing.CONDITIONS,
        otherwise=True,
        typed=negating.TYPED,
    ),
    negating.KEEP_NEGATES: OrderKind((), negating.NUMBERS),
    "negate-cost": OrderKind((negating.COST,), negating.WAYS, verbs=(saving.PAY,), things=saving.TYPED_AREAS),
    "fights": revealing.FIGHTS,
    "before": betraying.BEFORE,
    "commit": committing.COMMIT,
    "removal": contesting.REMOVAL,
    "loss-choose": OrderKind(choosing.QUESTIONS, choosing.WAYS, verbs=(choosing.GIVE,), things=choosing.THINGS),
    "losses": losing.DISKS,
    "loss": losing.KIND,
    "penalty": penalties.KIND,
    "faith": OrderKind((losing.FAITH,), (LOSE, saving.MINA)),
    "loot": OrderKind((looting.LOOT,), looting.WAYS, conditions=looting.CONDITIONS, otherwise=True),
    "loot-deity": OrderKind(
        (looting.RELEASE,), looting.RELEASES, verbs=(looting.RETURN,), things=looting.NAMED_DEITIES
    ),
    "power": OrderKind(("deity.power",), ("none",)),
    "retire": before_growth.UNTOUCHED[before_growth.RETIRE],
    "resettle": before_growth.UNTOUCHED[before_growth.RESETTLE],
    "granary": OrderKind((looting.GRANARY,), ("yes", "no"), conditions=looting.STORED, otherwise=True),
    "storehouse": OrderKind((before_growth.STOREHOUSE,), ("0", "1", "2")),
    "buy": buying.KIND,
    "discard": OrderKind(DISCARDS, WAYS, verbs=VERBS, things=THINGS, typed={"spare": LEAST}),
    "gilgamesh": OrderKind(("gilgamesh.invoke",), ("stay",)),
    "peace": offering.PEACE,
    "peace-gift": offering.GIFT,
    LATE: OrderKind((), ("pass", "npc", "back"), typed=LATE_TYPED),
}
PICKED: Final[Mapping[tuple[str, str], str]] = {
    (PLAY, "always"): PASS,
    (before_growth.RETIRE, "none"): DONE,
    (before_growth.RESETTLE, "none"): DONE,
}
EASY: Final = ("negate: pass", "losses: save home, cities, rest lose", "buy: 0")
SETS: Final[Mapping[str, tuple[str, ...]]] = {
    "easy": EASY,
    "careful": (
        "negate: cheapest when lose 3 or deity or home",
        "loss: save all, pay mina, cards, rest lose",
        "removal: mina",
    ),
    "fast": (*EASY, "fights: pass", "before: none", "removal: lose", f"pass: always when {passing.STUCK}"),
}

UNITS: Final[Mapping[str, str]] = {PLAY: "card", NEGATE: "disk", losing.LOSSES: "disk"}
Reading: TypeAlias = Callable[[StandingOrder, Trial, Request, Ask], "Picks | Said"]
Looking: TypeAlias = Callable[[StandingOrder, View, Request, Ask], "Picks | Said"]


def seen(looking: Looking) -> Reading:
    """What follows from what the seat sees, without trying anything."""
    return lambda order, trial, request, ask: looking(order, trial.run(()).view, request, ask)


class AcmeOrders(WordOrders):
    """The orders of ACME."""

    kinds = KINDS
    sets = SETS
    groups: Mapping[str, Mapping[str, tuple[str, ...]]] = {
        "before-growth": before_growth.TOGETHER,
        "peace": offering.WITH_GIFTS,
    }
    units = UNITS
    picked = PICKED
    queueing = AcmeQueueing()

    def dated(self, order: StandingOrder, view: View, seat: Seat) -> StandingOrder:
        """Whoever wants to be asked once hit means: in the Card Phase that it is, from when the order is given."""
        return passing.dated(order, view, seat)

    def doubts(self, order: StandingOrder, view: View, seat: Seat) -> tuple[Said, ...]:
        """What it names that is not there, and that it is never asked."""
        return doubting.doubts(order, view, seat)

    def combined(self, standing: Sequence[StandingOrder]) -> Sequence[StandingOrder]:
        """Orders to Negate know how many Negates another one keeps."""
        return negating.kept_back(standing)

    def answer(self, order: StandingOrder, trial: Trial, request: Request, ask: Ask) -> Picks | Said:
        """What is read from the order for that question (`READ`), or by its kind; else what its word says."""
        reading = READ_BY_KIND.get(order.kind) or READ.get(request.key)
        found = reading(order, trial, request, ask) if reading else NOTHING
        return found or super().answer(order, trial, request, ask)

    def size(self, trial: Trial, request: Request, ask: Ask) -> int:
        """Cards in hand, disks that would be lost, disks still to be lost."""
        if request.key == NEGATE:
            return lost(trial, ask.seat)
        if request.key == PLAY:
            return len(trial.run(()).view["civs"][ask.seat].get("hand", ()))
        return request.left


def negated(order: StandingOrder, trial: Trial, ask: Ask) -> Picks:
    """With what the order Negates what is announced, or that it passes: only against what would cost the seat a disk,
    or under the order's own conditions; then with the first that fits.
    """
    way = way_to_negate(order, trial, ask.seat)
    means = [] if way == PASS else negating.usable(order, trial.run(()).view, ask)
    return (negating.chosen(way, means) or PASS,)


def way_to_negate(order: StandingOrder, trial: Trial, seat: Seat) -> str:
    """What the order does about what is announced: its way where it applies, else what it says for that, else passing.
    Without conditions, and otherwise, only what would cost the seat a disk is Negated.
    """
    if order.way == PASS and not order.when:
        return PASS
    if order.when and holds(order, trial, seat):
        return order.way
    way = order.otherwise if order.when else order.way
    return way if way and lost(trial, seat) else PASS


def holds(order: StandingOrder, trial: Trial, seat: Seat) -> bool:
    """Whether the order's conditions hold if the seat lets what is announced pass and saves nothing."""
    before = trial.run(()).view
    passed, met = let_pass(trial)
    return announcing.holds(order, before, passed, fallen(before, passed.view, seat, met), seat)


def lost(trial: Trial, seat: Seat) -> int:
    """How many of the seat's disks are gone if it lets what is announced pass and saves none of them."""
    return sum(hit(trial, seat).values())


def hit(trial: Trial, seat: Seat) -> Mapping[str, int]:
    """In which areas how many of the seat's disks are gone if it lets what is announced pass and saves none; 0 where a
    loss is about an area in which none falls.
    """
    before = trial.run(()).view
    passed, met = let_pass(trial)
    return fallen(before, passed.view, seat, met)


def let_pass(trial: Trial) -> tuple[DryRun, set[str]]:
    """What comes of it if the seat lets what is announced pass and saves no disk; and the areas of the losses met."""
    batch, met = [(PASS,)], set[str]()
    run = trial.reached(batch)
    while run.request is not None and run.request.key == losing.LOSSES and not run.stopped:
        if len(batch) >= announcing.MOST_LOST:
            break
        met.update(token for token in run.request.about if token in AREAS)
        batch.append((LOSE,))
        run = trial.reached(batch)
    return trial.run(batch), met


def fallen(before: View, after: View, seat: Seat, met: set[str]) -> Mapping[str, int]:
    """By area, how many disks less the seat has there; 0 in areas `met` in which none has fallen."""
    less = {
        area: here["disks"].get(seat, 0) - after["areas"][area]["disks"].get(seat, 0)
        for area, here in before["areas"].items()
    }
    return {area: max(0, n) for area, n in less.items() if n > 0 or area in met}


READ: Final[Mapping[str, Reading]] = {
    NEGATE: lambda order, trial, _, ask: negated(order, trial, ask),
    REMOVAL: lambda order, trial, _, ask: contesting.contested(order, trial, ask),
    PLAY: seen(passing.prevented),
    **dict.fromkeys(buying.KIND.questions, seen(buying.bought)),
    losing.LOSSES: seen(saving.saved),
    **dict.fromkeys(offering.PEACE.questions, seen(lambda order, _view, _, ask: offering.offered(order, ask))),
    negating.COST: seen(lambda order, view, _, ask: negating.given_up(order, view, ask)),
    looting.LOOT: seen(lambda order, view, _, ask: looting.as_counted(order, view["civs"][ask.seat], ask)),
    looting.GRANARY: seen(lambda order, view, _, ask: looting.as_counted(order, view["civs"][ask.seat], ask)),
    looting.RELEASE: seen(lambda order, _view, _, ask: looting.released(order, ask)),
    revealing.KEY: seen(lambda order, view, _, ask: revealing.answered(order, view, ask)),
    **dict.fromkeys(before_growth.UNTOUCHED, seen(before_growth.prevented)),
    **dict.fromkeys(penalties.KIND.questions, seen(penalties.borne)),
    **dict.fromkeys(choosing.QUESTIONS, seen(choosing.chosen)),
    **dict.fromkeys(committing.COMMIT.questions, seen(committing.decided)),
    **dict.fromkeys(
        betraying.BEFORE.questions, seen(lambda order, view, _, ask: betraying.betrayed(order.way, view, ask))
    ),
    **dict.fromkeys(DISCARDS, seen(lambda order, _view, _, ask: discarded(order, ask))),
}
"""What an order answers or why its owner is asked, by question; nothing where its word says it."""
READ_BY_KIND: Final[Mapping[str, Reading]] = {"loss": seen(losing.borne)}
"""The same for kinds that answer the questions of others."""
