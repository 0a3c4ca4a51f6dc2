"""What of ACME is our reconstruction, with today's reading: writes `docs/provenance.md`.

Run as `python -m tools.provenance`. Whatever the data files mark as known in part, inferred or designed is listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.acme.facts.catalog import AREAS, CARDS, CIVS, DEITIES

PAGE = Path(__file__).resolve().parents[1] / "docs" / "provenance.md"
RULES = PAGE.parent.parent / "data" / "acme" / "rules.toml"
SURE = ("fact", "known")
UNREAD = {"L": "inferred", "I": "inferred", "R": "designed"}
HEAD = """\
# Provenance

Made by `python -m tools.provenance`. We don't have the printed game at hand for what follows. The tables show how we
reconstructed it. *Partial* is published in part, *inferred* follows from what is published, *designed* is our own. All
texts are in our own words.

If you own the game and your copy differs, `/rules` shows the card with a button **My copy says otherwise**. Bot owners
read what players sent with `python -m bot --faults copies`.
"""


def table(title: str, rows: list[tuple[str, ...]]) -> str:
    """A section with a table of what, how it is known, and how it is read."""
    lines = [f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in rows]
    return "\n".join([f"## {title}", "", "| what | known | today's reading |", "|---|---|---|", *lines])


def cards() -> list[tuple[str, ...]]:
    """Fate cards whose text is not wholly published."""
    return [(f"{n} {c.name}", c.known, plain(c.text)) for n, c in CARDS.items() if c.known not in SURE]


def abilities() -> Iterator[tuple[str, ...]]:
    """What civilizations can do, and where they are at home."""
    for civ in CIVS.values():
        if civ.homes_known not in SURE:
            homes = ", ".join(dict.fromkeys(AREAS[home.area].name for home in civ.homes))
            yield f"{civ.name}: Home Areas", civ.homes_known, homes
        for one in civ.abilities:
            if one.known not in SURE:
                yield f"{civ.name}: {one.name}", one.known, plain(civ.says(one))


def deities() -> list[tuple[str, ...]]:
    """Deities."""
    return [(d.name, d.known, plain(d.text)) for d in DEITIES.values() if d.known not in SURE]


def names() -> list[tuple[str, ...]]:
    """Areas whose names are ours."""
    return [(a.name, a.name_known, a.terrain) for a in AREAS.values() if a.name_known not in SURE]


def borders() -> list[tuple[str, ...]]:
    """Areas whose borders are ours."""
    found = [a for a in AREAS.values() if a.borders_known not in SURE]
    return [(a.name, a.borders_known, ", ".join(AREAS[b].name for b in a.adjacent)) for a in found]


def numbers() -> Iterator[tuple[str, ...]]:
    """Numbers of the rules that were not read: each says in its file how sure it is."""
    for line in RULES.read_text(encoding="utf-8").splitlines():
        value, _, remark = line.partition("#")
        name, equals, reading = value.partition("=")
        known = UNREAD.get(remark.strip()[:1]) if equals else None
        if known:
            yield name.strip(), known, f"{reading.strip()} {remark.strip()[1:].lstrip(':; ')}".strip()


def plain(text: str) -> str:
    """A text in one line."""
    return " ".join(text.split())


def page() -> str:
    """The whole page."""
    parts = [
        HEAD.strip(),
        table("Fate cards", cards()),
        table("Deities", deities()),
        table("Civilizations", list(abilities())),
        table("Names of areas", names()),
        table("Borders", borders()),
        table("Numbers of the rules", list(numbers())),
    ]
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
