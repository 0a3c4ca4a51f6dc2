"""Ways in which somebody might edit the file of a game, each with what is said of it."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Callable
from typing import Any, TypeAlias

Table: TypeAlias = dict[str, Any]
FUTURE = 4_000_000_000.0


def put(*path: str | int, value: Any) -> Callable[[Table], None]:
    """Change one value of the file."""

    def change(table: Table) -> None:
        there: Any = table
        for name in path[:-1]:
            there = there[name]
        there[path[-1]] = value

    return change


def record(**changes: Any) -> Callable[[Table], None]:
    """Change the record inside."""

    def change(table: Table) -> None:
        table["record"] = json.dumps({**json.loads(table["record"]), **changes})

    return change


def standing(**changes: Any) -> Callable[[Table], None]:
    """Change the position inside the record."""

    def change(table: Table) -> None:
        inside = json.loads(table["record"])
        inside["state"].update(changes)
        table["record"] = json.dumps(inside)

    return change


def answers(*entries: dict[str, Any]) -> Callable[[Table], None]:
    """Other answers since the last position, in the record and in the journal alike."""

    def change(table: Table) -> None:
        inside = json.loads(table["record"])
        kept = table["entries"][: inside["first"]]
        table["entries"] = kept + [{**entry, "auto": False, "ask": 1, "at": 1.0} for entry in entries]
        table["record"] = json.dumps({**inside, "entries": list(entries)})

    return change


def position(raw: bytes) -> Callable[[Table], None]:
    """Another stored position, as it stands in the file."""
    return put("points", 0, "state", value=b64encode(raw).decode())


def dropped(table: Table) -> None:
    """The first answer is missing."""
    del table["entries"][0]


def doubled(table: Table) -> None:
    """A seat is there twice."""
    table["seats"].append({**table["seats"][0], "number": 3})


def backwards(table: Table) -> None:
    """Positions in another order."""
    table["points"].reverse()


def hidden(table: Table) -> None:
    """A field that no file has."""
    table["admin"] = True


def lacking(table: Table) -> None:
    """A field is missing."""
    del table["seed"]


def deep(table: Table) -> None:
    """An option nested a thousand times."""
    table["options"]["goal"] = json.loads("[" * 900 + "]" * 900)


def many(name: str, count: int, **changes: Any) -> Callable[[Table], None]:
    """So many of the first of a list, each with these changes."""

    def change(table: Table) -> None:
        table[name] = [{**table[name][0], **changes}] * count

    return change


WALKED = {"key": "walk.act", "seat": "seat_1", "picks": ["walk"]}
FLOWN = {"key": "walk.act", "seat": "seat_1", "picks": ["fly"]}
BEEN = {"at": 1.0, "name": "Dee", "person": 5}
VARIANTS: dict[str, tuple[Callable[[Table], None], str, str]] = {
    "a lobby": (put("state", value="lobby"), "damaged", "$.table.state"),
    "a state nobody knows": (put("state", value="paused"), "damaged", "$.table.state"),
    "running, and open": (put("state", value="running"), "open", ""),
    "over without an end": (put("over_at", value=None), "damaged", "end"),
    "forty seats": (lambda t: t["seats"].extend(t["seats"][:1] * 38), "damaged", "$.table.seats"),
    "no seats": (put("seats", value=[]), "damaged", "$.table.seats"),
    "a seat too many": (
        lambda t: t["seats"].append({**t["seats"][0], "seat": "seat_3", "number": 3}),
        "damaged",
        "seats",
    ),
    "a seat twice": (doubled, "damaged", "persons"),
    "a number twice": (put("seats", 1, "number", value=1), "damaged", "numbers"),
    "a number of nought": (put("seats", 0, "number", value=0), "damaged", "$.table.seats[0].number"),
    "a seat the position has not": (put("seats", 0, "seat", value="egypt"), "damaged", "seats"),
    "an NPC the position has not": (put("seats", 0, "by", value="npc"), "damaged", "seats"),
    "a player who is neither": (put("seats", 0, "by", value="admin"), "damaged", "$.table.seats[0].by"),
    "a person below nought": (put("seats", 0, "person", value=-1), "damaged", "$.table.seats[0].person"),
    "a person too large": (put("seats", 0, "person", value=2**70), "damaged", "$.table.seats[0].person"),
    "a person in words": (put("seats", 0, "person", value="Ana"), "damaged", "$.table.seats[0].person"),
    "a name with a control character": (
        put("seats", 0, "name", value="A\x1b[2Jna"),
        "damaged",
        "$.table.seats[0].name",
    ),
    "a name with a line break": (put("seats", 0, "name", value="Ana\n# Over"), "damaged", "$.table.seats[0].name"),
    "a name that mentions a person": (put("seats", 0, "name", value="<@123>"), "damaged", "$.table.seats[0].name"),
    "a name that mentions a role": (put("seats", 0, "name", value="hi <@&123>"), "damaged", "$.table.seats[0].name"),
    "a name that mentions all": (put("seats", 0, "name", value="@everyone"), "damaged", "$.table.seats[0].name"),
    "a name that is half a character": (put("seats", 0, "name", value="\ud800"), "damaged", ""),
    "a name without end": (put("seats", 0, "name", value="A" * 5000), "damaged", "$.table.seats[0].name"),
    "a civilization without end": (put("seats", 0, "civ", value="A" * 5000), "damaged", "$.table.seats[0].civ"),
    "a thousand former owners": (put("seats", 0, "former", value=[BEEN] * 1000), "damaged", "$.table.seats[0].former"),
    "a person twice in a seat": (put("seats", 0, "former", value=[BEEN, BEEN]), "damaged", "persons"),
    "a question far too high": (put("ask", value=10_000_000), "damaged", "$.table.ask"),
    "a question below nought": (put("ask", value=-1), "damaged", "$.table.ask"),
    "a question before the answers": (put("ask", value=0), "damaged", "numbers"),
    "a note without end": (put("settings", "note", value="n" * 200_000), "damaged", "$.table.settings.note"),
    "a pace nobody knows": (put("settings", "pace", value="warp"), "damaged", "$.table.settings.pace"),
    "a setting nobody knows": (put("settings", "colour", value="red"), "damaged", "$.table.settings"),
    "a field nobody knows": (hidden, "damaged", "admin"),
    "a field too few": (lacking, "damaged", "seed"),
    "NPCs beyond count": (put("npcs", value=99), "damaged", "$.table.npcs"),
    "NPCs below nought": (put("npcs", value=-1), "damaged", "$.table.npcs"),
    "more seats than the scenario has": (put("most", value=20), "damaged", "options"),
    "more NPCs than seats": (put("npcs", value=9), "damaged", "options"),
    "an option nobody knows": (put("options", "cheat", value=True), "damaged", "options"),
    "an option that does not fit": (put("options", "gait", value="sprint"), "damaged", "options"),
    "an option beyond count": (put("options", "goal", value=10**12), "damaged", "options"),
    "an option of a thousand levels": (deep, "damaged", ""),
    "a scenario nobody knows": (put("scenario", value="backgammon"), "damaged", "options"),
    "no seed": (put("seed", value=""), "damaged", "$.table.seed"),
    "a seed without end": (put("seed", value="s" * 10_000), "damaged", "$.table.seed"),
    "another seed": (put("seed", value="another"), "damaged", "fingerprint"),
    "opened in the future": (put("opened_at", value=FUTURE), "damaged", "times"),
    "opened before there was time": (put("opened_at", value=-5.0), "damaged", "$.table.opened_at"),
    "over before it began": (put("over_at", value=5.0), "damaged", "times"),
    "answered in the future": (put("entries", 0, "at", value=FUTURE), "damaged", "times"),
    "a time beyond counting": (put("lines", 0, "at", value=1e300), "damaged", "$.table.lines[0].at"),
    "ten thousand picks": (put("entries", 0, "picks", value=["walk"] * 10_000), "damaged", "$.table.entries[0].picks"),
    "a pick without end": (put("entries", 0, "picks", value=["w" * 9999]), "damaged", "$.table.entries[0].picks"),
    "an answer missing": (dropped, "damaged", "journal"),
    "an answer that is not in the record": (put("entries", -1, "picks", value=["roll"]), "damaged", "journal"),
    "an answer that is no option": (answers(FLOWN), "damaged", "no longer fits"),
    "an answer of nobody": (answers({**WALKED, "seat": "egypt"}), "damaged", "no longer fits"),
    "a call nobody knows": (answers({"key": "call", "seat": "", "picks": ["storm"]}), "damaged", "knows no call"),
    "a seat handed on that is none": (
        answers({"key": "control", "seat": "egypt", "picks": ["npc"]}),
        "damaged",
        "to hand over",
    ),
    "a seat handed on to an admin": (
        answers({"key": "control", "seat": "seat_1", "picks": ["admin"]}),
        "damaged",
        "handed over",
    ),
    "answers without end": (answers(*[WALKED] * 3000), "large", "record"),
    "no record": (put("record", value="{}"), "damaged", "record"),
    "a record that is no text": (put("record", value={"a": 1}), "damaged", "$.table.record"),
    "a record of another game": (record(game="acme"), "damaged", "journal"),
    "a record of a later release": (record(version=99), "damaged", "version 99"),
    "a step nobody knows": (record(step="cheat"), "damaged", "step"),
    "answers before the beginning": (record(first=-3), "damaged", "journal"),
    "a position of another shape": (record(state={"a": 1}), "damaged", ""),
    "a position of a thousand levels": (record(state=json.loads("[" * 900 + "]" * 900)), "damaged", ""),
    "a position that cannot be": (standing(at={"seat_1": -3, "seat_2": 0}), "damaged", "stands at -3"),
    "a position without its seats": (standing(at={}), "damaged", "position"),
    "a position without end": (standing(phase="p" * 700_000), "large", "record"),
    "a stored position that is no base 64": (
        put("points", 0, "state", value="?!"),
        "damaged",
        "$.table.points[0].state",
    ),
    "a stored position that is not compressed": (position(b"{}"), "damaged", "compressed"),
    "a stored position cut short": (position(zlib.compress(b"{" * 500)[:-6]), "damaged", "compressed"),
    "a stored position with more behind": (position(zlib.compress(b"{}") + b"more"), "damaged", "compressed"),
    "a stored position that grows": (position(zlib.compress(b" " * 10_000_000, 9)), "large", "inflated"),
    "a stored position of another shape": (position(zlib.compress(b'{"a": 1}')), "damaged", ""),
    "a stored step nobody knows": (put("points", 0, "step", value="cheat"), "damaged", "step"),
    "a stored position of a later release": (put("points", 0, "version", value=99), "damaged", "version 99"),
    "a stored position of no release": (put("points", 0, "version", value=0), "damaged", "$.table.points[0].version"),
    "a stored position after the end": (put("points", -1, "first", value=9999), "damaged", "numbers"),
    "stored positions backwards": (backwards, "damaged", "numbers"),
    "a chapter that is none": (put("points", 0, "chapter", value="x.y.z"), "damaged", "$.table.points[0].chapter"),
    "a line without end": (put("lines", 0, "text", value="l" * 10_000), "damaged", "$.table.lines[0].text"),
    "a line with a control character": (put("lines", 0, "text", value="a\x00b"), "damaged", "$.table.lines[0].text"),
    "a line of a chapter that is none": (put("lines", 0, "chapter", value="x"), "damaged", "$.table.lines[0].chapter"),
    "more lines than were told": (many("lines", 5000), "damaged", "size"),
    "more lines taken back than were asked for": (many("lines", 15_000, undone=True), "damaged", "size"),
    "more positions than were played": (many("points", 2000, first=0), "damaged", "size"),
    "no plans": (put("plans", value=[]), "damaged", "$.table.plans"),
    "a plan of nobody": (put("plans", 0, value=["", "admin", "", ""]), "damaged", "plans"),
    "a plan with a team that no game has": (put("plans", 0, value=["", "human", "", "", "\n" * 9]), "damaged", "plans"),
    "a table without a name": (put("table", value="../../etc"), "damaged", "$.table.table"),
}
