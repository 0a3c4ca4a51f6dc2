"""When an NPC cancels others' cards: to save its own, and not always at once (RUL-145 to RUL-147)."""

from __future__ import annotations

from typing import Final

from engine.acme.effects.announce import LAWS, NEGATES, POWER, PROPHET, Cause, cancels
from engine.acme.effects.losses import FATHER
from engine.acme.facts.catalog import CARDS
from engine.acme.fight.commit import GOD
from engine.acme.fight.stack import area_of
from engine.acme.npc.cards.question import why
from engine.acme.npc.cards.worth import BROKEN
from engine.acme.npc.decision import Decision, decides, second_thought
from engine.acme.npc.fights.means import could_have
from engine.acme.npc.fights.outlook import LOST
from engine.acme.npc.reveals import reveal
from engine.acme.questions.board import deity_state
from engine.acme.state import Announced, State
from engine.acme.verbs.sequence import shuffle_in
from engine.core.ask import PASS, Ask, Request

NARROWEST: Final = ("30", "25", "29", POWER, LAWS, "9", "26", "27", "28", "94")
SKY_GOD = "sky_god"
NOTHING_TO_SAY = ""


@decides("card.negate")
def answer_to(s: State, request: Request, ask: Ask) -> Decision:
    """Use the narrowest means against what would cost the NPC something; else let it pass (Playbook, Negate Cards)."""
    del request
    means = [m for m in NARROWEST if m in ask.options and may_use(s, ask.seat, m)]
    if not means or not concerns(s, ask.seat, s.announced[-1]):
        return Decision((PASS,), NOTHING_TO_SAY)
    return Decision((means[0],), why("negate.narrowest", means[0]))


def may_use(s: State, npc: str, means: str) -> bool:
    """Return whether it may go for that: a Prophet is kept while it is wanted for the Deity (RUL-146)."""
    return means != str(PROPHET) or deity_state(s, npc) not in BROKEN


def concerns(s: State, npc: str, what: Announced) -> bool:
    """Return whether what is announced would cost the NPC disks, mina, VP, cards or its Deity (RUL-145)."""
    if what.kind == "deity":
        return threatens(s, npc, what)
    return npc in (what.against if what.kind == "event" else what.hurt)


def threatens(s: State, npc: str, what: Announced) -> bool:
    """Return whether a power is aimed at the NPC, or protects others from its card (RUL-147).

    God of War counts only in a Competition that the NPC could then win or tie.
    """
    if what.deity == SKY_GOD:
        return npc in what.against
    if what.deity == GOD and s.fight is not None:
        return npc in what.against and could_have(s, npc, area_of(s)).result > LOST
    return what.deity == FATHER and s.doer == npc


@second_thought("card.negate")
async def held_back(s: State, request: Request, ask: Ask, found: Decision) -> Decision:
    """Let a card decide if more such cards may come: even means now, odd means later (RUL-145).

    A person's civ played by the NPC makes no such test, since that would reveal its hand.
    """
    del request
    if found.picks == (PASS,) or s.pondering or not s.civs[ask.seat].npc or not more_to_come(s, found.picks[0]):
        return found
    card = await looked_at(s, ask.seat)
    if card % 2 == 0:
        return found
    return Decision((PASS,), "negate.later")


def more_to_come(s: State, means: str) -> bool:
    """Return whether the acting civ may have another card that these means could cancel, by public facts (RUL-145)."""
    actor = s.announced[-1].actor
    if s.announced[-1].kind != "card" or actor not in s.civs:
        return False
    c = s.civs[actor]
    if not (c.npc and c.by == "npc"):
        return bool(c.hand)
    return any(could_cancel(means, Cause("card", actor, n)) for n in c.hand)


def could_cancel(means: str, cause: Cause) -> bool:
    """Return whether the means could be used against that card, if it is played as an action."""
    if cause.card in NEGATES:
        return False
    if means in {LAWS, POWER}:
        return CARDS[cause.card].is_great_person == (means == POWER)
    return cancels(int(means), cause)


async def looked_at(s: State, npc: str) -> int:
    """Return the number of the top card, which is shuffled back; an Event is played at once. 0 without a card."""
    return await reveal(s, npc, "npc.tested", shuffle_in)
