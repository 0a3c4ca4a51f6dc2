"""How options are shown: label, hint, group and rank, made from what the seat may know."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from engine.acme.culture.tracks import cost_of, stage
from engine.acme.effects.card_registry import why_not as card_why_not
from engine.acme.effects.invasions import barbarians_by_area, entries, spread
from engine.acme.facts.catalog import AREAS, CARDS, CIVS, DEITIES, RULES, TRACKS
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.fight.captain import CAPTAIN
from engine.acme.fight.opening import TRAITOR
from engine.acme.history.facts import home_in, scenario_name_of, spoken_name
from engine.acme.npc.reasons import for_peace
from engine.acme.phases.draw_step import SWAP
from engine.acme.phases.hostility import peace_draws
from engine.acme.questions.board import controls, disks, homes_in_play, is_contested, near, rival_civs, vacant
from engine.acme.state import State
from engine.core.ask import Ask, Option, Request
from engine.core.naming import named_by
from engine.core.text import catalogue, count_noun, words

STAGED = {"advance", "up", "down"}
FACTION_NAMES = {BARBARIANS: "Barbarians"}


def describe(s: State, request: Request, ask: Ask) -> tuple[Option, ...]:
    """Return every option of an ask as it is shown to its seat; the rank orders suggestions, best first."""
    return tuple(option(s, ask.seat, request, token) for token in ask.options)


def option(s: State, seat: str, request: Request, token: str) -> Option:
    """Return one option.

    A key of the catalogue wins: `option.<request key>.<token>`, then `option.<token>`.
    """
    if request.key == "peace.gift":
        return gift_option(s, seat, request, token)
    if request.key in COMING and token in AREAS:
        facts, hint = AREAS[token], invasion_hint(s, request, token)
        return Option(token, facts.name, hint, facts.region, area_rank(s, seat, token), on_area(token))
    for key in (f"option.{request.key}.{token}", f"option.{token}"):
        if key in catalogue():
            hint = look_hint(s, token) if request.key == "draw.look" else ""
            return Option(token, words(key), hint, "other", 90)
    if token in AREAS and request.key.endswith(OF_HOMES):
        return Option(token, AREAS[token].name, home_hint(s, token), AREAS[token].region, on=on_area(token))
    if token in AREAS and not request.key.endswith(OF_CIVS):
        return area_option(s, seat, token, adding=request.key in ADDING)
    if token in CIVS or token in s.neutrals or token == BARBARIANS:
        hint = peace_hint(s, seat, token) if request.key == "peace.offer" else civ_hint(s, token)
        return Option(token, faction_name(s, token), hint, "civ")
    if token in DEITIES:
        return Option(token, DEITIES[token].name, DEITIES[token].short, "deity")
    if token.isdigit() and int(token) in CARDS and not request.key.endswith(NUMERIC):
        return card_option(int(token))
    return compound_option(s, seat, request, token)


COMING = ("event.base", "event.entry", "event.spread")
ADDING = {"growth.deploy", "setup.deploy", "gilgamesh.deploy", "card.place"}
OF_CIVS = (".civ", ".victim", ".faction", ".offer", "competition.card")
BEFORE_AREAS = {"disk", "peace", str(CAPTAIN), str(TRAITOR)}
OF_HOMES = ".home"
KINDS = {"card", "investment", "disk", "white"}
NUMERIC = (".amount", ".buy", ".storehouse", ".number", "competition.card")


def faction_name(s: State, faction: str) -> str:
    """Return the name of a Faction, as the screen around an option has it: not that of its Epoch, which pictures
    show.
    """
    own = scenario_name_of(s.scenario, faction) or (CIVS[faction].label if faction in CIVS else "")
    if faction == BARBARIANS:
        return words("acme.face.word.barbarians")
    return spoken_name(faction, own) or faction


def civ_hint(s: State, civ: str) -> str:
    """Return what is public about a civ in play; for others, their possible homes."""
    if civ not in s.civs:
        facts, fixed = CIVS.get(civ), home_in(s.scenario, civ)
        homes = [fixed] if fixed else [h.area for h in facts.homes] if facts else []
        return words("hint.civ.home", homes=words("acme.face.or").join(AREAS[a].name for a in homes)) if homes else ""
    c = s.civs[civ]
    return words("hint.civ.holds", vp=c.vp, mina=count_noun(c.mina, "mina"), cards=count_noun(len(c.hand), "card"))


def peace_hint(s: State, seat: str, npc: str) -> str:
    """Return how many disks an offer of peace to the NPC draws, without a gift and why, and with one."""
    bare, gift = (count_noun(peace_draws(s, npc, seat, gift=given), "disk") for given in (False, True))
    reasons = ", ".join(words(f"hint.peace.{reason}") for reason in for_peace(s, npc, seat))
    return words("hint.peace" if reasons else "hint.peace.bare", bare=bare, gift=gift, reasons=reasons)


def look_hint(s: State, token: str) -> str:
    """Return the order in which the cards that Chaldea has looked at would be."""
    first, second = (f"{CARDS[n].name} ({n})" for n in (s.deck[1::-1] if token == SWAP else s.deck[:2]))
    return words("hint.look", first=first, second=second)


def gift_option(s: State, seat: str, request: Request, token: str) -> Option:
    """Return a gift with an offer of peace, and how many disks the offer then draws."""
    key, npc = f"option.peace.gift.{token}", request.about[0]
    shown = Option(token, words(key)) if key in catalogue() else card_option(int(token.removeprefix("card:")))
    draws = count_noun(peace_draws(s, npc, seat, gift=token != "none"), "disk")
    return replace(shown, token=token, hint=" · ".join(part for part in (draws, shown.hint) if part))


def card_option(number: int) -> Option:
    """Return a card by its name and what it does, shortly."""
    card = CARDS[number]
    return Option(str(number), f"{card.name} ({number})", card.short, card.group, rank=number)


def area_option(s: State, seat: str, area: str, *, adding: bool) -> Option:
    """Return an area, with what a disk there would change."""
    facts = AREAS[area]
    hint = area_hint(s, seat, area, adding=adding)
    return Option(area, facts.name, hint, facts.region, area_rank(s, seat, area), on_area(area))


def on_area(area: str) -> tuple[str, ...]:
    """Return the shape of an area; none for anything else."""
    return (f"area:{area}",) if area in AREAS else ()


def area_hint(s: State, seat: str, area: str, *, adding: bool) -> str:
    """Return a text such as `0→1, Assyria 1 there` while placing, else who is there."""
    here = s.disks.get(area, {})
    others = ", ".join(f"{faction_name(s, f)} {n}" for f, n in here.items() if f != seat)
    own = here.get(seat, 0)
    change = f"{own}→{own + 1}{became(area, own + 1)}" if adding else (words("hint.area.own", n=own) if own else "")
    terrain = words("hint.area.vacant", terrain=terrain_name(area)) if vacant(s, area) else ""
    return " · ".join(p for p in (change, terrain, words("hint.area.there", others=others) if others else "") if p)


def invasion_hint(s: State, request: Request, area: str) -> str:
    """Return what an invasion places through the area: `4 ways in`; `16 disks in 4 areas: Egypt 2, Babylon 2 there`."""
    number = invasion_of(request)
    if request.key == "event.base":
        ways = [a for a in entries(s, number) if area in near(s, a)]
        return words("hint.invasion.way" if len(ways) == 1 else "hint.invasion.ways", n=len(ways))
    whole = [area, *spread(s, number, area)] if request.key == "event.entry" else [area]
    landing = barbarians_by_area(s, number, whole)
    there = sum((Counter(s.disks.get(a, {})) for a in landing), Counter())
    others = ", ".join(f"{faction_name(s, f)} {n}" for f, n in there.items() if f != BARBARIANS and n)
    disks, n = count_noun(sum(landing.values()), "disk"), len(landing)
    comes = words("hint.invasion.comes", disks=disks, n=n) if n > 1 else disks
    return " · ".join(p for p in (comes, words("hint.area.there", others=others) if others else "") if p)


def invasion_of(request: Request) -> int:
    """Return the number of the Event card that a question of an invasion is about."""
    return next(int(slug) for kind, slug in named_by(request.said) if kind == "card")


def home_hint(s: State, area: str) -> str:
    """Return a text such as `Fertile, 6 Land neighbours`: what a Home Area offers."""
    land = sum(AREAS[b].is_land for b in near(s, area))
    return f"{terrain_name(area)}, {count_noun(land, 'land_neighbour')}"


def terrain_name(area: str) -> str:
    """Return the area's terrain in words."""
    return words(f"acme.face.prose.terrain.{AREAS[area].terrain}")


