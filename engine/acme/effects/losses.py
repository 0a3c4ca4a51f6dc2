"""Losses of disks and what saves them: protected areas, Deity, Investments, cube, mina and cards (ACME §7, RUL-059)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.acme.effects.announce import Cause, power_negated, use_negated
from engine.acme.effects.plans import tell_placed
from engine.acme.facts.catalog import CARDS
from engine.acme.questions.board import disks, everybody, has_ability, has_power, head_of, loose, members, used
from engine.acme.special import special
from engine.acme.state import State
from engine.acme.verbs.basic import discard, pay_mina, place, remove, remove_cube, spend_investment, tell, use
from engine.core import text
from engine.core.ask import choose
from engine.core.message import Message, count_noun, strung

FATHER, FATHER_USES = "father_of_the_gods", 2
LAW, ARMOURER, PHYSICIAN, STOREHOUSES = 19, 20, 24, 60
TRAITOR = 22
DISASTERS, NATURAL = range(72, 86), range(72, 78)
LOSE = "lose"


@dataclass(frozen=True, slots=True)
class Hit:
    """Disks that an effect takes from a Faction in an area."""

    faction: str
    area: str
    disks: int = 1


@dataclass(frozen=True, slots=True)
class Terms:
    """How a loss may be saved: by paying, by an Investment, by Deity or cube; and what replaces a lost disk."""

    payable: bool = True
    """Off if a text forbids paying."""
    absorbable: bool = True
    """Off if not even an Investment helps."""
    usurper: str = ""
    """The Faction whose disk replaces each disk really lost (RUL-012)."""


async def lose(s: State, cause: Cause, hits: Sequence[Hit], terms: Terms | None = None) -> int:
    """Carry out the losses of an effect, civ by civ in Turn Order, then the others (RUL-002, RUL-008).

    Protected areas come first, then each victim decides disk by disk. Return how many disks were really lost.
    """
    terms, hits = terms or Terms(), on_stacks(s, hits)
    due = [Hit(h.faction, h.area, most_losses(s, cause, h)) for h in hits]
    deeper = [Hit(h.faction, h.area, n) for h in hits if (n := beneath(s, h)) > 0]
    lost = 0
    for faction in everybody(s):
        own = [h for h in due if h.faction == faction and h.disks > 0]
        if own:
            lost += await _lose_own(s, cause, faction, own, terms)
    for hit in deeper:
        lost += await _lose_beneath(s, cause, hit, terms)
    return lost


def on_stacks(s: State, hits: Sequence[Hit]) -> Sequence[Hit]:
    """Merge hits on Factions that fight as one into one hit on their stack, the greatest of them."""
    if not special(s).friends:
        return hits
    found: dict[tuple[str, str], dict[str, int]] = {}
    for h in hits:
        each = found.setdefault((head_of(s, h.faction, h.area), h.area), {})
        each[h.faction] = each.get(h.faction, 0) + h.disks
    return [Hit(head, area, max(each.values())) for (head, area), each in found.items()]


def beneath(s: State, hit: Hit) -> int:
    """Return how many disks of the hit go beyond those of the stack's head."""
    friends = len(members(s, hit.faction, hit.area)) > 1
    return hit.disks - disks(s, hit.faction, hit.area) if friends else 0


async def _lose_beneath(s: State, cause: Cause, hit: Hit, terms: Terms) -> int:
    """Take the rest of a hit on a stack: first the civ's own disks, then those of its friends."""
    lost, left = 0, hit.disks
    while left and (n := min(left, disks(s, head := head_of(s, hit.faction, hit.area), hit.area))):
        lost += await _lose_own(s, cause, head, [Hit(head, hit.area, n)], terms)
        left -= n
    return lost


def most_losses(s: State, cause: Cause, hit: Hit) -> int:
    """Return how many disks the effect may take: what is there, less what protection spares (RUL-061)."""
    if cause.kind != "fight" and special(s).spares(s, hit.faction):
        return 0
    limit = special(s).most_lost
    most = None if limit is None or ignores_protection(cause) else limit(s, hit.area)
    if most is None:
        return unprotected_disks(s, cause, hit)
    taken = cause.taken.get(hit.area, 0)
    free = min(unprotected_disks(s, cause, hit), max(0, most - taken))
    cause.taken[hit.area] = taken + free
    return free


