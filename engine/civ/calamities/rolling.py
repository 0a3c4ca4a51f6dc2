"""How many calamities come, and for whom (CIV §13)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.civ import verbs
from engine.civ.board import city_count, mega, nations_in_play
from engine.civ.calamities.registry import EFFECTS, Roles
from engine.civ.catalog import CATALOG
from engine.civ.definitions import EPOCHS, Deck
from engine.civ.effects import counted_cities
from engine.civ.state import State
from engine.civ.track import epoch_of, next_demand
from engine.civ.verbs import nation, tell
from engine.core import chance
from engine.core.ask import each
from engine.core.message import list_of

ROLL, ASIDE = "roll", "aside"
HORDES = "barbarian_hordes"
IMMUNE = "crete"


async def count(s: State) -> str:
    """Roll the die of the most advanced epoch of any marker for the number of calamities (CIV §13.1)."""
    epoch = max((epoch_of(s, n) for n in s.nations), key=EPOCHS.index)
    dice = CATALOG.dice.get(epoch)
    if dice is None:
        return verbs.go_on(s, "abilities")
    shown = chance.draw(s, dice.sides) + 1
    verbs.expect(s, max(0, shown + dice.add))
    verbs.new_action(s)
    tell(s, "calamity.count", shown=shown, sides=dice.sides, n=s.due)
    return verbs.go_on(s, "calamity")


async def strike(s: State) -> str:
    """Carry out the next calamity: rolls, roles, the card, and all it does before the next roll (CIV §13.2-13.6)."""
    if not s.due or not s.calamities:
        return verbs.go_on(s, "abilities")
    verbs.new_action(s)
    await ask_volunteers(s)
    roles = roll(s, rollers(s))
    card = verbs.draw_calamity(s)
    tell(s, "calamity.drawn", calamity=verbs.calamity(card))
    if roles is None:
        tell(s, "calamity.nobody")
    elif card == HORDES and roles.victim == IMMUNE:
        tell(s, "calamity.immune", player=nation(roles.victim))
    else:
        await EFFECTS[deck_of(s), card](s, roles)
    return "calamity"


def deck_of(s: State) -> Deck:
    """Return the deck of the table."""
    return "mega" if mega(s) else "classic"


def is_exempt(s: State, name: str) -> bool:
    """Return whether the nation need not roll: it has fewer cities than its next space asks (CIV §13.2,
    CIV-RUL-022).
    """
    demand = next_demand(s, name)
    return demand is not None and counted_cities(s, name, city_count(s, name)) < demand.cities


async def ask_volunteers(s: State) -> None:
    """Ask exempt nations once a turn, before the first such roll; volunteers again before each (CIV-N-3).

    By option they are asked before each roll; silence means not rolling (CIV §13.3, CIV-RUL-023).
    """
    exempt = [n for n in nations_in_play(s) if is_exempt(s, n)]
    asked = [n for n in exempt if s.options.ask_each_roll or s.volunteers.get(n, True)]
    stands = {n for n in asked if s.options.ask_each_roll or not s.volunteers.get(n)}
    options = {n: (ASIDE, ROLL) if n in stands else (ROLL, ASIDE) for n in asked}
    for n, answer in (await each("calamity.stand", options)).items():
        verbs.volunteer(s, n, answer == ROLL)


def rollers(s: State) -> list[str]:
    """Return everyone who must roll or volunteers."""
    return [n for n in nations_in_play(s) if not is_exempt(s, n) or s.volunteers.get(n)]


def roll(s: State, names: Sequence[str]) -> Roles | None:
    """Roll 2d6 for each: the lowest is hit, the highest of the others has traded it; ties roll again (CIV §13.4,
    §13.5).
    """
    if not names:
        return None
    if len(names) == 1:
        tell(s, "calamity.alone", player=nation(names[0]))
        return Roles(names[0])
    rolls = roll_dice(s, names)
    victim = _extreme(s, rolls, min(rolls.values()))
    others = {n: value for n, value in rolls.items() if n != victim}
    trader = _extreme(s, others, max(others.values()), lowest=False)
    tell(s, "calamity.roles", victim=nation(victim), trader=nation(trader))
    return Roles(victim, trader)


def roll_dice(s: State, names: Sequence[str]) -> dict[str, int]:
    """Roll two dice for each, tell the results and return them."""
    rolls = {n: chance.draw(s, 6) + chance.draw(s, 6) + 2 for n in names}
    tell(s, "calamity.rolled", rolls=list_of([f"{nation(n)} {value}" for n, value in rolls.items()]))
    return rolls


def _extreme(s: State, rolls: dict[str, int], value: int, *, lowest: bool = True) -> str:
    """Return who rolled that value; ties roll again until one is left (CIV-RUL-024)."""
    tied = [n for n, rolled in rolls.items() if rolled == value]
    while len(tied) > 1:
        again = roll_dice(s, tied)
        value = min(again.values()) if lowest else max(again.values())
        tied = [n for n, rolled in again.items() if rolled == value]
    return tied[0]
