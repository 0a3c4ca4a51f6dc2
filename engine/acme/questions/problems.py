"""What is wrong with a position: invariants of all that play can reach (RUL-015, ACME §2, §3).

Also whether the rules can continue from a written one: each check names the key to change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain

from engine.acme.exploration.tables import MOST_MET
from engine.acme.facts.catalog import AREAS, CARDS, CIVS, CULTURE, DEITIES, RULES, TRACKS, playable
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.history.casting import possible
from engine.acme.history.facts import HISTORICAL, Historical
from engine.acme.holdings import Holdings
from engine.acme.npc.relations import humans, npcs
from engine.acme.questions.board import CAPS, by_order, contested_areas, is_contested, on_map
from engine.acme.questions.players import players_by_seat
from engine.acme.special import special
from engine.acme.state import Civ, State
from engine.acme.verbs.deity_verbs import MONOTHEISM, MONOTHEISM_CARD
from engine.core.game import SetupError

CHOOSING = frozenset({"setup.teams", "setup.order", "setup.pick", "setup.civ", "history.order", "history.civ"})
"""Steps at which some seats have no civilization yet."""
HISTORY, TEAMS = "history.", "setup.teams"
KNOWN = (RULES.usable_disks, RULES.usable_disks_double)


def problems(s: State) -> list[str]:
    """Return all that is wrong with the position; empty if nothing is."""
    if not s.deck and not s.discard and s.phase == "setup":
        return [*disk_problems(s), *area_problems(s)]
    cards = [*card_problems(s), *deity_problems(s), *money_problems(s)]
    return [*disk_problems(s), *area_problems(s), *cards, *relation_problems(s), *culture_problems(s)]


def disk_problems(s: State) -> Iterator[str]:
    """Yield violations of the number of disks."""
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
    """Yield stacks that are out of play or above the limits, and misplaced cubes."""
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
    """Yield what is cached beside the disks and doesn't match them."""
    if not s.holdings.fit(s.disks):
        yield f"what is known of who lies where is wrong of {s.holdings.differs_from(Holdings(s.disks))}"
    if contested_areas(s) != (
        fought := by_order([a for a, here in s.disks.items() if len(here) > 1 and is_contested(s, a)])
    ):
        yield f"{contested_areas(s)} are said to be Contested, and {fought} are"


def _stacks(stacks: Mapping[str, int]) -> str:
    return ", ".join(f"{owner} {n}" for owner, n in stacks.items())


def _above_limit(s: State, area: str) -> bool:
    """Whether a high stack is too high; Barbarians met while exploring may be, until Reckoning (RUL-172)."""
    limit = CAPS[area]
    met = max(limit, special(s).heaps.get(area, limit), MOST_MET if s.exploration else limit)
    return any(n > (met if faction == BARBARIANS else limit) for faction, n in s.disks[area].items())


def card_problems(s: State) -> Iterator[str]:
    """Yield cards that aren't in exactly one place."""
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
    """Yield Deities that aren't Available, owned or captured exactly once."""
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
    """Yield amounts below zero."""
    for name, c in s.civs.items():
        if min(c.mina, c.vp, c.loot) < 0:
            yield f"{name} has {c.mina} mina, {c.loot} loot, {c.vp} VP"


def relation_problems(s: State) -> Iterator[str]:
    """Yield impossible enmities: only NPCs have enemies, which are civs in play, each once, the Primary one
    among them.
    """
    for name, c in s.civs.items():
        strange = [f for f in c.enemies if f not in {*s.civs, *s.neutrals} or f == name or not c.npc]
        if strange or len(set(c.enemies)) < len(c.enemies):
            yield f"{name} is enemy to {c.enemies}"
        if not set(c.sworn) <= set(c.enemies):
            yield f"{name} is enemy for good to {c.sworn}, and is enemy to {c.enemies}"
        if c.primary and c.primary not in c.enemies:
            yield f"{name} has the Primary enemy {c.primary}, and is enemy to {c.enemies}"


def culture_problems(s: State) -> Iterator[str]:
    """Yield impossible Culture Tracks: they need their option, and stages from 1 to 4."""
    for name, c in s.civs.items():
        if c.tracks and not s.options.culture:
            yield f"{name} stands on {c.tracks} in a game without Culture Tracks"
        if strange := {t: n for t, n in c.tracks.items() if t not in TRACKS or not 0 < n <= CULTURE.stages}:
            yield f"{name} stands on stages that there are not: {strange}"


