"""Before the first Competition: Traitor, Bad Omens, the Goddess of Peace, pledges (ACME §9.1, RUL-097, RUL-180)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.acme.effects.announce import Negated, announce_card, power_negated
from engine.acme.facts.catalog import RULES
from engine.acme.fight.captain import is_pledge, might_pledge, pledge, pledges
from engine.acme.fight.sack import loot
from engine.acme.fight.stack import publicly_gone
from engine.acme.questions.board import (
    are_friends,
    contested_areas,
    controls,
    disks,
    has_power,
    is_active,
    is_city,
    opponents,
    stacks,
    used,
)
from engine.acme.questions.teams import without_mates
from engine.acme.special import special
from engine.acme.state import State
from engine.acme.verbs.basic import begin_playing, finish_playing, new_action, remove, tell, use
from engine.acme.verbs.deity_verbs import MONOTHEISM, block_power, keep_peace
from engine.acme.verbs.npc_offences import doing
from engine.core import text
from engine.core.ask import Ask, each, request, veil

TRAITOR, BAD_OMENS, GODDESS = 22, 87, "goddess_of_peace"
NOTHING = "nothing"
KEY = "competition.before"


async def play_opening_round(s: State) -> bool:
    """Play one round before the Competitions. Return whether any civ played, so that another round follows
    (RUL-180).
    """
    if s.options.negate_window == "sealed":
        return await _all_at_once(s)
    return await _one_by_one(s)


async def _all_at_once(s: State) -> bool:
    """Ask all civs secretly; the answers take effect in Turn Order as far as they still can."""
    asked = {civ: [*plays(s, civ), NOTHING] for civ in s.order if might_play(s, civ)}
    given = await each(KEY, asked, sealed=True, silence=NOTHING, about=contested_areas(s))
    played = False
    for civ, token in given.items():
        if is_pledge(token):
            pledge(s, civ, token)
        elif token in plays(s, civ):
            await play(s, civ, token)
            played = True
    return played


async def _one_by_one(s: State) -> bool:
    """With the option `holders`, ask only civs that can play, each until it stops."""
    played = False
    if any(might_play(s, civ) for civ in s.order):
        await veil(KEY)
    for civ in s.order:
        while (token := await _ask_holder(s, civ)) != NOTHING:
            if is_pledge(token):
                pledge(s, civ, token)
                continue
            await play(s, civ, token)
            played = True
    return played


async def _ask_holder(s: State, civ: str) -> str:
    """Ask what the civ plays next, without telling the public who is asked."""
    able = plays(s, civ)
    if not able:
        return NOTHING
    ask = Ask(civ, (*able, NOTHING), silence=(NOTHING,))
    return (await request(KEY, [ask], sealed=True, about=contested_areas(s), asked=()))[civ][0]


def might_play(s: State, civ: str) -> bool:
    """Return whether, for all the public can know, the civ may have something to play now (RUL-180)."""
    if _peace(s, civ) or might_pledge(s, civ):
        return True
    if not s.civs[civ].hand:
        return False
    traitor = not publicly_gone(s, TRAITOR) and bool(_betrayals(s, civ))
    return traitor or (not publicly_gone(s, BAD_OMENS) and bool(_ominous(s, civ)))


def plays(s: State, civ: str) -> list[str]:
    """Return what the civ can play now: `22:<area>:<faction>`, `87:<civ>`, `peace:<area>`, or pledge: `14:<area>`."""
    hand = s.civs[civ].hand
    traitor = _betrayals(s, civ) if TRAITOR in hand else []
    omens = _ominous(s, civ) if BAD_OMENS in hand else []
    return [*traitor, *omens, *_peace(s, civ), *pledges(s, civ)]


def _betrayals(s: State, civ: str) -> list[str]:
    """The opposing Factions in Contested areas with the civ, Barbarians too; of one stack the first (card 22)."""
    areas = [a for a in contested_areas(s) if disks(s, civ, a)]
    return [
        f"{TRAITOR}:{a}:{f}" for a in areas for f in without_mates(s, civ, stacks(s, a)) if not are_friends(s, f, civ)
    ]


def _ominous(s: State, civ: str) -> list[str]:
    """The other civs whose Deity has a power that can be used now (card 87, RUL-086)."""
    if not is_active(s, civ):
        return []
    return [f"{BAD_OMENS}:{c}" for c in without_mates(s, civ, s.order) if c != civ and _may_use_power(s, c)]


def _may_use_power(s: State, civ: str) -> bool:
    deity = s.civs[civ].deity
    return deity != MONOTHEISM and has_power(s, civ, deity)


def _peace(s: State, civ: str) -> list[str]:
    """Return the Contested areas where the civ's Goddess can bring Peace: not that of last turn (Deity 3, RUL-098)."""
    if not has_power(s, civ, GODDESS) or used(s, civ, GODDESS):
        return []
    barred = "" if RULES.peace_repeat else s.civs[civ].peace
    return [f"peace:{a}" for a in contested_areas(s) if a != barred and disks(s, civ, a)]