def losable(s: State, actor: str, card: int, hits: Sequence[Hit]) -> list[Hit]:
    """Return what that card will really take before anyone pays: never more than is there unprotected."""
    cause, found = Cause("card", actor, card), []
    for hit in hits:
        beyond = max(0, min(beneath(s, hit), sum(disks(s, f, hit.area) for f in members(s, hit.faction, hit.area)[1:])))
        if n := most_losses(s, cause, hit) + beyond:
            found.append(Hit(hit.faction, hit.area, n))
    return found


def unprotected_disks(s: State, cause: Cause, hit: Hit) -> int:
    """Return how many of the disks are there and not protected.

    Nothing hits a Faction in the same area twice, so earlier losses needn't be counted.
    """
    there = disks(s, hit.faction, hit.area)
    if not is_protected(s, cause, hit.faction, hit.area):
        return min(hit.disks, there)
    return max(0, min(hit.disks, 1, there - 1))


def ignores_protection(cause: Cause) -> bool:
    """Return whether no protection of areas holds: against the Traitor, and in the rounds of a Competition
    (RUL-061).
    """
    return cause.card == TRAITOR or cause.kind == "fight"


def is_protected(s: State, cause: Cause, faction: str, area: str) -> bool:
    """Return whether nothing but the Traitor can take more than 1 disk, or the last one, there (RUL-061).

    This holds for the Hittites' Home Area, and for an area with the Faction's own Gold, against all but Competition
    cards. Rounds of a Competition aren't cards.
    """
    if faction not in s.order or ignores_protection(cause):
        return False
    walled = s.civs[faction].home == area and has_ability(s, faction, "home_walls")
    return walled or (s.gold.get(area) == faction and not _is_competition_card(cause))


def _is_competition_card(cause: Cause) -> bool:
    """Whether a Competition card takes the disks; Events, Deities and Epoch Events are none."""
    return cause.kind == "card" and CARDS[cause.card].has_class("C")


def can_lose(s: State, actor: str, card: int, faction: str, area: str) -> bool:
    """Return whether that card of the actor could take a disk of the Faction there, after protection (RUL-061)."""
    return most_losses(s, Cause("card", actor, card), Hit(faction, area)) > 0


async def _lose_own(s: State, cause: Cause, faction: str, hits: list[Hit], terms: Terms) -> int:
    """One Faction's losses, one disk after the other. A disk given up meanwhile as a price is lost no second time."""
    areas = [h.area for h in hits for _ in range(h.disks)]
    gone: list[str] = []
    saved: list[str] = []
    placed: list[str] = []
    for i, area in enumerate(areas):
        if not disks(s, faction, area):
            continue
        means = await _means(s, cause, faction, areas[i:], terms)
        if means != LOSE:
            saved.append(means)
        elif remove(s, faction, area):
            gone.append(area)
            placed += [area] * (place(s, terms.usurper, area) if terms.usurper else 0)
    _tell_losses(s, faction, gone, saved)
    if placed:
        tell_placed(s, terms.usurper, placed)
    return len(gone)


async def _means(s: State, cause: Cause, faction: str, coming: Sequence[str], terms: Terms) -> str:
    """Ask the Faction how it saves the next disk, and pay that at once; `lose` if it does not."""
    if faction not in s.order:
        return LOSE
    while True:
        options = ways_out(s, cause, faction, coming[0], terms)
        area = text.area(coming[0])
        means = await choose(
            faction, "loss.buy_off", options, about=coming, area=area, left=len(coming), what=cause.name
        )
        if await save(s, faction, coming[0], means):
            return means


