"""Competition cards that bring white disks, own disks or Investments: 14, 15, 18, 20, 21, 31, 33, 34, 36-38, 41, 93."""

from __future__ import annotations

from typing import Any

from engine.acme.effects.losses import payments, save
from engine.acme.facts.catalog import AREAS
from engine.acme.fight.resolve import DISCARD, DISPLAY, comes_up, fight_card
from engine.acme.fight.stack import (
    add_white,
    area_of,
    fight_of,
    lay_standing,
    lose_white,
    opponents_of,
    rivals_of,
    takes_part,
)
from engine.acme.questions.board import contested_areas, controls, disks, homes_in_play, is_active, near
from engine.acme.state import State
from engine.acme.verbs.basic import gain_mina, invest, pay_mina, place, take_from_investment, tell
from engine.core import text
from engine.core.ask import choose, choose_or_pass, number
from engine.core.message import count_noun

CAPTAIN, GENERAL, STALLIONS, ARMOURER, KING = 14, 15, 18, 20, 21
INFANTRY, HEAVY, BEARERS, IRON, ELEPHANTS, RAIDERS, EAGLES, HOLY_WAR = 31, 33, 34, 36, 37, 38, 41, 93
INVESTED, RIDING, SPREAD, TOGETHER = 4, 2, "spread", "together"


def always(s: State, civ: str) -> bool:
    """Return whether its player takes part."""
    return takes_part(s, civ)


def has_opponent(s: State, civ: str) -> bool:
    """Return whether the civ takes part and has an opponent there."""
    return takes_part(s, civ) and bool(opponents_of(s, civ))


def on_land(s: State, civ: str) -> bool:
    """Return whether it is a Land Competition of its player."""
    return takes_part(s, civ) and AREAS[area_of(s)].is_land


def on_level_land(s: State, civ: str) -> bool:
    """Return whether it is an undecided Land Competition outside Mountain areas."""
    return has_opponent(s, civ) and AREAS[area_of(s)].terrain not in {"mountain", "sea"}


def at_sea(s: State, civ: str) -> bool:
    """Return whether it is a Sea Competition of its player."""
    return takes_part(s, civ) and AREAS[area_of(s)].is_sea


def beside(s: State, civ: str, terrain: str) -> bool:
    """Return whether it is a Competition in an area of that terrain, or in a Land area next to one."""
    area = area_of(s)
    here = AREAS[area].terrain == terrain
    return takes_part(s, civ) and (
        here or (AREAS[area].is_land and any(AREAS[a].terrain == terrain for a in near(s, area)))
    )


def by_the_desert(s: State, civ: str) -> bool:
    """Return whether it is a Competition where Camel Raiders may be played."""
    return beside(s, civ, "desert")


def with_supply(s: State, civ: str) -> bool:
    """Return whether its player takes part and has a disk in Supply."""
    return takes_part(s, civ) and s.civs[civ].supply > 0


def can_pay_undecided(s: State, civ: str) -> bool:
    """Return whether the Competition is undecided, and its player has a mina to pay (card 15, RUL-069)."""
    return has_opponent(s, civ) and s.civs[civ].mina > 0


def has_deity_undecided(s: State, civ: str) -> bool:
    """Return whether its player has an Active Deity and the Land Competition is undecided (card 93)."""
    return on_land(s, civ) and has_opponent(s, civ) and is_active(s, civ)


def has_friend(s: State, civ: str) -> bool:
    """Return whether another civ takes part (card 14)."""
    return bool(rivals_of(s, civ))


def bring_white(s: State, civ: str, card: int, n: int) -> None:
    """Add white disks by a card, and tell it."""
    if n := add_white(s, civ, n):
        tell(s, "competition.white", civ=text.civ(civ), what=text.card(card), n=count_noun(n, "white_disk"))


def bring_own(s: State, civ: str, n: int) -> None:
    """Place disks from Supply in the area, without limit (ACME §3.2)."""
    area = area_of(s)
    if n := place(s, civ, area, n, capped=False):
        tell(s, "competition.own", focus=(area,), civ=text.civ(civ), n=count_noun(n, "disk"))


