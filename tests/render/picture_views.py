"""Public views for the tests: read from short positions, or strewn over a map."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np

from engine.acme.facts.catalog import CIVS, homes, playable
from render.paint.palette import PLAYER_COLOURS

View = dict[str, Any]
FOLDER = Path(__file__).with_name("positions")
BONUS = ("mountain_of_gold", "oasis", "fishing_grounds")
PHASES = ("setup", "growth", "card", "competition", "reckoning", "epoch", "over")


def site(text: str, home: str | None = None) -> View:
    """'hittites 2 stronghold barbarians 1 oasis' as an area of a view."""
    words = text.split()
    disks = {word: int(words[i + 1]) for i, word in enumerate(words[:-1]) if words[i + 1].isdigit()}
    owners = [word for word in words if word in disks]
    return {
        "disks": disks,
        "stronghold": owners[0] if "stronghold" in words else None,
        "gold": owners[0] if "gold" in words else None,
        "home": home,
        "control": owners[0] if len(owners) == 1 else None,
        "contested": len(disks) > 1 and max(disks.values()) > 1,
        "bonus": next((word for word in words if word in BONUS), None),
    }


def letters(slugs: list[str]) -> dict[str, str]:
    """One letter a civilization, none twice."""
    taken: dict[str, str] = {}
    for slug in sorted(slugs):
        taken[slug] = next(letter for letter in CIVS[slug].letters if letter not in taken.values())
    return taken


def civ(slug: str, letter: str, **more: Any) -> View:
    bare = {"name": CIVS[slug].name, "player": "", "by": "human", "letter": letter, "colour": "red", "vp": 0, "mina": 0}
    return {**bare, "loot": 0, "hand_count": 5, "growth_box": 0, "home": None, "deity": None, **more}


def position(name: str) -> tuple[View, View]:
    """A position from the folder, and the view before it."""
    raw = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    called = letters(list(raw["civs"]))
    civs = {slug: civ(slug, called[slug], **facts, hand_count=facts["hand"]) for slug, facts in raw["civs"].items()}
    for facts in civs.values():
        facts.pop("hand")
        facts["captured"] = dict.fromkeys(facts.get("captured", []), "elam")
    at_home = {facts["home"]: slug for slug, facts in civs.items()}
    areas = {a: site(raw["areas"].get(a, ""), at_home.get(a)) for a in sorted(playable(raw["map"]))}
    view = {key: raw[key] for key in ("title", "map", "epoch", "turn", "phase", "order")}
    view |= {"game": "acme", "waiting_for": raw["waiting"], "passed": raw.get("passed", []), "deck_count": 41}
    view |= {"goal": {"vp": raw["vp_goal"]}, "areas": areas, "civs": civs, "competition": None}
    before = {a: site(text, at_home.get(a)) for a, text in raw.get("before", {}).items()}
    return view, {**view, "areas": {**areas, **before}}


def civs_on(board: str) -> list[str]:
    """The civilizations with a home on a map."""
    return [slug for slug in CIVS if any(homes(slug, board, epoch) for epoch in (1, 2, 3, 4))]


def strewn(board: str, civs: int, seed: int = 0, *, fill: float = 0.75) -> View:
    """A crowded position: up to six factions in an area, long names, all phases by turns."""
    rng = np.random.default_rng(seed)
    pool = sorted(str(slug) for slug in rng.permutation(civs_on(board))[:civs])
    called, at_home = letters(pool), settled(board, pool)
    areas = {
        a: strewn_site(rng, pool, at_home.get(a)) if rng.random() < fill else site("", at_home.get(a))
        for a in sorted(playable(board))
    }
    order = [str(slug) for slug in rng.permutation(pool)]
    view = {"game": "acme", "title": "Fertile Fields", "map": board, "epoch": 1 + seed % 4, "turn": 1 + seed % 4}
    view |= {"phase": PHASES[seed % 7], "order": order, "waiting_for": order[:2], "passed": order[2:3]}
    view |= {"goal": [{"vp": 50}, {"epochs": 3}, {"turns": 10}][seed % 3], "turns": 7, "deck_count": 33}
    places = {slug: area for area, slug in at_home.items()}
    people = {slug: strewn_civ(rng, slug, called[slug], places.get(slug), i) for i, slug in enumerate(pool)}
    return {**view, "areas": areas, "civs": people, "competition": None}


def settled(board: str, pool: list[str]) -> dict[str, str]:
    """A home for every civilization, none twice."""
    found: dict[str, str] = {}
    for slug in pool:
        possible = [area for epoch in (1, 2, 3, 4) for area in homes(slug, board, epoch) if area not in found]
        found.update(dict.fromkeys(possible[:1], slug))
    return found


def strewn_site(rng: np.random.Generator, pool: list[str], home: str | None) -> View:
    number = int(rng.choice([1, 1, 1, 1, 2, 2, 3, 4, 6]))
    factions = [str(f) for f in rng.permutation([*pool, "barbarians"])[:number]]
    words = " ".join(f"{faction} {rng.integers(1, 5 if number < 3 else 4)}" for faction in factions)
    return site(words + str(rng.choice(["", "", "", " stronghold", " gold", " oasis"])), home)


def strewn_civ(rng: np.random.Generator, slug: str, letter: str, home: str | None, i: int) -> View:
    more: View = {"colour": PLAYER_COLOURS[i], "vp": int(rng.integers(0, 60)), "mina": int(rng.integers(0, 14))}
    more |= {
        "player": ("Ann", "Nebuchadnezzar the Second of Babylon", "")[i % 3],
        "growth_box": int(rng.integers(0, 5)),
    }
    more |= {"supply": int(rng.integers(0, 20)), "home": home, "deity": (None, "sky_god", "god_of_war")[i % 3]}
    more |= {"deity_state": ("active", "dormant", "lost")[i % 3], "investments": {"20": 4, "60": 2} if i == 0 else {}}
    return civ(slug, letter, **more)