def became(area: str, stack: int) -> str:
    """Return what a stack of that size becomes, such as a City, or that it takes no more."""
    facts = AREAS[area]
    if facts.holds_cities and stack == RULES.city_disks:
        return words("hint.area.city")
    if facts.holds_cities and stack == RULES.settlement_disks:
        return words("hint.area.settlement")
    return words("hint.area.limit", n=facts.cap) if stack == facts.cap else ""


def area_rank(s: State, seat: str, area: str) -> int:
    """Lower is suggested first: steps up, own home, next to rivals, own, vacant, others."""
    own, facts = disks(s, seat, area), AREAS[area]
    if (own == 1 and facts.terrain == "plains") or (own == 2 and facts.holds_cities):
        return 10
    if homes_in_play(s).get(area) == seat:
        return 20
    if is_contested(s, area) or any(rival_civs(s, seat, b) for b in near(s, area)):
        return 30
    return 50 if controls(s, seat, area) else 60 if vacant(s, area) else 70


def compound_option(s: State, seat: str, request: Request, token: str) -> Option:
    """Return the token of an option with several parts: `card:42`, `disk:kaska`, `22:judah:egypt`."""
    parts = token.split(":")
    prefixes = (f"option.{request.key}.prefix.{parts[0]}", f"option.prefix.{parts[0]}")
    prefix = next((words(key) for key in prefixes if key in catalogue()), "")
    named = parts[1:] if prefix or parts[0] in KINDS else parts
    label = " · ".join(part_name(s, request, p) for p in named)
    hint = ""
    if parts[0] in {"card", "investment"} and parts[-1].isdigit():
        hint = CARDS[int(parts[-1])].short
    elif parts[0] in STAGED:
        hint = stage_hint(s, seat, parts[0], parts[-1])
    elif parts[0] == "disk" and parts[-1] in AREAS:
        hint = area_hint(s, seat, parts[-1], adding=False)
    group = AREAS[parts[0]].region if parts[0] in AREAS else parts[0] if len(parts) > 1 else "other"
    where = parts[1] if len(parts) > 1 and parts[0] in BEFORE_AREAS else parts[0]
    return Option(token, f"{prefix}{label}" if label else token, hint, group, 40, on_area(where))


