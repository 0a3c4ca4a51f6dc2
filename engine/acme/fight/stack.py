"""Units of a Competition: disks, white disks and the Stronghold cube (ACME §9.3, §9.4).

The second half, like `verbs`, changes the State; it alone touches what lives only while a Competition is resolved.
"""

from __future__ import annotations

from engine.acme.questions.board import NOBODY, abilities, are_friends, disks, heaps, members, stacks
from engine.acme.questions.teams import without_mates
from engine.acme.special import special
from engine.acme.state import Fight, State
from engine.acme.verbs.basic import put_away, remove, remove_cube, tell
from engine.core import text
from engine.core.message import list_of

WHITE, CUBE, DISK = "white", "cube", "disk"
LASTING = {31: 0, 36: 1, 41: 2}


def fight_of(s: State) -> Fight:
    """Return the Competition being resolved. Raises ValueError if there is none."""
    if s.fight is None:
        raise ValueError("no Competition is being resolved")
    return s.fight


def area_of(s: State) -> str:
    """Return the area of the Competition."""
    return fight_of(s).area


def takes_part(s: State, faction: str) -> bool:
    """Return whether the Faction has a disk of its own in the area of the Competition (RUL-101)."""
    return disks(s, faction, area_of(s)) > 0


def sides(s: State) -> list[str]:
    """Return the Factions still in the Competition: civs in Turn Order, then the others; of those in one stack the
    first.
    """
    return list(stacks(s, area_of(s)))


def opponents_of(s: State, civ: str) -> list[str]:
    """Return the other Factions still in the Competition."""
    return [f for f in sides(s) if not are_friends(s, f, civ)]


def foes_of(s: State, civ: str) -> list[str]:
    """Return the opponents without team-mates: possible targets of a card that costs units (PB:236)."""
    return without_mates(s, civ, opponents_of(s, civ))


def rivals_of(s: State, civ: str) -> list[str]:
    """Return the other civs still in the Competition."""
    return [f for f in opponents_of(s, civ) if f in s.order]


def whites(s: State, faction: str) -> int:
    """Return the white disks of the Faction."""
    return fight_of(s).white.get(faction, 0)


def strength(s: State, civ: str) -> int:
    """Return how many losses a Stronghold of the civ absorbs: one, two for Elam (RUL-104)."""
    if civ not in s.civs:
        return 1
    return max((a.numbers["losses"] for a in abilities(s, civ, "stronghold_strength")), default=1)


def cube_units(s: State, faction: str) -> int:
    """Return how many units the Faction's Stronghold in the area is still worth."""
    fight = fight_of(s)
    if s.cubes.get(fight.area) != faction:
        return 0
    return strength(s, faction) - fight.chipped.count(faction)


def units(s: State, faction: str) -> int:
    """Return own disks, white disks and Stronghold; 0 without a disk of its own (ACME §9.4, RUL-101)."""
    fight = fight_of(s)
    here = s.disks.get(fight.area, NOBODY)
    own = here.get(faction, 0)
    if not own:
        return 0
    if special(s).friends:
        beneath = [f for f in members(s, faction, fight.area) if f != faction]
        own += sum(here[f] + cube_units(s, f) for f in beneath)
    cube = cube_units(s, faction) if fight.area in s.cubes else 0
    return own + fight.white.get(faction, 0) + cube


def is_settled(s: State) -> bool:
    """Return whether one Faction is left, or each has exactly one unit (ACME §9.4, RUL-102)."""
    here = heaps(s, area_of(s))
    return len(here) < 2 or (max(here.values()) == 1 and all(units(s, f) == 1 for f in here))


def publicly_gone(s: State, card: int) -> bool:
    """Return whether it is public that the card is in no hand: in a pile, in play, or in front of a player."""
    if card in s.discard or card in s.set_aside or card in s.removed or card in s.playing:
        return True
    shown = str(card)
    return any(shown in c.investments or shown in c.standing or card in c.aside for c in s.civs.values())


def open_competition(s: State, area: str, cities: list[str]) -> None:
    """Mark the area; the Cities at stake are those standing now (ACME §9.3, RUL-108)."""
    s.fight = Fight(area, cities)


