"""Forty late positions of six civilizations, eight on each map, as the fights of Epoch IV begin; `python -m
tests.render.late_positions` plays them anew."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from msgspec.structs import replace

from engine.acme.facts.catalog import playable
from engine.acme.game import GAME
from engine.acme.view import AcmeView, AreaView
from engine.core.game import SeatPlan
from engine.core.table import Table
from tests.acme.views import acme_view
from tests.conformance.npc_games import Unanswered, answers
from tests.conformance.players import ACME_MAPS
from tests.render.picture_views import FOLDER, civ, site

NUMBER = 40
FILE = FOLDER / "late.json"
KEPT = ("map", "epoch", "turn", "phase", "order")
OF_A_CIV = ("colour", "letter", "home", "deity", "deity_state", "temple", "vp", "mina", "hand_count", "investments")


@cache
def stored() -> list[dict[str, Any]]:
    """The positions as they stand in the file."""
    found: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def late(number: int) -> tuple[AcmeView, AcmeView]:
    """A position, and the view before it."""
    raw = stored()[number]
    at_home = {facts["home"]: slug for slug, facts in raw["civs"].items() if "home" in facts}
    areas = {a: site(raw["areas"].get(a, ""), at_home.get(a)) for a in sorted(playable(raw["map"]))}
    civs = {slug: civ(slug, areas=areas, **facts) for slug, facts in raw["civs"].items()}
    facts = {key: raw[key] for key in KEPT}
    view = acme_view(**{**facts, "order": tuple(raw["order"])}, goal={"epochs": 4}, areas=areas, civs=civs)
    return view, replace(view, areas={**areas, **{a: site(text) for a, text in raw["before"].items()}})


def played(number: int) -> tuple[AcmeView, AcmeView]:
    """Play a game of NPCs until the fights of one of the last turns begin; the view then, and that before the cards."""
    options = {"map": ACME_MAPS[number % 5], "epochs": 4}
    s, step = GAME.setup("standard", [SeatPlan() for _ in range(6)], options, f"late {number}")
    for c in s.civs.values():
        c.by, c.npc = "npc", True
    table = Table.start(Unanswered(), s, step)
    found = before = table.view(None)
    last = (0, 0, "")
    for _ in answers(table):
        table.events.clear()
        now = (table.state.epoch, table.state.turn, table.state.phase)
        if now == last:
            continue
        last, view = now, table.view(None)
        if view.phase == "card":
            before = view
        if view.phase == "competition":
            found = view
            if now >= (4, 1 + number // 5 % 4):
                break
    return found, before


def short(view: AcmeView, before: AcmeView) -> dict[str, Any]:
    """What has to be stored of a position."""
    areas = {a: told(raw) for a, raw in view.areas.items()}
    earlier = {a: told(raw) for a, raw in before.areas.items()}
    civs = {slug: {key: fact for key in OF_A_CIV if (fact := getattr(own, key))} for slug, own in view.civs.items()}
    return {
        **{key: getattr(view, key) for key in KEPT},
        "civs": civs,
        "areas": {a: text for a, text in areas.items() if text},
        "before": {a: text for a, text in earlier.items() if text != areas[a]},
    }


def told(area: AreaView) -> str:
    """An area as `site` reads it, the owner of a Stronghold first."""
    first = area.stronghold or area.gold
    disks = sorted(area.disks.items(), key=lambda one: one[0] != first)
    marks = [word for word in ("stronghold", "gold") if getattr(area, word)]
    return " ".join([*(f"{owner} {n}" for owner, n in disks), *marks, *filter(None, [area.bonus])])


def write() -> None:
    """Play all positions anew and store them, one a line."""
    lines = [json.dumps(short(*played(number)), separators=(",", ":")) for number in range(NUMBER)]
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    write()