def stage_hint(s: State, seat: str, kind: str, track: str) -> str:
    """Return a text such as `stage 1→2, 2 resources` for an advance; the Factions' stages for what a sacked City may
    move.
    """
    here = stage(s, seat, track)
    if kind == "advance":
        return words("hint.track.advance", n=here, next=here + 1, cost=count_noun(cost_of(s, here + 1), "resource"))
    return words("hint.track.up", n=here, next=here + 1) if kind == "up" else ""


def part_name(s: State, request: Request, part: str) -> str:
    """Return one part of a compound token by name."""
    if part in AREAS:
        return AREAS[part].name
    if part in CIVS or part in s.neutrals or part == BARBARIANS:
        return faction_name(s, part)
    if part in DEITIES:
        return DEITIES[part].name
    if part in TRACKS:
        return TRACKS[part].name
    if part.isdigit() and int(part) in CARDS and not request.key.endswith(NUMERIC):
        return f"{CARDS[int(part)].name} ({part})"
    key = f"option.{part}"
    return words(key) if key in catalogue() else ability_name(part)


def ability_name(part: str) -> str:
    """Return the name of a Display ability, or the part itself."""
    shown = (a.name for civ in CIVS.values() for a in civ.abilities if a.id == part)
    return next(shown, part)


def why_not(s: State, seat: str, token: str) -> str:
    """Return why that card of the seat's own hand cannot be played as an action now; empty if nothing is against it."""
    if not token.isdigit() or seat not in s.civs or int(token) not in s.civs[seat].hand:
        return ""
    reason = card_why_not(s, seat, int(token))
    return words(f"why_not.{reason}") if reason else ""