def close_competition(s: State) -> None:
    """Note that the area is finished for this phase; white disks and remaining cards leave it (ACME §9.5)."""
    s.fought.append(area_of(s))
    s.fight = None


def add_white(s: State, civ: str, n: int) -> int:
    """Add white disks to the civ's stack, if it has one. Return how many."""
    if not takes_part(s, civ):
        return 0
    fight = fight_of(s)
    fight.white[civ] = fight.white.get(civ, 0) + n
    return n


def lose_white(s: State, civ: str, n: int = 1) -> None:
    """Return white disks to their generic supply."""
    white = fight_of(s).white
    white[civ] -= n
    if not white[civ]:
        del white[civ]


def lose_disk(s: State, faction: str) -> None:
    """Return one of its disks to Supply; the Immortals' first ones of a Competition go to the Growth Box (RUL-106)."""
    fight = fight_of(s)
    recycled = sum(a.numbers["disks"] for a in abilities(s, faction, "recycle_losses")) if faction in s.civs else 0
    to_box = fight.spared.count(faction) < recycled
    if to_box:
        fight.spared.append(faction)
    remove(s, faction, fight.area, to_box=to_box)


def lose_cube(s: State, faction: str) -> None:
    """Let the Stronghold absorb a loss; it is removed with its last one (RUL-104)."""
    if cube_units(s, faction) > 1:
        fight_of(s).chipped.append(faction)
    else:
        remove_cube(s, area_of(s))


def lose_unit(s: State, faction: str, unit: str) -> None:
    """Take away the unit its owner gives up: `white`, `cube` or `disk`."""
    if unit == WHITE:
        lose_white(s, faction)
    elif unit == CUBE:
        lose_cube(s, faction)
    else:
        lose_disk(s, faction)


def note_payment(s: State, civ: str, means: str) -> None:
    """Note what the civ has paid for a unit in a round."""
    fight_of(s).paid.setdefault(civ, []).append(means)


def commit_card(s: State, civ: str, card: int) -> None:
    """Commit a card from the hand face down to the Competition (ACME §9.3)."""
    s.civs[civ].hand.remove(card)
    fight_of(s).committed.setdefault(civ, []).append(card)


def put_in_order(s: State, civ: str, cards: list[int]) -> None:
    """Set the order in which the civ's cards will be resolved."""
    fight_of(s).committed[civ] = cards


def turn_up(s: State) -> None:
    """Make all committed cards public."""
    fight_of(s).revealed = True
    s.secrets += 1


def take_up(s: State, civ: str, card: int) -> None:
    """Take a committed card for resolving; it is in no pile until that is done (RUL-045)."""
    committed = fight_of(s).committed
    committed[civ].remove(card)
    if not committed[civ]:
        del committed[civ]
    s.playing.append(card)


def drop_out(s: State) -> None:
    """Remove white disks and unresolved cards of Factions without a disk there (RUL-101)."""
    fight = fight_of(s)
    here = s.disks.get(fight.area, {})
    for civ in [c for c in fight.white if c not in here]:
        del fight.white[civ]
    for civ in [c for c in fight.committed if c not in here and c not in fight.outside]:
        cards = fight.committed.pop(civ)
        for card in cards:
            put_away(s, card)
        tell(s, "competition.dropped", civ=text.civ(civ), cards=list_of([text.card(n) for n in cards]))


def lay_standing(s: State, civ: str, card: int) -> None:
    """Keep the card face up for later Competitions of the phase (RUL-074)."""
    s.civs[civ].standing[str(card)] = LASTING[card]


def use_standing(s: State, civ: str, card: int) -> None:
    """Use a standing card once; after its last use it is discarded."""
    standing = s.civs[civ].standing
    standing[str(card)] -= 1
    if not standing[str(card)]:
        drop_standing(s, civ, card)


def drop_standing(s: State, civ: str, card: int) -> None:
    """Put a standing card on the discard pile."""
    del s.civs[civ].standing[str(card)]
    put_away(s, card)
