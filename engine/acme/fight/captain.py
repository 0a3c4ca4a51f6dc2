"""Great Captain from outside a Competition: pledged before the first one, committed at its player's place (RUL-068)."""

from __future__ import annotations

from engine.acme.fight.stack import area_of, commit_card, fight_of, publicly_gone, rivals_of, takes_part
from engine.acme.questions.board import contested_areas, disks, factions
from engine.acme.state import State
from engine.acme.verbs.basic import tell
from engine.core import text
from engine.core.message import count_noun

CAPTAIN, TAKEN_BACK = 14, "none"


def might_pledge(s: State, civ: str) -> bool:
    """Return whether, by public facts, the civ may hold the card and has a fight to join (RUL-054)."""
    return bool(s.civs[civ].hand) and not publicly_gone(s, CAPTAIN) and bool(battles(s, civ))


def battles(s: State, civ: str) -> list[str]:
    """Return the Contested areas without the civ in which another civ fights (RUL-068)."""
    return [a for a in contested_areas(s) if not disks(s, civ, a) and any(f in s.order for f in factions(s, a))]


def pledges(s: State, civ: str) -> list[str]:
    """Return what the holder can pledge now, `14:<area>`; an earlier pledge holds until it names another or
    `14:none`.
    """
    if CAPTAIN not in s.civs[civ].hand:
        return []
    made = s.civs[civ].pledged
    others = [a for a in battles(s, civ) if a != made]
    return [f"{CAPTAIN}:{a}" for a in [*others, *([TAKEN_BACK] if made else [])]]


def is_pledge(token: str) -> bool:
    """Return whether the answer pledges the card."""
    return token.startswith(f"{CAPTAIN}:")


def pledge(s: State, civ: str, token: str) -> None:
    """Note where the card is to be committed; nobody is told."""
    area = token.partition(":")[2]
    s.civs[civ].pledged = "" if area == TAKEN_BACK else area


def join(s: State, civ: str) -> None:
    """Commit the card pledged here if there is still a civ to help; else it stays in hand."""
    c = s.civs[civ]
    if c.pledged != area_of(s) or CAPTAIN not in c.hand or takes_part(s, civ) or not rivals_of(s, civ):
        return
    fight_of(s).outside.append(civ)
    commit_card(s, civ, CAPTAIN)
    tell(s, "competition.committed", civ=text.civ(civ), what=count_noun(1, "card"))


def forget_pledges(s: State) -> None:
    """Forget all pledges, because the phase is over."""
    for c in s.civs.values():
        c.pledged = ""
