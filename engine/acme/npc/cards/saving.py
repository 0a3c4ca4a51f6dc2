"""What an NPC pays to save its disks, and what it accepts (Playbook, NPC Mina, Unplayable NPC Cards; RUL-143, 144)."""

from __future__ import annotations

from typing import Final

from engine.acme.cards.spies import PAY, SHOW
from engine.acme.effects.losses import LOSE
from engine.acme.facts.catalog import AREAS
from engine.acme.fight.stack import area_of
from engine.acme.npc.cards.question import stop_of, why
from engine.acme.npc.cards.resources import grows_less_without, lives_on, spare_first, yields
from engine.acme.npc.cards.worth import given_up_first, idle_cards
from engine.acme.npc.decision import Decision, decides
from engine.acme.npc.fights.rounds import payments, pays
from engine.acme.questions.board import controls, disks, has_deity, is_city, temple_of
from engine.acme.state import State
from engine.core.ask import Ask, Request

FREE: Final = ("shield", "power", "cube")
WHITE, MINA = "white", "mina"


def free_means(ask: Ask) -> str:
    """Return a means that saves a disk without a cost that matters: an Investment, the Deity, a Rock Castle; empty
    without any.
    """
    found = [option for option in ask.options if option.startswith("investment:")]
    return next(iter([*found, *(means for means in FREE if means in ask.options)]), "")


def worth_a_mina(s: State, npc: str, area: str) -> bool:
    """Return whether a disk there is worth a mina to the NPC (RUL-143).

    It is in its City, with its Gold or Deity; without it the next Growth would bring less; or it is the last one by
    which the NPC holds a Mountain or a yielding area.
    """
    if is_city(s, npc, area) or s.gold.get(area) == npc:
        return True
    if temple_of(s.civs[npc]) == area and has_deity(s.civs[npc]):
        return True
    if grows_less_without(s, npc, area):
        return True
    if disks(s, npc, area) > 1 or not controls(s, npc, area):
        return disks(s, npc, area) == 1 and lives_on(s, npc, area)
    return AREAS[area].terrain == "mountain" or yields(s, npc, area)


def idle_card(s: State, ask: Ask) -> str:
    """Return the card in hand that it cannot use, as an option; empty if there is none."""
    cards = (f"card:{n}" for n in idle_cards(s, ask.seat))
    return next((option for option in cards if option in ask.options), "")


@decides("loss.buy_off")
def save_disk(s: State, request: Request, ask: Ask) -> Decision:
    """Save the next disk with a free means, a useless card, or a mina if it matters; else lose it."""
    if means := free_means(ask):
        return Decision((means,), "loss.free")
    if s.fight is not None:
        return saved_in_fight(s, ask)
    if card := idle_card(s, ask):
        return Decision((card,), why("loss.idle", card))
    area = request.about[0]
    if MINA in ask.options and worth_a_mina(s, ask.seat, area):
        return Decision((MINA,), why("loss.mina", area))
    return Decision((LOSE,), "" if area in request.about[1:] else why("loss.lost", area))


def saved_in_fight(s: State, ask: Ask) -> Decision:
    """Pay in a Competition only if that achieves the NPC's aim (Playbook, Competition Caveat; RUL-163)."""
    area = area_of(s)
    means = payments(s, ask.seat, ask.options)
    if means and pays(s, ask.seat, area, len(means)):
        return Decision((means[0],), why("loss.mina" if means[0] == MINA else "loss.fight", area))
    return Decision((LOSE,), why("loss.lost", area))


@decides("loss.choose")
def unit(s: State, request: Request, ask: Ask) -> Decision:
    """Give up a white disk before one of its own, unless something saves it for free."""
    del s, request
    means = free_means(ask) or next(u for u in (WHITE, *ask.options) if u in ask.options)
    return Decision((means,), "loss.free" if means != WHITE else "loss.white")


@decides("loss.penalty")
def penalty(s: State, request: Request, ask: Ask) -> Decision:
    """Show its hand rather than pay, pay for its Deity in mina, and pay nothing to War Elephants (RUL-144)."""
    del request
    if SHOW in ask.options:
        return Decision((SHOW,), "penalty.show")
    if PAY in ask.options:
        enough = s.civs[ask.seat].mina >= 2
        return Decision((PAY if enough else next(o for o in ask.options if o != PAY),), f"penalty.{_faith(enough)}")
    return Decision((stop_of(ask) or ask.options[-1],), "penalty.bear")


def _faith(enough: bool) -> str:
    return "pay" if enough else "suffer"


@decides("loss.pay")
def price(s: State, request: Request, ask: Ask) -> Decision:
    """Return a mina, else the card it would give up first."""
    del s, request
    if MINA in ask.options:
        return Decision((MINA,), "pay.mina")
    cards = given_up_first(int(option[5:]) for option in ask.options)
    return Decision((f"card:{cards[0]}",), "pay.card")


@decides("epoch.faith")
def faith(s: State, request: Request, ask: Ask) -> Decision:
    """Crisis of Faith: a mina, else a card it cannot use, else the Deity is Lost (RUL-144)."""
    del request
    if MINA in ask.options:
        return Decision((MINA,), "pay.mina")
    if card := idle_card(s, ask):
        return Decision((card,), why("loss.idle", card))
    return Decision((LOSE,), "faith.lost")


@decides("epoch.cities")
def stricken(s: State, request: Request, ask: Ask) -> Decision:
    """Choose the Cities that matter least: the highest ranks first (RUL-138)."""
    del request
    found = [a for a in spare_first(s, ask.seat) if a in ask.options][: ask.least]
    return Decision(tuple(found), why("cities", found[0]))
