"""Actions that concern Deities: establish, re-establish, return (ACME §12.2, §12.3, §12.6, RUL-112 to RUL-117)."""

from __future__ import annotations

from engine.acme.facts.catalog import RULES
from engine.acme.questions.board import controls, deity_state
from engine.acme.special import special
from engine.acme.state import State
from engine.acme.verbs.basic import gain_vp, note_action, tell
from engine.acme.verbs.deity_verbs import can_return, give_up_deity, return_deity, set_deity
from engine.acme.verbs.payments import can_pay, choose_payment, pay, told_payment
from engine.core import chance, text
from engine.core.ask import choose
from engine.core.message import NOTHING, Message


def establish_options(s: State, civ: str) -> list[str]:
    """Return the Available Deities the civ may establish now: it must Control its Home Area and have none (RUL-115).

    A Lost or captured Deity doesn't prevent it.
    """
    if not special(s).worships(s, civ):
        return []
    if not controls(s, civ, s.civs[civ].home) or deity_state(s, civ) not in {None, "lost", "captured"}:
        return []
    return sorted(s.available)


def can_establish(s: State, civ: str, cost: int, least_disks: int, *, without: int = 0) -> bool:
    """Return whether the civ may establish a Deity for that many resources. `without`: a card in hand that
    cannot pay.
    """
    return bool(establish_options(s, civ)) and can_pay(s, civ, cost, least_disks, without=without)


def can_restore(s: State, civ: str, cost: int, *, without: int = 0) -> bool:
    """Return whether the civ may re-establish its Lost Deity: it must Control its Home Area (ACME §12.3, RUL-115)."""
    lost = deity_state(s, civ) == "lost"
    return lost and controls(s, civ, s.civs[civ].home) and can_pay(s, civ, cost, without=without)


async def establish(s: State, civ: str, *, cost: int, least_disks: int) -> None:
    """Establish a Deity as an action without a card; nobody can respond (ACME §12.2, RUL-053)."""
    deity = await choose_deity(s, civ, establish_options(s, civ))
    await pay_for_deity(s, civ, deity, cost, least_disks)


async def choose_deity(s: State, civ: str, options: list[str]) -> str:
    """Ask which Deity."""
    return await choose(civ, "deity.choose", options, about=(s.civs[civ].home,))


async def pay_for_deity(s: State, civ: str, deity: str, cost: int, least_disks: int) -> None:
    """Pay, and lay the block on the temple. A civ that has become unable to pay gets nothing."""
    name = text.thing("deity", deity)
    if not can_pay(s, civ, cost, least_disks):
        tell(s, "deity.unpaid", civ=text.civ(civ), deity=name)
        return
    picks = await choose_payment(s, civ, "deity.pay", cost, least_disks=least_disks, deity=name)
    pay(s, civ, picks)
    take_deity(s, civ, deity)
    tell(s, "deity.established", focus=(s.civs[civ].home,), civ=text.civ(civ), deity=name, paid=told_payment(picks))


def take_deity(s: State, civ: str, deity: str) -> None:
    """Put the block on the civ's temple. An old Deity becomes Available, unless a captor holds it (RUL-066,
    RUL-115).
    """
    if deity != s.civs[civ].deity:
        give_up_deity(s, civ)
    set_deity(s, civ, deity)


def free_deity(s: State, civ: str) -> bool:
    """Give an NPC a random Available Deity as its first action of the game, whoever holds its Home Area. Return whether
    that was its action.

    Not if it has a Deity or none is Available (Playbook, NPC Free Deity Card; RUL-141).
    """
    c = s.civs[civ]
    if not c.npc or c.by != "npc" or c.acted:
        return False
    note_action(s, civ)
    if c.deity or not s.available or not special(s).worships(s, civ):
        return False
    deity = chance.pick(s, sorted(s.available))
    take_deity(s, civ, deity)
    tell(s, "npc.free_deity", focus=(c.home,), civ=text.civ(civ), deity=text.thing("deity", deity))
    return True


async def restore(s: State, civ: str, cost: int) -> None:
    """Re-establish the Lost Deity as an action without a card (ACME §12.3)."""
    name = text.thing("deity", s.civs[civ].deity)
    picks = await choose_payment(s, civ, "deity.pay", cost, deity=name)
    pay(s, civ, picks)
    restore_free(s, civ, told_payment(picks))


def restore_free(s: State, civ: str, paid: Message = NOTHING) -> None:
    """Return the Lost Deity to the temple."""
    deity = s.civs[civ].deity
    set_deity(s, civ, deity)
    key = "deity.restored_for" if paid else "deity.restored"
    tell(s, key, focus=(s.civs[civ].home,), civ=text.civ(civ), deity=text.thing("deity", deity), paid=paid)


def returnable(s: State, civ: str) -> list[str]:
    """Return the civs whose captured Deity this one may give back now (RUL-113)."""
    held = s.civs[civ].captured
    return [name for name in s.order if any(owner == name and can_return(s, d, name) for d, owner in held.items())]


async def return_captured(s: State, civ: str, victim: str) -> None:
    """Give a captured Deity back to its former owner, for VP (ACME §12.6, RUL-113)."""
    held = s.civs[civ].captured
    deity = next(d for d, owner in held.items() if owner == victim and can_return(s, d, victim))
    return_deity(s, civ, deity)
    gain_vp(s, civ, RULES.return_vp, "captured")
    said = {"civ": text.civ(civ), "deity": text.thing("deity", deity), "owner": text.civ(victim)}
    tell(s, "deity.returned", focus=(s.civs[victim].home,), n=RULES.return_vp, **said)
