"""What a seat, or everybody, may know: built field by field, so that nothing comes in by accident."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.acme.culture import tracks
from engine.acme.culture.benefits import tally_vp
from engine.acme.facts.catalog import CIVS, RULES
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.history.facts import HISTORICAL, called, in_order
from engine.acme.npc.relations import enemies, npcs, primary
from engine.acme.phases.draw_step import base_cards
from engine.acme.phases.game_end import score
from engine.acme.phases.growth import to_place
from engine.acme.questions.board import (
    by_order,
    cities,
    controller,
    deity_state,
    factions,
    hand_limit,
    homes_in_play,
    in_play,
    is_contested,
    on_map,
)
from engine.acme.questions.income import sources
from engine.acme.questions.players import current_vp, fallen_of, is_double, sides, spelled_vp
from engine.acme.questions.teams import shown_to
from engine.acme.setup.handicaps import return_disks
from engine.acme.setup.pool import pool
from engine.acme.special import special
from engine.acme.state import Announced, Civ, Exploration, Fight, Neutral, State
from engine.core.naming import spelled


def view(s: State, seat: str | None, waiting: Sequence[str]) -> dict[str, Any]:
    """The position as that seat may know it: its own hand, the open hands of NPCs, nothing of the deck's order."""
    return {
        "game": "acme",
        "scenario": s.scenario,
        "map": s.map,
        "epoch": s.epoch,
        **({"first_epoch": first_epoch(s)} if first_epoch(s) > 1 else {}),
        "turn": s.turn,
        "turns": s.turns,
        "phase": s.phase,
        "order": list(s.order),
        "waiting_for": list(waiting),
        **({"round": s.round} if s.phase == "card" else {}),
        "passed": [name for name in s.order if s.civs[name].passed] if s.phase == "card" else [],
        "deck_count": len(s.deck),
        "discard": list(s.discard),
        "set_aside": list(s.set_aside),
        "removed": list(s.removed),
        "playing": list(s.playing),
        "deities_available": list(s.available),
        "goal": goal(s),
        **({"team_victory": s.options.team_victory} if s.options.teams else {}),
        **({"last_turn": True} if s.time_up else {}),
        **({"epoch_turns": n} if (n := special(s).last_turn) != RULES.turns_per_epoch else {}),
        **({"pool": pool(s)} if npcs(s) or s.pool else {}),
        "barbarian_supply": s.black,
        **({"border": list(special(s).border)} if special(s).border else {}),
        **({"neutrals": {name: neutral(s, name, n) for name, n in s.neutrals.items()}} if s.neutrals else {}),
        "areas": areas(s),
        "civs": {name: civ(s, name, c, seat) for name, c in s.civs.items()},
        **totals(s),
        **({"culture": culture(s)} if tracks.on(s) else {}),
        "exploration": None if s.exploration is None else exploration(s.exploration),
        **({"announced": [announcement(lying) for lying in s.announced]} if s.announced else {}),
        "competition": None if s.fight is None else competition(s, s.fight, seat),
        **(awaited(s, seat) if seat in s.civs and s.civs[seat].home else {}),
    }


def first_epoch(s: State) -> int:
    """The Epoch in which the game began."""
    return HISTORICAL[s.scenario].epoch if s.scenario in HISTORICAL else max(1, s.options.start_epoch)


def awaited(s: State, seat: str) -> dict[str, Any]:
    """What the seat gets next: growth by its sources, cards without mina, disks if it comes back by Gilgamesh; and how
    many cards it may keep.
    """
    return {
        "growth": sources(s, seat),
        "draws": base_cards(s, seat),
        "returns": return_disks(s, seat),
        "hand_limit": hand_limit(s, seat),
    }


def totals(s: State) -> dict[str, Any]:
    """The players, or the teams, in the order of their seats, if one of them has several civs."""
    seated = sorted((sorted(own, key=s.slots.index) for own in sides(s)), key=lambda own: s.slots.index(own[0]))
    several = any([*own[1:], *fallen_of(s, own)] for own in seated)
    return {"players": [player(s, own) for own in seated]} if several else {}


def player(s: State, own: Sequence[str]) -> dict[str, Any]:
    """A player or team with all its civs, and by what it is compared now: two decimals at most."""
    every = [*own, *fallen_of(s, own)]
    vp = score(s, own) if s.phase == "over" else current_vp(s, every)
    divided = {"divisor": s.options.divisor} if is_double(s, own[0]) else {}
    name = special(s).empire(s, own[0]) or s.civs[own[0]].player
    team = {"team": s.civs[own[0]].team} if s.options.teams else {}
    return {"name": "" if team else name, "civs": every, "score": spelled_vp(vp), **divided, **team}


def neutral(s: State, name: str, n: Neutral) -> dict[str, Any]:
    """A Faction that nobody plays, and the civ with which it fights as one."""
    friend = special(s).friends.get(name)
    return {
        "name": called(s.scenario, name) or spelled(name),
        "colour": n.colour,
        "letter": n.letter,
        "supply": n.supply,
        "disks": on_map(s, name),
        "cities": len(cities(s, name)),
        **({"friend": friend} if friend else {}),
        **({"in_order": True} if in_order(s.scenario, name) else {}),
    }


def goal(s: State) -> dict[str, int]:
    """When the game ends: whichever of these comes first."""
    options = s.options
    ends = {"vp": options.vp_target, "turns": options.turns, "time": options.time, "epochs": options.epochs}
    return {kind: n for kind, n in ends.items() if n}


def areas(s: State) -> dict[str, dict[str, Any]]:
    """Every playable area, in the order of Competitions."""
    homes, bonus = homes_in_play(s), {there: kind for kind, there in s.bonus.items()}
    return {a: area(s, a, homes.get(a), bonus.get(a)) for a in by_order(in_play(s))}