@fight_card(CAPTAIN, has_friend)
async def great_captain(s: State, civ: str) -> str:
    """Card 14: another civ in the Competition adds 1 white disk; its player gains 1 mina (RUL-068)."""
    said: dict[str, Any] = {"prompt": "fight.friend", "card": text.card(CAPTAIN), "area": text.area(area_of(s))}
    friend = await choose(civ, "competition.card", rivals_of(s, civ), about=(area_of(s), str(CAPTAIN)), **said)
    await comes_up(s, civ, CAPTAIN, aim=text.civ(friend))
    bring_white(s, friend, CAPTAIN, 1)
    gain_mina(s, civ, 1)
    return DISCARD


@fight_card(GENERAL, can_pay_undecided)
async def mercenary_general(s: State, civ: str) -> str:
    """Card 15: pay 1 mina when it resolves, add 2 white disks (RUL-069)."""
    await comes_up(s, civ, GENERAL)
    if pay_mina(s, civ, 1):
        bring_white(s, civ, GENERAL, 2)
    return DISCARD


async def choose_amount(s: State, civ: str, card: int, low: int, high: int, prompt: str = "fight.invest") -> int:
    """Ask how many disks or mina go into a card, when it is announced (RUL-009)."""
    said: dict[str, Any] = {"prompt": prompt, "card": text.card(card), "area": text.area(area_of(s)), "most": high}
    return await number(civ, "competition.card", low, high, about=(area_of(s), str(card)), **said)


@fight_card(STALLIONS, with_supply)
async def breeder_of_stallions(s: State, civ: str) -> str:
    """Card 18: up to 4 disks go on it; in a Land Competition up to 2 of them straight into the area (RUL-070)."""
    n = await choose_amount(s, civ, STALLIONS, 1, min(INVESTED, s.civs[civ].supply))
    there = min(RIDING, n) if AREAS[area_of(s)].is_land else 0
    riding = await choose_amount(s, civ, STALLIONS, 0, there, "fight.riding")
    await comes_up(s, civ, STALLIONS, aim=count_noun(n, "disk"))
    laid = invest(s, civ, STALLIONS, n)
    tell(s, "competition.invested", civ=text.civ(civ), card=text.card(STALLIONS), n=count_noun(laid, "disk"))
    if riding:
        take_from_investment(s, civ, STALLIONS, area_of(s), min(riding, laid))
        tell(s, "competition.own", focus=(area_of(s),), civ=text.civ(civ), n=count_noun(riding, "disk"))
    return DISPLAY


@fight_card(ARMOURER, with_supply)
async def master_armorer(s: State, civ: str) -> str:
    """Card 20: up to 4 disks go on it; in any Competition each may go in place of a unit (RUL-071)."""
    n = await choose_amount(s, civ, ARMOURER, 1, min(INVESTED, s.civs[civ].supply))
    await comes_up(s, civ, ARMOURER, aim=count_noun(n, "disk"))
    laid = invest(s, civ, ARMOURER, n)
    tell(s, "competition.invested", civ=text.civ(civ), card=text.card(ARMOURER), n=count_noun(laid, "disk"))
    return DISPLAY


@fight_card(KING, always)
async def warrior_king(s: State, civ: str) -> str:
    """Card 21: 1 disk from Supply and 2 white disks."""
    await comes_up(s, civ, KING)
    bring_own(s, civ, 1)
    bring_white(s, civ, KING, 2)
    return DISCARD


@fight_card(INFANTRY, always)
async def armored_infantry(s: State, civ: str) -> str:
    """Card 31: 1 white disk here and in every later Competition of its player this phase (RUL-074)."""
    await comes_up(s, civ, INFANTRY)
    bring_white(s, civ, INFANTRY, 1)
    lay_standing(s, civ, INFANTRY)
    return DISPLAY


@fight_card(HEAVY, on_level_land)
async def heavy_chariots(s: State, civ: str) -> str:
    """Card 33: 2 white disks on Land outside Mountain areas."""
    await comes_up(s, civ, HEAVY)
    bring_white(s, civ, HEAVY, 2)
    return DISCARD


