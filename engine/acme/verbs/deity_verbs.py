"""Changes of Deities: verbs on blocks and temples (ACME §12). Like `verbs`, these change the State."""

from __future__ import annotations

from engine.acme.facts.catalog import RULES
from engine.acme.questions.board import disks, has_deity
from engine.acme.state import State
from engine.acme.verbs.basic import gain_mina, gain_vp, put_away
from engine.acme.verbs.npc_offences import note_offence

MONOTHEISM, MONOTHEISM_CARD = "monotheism", 95


def set_deity(s: State, civ: str, deity: str) -> None:
    """Lay the block on the civ's temple; what it had before must be dealt with first."""
    c = s.civs[civ]
    if deity in s.available:
        s.available.remove(deity)
    c.deity, c.deity_lost, c.deity_captured, c.silenced_until = deity, False, False, 0
    c.deity_away, c.temple = 0, ""


def free_deity(s: State, deity: str) -> None:
    """Make the Deity Available; Monotheism goes to the discard pile as a card (RUL-088)."""
    if deity == MONOTHEISM:
        put_away(s, MONOTHEISM_CARD)
    else:
        s.available.append(deity)


def give_up_deity(s: State, civ: str) -> None:
    """Give up the civ's own Deity: it becomes Available, unless a captor holds the block (RUL-114, RUL-115)."""
    c = s.civs[civ]
    if c.deity and not c.deity_captured:
        free_deity(s, c.deity)
    c.deity, c.deity_lost, c.deity_captured, c.silenced_until, c.blocked = "", False, False, 0, False
    c.deity_away, c.temple = 0, ""


def lose_deity(s: State, civ: str) -> None:
    """Make the Deity Lost: its card stays with the civ, unused (ACME §12.4)."""
    s.civs[civ].deity_lost, s.civs[civ].silenced_until = True, 0
    note_offence(s, civ)


def capture_deity(s: State, victim: str, captor: str) -> tuple[int, int]:
    """Give the captor the block, with VP and mina at once (ACME §12.5, RUL-112). Return VP and mina gained."""
    c = s.civs[victim]
    s.civs[captor].captured[c.deity] = victim
    c.deity_captured, c.silenced_until, c.temple = True, 0, ""
    note_offence(s, victim)
    return reward_capture(s, captor)


def reward_capture(s: State, captor: str) -> tuple[int, int]:
    """Give VP and mina for the capture of a Deity, at once (ACME §12.5). Return both."""
    taker, vp = s.civs[captor], RULES.capture_vp
    if taker.deity == MONOTHEISM and has_deity(taker) and disks(s, captor, taker.home):
        vp += RULES.monotheism_capture_vp
    gain_vp(s, captor, vp, "captured")
    gain_mina(s, captor, RULES.capture_mina)
    return vp, RULES.capture_mina


def drive_deity_out(s: State, civ: str) -> None:
    """Make the Deity leave the map for a while; its block stays on the civ's Display."""
    c = s.civs[civ]
    c.deity_away, c.silenced_until, c.temple = s.turns, 0, ""
    note_offence(s, civ)


def bring_deity_back(s: State, civ: str, area: str) -> None:
    """Bring a Deity that was away back in that area."""
    c = s.civs[civ]
    c.deity_away, c.temple = 0, "" if area == c.home else area


def can_return(s: State, deity: str, owner: str) -> bool:
    """Return whether a captured Deity can go back: its owner plays on, has no other, and occupies its home
    (RUL-113).
    """
    c = s.civs.get(owner)
    return c is not None and c.deity == deity and c.deity_captured and disks(s, owner, c.home) > 0


def return_deity(s: State, captor: str, deity: str) -> str:
    """Return the block to its owner's temple. Return the owner."""
    owner = s.civs[captor].captured.pop(deity)
    s.civs[owner].deity_captured = False
    return owner


def block_power(s: State, civ: str) -> None:
    """Block the power of the civ's Deity for this turn (cards 26, 87)."""
    s.civs[civ].blocked = True


def silence_deity(s: State, civ: str) -> None:
    """Silence the Deity until the end of the next turn's Card Phase (card 90, RUL-086)."""
    s.civs[civ].silenced_until = s.turns + 1


def end_silences(s: State) -> None:
    """End silences of the turn before, when a Card Phase ends (RUL-086)."""
    for c in s.civs.values():
        if c.silenced_until <= s.turns:
            c.silenced_until = 0


def keep_peace(s: State, civ: str, area: str) -> None:
    """Forbid a Competition in the area this turn; the civ may not choose it again in the next (Deity 3, RUL-098)."""
    s.peace = s.civs[civ].peace = area


def forget_peace(s: State) -> None:
    """End the Peace of the last turn and older choices of it, as a Competition Phase begins."""
    for c in s.civs.values():
        if c.peace != s.peace:
            c.peace = ""
    s.peace = ""


def release_captured(s: State, captor: str, deity: str) -> None:
    """Release a captured block: it becomes Available, and no longer its former owner's (RUL-093, RUL-114)."""
    c = s.civs.get(s.civs[captor].captured.pop(deity))
    if c is not None and c.deity == deity and c.deity_captured:
        c.deity, c.deity_captured = "", False
    free_deity(s, deity)