def refuse_nonsense(name: str, c: Civ) -> None:
    """Refuse unknown card numbers and amounts below zero."""
    for key in ("vp", "mina", "loot", "box", "disks"):
        if getattr(c, key) < 0:
            raise SetupError(f"civs.{name}.{'growth_box' if key == 'box' else key}", "below")
    for key, cards in (("investments", c.investments), ("standing", c.standing)):
        wrong = [n for n, left in cards.items() if not (n.isascii() and n.isdigit()) or left < 0]
        if wrong:
            raise SetupError(f"civs.{name}.{key}", "acme.invested", card=wrong[0])
    strange = [d for d in c.captured if d not in DEITIES]
    if strange:
        raise SetupError(f"civs.{name}.captured", "acme.no_deity", deity=strange[0])


def check_civs(s: State) -> None:
    """Refuse a position without civs, or one that lacks a civ its scenario needs."""
    if not s.civs:
        raise SetupError("civs", "acme.nobody")
    h = HISTORICAL.get(s.scenario)
    missing = [civ for civ in h.sides if civ not in s.civs] if h and h.whole and s.phase != "setup" else []
    if missing:
        raise SetupError("civs", "acme.missing", scenario=s.scenario, civ=missing[0])


def check_relations(s: State) -> None:
    """Refuse enmities that don't fit: NPCs' enemies are civs of this game, the Primary one among them; persons' civs
    have none.
    """
    for name, c in s.civs.items():
        strange = [f for f in c.enemies if f not in {*s.civs, *s.neutrals} or f == name or not c.npc]
        if strange:
            raise SetupError(f"civs.{name}.enemies", "acme.enemy", civ=strange[0])
        if len(set(c.enemies)) < len(c.enemies):
            raise SetupError(f"civs.{name}.enemies", "twice", name=max(c.enemies, key=c.enemies.count))
        if not set(c.sworn) <= set(c.enemies):
            raise SetupError(f"civs.{name}.sworn", "acme.sworn", civs=c.sworn)
        if c.primary and c.primary not in c.enemies:
            raise SetupError(f"civs.{name}.primary", "acme.primary", civ=c.primary)


def check_step(s: State, step: str | None) -> None:
    """Refuse a step that isn't the scenario's, or a civ without civilization or Home Area that should have one."""
    h = HISTORICAL.get(s.scenario)
    of_scenario = step is not None and step.startswith(HISTORY)
    if step not in {None, TEAMS} and (s.phase == "setup" or of_scenario) and of_scenario != (h is not None):
        raise SetupError("step", "acme.step", step=step, phase=s.scenario)
    for name, c in s.civs.items():
        if name not in CIVS and step not in CHOOSING:
            raise SetupError(f"civs.{name}", "acme.no_such_civ")
        if name in CIVS and not c.home and not c.out and step not in CHOOSING:
            raise SetupError(f"civs.{name}.home", "acme.no_area", area="")
        if s.phase == "setup" and c.disks not in KNOWN:
            raise SetupError(f"civs.{name}.disks", "none_of", value=c.disks, known=KNOWN)
    if step in CHOOSING:
        _check_undecided(s)
        _check_choosers(s, h)


def _check_undecided(s: State) -> None:
    """Check that seats without a civilization have no disks to place: they would stay when one is chosen."""
    for name, c in s.civs.items():
        for key, n in (("growth_box", c.box), ("investments", sum(c.investments.values()))):
            if name not in CIVS and n:
                raise SetupError(f"civs.{name}.{key}", "none_of", value=n, known=(0,))


def _check_choosers(s: State, h: Historical | None) -> None:
    """Check that the civs before the next one have chosen, and that the next one can."""
    order = [*humans(s), *npcs(s)]
    strange = [name for name in s.civs if h is not None and name in CIVS and name not in h.sides]
    if not s.options.one_vs_two:
        strange += [name for name in order[: s.active] if name not in CIVS or not s.civs[name].home]
    named = {name: name for name in s.civs if name in CIVS}
    left = [name for name in order[s.active :] if name not in CIVS]
    if strange or (h is not None and left and not possible(h, left[0], named, players_by_seat(s))):
        raise SetupError("civs", "acme.no_civ", civ=[*strange, *left][0])