async def play(s: State, civ: str, token: str) -> None:
    """Carry out what was chosen."""
    new_action(s)
    kind, *rest = token.split(":")
    if kind == "peace":
        await bring_peace(s, civ, rest[0])
        return
    with doing(s):
        if kind == str(TRAITOR):
            await traitor(s, civ, rest[0], rest[1])
        else:
            await bad_omens(s, civ, rest[0])


async def bring_peace(s: State, civ: str, area: str) -> None:
    """Use the Goddess of Peace: no Competition in that area this turn; the use may be cancelled (Deity 3, RUL-098)."""
    use(s, civ, GODDESS)
    peace = text.thing("deity", GODDESS)
    tell(s, "competition.peace_announced", focus=(area,), civ=text.civ(civ), area=text.area(area), deity=peace)
    if not await power_negated(s, civ, opponents(s, civ, area)):
        keep_peace(s, civ, area)
        tell(s, "competition.peace", focus=(area,), area=text.area(area))


async def bad_omens(s: State, civ: str, target: str) -> None:
    """Card 87: block the power of another civ's Deity for the rest of the turn (RUL-086)."""
    if await _stands(s, civ, BAD_OMENS, [target], (), text.civ(target)):
        block_power(s, target)
        tell(s, "deity.blocked", civ=text.civ(target), deity=text.thing("deity", s.civs[target].deity))
    finish_playing(s, BAD_OMENS)


async def traitor(s: State, civ: str, area: str, faction: str) -> None:
    """Card 22: remove all disks of one opposing Faction from a Contested area; nothing protects or saves them
    (RUL-072).
    """
    aim = f"{text.civ(faction)}, {text.area(area)}"
    if await _stands(s, civ, TRAITOR, [faction], (area,), aim):
        await betray(s, civ, area, faction)
    finish_playing(s, TRAITOR)


async def _stands(s: State, civ: str, card: int, against: Sequence[str], focus: Sequence[str], aim: str) -> bool:
    """Announce the card from the hand. Whether it is not cancelled."""
    begin_playing(s, civ, card)
    try:
        await announce_card(s, civ, card, against=against, focus=focus, harm=True, aim=aim)
    except Negated:
        tell(s, "negate.negated", civ=text.civ(civ), card=text.card(card))
        return False
    return True


async def betray(s: State, civ: str, area: str, faction: str) -> None:
    """Remove the disks; a civ's City is sacked if the traitor's paymaster then Controls the area (RUL-072)."""
    city = is_city(s, faction, area) and special(s).stakes(s, faction)
    n = remove(s, faction, area, disks(s, faction, area))
    tell(s, "competition.betrayed", focus=(area,), n=n, civ=text.civ(faction), area=text.area(area))
    if city and controls(s, civ, area):
        await loot(s, civ, faction, area)