def area(s: State, name: str, home: str | None, bonus: str | None) -> dict[str, Any]:
    """One area as everybody sees it."""
    here = s.disks.get(name)
    return {
        "disks": {f: here[f] for f in factions(s, name)} if here else {},
        "stronghold": s.cubes.get(name),
        "gold": s.gold.get(name),
        "home": home,
        "control": controller(s, name) if here else None,
        "contested": bool(here) and is_contested(s, name),
        "bonus": bonus,
    }


def civ(s: State, name: str, c: Civ, seat: str | None) -> dict[str, Any]:
    """A civilization: all that lies open, and its hand for its owner."""
    return {
        "name": c.name or (CIVS[name].name_in(s.epoch) if name in CIVS else name.replace("seat_", "Seat ")),
        "player": c.player,
        "by": c.by,
        "npc": c.npc,
        **({"strong": True} if c.strong else {}),
        **(relations(s, name, c) if c.npc else {}),
        "colour": c.colour,
        **({"second_colour": c.second_colour} if c.second_colour else {}),
        "letter": c.letter,
        "displays": list(c.displays),
        "vp": c.vp,
        "scored": dict(c.scored),
        "mina": c.mina,
        "loot": c.loot,
        **({"team": c.team} if c.team else {}),
        **hand(name, c, seat),
        "growth_box": c.box,
        **({"to_place": to_place(s, name)} if s.phase == "growth" and c.home else {}),
        "supply": c.supply,
        "home": c.home or None,
        **deity(s, name, c),
        "investments": dict(c.investments),
        "standing": dict(c.standing),
        "cities": len(cities(s, name)),
        "disks": on_map(s, name),
        "gilgamesh": c.gilgamesh,
        **({"out": True} if c.out else {}),
        **({"exiled": True} if c.exiled else {}),
        **(on_tracks(s, name, c) if tracks.on(s) else {}),
    }


def on_tracks(s: State, name: str, c: Civ) -> dict[str, Any]:
    """The civ's stages, the VP they would bring in a Tally now, and white disks laid out for Competitions."""
    arrayed = {"arrayed": dict(c.arrayed)} if c.arrayed else {}
    return {"tracks": tracks.stages(s, name), "culture_vp": tally_vp(s, name), **arrayed}


def culture(s: State) -> dict[str, list[int]]:
    """What the stages of every Culture Track ask for at this table."""
    return {"cities": list(s.options.culture_cities), "costs": list(s.options.culture_costs)}


def hand(name: str, c: Civ, seat: str | None) -> dict[str, Any]:
    """How many cards it has, those that lie face down, and for its owner which; hands of NPCs are open (RUL-133).

    A person's civ keeps its hand to itself while the NPC plays it.
    """
    open_hand = name == seat or (c.npc and c.by == "npc")
    return {
        "hand_count": len(c.hand),
        **({"aside": sorted(c.aside)} if c.aside else {}),
        **({"hand": sorted(c.hand)} if open_hand else {}),
        **({"shown": shown} if seat and not open_hand and (shown := shown_to(c, seat)) else {}),
        **({"shows": shows} if name == seat and (shows := {mate: shown_to(c, mate) for mate in c.shows}) else {}),
        **({"pledged": c.pledged} if name == seat and c.pledged else {}),
    }


def deity(s: State, name: str, c: Civ) -> dict[str, Any]:
    """Its Deity, where that stands if not at home, and the blocks it has captured."""
    return {
        "deity": c.deity or None,
        "deity_state": deity_state(s, name),
        **({"temple": c.temple} if c.temple else {}),
        "power_blocked": c.blocked,
        "captured": dict(c.captured),
    }


def relations(s: State, name: str, c: Civ) -> dict[str, Any]:
    """Whom the NPC is enemy to, the Primary enemy first, and which civ that is; the Barbarians always are enemies."""
    return {"enemies": [*enemies(s, name), BARBARIANS], "primary": primary(s, name) or None, "invader": c.invader}


def exploration(e: Exploration) -> dict[str, Any]:
    """What lies open of an Exploration: the NPCs still unknown, what is left to explore, the white disks on the map."""
    return {"unknown": list(e.unknown), "frontier": by_order(e.frontier), "explored": by_order(e.markers)}


def announcement(lying: Announced) -> dict[str, Any]:
    """What may still be answered: who does what, against whom; the last of several answers the one before it."""
    return {
        "kind": lying.kind,
        "actor": lying.actor,
        "card": lying.card,
        "deity": lying.deity,
        "against": list(lying.against),
    }


def competition(s: State, fight: Fight, seat: str | None) -> dict[str, Any]:
    """The Competition being resolved: units, how many cards are committed, and which after the reveal (RUL-179).

    `paid`: with what units have been paid for, by civ.
    """
    here = s.disks.get(fight.area, {})
    shown = fight.committed if fight.revealed else {}
    return {
        "area": fight.area,
        "cities": list(fight.cities),
        "units": {f: unit(fight, f, here[f], s.cubes.get(fight.area)) for f in factions(s, fight.area)},
        "committed": {name: len(cards) for name, cards in fight.committed.items()},
        "revealed": {name: list(cards) for name, cards in shown.items()},
        "own": list(fight.committed.get(seat, [])) if seat else [],
        "paid": {name: list(means) for name, means in fight.paid.items()},
    }


def unit(fight: Fight, faction: str, disks: int, cube: str | None) -> dict[str, Any]:
    """What a Faction has in a Competition."""
    white = 0 if faction == BARBARIANS else fight.white.get(faction, 0)
    return {"disks": disks, "white": white, "cube": cube == faction}
