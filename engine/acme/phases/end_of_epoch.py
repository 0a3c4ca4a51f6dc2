"""The End of Epoch: bonus VP, the Epoch Event, the change of Epoch (ACME §11, RUL-125, RUL-126)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from engine.acme.effects.announce import Cause
from engine.acme.effects.events import resolve_event
from engine.acme.effects.losses import LOSE, Hit, lose, payments
from engine.acme.effects.plans import tell_placed
from engine.acme.facts.catalog import AREAS, CARDS, RULES
from engine.acme.facts.constants import EpochEvent
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.phases.game_end import ROMAN, finish
from engine.acme.questions.board import (
    by_order,
    cities,
    disks,
    in_play,
    is_active,
    is_last_epoch,
    occupied_areas,
    seas,
    vacant,
)
from engine.acme.special import special
from engine.acme.state import State
from engine.acme.verbs.basic import (
    begin_phase,
    discard,
    finish_playing,
    gain_vp,
    new_action,
    pay_mina,
    place,
    tell,
    top_card,
)
from engine.acme.verbs.deity_verbs import lose_deity
from engine.acme.verbs.sequence import end_epoch, first_step, gather_deck, next_epoch
from engine.core import text
from engine.core.ask import Flow, choose, some
from engine.core.message import Message, list_of, strung

Happening: TypeAlias = Callable[[State, EpochEvent], Flow[None]]


async def bonus(s: State) -> str | None:
    """Give 2 VP to a sole leader in Cities, mina or Seas occupied, 1 to each of several (ACME §11.1)."""
    begin_phase(s, "epoch")
    end_epoch(s)
    s.reason = s.reason or ("epochs" if is_last_epoch(s) else "")
    reward_all(s)
    if not s.reason or s.options.final_epoch_event:
        return "epoch.event"
    finish(s)
    return None


CATEGORIES: dict[str, Callable[[State, str], int]] = {
    "cities": lambda s, civ: sum(special(s).scores(s, civ, a) for a in cities(s, civ)),
    "mina": lambda s, civ: s.civs[civ].mina,
    "seas": lambda s, civ: len(seas(occupied_areas(s, civ))),
}


def reward_all(s: State) -> None:
    """Give the VP of all categories; Cities that a scenario excludes don't count (Playbook, Rome vs. Parthia)."""
    for name, count in CATEGORIES.items():
        reward(s, name, {civ: count(s, civ) for civ in s.order})


def reward(s: State, name: str, amounts: dict[str, int]) -> None:
    """Give the VP of one category; nobody scores at zero (RUL-125)."""
    most = max(amounts.values())
    leaders = [civ for civ in s.order if amounts[civ] == most]
    if not most:
        return
    vp = RULES.epoch_bonus_vp if len(leaders) == 1 else RULES.epoch_bonus_tied_vp
    for civ in leaders:
        gain_vp(s, civ, vp, "epochs")
    told = strung(Message("part.vp_now", {"civ": text.civ(civ), "vp": vp, "now": s.civs[civ].vp}) for civ in leaders)
    tell(s, f"epoch.most.{name}", n=most, civs=told)


async def event(s: State) -> str | None:
    """Draw one card, look its number up in the table, then discard it (ACME §11.2)."""
    new_action(s)
    card = top_card(s)
    if card is not None:
        s.playing.append(card)
        await happen(s, card)
    if not s.reason:
        return "epoch.change"
    finish(s)
    return None


async def happen(s: State, card: int) -> None:
    """Carry out the table's line for that card; an Event card is resolved instead (RUL-126)."""
    line = RULES.epoch_event(card)
    name, does = (Message(f"epoch_event.{line.id}.{word}") for word in ("name", "text"))
    tell(s, "epoch.event", card=text.card(card), n=card, name=name, text=does)
    if CARDS[card].is_event:
        await resolve_event(s, card, "")
    else:
        await HAPPENINGS[line.id](s, line)
        finish_playing(s, card)


def cause() -> Cause:
    """Return a cause without an actor, so that mina and cards may save disks, and nothing else (RUL-060)."""
    return Cause("epoch", "", harm=True)