def ways_out(s: State, cause: Cause, civ: str, area: str, terms: Terms) -> list[str]:
    """Return every way in which the civ may save a disk in the area, as options; `lose` is always one (RUL-059)."""
    if cause.actor == civ:
        return [LOSE]
    ways = [LOSE]
    if terms.payable:
        ways += payments(s, civ)
    if terms.absorbable:
        ways += [f"investment:{n}" for n in _absorbers(s, civ, cause)]
    if cause.kind == "card" and terms.absorbable:
        ways += _powers(s, civ, area)
    return ways


def payments(s: State, civ: str) -> list[str]:
    """Return a mina or any card in hand (ACME §7.2)."""
    return [*(["mina"] if s.civs[civ].mina else []), *(f"card:{n}" for n in sorted(loose(s, civ)))]


def _absorbers(s: State, civ: str, cause: Cause) -> list[int]:
    """The civ's Investments with a disk that may go instead (RUL-071)."""
    held = [int(n) for n, left in s.civs[civ].investments.items() if left]
    return [n for n in sorted(held) if _absorbs(s, n, cause)]


def _absorbs(s: State, number: int, cause: Cause) -> bool:
    if cause.kind not in {"card", "fight"}:
        return False
    if s.phase == "competition":
        return number == ARMOURER and s.fight is not None
    if number == LAW:
        return s.phase == "card"
    return (number == PHYSICIAN and cause.card in DISASTERS) or (number == STOREHOUSES and cause.card in NATURAL)


def _powers(s: State, civ: str, area: str) -> list[str]:
    """Father of the Gods, in the Card Phase and twice a turn; a Rock Castles cube of Urartu against any card."""
    father = s.phase == "card" and has_power(s, civ, FATHER) and used(s, civ, FATHER) < FATHER_USES
    castle = s.cubes.get(area) == civ and has_ability(s, civ, "stronghold_absorbs")
    return [*(["power"] if father else []), *(["cube"] if castle else [])]


async def save(s: State, civ: str, area: str, means: str) -> bool:
    """Pay for a disk with what the owner named. False if the use was cancelled: he must choose anew."""
    if means == "mina":
        pay_mina(s, civ, 1)
    elif means.startswith("card:"):
        discard(s, civ, int(means[5:]))
    elif means.startswith("investment:"):
        return await _save_by_investment(s, civ, int(means[11:]))
    elif means == "power":
        use(s, civ, FATHER)
        return not await power_negated(s, civ)
    elif means == "cube":
        remove_cube(s, area)
    return True


async def _save_by_investment(s: State, civ: str, card: int) -> bool:
    if CARDS[card].is_great_person and await use_negated(s, civ, card):
        return False
    spend_investment(s, civ, card)
    return True


def _tell_losses(s: State, faction: str, gone: list[str], saved: list[str]) -> None:
    """One line for all a Faction has lost and saved by one effect."""
    said: dict[str, Any] = {"civ": text.civ(faction), "areas": told_areas(gone), "means": told_means(saved)}
    if gone and saved:
        tell(s, "loss.both", focus=tuple(dict.fromkeys(gone)), saved=len(saved), **said)
    elif gone:
        tell(s, "loss.lost", focus=tuple(dict.fromkeys(gone)), **said)
    elif saved:
        tell(s, "loss.saved", saved=count_noun(len(saved), "disk"), **said)


def told_areas(areas: Sequence[str]) -> str:
    """Return a text such as `Kaska 2, Arzawa`, as tokens."""
    return ", ".join(_with_number(text.area(a), areas.count(a)) for a in dict.fromkeys(areas))


def told_means(means: Sequence[str]) -> Message:
    """Return a text such as `2 mina, Corruption`."""
    mina = means.count("mina")
    rest = [_told_mean(m) for m in means if m != "mina"]
    return strung([*([count_noun(mina, "mina")] if mina else []), *rest])


def _told_mean(means: str) -> str | Message:
    kind, _, number = means.partition(":")
    if number:
        return text.card(number)
    return text.thing("deity", FATHER) if kind == "power" else Message("part.stronghold")


def _with_number(name: str, n: int) -> str:
    return f"{name} {n}" if n > 1 else name
