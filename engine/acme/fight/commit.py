"""Commitment: cards face down, white disks of Display and Deity, Stallions (ACME §9.3, RUL-068, RUL-100)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.acme.effects.announce import power_negated, use_negated
from engine.acme.facts.catalog import AREAS
from engine.acme.facts.definitions import Ability
from engine.acme.fight.captain import join
from engine.acme.fight.resolve import can_commit
from engine.acme.fight.stack import (
    add_white,
    area_of,
    commit_card,
    drop_out,
    fight_of,
    opponents_of,
    put_in_order,
    takes_part,
    use_standing,
)
from engine.acme.questions.board import abilities, has_power, is_city, members, used
from engine.acme.state import State
from engine.acme.verbs.basic import take_from_investment, tell, use
from engine.core import text
from engine.core.ask import choose, some
from engine.core.message import Message, count_noun, list_of

STALLIONS, INFANTRY, IRON, EAGLES = 18, 31, 36, 41
GOD, GOD_DISKS, MOVES = "god_of_war", 2, 2
DONE = "done"
KEY = "competition.commit"


@dataclass(slots=True)
class Pledge:
    """What a civ has named in one commitment and not yet carried out."""

    war: int = 0
    stallions: int = 0
    ridden: int = 0
    """How many of the named Stallions have already joined the stack."""
    white: dict[str, int] = field(default_factory=dict)
    """White disks by Display ability."""


async def commit(s: State, later: Sequence[str] = ()) -> None:
    """Let every civ there commit in Turn Order, except those in `later`, and civs with a pledged Great Captain."""
    for civ in list(s.order):
        join(s, civ)
        if civ not in later and takes_part(s, civ):
            await commit_own(s, civ)
            drop_out(s)


async def commit_own(s: State, civ: str) -> None:
    """Ask one civ for its commitment: single picks, then the order of its cards, then carry out the named uses.

    It is asked if it has any card in hand, or public means.
    """
    pledge = Pledge()
    march(s, civ)
    if s.civs[civ].hand or commitments(s, civ, pledge):
        while (picked := await ask_one(s, civ, pledge)) != DONE:
            name_one(s, civ, picked, pledge)
    await arrange(s, civ)
    tell_commitment(s, civ, pledge)
    await ride(s, civ, pledge.stallions)
    await call_god(s, civ, pledge.war)


async def ask_one(s: State, civ: str, pledge: Pledge) -> str:
    """Ask for the next thing the civ names, or `done`."""
    options = [*commitments(s, civ, pledge), DONE]
    return await choose(civ, KEY, options, about=(area_of(s),), always=True, area=text.area(area_of(s)))


def march(s: State, civ: str) -> None:
    """Add the Armored Infantry revealed earlier this phase (card 31, RUL-074)."""
    if str(INFANTRY) in s.civs[civ].standing:
        add_white(s, civ, 1)
        tell(s, "competition.white", civ=text.civ(civ), what=text.card(INFANTRY), n=count_noun(1, "white_disk"))


def commitments(s: State, civ: str, pledge: Pledge) -> list[str]:
    """Return all the civ may still name: `card:<n>`, `white:<ability or card>`, `war`, `stallions`."""
    cards = [f"card:{n}" for n in sorted(s.civs[civ].hand) if can_commit(s, civ, n)]
    display = [f"white:{a.id}" for a in abilities(s, civ, "white_disks") if may_add(s, civ, a, pledge)]
    standing = [f"white:{n}" for n in standing_uses(s, civ) if not pledge.white.get(str(n))]
    god = ["war"] if has_power(s, civ, GOD) and used(s, civ, GOD) + pledge.war < GOD_DISKS else []
    horses = ["stallions"] if may_ride(s, civ, pledge) else []
    return [*cards, *display, *standing, *god, *horses]


def may_add(s: State, civ: str, ability: Ability, pledge: Pledge) -> bool:
    """Return whether a Display still offers a white disk here: terrain, need, and what it gives in a turn (RUL-128)."""
    area = AREAS[area_of(s)]
    if (ability.where == "land" and area.is_sea) or (ability.terrain and area.terrain not in ability.terrain):
        return False
    if ability.needs == "city_or_stronghold" and not faces_walls(s, civ):
        return False
    numbers, here = ability.numbers, pledge.white.get(ability.id, 0)
    fights = used(s, civ, f"white:{ability.id}:fights")
    fresh = here > 0 or fights < numbers["competitions"]
    return fresh and here < numbers["each"] and used(s, civ, f"white:{ability.id}") < numbers["disks"]


def faces_walls(s: State, civ: str) -> bool:
    """Return whether an opponent has a City or a Stronghold there (Siege Train, RUL-107)."""
    area = area_of(s)
    against = [f for head in opponents_of(s, civ) for f in members(s, head, area)]
    return any(is_city(s, f, area) or s.cubes.get(area) == f for f in against)


def standing_uses(s: State, civ: str) -> list[int]:
    """Return Iron Weapons on Land and Eagles at Sea that are face up from an earlier Competition (RUL-074)."""
    card = EAGLES if AREAS[area_of(s)].is_sea else IRON
    return [card] if str(card) in s.civs[civ].standing else []


def may_ride(s: State, civ: str, pledge: Pledge) -> bool:
    """Return whether a disk of Breeder of Stallions in play may still come in: two a Land Competition (card 18)."""
    left = s.civs[civ].investments.get(str(STALLIONS), 0)
    return AREAS[area_of(s)].is_land and pledge.stallions < min(MOVES, left + pledge.ridden)


def name_one(s: State, civ: str, picked: str, pledge: Pledge) -> None:
    """Apply one pick: cards and white disks at once, uses that others may cancel when the civ is done."""
    kind, _, what = picked.partition(":")
    if kind == "card":
        commit_card(s, civ, int(what))
    elif kind == "war":
        pledge.war += 1
    elif kind == "stallions":
        pledge.stallions += 1
    else:
        name_white(s, civ, what, pledge)


def name_white(s: State, civ: str, what: str, pledge: Pledge) -> None:
    """Use a white disk of the Display, spent in any case (RUL-100), or of a card lying face up."""
    if what.isdigit():
        use_standing(s, civ, int(what))
    else:
        if not pledge.white.get(what):
            use(s, civ, f"white:{what}:fights")
        use(s, civ, f"white:{what}")
    pledge.white[what] = pledge.white.get(what, 0) + 1
    add_white(s, civ, 1)


async def arrange(s: State, civ: str) -> None:
    """Ask for the order in which two or more cards will be resolved; only their owner knows it (RUL-179)."""
    cards = fight_of(s).committed.get(civ, [])
    if len(cards) > 1:
        tokens, n, area = [str(card) for card in cards], len(cards), area_of(s)
        order = await some(civ, "competition.order", tokens, n, n, about=(area,), always=True, area=text.area(area))
        put_in_order(s, civ, [int(card) for card in order])


def tell_commitment(s: State, civ: str, pledge: Pledge) -> None:
    """Tell the number of cards and the white disks (RUL-100); a civ without either isn't mentioned."""
    cards = len(fight_of(s).committed.get(civ, []))
    white = [told_white(what, n) for what, n in pledge.white.items()]
    parts = [*([count_noun(cards, "card")] if cards else []), *white]
    if parts:
        tell(s, "competition.committed", civ=text.civ(civ), what=list_of(parts))