async def golden_age(s: State, line: EpochEvent) -> None:
    """Give VP for every Active Deity."""
    blessed = [civ for civ in s.order if is_active(s, civ)]
    for civ in blessed:
        gain_vp(s, civ, line.numbers["vp"], "epochs")
    if blessed:
        tell(s, "epoch.golden_age_of", civs=list_of([text.civ(c) for c in blessed]), vp=line.numbers["vp"])


async def drought(s: State, line: EpochEvent) -> None:
    """Take a disk of every City in a Fertile area."""
    hits = [
        Hit(civ, a, line.numbers["disks"]) for civ in s.order for a in cities(s, civ) if AREAS[a].terrain == "fertile"
    ]
    await lose(s, cause(), hits)


async def plague(s: State, line: EpochEvent) -> None:
    """Take a disk of every stack of 3 or more."""
    hits = [
        Hit(civ, a, line.numbers["disks"])
        for civ in s.order
        for a in occupied_areas(s, civ)
        if disks(s, civ, a) >= line.numbers["stack"]
    ]
    await lose(s, cause(), hits)


async def earthquake(s: State, line: EpochEvent) -> None:
    """Take a disk of one City for every three, the owner's choice of Cities."""
    shaken = cause()
    for civ in s.order:
        picked = await pick_cities(s, civ, len(cities(s, civ)) // line.numbers["cities"])
        await lose(s, shaken, [Hit(civ, a, line.numbers["disks"]) for a in picked])


async def collapse(s: State, line: EpochEvent) -> None:
    """Reduce every second City of the civ with the most VP to a Settlement; it chooses which."""
    most, fallen = max(s.civs[civ].vp for civ in s.order), cause()
    for civ in [c for c in s.order if s.civs[c].vp == most]:
        picked = await pick_cities(s, civ, len(cities(s, civ)) // line.numbers["divisor"])
        await lose(s, fallen, [Hit(civ, a, disks(s, civ, a) - RULES.settlement_disks) for a in picked])


async def pick_cities(s: State, civ: str, n: int) -> Sequence[str]:
    """Ask which of its Cities the civ lets suffer."""
    return await some(civ, "epoch.cities", cities(s, civ), n, n, n=n)


async def wandering_peoples(s: State, line: EpochEvent) -> None:
    """Place Barbarians in every vacant Fertile area, in the order of Competitions."""
    empty = [a for a in by_order(in_play(s)) if AREAS[a].terrain == "fertile" and vacant(s, a)]
    placed = [a for a in empty for _ in range(place(s, BARBARIANS, a, line.numbers["disks"]))]
    if placed:
        tell_placed(s, BARBARIANS, placed)


async def crisis_of_faith(s: State, line: EpochEvent) -> None:
    """Take a mina or a card for every Active Deity, or it is Lost."""
    del line
    for civ in [c for c in s.order if is_active(s, c)]:
        deity = text.thing("deity", s.civs[civ].deity)
        picked = await choose(civ, "epoch.faith", [*payments(s, civ), LOSE], deity=deity)
        keep_faith(s, civ, picked)


def keep_faith(s: State, civ: str, picked: str) -> None:
    """Carry out what the civ has chosen to keep or lose its Deity."""
    said = {"civ": text.civ(civ), "deity": text.thing("deity", s.civs[civ].deity)}
    if picked == LOSE:
        lose_deity(s, civ)
        tell(s, "epoch.faith_lost", **said)
    elif picked == "mina":
        pay_mina(s, civ, 1)
        tell(s, "epoch.faith_mina", **said)
    else:
        discard(s, civ, int(picked[5:]))
        tell(s, "epoch.faith_card", card=text.card(picked[5:]), **said)


HAPPENINGS: dict[str, Happening] = {
    "golden_age": golden_age,
    "drought": drought,
    "earthquake": earthquake,
    "collapse": collapse,
    "wandering_peoples": wandering_peoples,
    "plague": plague,
    "crisis_of_faith": crisis_of_faith,
}


async def change(s: State) -> str:
    """Advance the markers; deck, discards and set-aside cards become one new deck (ACME §11.3, RUL-048)."""
    new_action(s)
    next_epoch(s)
    gather_deck(s)
    tell(s, "epoch.change", epoch=ROMAN[s.epoch - 1])
    return special(s).after_epoch or first_step(s)


EPOCH_STEPS = {"epoch.bonus": bonus, "epoch.event": event, "epoch.change": change}
