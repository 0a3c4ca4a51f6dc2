"""Public views for the tests: read from short positions, or strewn over a map."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from msgspec.structs import replace

from engine.acme.facts.catalog import CIVS, homes, playable
from engine.acme.view import NOBODY, AcmeView, AreaView, CivilizationView
from render.paint.palette import PLAYER_COLOURS
from tests.acme.views import acme_view

FOLDER = Path(__file__).with_name("positions")
DISKS = 48  # of every colour
CITY = 3  # disks that make a stack a City (ACME §3)
BONUS = ("mountain_of_gold", "oasis", "fishing_grounds")
PHASES = ("setup", "growth", "card", "competition", "reckoning", "epoch", "over")


def site(text: str, home: str | None = None) -> AreaView:
    """'hittites 2 stronghold barbarians 1 oasis' as an area of a view."""
    words = text.split()
    disks = {word: int(words[i + 1]) for i, word in enumerate(words[:-1]) if words[i + 1].isdigit()}
    owners = [word for word in words if word in disks]
    return AreaView(
        disks=disks,
        stronghold=owners[0] if "stronghold" in words else None,
        gold=owners[0] if "gold" in words else None,
        home=home,
        control=owners[0] if len(owners) == 1 else None,
        contested=len(disks) > 1 and max(disks.values()) > 1,
        bonus=next((word for word in words if word in BONUS), None),
    )


def letters(slugs: list[str]) -> dict[str, str]:
    """One letter a civilization, none twice."""
    taken: dict[str, str] = {}
    for slug in sorted(slugs):
        taken[slug] = next(letter for letter in CIVS[slug].letters if letter not in taken.values())
    return taken


def civ(slug: str, letter: str, areas: Mapping[str, AreaView], **more: Any) -> CivilizationView:
    """A civilization with what it has in the areas counted."""
    stacks = [area.disks.get(slug, 0) for area in areas.values()]
    left = DISKS - sum(stacks) - more.get("growth_box", 0) - sum(more.get("investments", {}).values())
    bare = replace(NOBODY, name=CIVS[slug].name, by="human", letter=letter, colour="red", hand_count=5)
    counted = replace(bare, disks=sum(stacks), cities=sum(n >= CITY for n in stacks), supply=max(0, left))
    return replace(counted, **more)


def position(name: str) -> tuple[AcmeView, AcmeView]:
    """A position from the folder, and the view before it."""
    raw = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    called = letters(list(raw["civs"]))
    at_home = {facts["home"]: slug for slug, facts in raw["civs"].items()}
    areas = {a: site(raw["areas"].get(a, ""), at_home.get(a)) for a in sorted(playable(raw["map"]))}
    for facts in raw["civs"].values():
        facts["hand_count"] = facts.pop("hand")
        facts["captured"] = dict.fromkeys(facts.get("captured", []), "elam")
    view = acme_view(
        **{key: raw[key] for key in ("map", "epoch", "turn", "phase")},
        order=tuple(raw["order"]),
        waiting_for=tuple(raw["waiting"]),
        passed=tuple(raw.get("passed", ())),
        deck_count=41,
        goal={"vp": raw["vp_goal"]},
        areas=areas,
        civs={slug: civ(slug, called[slug], areas, **facts) for slug, facts in raw["civs"].items()},
    )
    before = {a: site(text, at_home.get(a)) for a, text in raw.get("before", {}).items()}
    return view, replace(view, areas={**areas, **before})


def civs_on(board: str) -> list[str]:
    """The civilizations with a home on a map."""
    return [slug for slug in CIVS if any(homes(slug, board, epoch) for epoch in (1, 2, 3, 4))]


def strewn(board: str, civs: int, seed: int = 0, *, fill: float = 0.75) -> AcmeView:
    """A crowded position: up to six factions in an area, long names, all phases by turns."""
    rng = np.random.default_rng(seed)
    pool = sorted(str(slug) for slug in rng.permutation(civs_on(board))[:civs])
    called, at_home = letters(pool), settled(board, pool)
    areas = {
        a: strewn_site(rng, pool, at_home.get(a)) if rng.random() < fill else site("", at_home.get(a))
        for a in sorted(playable(board))
    }
    order = tuple(str(slug) for slug in rng.permutation(pool))
    places = {slug: area for area, slug in at_home.items()}
    facts = [strewn_facts(rng, places.get(slug), i) for i, slug in enumerate(pool)]
    return acme_view(
        map=board,
        epoch=1 + seed % 4,
        turn=1 + seed % 4,
        phase=PHASES[seed % 7],
        order=order,
        waiting_for=order[:2],
        passed=order[2:3],
        goal=[{"vp": 50}, {"epochs": 3}, {"turns": 10}][seed % 3],
        turns=7,
        deck_count=33,
        areas=areas,
        civs={slug: civ(slug, called[slug], areas, **own) for slug, own in zip(pool, facts, strict=True)},
    )


def settled(board: str, pool: list[str]) -> dict[str, str]:
    """A home for every civilization, none twice."""
    found: dict[str, str] = {}
    for slug in pool:
        possible = [area for epoch in (1, 2, 3, 4) for area in homes(slug, board, epoch) if area not in found]
        found.update(dict.fromkeys(possible[:1], slug))
    return found


def strewn_site(rng: np.random.Generator, pool: list[str], home: str | None) -> AreaView:
    number = int(rng.choice([1, 1, 1, 1, 2, 2, 3, 4, 6]))
    factions = [str(f) for f in rng.permutation([*pool, "barbarians"])[:number]]
    words = " ".join(f"{faction} {rng.integers(1, 5 if number < 3 else 4)}" for faction in factions)
    return site(words + str(rng.choice(["", "", "", " stronghold", " gold", " oasis"])), home)


def strewn_facts(rng: np.random.Generator, home: str | None, i: int) -> dict[str, Any]:
    more: dict[str, Any] = {
        "colour": PLAYER_COLOURS[i],
        "vp": int(rng.integers(0, 60)),
        "mina": int(rng.integers(0, 14)),
    }
    more |= {
        "player": ("Ann", "Nebuchadnezzar the Second of Babylon", "")[i % 3],
        "growth_box": int(rng.integers(0, 5)),
    }
    more |= {"supply": int(rng.integers(0, 20)), "home": home, "deity": (None, "sky_god", "god_of_war")[i % 3]}
    more |= {"deity_state": ("active", "dormant", "lost")[i % 3], "investments": {"20": 4, "60": 2} if i == 0 else {}}
    return more