def told_white(what: str, n: int) -> Message:
    """Return a text such as `1 white disk (Infantry)`: white disks with their source."""
    return Message("part.white", {"disks": count_noun(n, "white_disk"), "what": source_of(what)})


def source_of(what: str) -> str:
    """Return the source of a white disk as a token: a card, or an ability of the Display."""
    return text.card(what) if what.isdigit() else text.thing("ability", what)


async def ride(s: State, civ: str, n: int) -> None:
    """Add disks of Breeder of Stallions in play to the stack, unless that use is cancelled (card 18, RUL-070)."""
    if not n:
        return
    said: dict[str, Any] = {"civ": text.civ(civ), "n": count_noun(n, "disk")}
    tell(s, "competition.stallions", focus=(area_of(s),), card=text.card(STALLIONS), **said)
    if not await use_negated(s, civ, STALLIONS) and takes_part(s, civ):
        take_from_investment(s, civ, STALLIONS, area_of(s), n)


async def call_god(s: State, civ: str, n: int) -> None:
    """Use the God of War: two white disks a phase, together or one each; a Sorcerer may cancel the use (Deity 2,
    RUL-073).
    """
    if not n:
        return
    use(s, civ, GOD, n)
    tell(s, "competition.war", civ=text.civ(civ), deity=text.thing("deity", GOD), n=count_noun(n, "white_disk"))
    if not await power_negated(s, civ, opponents_of(s, civ)):
        add_white(s, civ, n)
