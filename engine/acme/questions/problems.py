"""Broken invariants: what must hold in every position that play can reach (RUL-015, ACME §2, §3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain

from engine.acme.exploration.tables import MOST_MET
from engine.acme.facts.catalog import AREAS, CARDS, CULTURE, DEITIES, RULES, TRACKS, playable
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.holdings import Holdings
from engine.acme.questions.board import CAPS, by_order, contested, is_contested, on_map
from engine.acme.special import special
from engine.acme.state import State
from engine.acme.verbs.deity_verbs import MONOTHEISM, MONOTHEISM_CARD


def problems(s: State) -> list[str]:
    """All that is wrong with the position; empty if nothing is."""
    if not s.deck and not s.discard and s.phase == "setup":
        return [*disk_problems(s), *area_problems(s)]
    cards = [*card_problems(s), *deity_problems(s), *money_problems(s)]
    return [*disk_problems(s), *area_problems(s), *cards, *relation_problems(s), *culture_problems(s)]


def disk_problems(s: State) -> Iterator[str]:
    """Disks are conserved."""
    for name, c in s.civs.items():
        total = c.supply + c.box + sum(c.investments.values()) + on_map(s, name) + len(c.tracks)
        if total != c.disks or min(c.supply, c.box, *c.investments.values(), 0) < 0:
            yield f"{name} has {total} disks of {c.disks}: supply {c.supply}, box {c.box}"
    for name, neutral in s.neutrals.items():
        if neutral.supply < 0 or neutral.supply + on_map(s, name) != neutral.disks:
            yield f"{name} has {neutral.supply} disks in Supply and {on_map(s, name)} on the map, of {neutral.disks}"
    black = s.black + on_map(s, BARBARIANS)
    if black != RULES.barbarian_disks or s.black < 0:
        yield f"there are {black} black disks"


def area_problems(s: State) -> Iterator[str]:
    """Stacks are in play and within the limits; cubes stand on Mountains with their owners."""
    there = {BARBARIANS, *s.civs, *s.neutrals}
    for area in sorted(s.disks.keys() - playable(s.map)):
        yield f"{area} is out of play and holds {s.disks[area]}"
    empty = [area for area, here in s.disks.items() if min(here.values(), default=0) < 1]
    yield from (f"{area} holds an empty stack: {_stacks(s.disks[area])}" for area in empty)
    if strange := {*chain.from_iterable(s.disks.values())} - there:
        areas = [area for area, here in s.disks.items() if not strange.isdisjoint(here)]
        yield f"{sorted(strange)} are not in play and hold disks in {areas}"
    if s.phase not in {"competition", "over"}:
        high = [area for area, here in s.disks.items() if max(here.values(), default=0) > CAPS[area]]
        yield from (f"{area} is above the limit: {_stacks(s.disks[area])}" for area in high if _above_limit(s, area))
    yield from holding_problems(s)
    yield from (f"the Gold of {owner} in {area} is nobody's" for area, owner in s.gold.items() if owner not in s.civs)
    for area, owner in s.cubes.items():
        if AREAS[area].terrain != "mountain" or owner not in s.disks.get(area, {}):
            yield f"the Stronghold of {owner} in {area} has no business there"


def holding_problems(s: State) -> Iterator[str]:
    """What is kept beside the disks follows from them."""
    if not s.holdings.fit(s.disks):
        yield f"what is known of who lies where is wrong of {s.holdings.differs_from(Holdings(s.disks))}"
    if contested(s) != (fought := by_order([a for a, here in s.disks.items() if len(here) > 1 and is_contested(s, a)])):
        yield f"{contested(s)} are said to be Contested, and {fought} are"


def _stacks(stacks: Mapping[str, int]) -> str:
    return ", ".join(f"{owner} {n}" for owner, n in stacks.items())


def _above_limit(s: State, area: str) -> bool:
    """Whether a high stack is too high; Barbarians met while exploring may be, until Reckoning (RUL-172)."""
    limit = CAPS[area]
    met = max(limit, special(s).heaps.get(area, limit), MOST_MET if s.exploration else limit)
    return any(n > (met if faction == BARBARIANS else limit) for faction, n in s.disks[area].items())


def card_problems(s: State) -> Iterator[str]:
    """Every card is in exactly one place."""
    cards = [*s.deck, *s.discard, *s.set_aside, *s.removed, *s.playing, *s.unseen]
    for c in s.civs.values():
        cards += [*c.hand, *c.aside, *map(int, c.investments), *map(int, c.standing)]
        if c.deity == MONOTHEISM and not c.deity_captured:
            cards.append(MONOTHEISM_CARD)
        if MONOTHEISM in c.captured:
            cards.append(MONOTHEISM_CARD)
    for committed in s.fight.committed.values() if s.fight else ():
        cards += committed
    if len(cards) != len(CARDS) or CARDS.keys() != {*cards}:
        places = Counter(cards)
        wrong = {n: places[n] for n in {*CARDS, *cards} if places[n] != 1}
        yield f"cards not in exactly one place: {wrong}"


def deity_problems(s: State) -> Iterator[str]:
    """Every Deity is Available, owned or held by a captor, once."""
    places = Counter(s.available)
    for c in s.civs.values():
        places.update(c.captured.keys())
        if c.deity and not c.deity_captured:
            places[c.deity] += 1
    for deity in DEITIES:
        most, least = 1, int(deity != MONOTHEISM)
        if not least <= places[deity] <= most:
            yield f"{deity} is in {places[deity]} places"


def money_problems(s: State) -> Iterator[str]:
    """Nothing is below zero."""
    for name, c in s.civs.items():
        if min(c.mina, c.vp, c.loot) < 0:
            yield f"{name} has {c.mina} mina, {c.loot} loot, {c.vp} VP"


def relation_problems(s: State) -> Iterator[str]:
    """Only NPCs have enemies: civs in play, never themselves, each once; the Primary enemy is one of them."""
    for name, c in s.civs.items():
        strange = [f for f in c.enemies if f not in {*s.civs, *s.neutrals} or f == name or not c.npc]
        if strange or len(set(c.enemies)) < len(c.enemies):
            yield f"{name} is enemy to {c.enemies}"
        if not set(c.sworn) <= set(c.enemies):
            yield f"{name} is enemy for good to {c.sworn}, and is enemy to {c.enemies}"
        if c.primary and c.primary not in c.enemies:
            yield f"{name} has the Primary enemy {c.primary}, and is enemy to {c.enemies}"


def culture_problems(s: State) -> Iterator[str]:
    """Culture Tracks are there with their option only, and their stages are 1 to 4."""
    for name, c in s.civs.items():
        if c.tracks and not s.options.culture:
            yield f"{name} stands on {c.tracks} in a game without Culture Tracks"
        if strange := {t: n for t, n in c.tracks.items() if t not in TRACKS or not 0 < n <= CULTURE.stages}:
            yield f"{name} stands on stages that there are not: {strange}"
