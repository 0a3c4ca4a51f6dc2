"""The action of an NPC in the Card Phase, and what it does with a card beside aiming it (RUL-139 to RUL-142).

And its Deities: which one, what it pays, and the stroke of the Sky God (RUL-141, RUL-146).
"""

from __future__ import annotations

from typing import Final

from engine.acme.cards.religion import ZIGGURAT
from engine.acme.effects.losses import Hit
from engine.acme.facts.catalog import RULES
from engine.acme.npc.cards.judging import Judge
from engine.acme.npc.cards.question import NONE, Key, best, card_of, choices, one_of, why
from engine.acme.npc.cards.resources import can_spare, expendable, sparable, spare_first
from engine.acme.npc.cards.spots import spots
from engine.acme.npc.cards.worth import Worth, is_willing, worth_playing
from engine.acme.npc.culture import best_advance
from engine.acme.npc.decision import Decision, decides, only, second_thought
from engine.acme.npc.distances import from_home
from engine.acme.questions.board import deity_state
from engine.acme.state import State
from engine.acme.verbs.payments import DISK, MINA
from engine.core import chance, text
from engine.core.ask import PASS, Ask, Request

RESTORE = "restore"
RESTORING: Final = ("2", "9", "95")
BRANCHES: Final = ("vp", "draw", "restore", "establish", "place", "look", "growth")
PRICES = ("mina", "discard", "card")


@decides("card.play")
def action(s: State, request: Request, ask: Ask) -> Decision:
    """Restore the Deity first, then play the card of the best rank; otherwise pass (RUL-139).

    For a person's civ it advances on a Culture Track before it passes.
    """
    del request
    duty = restore_deity(s, ask) if deity_state(s, ask.seat) == "lost" else None
    if duty is not None:
        return duty
    cards = [int(option) for option in ask.options if option.isdigit()]
    valued = {card: found for card in cards if (found := worth_playing(s, ask.seat, card))}
    if valued:
        return best_card(valued)
    return best_advance(s, ask) or only(ask, PASS, "play.pass")


def restore_deity(s: State, ask: Ask) -> Decision | None:
    """Return how the NPC restores its Lost Deity: with a card, else for 2 spare resources; None if not now.

    ACME Playbook, NPC Card Phase Deity Priorities.
    """
    card = next((n for n in RESTORING if n in ask.options and is_willing(s, ask.seat, int(n))), "")
    if card:
        return Decision((card,), why("play.restoring_card", card))
    if RESTORE in ask.options and can_spare(s, ask.seat, RULES.reestablish_cost):
        return Decision((RESTORE,), "play.restore")
    return None


def best_card(valued: dict[int, Worth]) -> Decision:
    """Return the card of the best rank, in a rank the larger amount, then more effects; equal ones by number
    (RUL-139).
    """
    least = min(valued.values(), key=lambda w: w.order)
    ties = [str(n) for n in sorted(valued) if valued[n].order == least.order]
    return one_of(ties, [why(f"play.{least.rank}", tie) for tie in ties])


@decides("card.option")
def branch(s: State, request: Request, ask: Ask) -> Decision:
    """Choose, of two effects, the one that the notes on the card name: VP, cards, a Deity (RUL-142)."""
    del s, request
    picked = next((option for option in BRANCHES if option in ask.options), ask.options[0])
    return only(ask, picked, f"option.{picked}" if picked in BRANCHES else "most")


@decides("card.amount")
def amount(s: State, request: Request, ask: Ask) -> Decision:
    """Choose as much as the card allows: "may" means that it does (Playbook, Card Play Clarifications)."""
    card = card_of(request)
    if card == ZIGGURAT and not spots(s, ask.seat, [s.civs[ask.seat].home]):
        return Decision((min(ask.options, key=int),), "quiet_home")
    return Decision((max(ask.options, key=int),), why("most", str(card)))


@decides("deity.choose")
def any_deity(s: State, request: Request, ask: Ask) -> Decision:
    """Choose any of them by chance, unless its own Lost one is all there is."""
    del request
    found = [deity for deity in ask.options if deity in s.available] or list(ask.options)
    return Decision((found[0],), f"deity.chance:{text.thing('deity', found[0])}", tuple((d,) for d in found))


@second_thought("deity.choose")
async def deity_by_chance(s: State, request: Request, ask: Ask, found: Decision) -> Decision:
    """Return an Available Deity at random (RUL-141, RUL-146)."""
    del request, ask
    picked = chance.pick(s, found.ties)
    return Decision(picked, f"deity.chance:{text.thing('deity', picked[0])}")


@decides("deity.pay")
def resource(s: State, request: Request, ask: Ask) -> Decision:
    """Return a mina, else its most expendable disk, never a card while there is another way.

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
    """Strike with the Sky God the disk that any card would remove first (RUL-137, RUL-138)."""
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
    """Return the disk given up for High Priest: the one that can be spared most easily (RUL-138)."""
    del request
    areas = [a for a in spare_first(s, ask.seat) if a in ask.options]
    spare = [a for a in areas if sparable(s, ask.seat, a)]
    return Decision(((spare or areas)[0],), why("pay.disk", (spare or areas)[0]))


@decides("deity.back")
def come_back(s: State, request: Request, ask: Ask) -> Decision:
    """Place a Deity that was away where Gold is nearest to its home, including the home itself."""
    del request
    found = choices(ask)
    if not found:
        return Decision((NONE,), "back.nowhere")
    return best(found, lambda area: (from_home(s, ask.seat, area),), Judge(s, ask.seat).equal, "back")


@decides("draw.refresh")
def price(s: State, request: Request, ask: Ask) -> Decision:
    """Pay a mina if it has one; else a card of its hand if that is allowed, else one of its draws."""
    del s, request
    found = next((p for p in PRICES if p in ask.options), ask.options[-1])
    return only(ask, found, f"refresh.{found}")
