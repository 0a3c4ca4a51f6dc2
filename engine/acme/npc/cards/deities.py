"""The Deities of an NPC: its free one, which one, what it pays, and the stroke of the Sky God (RUL-141, RUL-146)."""

from __future__ import annotations

from engine.acme.effects.losses import Hit
from engine.acme.npc.cards.judging import Judge
from engine.acme.npc.cards.question import NONE, Key, best, choices, why
from engine.acme.npc.cards.resources import expendable, sparable, spare_first
from engine.acme.npc.decision import Decision, decides, reconsiders
from engine.acme.npc.distances import from_home
from engine.acme.state import State
from engine.acme.verbs.payments import DISK, MINA
from engine.core import chance, text
from engine.core.ask import Ask, Request


@decides("deity.choose")
def any_deity(s: State, request: Request, ask: Ask) -> Decision:
    """Any of them: which one is left to chance, unless its own Lost one is all there is."""
    del request
    found = [deity for deity in ask.options if deity in s.available] or list(ask.options)
    return Decision((found[0],), f"deity.chance:{text.thing('deity', found[0])}", tuple((d,) for d in found))


@reconsiders("deity.choose")
async def deity_by_chance(s: State, request: Request, ask: Ask, found: Decision) -> Decision:
    """An Available Deity at random (RUL-141, RUL-146)."""
    del request, ask
    picked = chance.pick(s, found.ties)
    return Decision(picked, f"deity.chance:{text.thing('deity', picked[0])}")


@decides("deity.pay")
def resource(s: State, request: Request, ask: Ask) -> Decision:
    """A mina, else its most expendable disk, never a card while there is another way.

    ACME Playbook, NPC Card Phase Deity Priorities.
    """
    if MINA in ask.options:
        return Decision((MINA,), "pay.mina")
    given = [token.removeprefix(DISK) for token in request.about if token.startswith(DISK)]
    areas = [*expendable(s, ask.seat, given), *spare_first(s, ask.seat)]
    if found := next((a for a in areas if DISK + a in ask.options), ""):
        return Decision((DISK + found,), why("pay.disk", found))
    return Decision((ask.options[-1],), "pay.card")


@decides("deity.power")
def stroke(s: State, request: Request, ask: Ask) -> Decision:
    """The Sky God strikes the disk that any card would remove first (RUL-137, RUL-138)."""
    del request
    judge = Judge(s, ask.seat)
    found = [token for token in choices(ask) if token.partition(":")[2] not in judge.kin]
    if not found:
        return Decision((NONE,), "stroke.nobody")

    def key(token: str) -> Key:
        area, _, faction = token.partition(":")
        return judge.blow(Hit(faction, area))

    return best(found, key, lambda token: judge.equal(token.partition(":")[0]), "stroke")


@decides("negate.cost")
def cheapest_disk(s: State, request: Request, ask: Ask) -> Decision:
    """The disk given up for High Priest: the one that can be spared most easily (RUL-138)."""
    del request
    areas = [a for a in spare_first(s, ask.seat) if a in ask.options]
    spare = [a for a in areas if sparable(s, ask.seat, a)]
    return Decision(((spare or areas)[0],), why("pay.disk", (spare or areas)[0]))


@decides("deity.back")
def come_back(s: State, request: Request, ask: Ask) -> Decision:
    """A Deity that has been away stands where Gold is nearest to its home, itself included."""
    del request
    found = choices(ask)
    if not found:
        return Decision((NONE,), "back.nowhere")
    return best(found, lambda area: (from_home(s, ask.seat, area),), Judge(s, ask.seat).equal, "back")