@fight_card(BEARERS, has_opponent)
async def shield_bearers(s: State, civ: str) -> str:
    """Card 34: 1 white disk, and the first loss by an opponent's Competition card here is cancelled (RUL-076)."""
    await comes_up(s, civ, BEARERS)
    bring_white(s, civ, BEARERS, 1)
    fight_of(s).shielded.append(civ)
    return DISCARD


@fight_card(IRON, on_land)
async def iron_weapons(s: State, civ: str) -> str:
    """Card 36: 1 white disk here and 1 in one later Land Competition of its player this phase (RUL-074)."""
    await comes_up(s, civ, IRON)
    bring_white(s, civ, IRON, 1)
    lay_standing(s, civ, IRON)
    return DISPLAY


@fight_card(ELEPHANTS, on_level_land)
async def war_elephants(s: State, civ: str) -> str:
    """Card 37: 3 white disks; opposing civs may pay to drive them off, but never the last (RUL-077)."""
    await comes_up(s, civ, ELEPHANTS)
    bring_white(s, civ, ELEPHANTS, 3)
    beasts = 3
    for rival in rivals_of(s, civ):
        beasts -= await _frighten(s, civ, rival, beasts - 1)
    return DISCARD


async def _frighten(s: State, civ: str, rival: str, most: int) -> int:
    """One opponent pays as often as it likes, 1 mina or 1 card each. Return how many beasts it has driven off."""
    gone = 0
    while gone < most:
        said: dict[str, Any] = {"what": text.card(ELEPHANTS), "left": most - gone}
        means = await choose_or_pass(rival, "loss.penalty", payments(s, rival), about=(area_of(s), civ), **said)
        if means is None:
            break
        await save(s, rival, area_of(s), means)
        lose_white(s, civ)
        gone += 1
        tell(s, "competition.frightened", civ=text.civ(rival), victim=text.civ(civ))
    return gone


@fight_card(RAIDERS, by_the_desert)
async def camel_raiders(s: State, civ: str) -> str:
    """Card 38: 2 disks from Supply; 1 mina if its player is alone there when the Competition is over (RUL-078)."""
    await comes_up(s, civ, RAIDERS)
    bring_own(s, civ, 2)
    fight_of(s).raiders.append(civ)
    return DISCARD


def reward_raiders(s: State) -> None:
    """Put the Camel Raiders' mina straight into the Treasury (RUL-078)."""
    for civ in fight_of(s).raiders:
        if controls(s, civ, area_of(s)):
            gain_mina(s, civ, 1)
            tell(s, "competition.raiders", civ=text.civ(civ), card=text.card(RAIDERS))


@fight_card(EAGLES, at_sea)
async def eagles_of_the_sea(s: State, civ: str) -> str:
    """Card 41: 2 white disks here, or 1 in each of up to three Sea Competitions this phase, said when it resolves."""
    options = [TOGETHER, SPREAD] if more_seas(s, civ) else [TOGETHER]
    said: dict[str, Any] = {"prompt": "fight.spread", "card": text.card(EAGLES), "area": text.area(area_of(s))}
    way = await choose(civ, "competition.card", options, about=(area_of(s), str(EAGLES)), **said)
    await comes_up(s, civ, EAGLES)
    bring_white(s, civ, EAGLES, 2 if way == TOGETHER else 1)
    if way == TOGETHER:
        return DISCARD
    lay_standing(s, civ, EAGLES)
    return DISPLAY


def more_seas(s: State, civ: str) -> bool:
    """Return whether a later Sea Competition of the civ is to come this phase."""
    gone = {*s.fought, area_of(s), s.peace}
    return any(a not in gone and AREAS[a].is_sea and disks(s, civ, a) for a in contested_areas(s))


@fight_card(HOLY_WAR, has_deity_undecided)
async def holy_war(s: State, civ: str) -> str:
    """Card 93: 2 white disks on Land; 3 in the own Home Area or that of an opponent there."""
    await comes_up(s, civ, HOLY_WAR)
    owner = homes_in_play(s).get(area_of(s))
    bring_white(s, civ, HOLY_WAR, 3 if owner in {civ, *opponents_of(s, civ)} else 2)
    return DISCARD
