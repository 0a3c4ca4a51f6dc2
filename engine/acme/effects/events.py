"""Event cards: resolved at once whenever they are drawn or revealed (ACME §8.6, §13, RUL-089 to RUL-096)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from engine.acme.effects.announce import Cause, is_negated
from engine.acme.effects.invasions import invade
from engine.acme.exploration.npc_events import all_npcs_unknown, wanted_back
from engine.acme.facts.catalog import CARDS
from engine.acme.facts.invasions import DESERT_RAIDERS, EASTERN, FROM_THE_SEA, HORDES, MOUNTAIN_TRIBES
from engine.acme.phases.game_end import must_last
from engine.acme.questions.board import fewest_vp, loose
from engine.acme.special import is_last_turn, special
from engine.acme.state import State
from engine.acme.verbs.basic import discard, new_action, pay_mina, tell
from engine.acme.verbs.deity_verbs import can_return, release_captured, return_deity
from engine.acme.verbs.npc_offences import doing
from engine.acme.verbs.sequence import discard_unseen, end_epoch, finish_event, shuffle_discards
from engine.core import chance, text
from engine.core.ask import Flow, choose_or_pass
from engine.core.message import NOTHING, Message, count_noun, pair, strung

TIME_MARCHES_ON, BREATH_OF_GOD = 97, 103
NO_DEITY = "none"
Resolution: TypeAlias = Callable[[State, int, str], Flow[None]]


async def resolve_event(s: State, number: int, drawer: str) -> None:
    """Resolve an Event among the cards being played, then discard it.

    `drawer`: the civ that drew it; empty if it came up in a test. The caller replaces it if needed (RUL-050); one
    cancelled by Hand Writing on the Wall counts as resolved (RUL-095).
    """
    new_action(s)
    said = {"card": text.card(number)}
    if drawer:
        tell(s, "event.drawn", civ=text.civ(drawer), **said)
    else:
        tell(s, "event.revealed", **said)
    if special(s).ignores(s, number):
        tell(s, "event.ignored", **said)
        finish_event(s, number, special(s).ignored_pile)
        return
    with doing(s):
        await special(s).events.get(number, EVENTS[number])(s, number, drawer)
    finish_event(s, number)


async def time_marches_on(s: State, number: int, drawer: str) -> None:
    """97: make this turn the last of its Epoch; nothing in the last one or while the Epoch is ending (RUL-092).

    Nothing either in an Epoch with which the game ends (N-171). In One vs. Two it is ignored, unless it is left out.
    """
    card = text.card(number)
    if s.ending or is_last_turn(s) or must_last(s) or s.options.one_vs_two:
        tell(s, "event.nothing", card=card)
    elif await is_negated(s, Cause("event", drawer, number)):
        tell(s, "event.cancelled", card=card)
    else:
        end_epoch(s)
        tell(s, "event.time_now" if s.drawing else "event.time", card=card)


async def breath_of_god(s: State, number: int, drawer: str) -> None:
    """103: a captured Deity may go home, every hand loses a card, the deck is shuffled anew (RUL-093)."""
    deity = await choose_captured(s, number)
    harmed = frozenset(civ for civ, c in s.civs.items() if loose(s, civ) or c.mina)
    if await is_negated(s, Cause("event", drawer, number, against=harmed, harm=True)):
        tell(s, "event.cancelled", card=text.card(number))
        return
    if deity:
        send_back(s, deity)
    losses = [loss for civ in s.order if (loss := take_by_chance(s, civ, drawer))]
    if losses:
        tell(s, "event.breath", card=text.card(number), losses=strung(losses))
    shuffle_discards(s)
    tell(s, "event.shuffled")


def captors(s: State) -> dict[str, str]:
    """Return the civ that holds each captured Deity."""
    return {deity: civ for civ in s.order for deity in sorted(s.civs[civ].captured)}


async def choose_captured(s: State, number: int) -> str:
    """Ask the civ with the fewest VP for a captured Deity, or none, when the Event is announced (RUL-009, RUL-095)."""
    held = captors(s)
    if not held:
        return ""
    if all_npcs_unknown(s):
        return demand_back(s, held)
    chooser = fewest_vp(s)
    deity = await choose_or_pass(
        chooser, "event.deity", list(held), stop=NO_DEITY, about=(str(number),), card=text.card(number)
    )
    key = "event.deity" if deity else "event.no_deity"
    tell(
        s,
        key,
        civ=text.civ(chooser),
        deity=text.thing("deity", deity or ""),
        holder=text.civ(held.get(deity or "", "")),
    )
    return deity or ""


def demand_back(s: State, held: Mapping[str, str]) -> str:
    """Return the Deity to be given back, chosen from the civ to be hurt, because all NPCs are still unknown."""
    deity = wanted_back(s, held)
    if deity:
        tell(s, "event.deity_unled", deity=text.thing("deity", deity), holder=text.civ(held[deity]))
    return deity


def send_back(s: State, deity: str) -> None:
    """Return a captured Deity to its owner's temple if it may be there; otherwise it becomes Available. The captor
    gains nothing.
    """
    captor = captors(s)[deity]
    if can_return(s, deity, s.civs[captor].captured[deity]):
        owner = return_deity(s, captor, deity)
        tell(s, "event.deity_home", focus=(s.civs[owner].home,), civ=text.civ(owner), deity=text.thing("deity", deity))
    else:
        release_captured(s, captor, deity)
        tell(s, "event.deity_free", deity=text.thing("deity", deity))


def take_by_chance(s: State, civ: str, drawer: str) -> Message:
    """Take a random card of the hand, unseen draws included; without one a mina. Return what was lost."""
    unseen = [n for n in s.unseen if not CARDS[n].is_event] if civ == drawer else []
    pool = [*loose(s, civ), *unseen]
    if not pool:
        return pair(text.civ(civ), count_noun(1, "mina")) if pay_mina(s, civ, 1) else NOTHING
    card = chance.pick(s, pool)
    if card in unseen:
        discard_unseen(s, card)
    else:
        discard(s, civ, card)
    return pair(text.civ(civ), text.card(card))


EVENTS: dict[int, Resolution] = {
    TIME_MARCHES_ON: time_marches_on,
    HORDES: invade,
    EASTERN: invade,
    FROM_THE_SEA: invade,
    MOUNTAIN_TRIBES: invade,
    DESERT_RAIDERS: invade,
    BREATH_OF_GOD: breath_of_god,
}
