"""Refusals as private screens: what is wrong, what hasn't changed, what to do next.

Texts are `error.<code>`. Values that the service didn't send are filled in here, so every refusal has its text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias

from bot.contract.tables import Person, PublicAsk, Refused, SeatInfo, TableInfo
from bot.ui.lookup.rules import all_lists
from bot.ui.parts import Button, Part, Row, Screen, Text, rows
from bot.ui.visit import Visit
from bot.ui.words.presentations import names_of, presentation_of
from bot.ui.words.wording import civ, date, day, has_civ, plainly, seat, table_text, when
from engine.core.message import list_of
from engine.core.naming import Names, name_tokens
from engine.core.text import catalogue, cut, has_text, own, words

MOST: Final = 590
SHOWN: Final = 6
GIVEN: Final = 60
TABLE: Final = re.compile(r"[0-9a-z]{0,8}")
SEATS: Final = "seats"
Message: TypeAlias = Mapping[str, Any]


def screen(refused: Refused, *, game: str = "") -> Screen:
    """Return the refusal with the buttons that lead on."""
    table = str(refused.said.get("table") or "").lower()
    table = table if TABLE.fullmatch(table) else ""
    parts: list[Part] = [Text(text(refused, game=game))]
    return Screen((*parts, *buttons(refused)), table)


def trouble(error: Exception, visit: Visit) -> Screen | None:
    """For the router: the screen of a refusal, None for anything else."""
    if not isinstance(error, Refused):
        return None
    there = {"table": visit.table.upper()} if visit.table else {}
    return screen(Refused(error.code, **{**there, **error.said}))


def text(refused: Refused, *, game: str = "") -> str:
    """Return the words of a refusal, under 600 characters."""
    info = refused.said.get("info")
    game = info.game if isinstance(info, TableInfo) else game or str(refused.said.get("game") or "")
    scenario = info.scenario if isinstance(info, TableInfo) else str(refused.said.get("scenario") or "")
    names = names_of(game, scenario)
    filled = {**_defaults(info), **{name: _shown(value, names) for name, value in refused.said.items()}}
    more = SPECIAL.get(refused.code)
    filled.update(more(refused, names) if more else {})
    key = str(filled.pop("key", refused.code))
    if not has_text(f"error.{key}"):
        key = "refused"
    return cut(name_tokens(words(own(game, f"error.{key}"), **filled), names).strip(), MOST)


def _defaults(info: object) -> dict[str, Any]:
    filled: dict[str, Any] = {
        "table": "",
        "host": table_text("name.the_host"),
        "yours": table_text("name.your_tables"),
        "reason": "",
    }
    if isinstance(info, TableInfo):
        taken = len([s for s in info.seats if s.person or s.by == "npc"])
        over = day(info.over_at) if info.over_at else ""
        filled |= {
            "host": plainly(info.host.name),
            "most": info.most,
            "taken": taken,
            "over_at": over,
            "table": info.id,
        }
    return filled


def _shown(value: Any, names: Names) -> Any:
    """A value as it is shown: people, seats and times in words, long lists cut."""
    if isinstance(value, Person):
        return plainly(value.name)
    if isinstance(value, SeatInfo):
        return civ(value, names)
    if isinstance(value, datetime):
        return when(value)
    if isinstance(value, str):
        return cut(value, 150)
    return value


def _no_seat(refused: Refused, names: Names) -> Message:
    host = refused.said.get("host")
    return {"host": table_text("name.named_host", name=_shown(host, names))} if host else {}


def _not_asked(refused: Refused, names: Names) -> Message:
    ask = refused.said.get("ask")
    if not isinstance(ask, PublicAsk) or not ask.asked:
        return {"asked": ""}
    shown = [seat(s, names) for s in ask.asked[:SHOWN]]
    return {"asked": table_text("name.asked_now", seats=list_of(shown))}


def _over(refused: Refused, _names: Names) -> Message:
    info = refused.said.get("info")
    return {"key": "over_at"} if isinstance(info, TableInfo) and info.over_at else {}


def _no_table(refused: Refused, _names: Names) -> Message:
    return {"key": "unknown_table", "table": plainly(str(refused.said["table"]))} if refused.said.get("table") else {}


def _seats_missing(refused: Refused, _names: Names) -> Message:
    taken = int(refused.said.get("seats", 0))
    return {"key": "too_few_seats_one" if taken == 1 else "too_few_seats", "taken": taken}


def _seats_waiting(refused: Refused, names: Names) -> Message:
    there = [one for one in refused.said.get("seats", ()) if isinstance(one, SeatInfo)]
    return {"seats": list_of([seat(one, names) for one in there[:SHOWN]])}


def _civ_taken(refused: Refused, names: Names) -> Message:
    free = [names.name("civ", slug) for slug in refused.said.get("free", ())]
    more = [table_text("name.more_areas", n=len(free) - 3)] if len(free) > 3 else []
    key = "civ_taken" if free else "civ_taken_plain"
    return {"key": key, "civ": names.name("civ", str(refused.said["civ"])), "free": ", ".join([*free[:3], *more])}


def _bad_option(refused: Refused, _names: Names) -> Message:
    if "reason" in refused.said:
        return {}
    values = [plainly(str(v)) for v in refused.said.get("values", ())]
    reason = table_text(
        "name.bad_value",
        option=refused.said.get("option", ""),
        value=cut(plainly(str(refused.said.get("value"))), GIVEN),
    )
    possible = table_text("name.possible", values=_several(values)) if values else ""
    return {"reason": f"{reason}{possible}"}


def _end(refused: Refused, _names: Names) -> Message:
    info = refused.said.get("info")
    return {"key": "end_lobby"} if isinstance(info, TableInfo) and info.state == "lobby" else {}


def _bad_start(refused: Refused, _names: Names) -> Message:
    """Use UTC in the examples where no zone is known."""
    return {"key": "bad_start_utc"} if refused.said.get("zone") == "" else {}


def _leave(refused: Refused, names: Names) -> Message:
    seats: Sequence[SeatInfo] = refused.said.get("seats", ())
    hand = table_text("name.hand_too") if presentation_of(str(refused.said.get("game", names.game))).hands else ""
    return {"civs": list_of([civ(s, names) for s in seats]), "hand": hand}


def _secret(refused: Refused, names: Names) -> Message:
    npcs = [civ(s, names) for s in refused.said.get("npcs", ())]
    there = refused.said.get("seat")
    name = civ(there, names) if isinstance(there, SeatInfo) and has_civ(there, names) else table_text("name.that_seat")
    return {"civ": name, "open": table_text("name.open_hands", civs=_several(npcs)) if npcs else ""}


def _import(refused: Refused, _names: Names) -> Message:
    reason = str(refused.said.get("reason", "damaged"))
    key = f"table.import.{reason}"
    filled = {"version": "", "known": "", "game": "", **refused.said}
    return {"reason": words(key, **filled) if key in catalogue() else plainly(reason)}


def _replaced(refused: Refused, _names: Names) -> Message:
    there = refused.said.get("seat")
    person = there.person if isinstance(there, SeatInfo) else None
    since = refused.said.get("since")
    by = plainly(person.name) if person else table_text("name.npc_long")
    return {"by": by, "civ": _shown(there, _names), "since": day(since) if isinstance(since, datetime) else ""}


def _undo_answered(refused: Refused, _names: Names) -> Message:
    return {"by": refused.said.get("by") or table_text("name.somebody")}


def _undo_pending(refused: Refused, names: Names) -> Message:
    until = refused.said.get("until")
    whose = refused.said.get("seat") or refused.said.get("by")
    return {"until": date(until) if isinstance(until, datetime) else "", "seat": _shown(whose, names)}


def _too_many_tables(refused: Refused, _names: Names) -> Message:
    return {"whose": table_text("name.this_server" if refused.said.get("whose") == "server" else "name.a_host")}


def _games_limit(refused: Refused, _names: Names) -> Message:
    days, until = int(refused.said["days"]), refused.said.get("until")
    span = table_text("name.days", n=days) if days > 1 else table_text("name.hours", n=24)
    key = f"games_{refused.said['what']}_{refused.said['whose']}"
    return {"key": key, "span": span, "until": date(until) if isinstance(until, datetime) else ""}


def _not_away(refused: Refused, _names: Names) -> Message:
    at, hours = refused.said.get("at"), int(refused.said.get("seconds", 0)) // 3600
    span = table_text("name.days", n=hours // 24) if hours > 24 else table_text("name.hours", n=hours)
    return {"at": date(at) if isinstance(at, datetime) else "", "span": span if hours else table_text("name.half_hour")}


def _away_already(refused: Refused, _names: Names) -> Message:
    until = refused.said.get("until")
    return {"until": date(until) if isinstance(until, datetime) else ""}


def _setup(refused: Refused, names: Names) -> Message:
    at, why = refused.said["at"], refused.said["reason"]
    field = own(str(refused.said.get("game") or ""), f"table.lobby.form.{at}")
    whole = why if at == SEATS else words("wrong.at", at=words(field) if has_text(field) else at, why=why)
    return {"reason": cut(plainly(name_tokens(str(whole), names)), 450).rstrip(".")}


def _near(refused: Refused, _names: Names) -> Message:
    return {"near": _several([str(n) for n in refused.said.get("near", ())]) or table_text("name.nothing_like")}


def _turn(refused: Refused, _names: Names) -> Message:
    return {} if refused.said.get("turns") else {"key": "no_turn_yet"}


def _not_an_option(refused: Refused, _names: Names) -> Message:
    near = [str(n) for n in refused.said.get("near", ())]
    if near and refused.said.get("given"):
        return {"near": near[0], "given": cut(plainly(str(refused.said["given"])), GIVEN)}
    return {"key": "not_an_option_plain"}


def _several(names: Sequence[str]) -> str:
    return ", ".join(names) if len(names) <= SHOWN else f"{', '.join(names[:SHOWN])} …"


SPECIAL: Final[Mapping[str, Callable[[Refused, Names], Message]]] = {
    "no_seat": _no_seat,
    "not_asked": _not_asked,
    "over": _over,
    "no_table": _no_table,
    "too_few_seats": _seats_missing,
    "civ_taken": _civ_taken,
    "bad_option": _bad_option,
    "bad_start": _bad_start,
    "seats_waiting": _seats_waiting,
    "leave": _leave,
    "end": _end,
    "secret": _secret,
    "import": _import,
    "replaced": _replaced,
    "undo_answered": _undo_answered,
    "undo_pending": _undo_pending,
    "too_many_requests": _undo_pending,
    "not_away": _not_away,
    "away_already": _away_already,
    "too_many_tables": _too_many_tables,
    "games_limit": _games_limit,
    "cups_limit": _undo_pending,
    "setup": _setup,
    "unknown_topic": _near,
    "unknown_place": _near,
    "unknown_player": _near,
    "unknown_event": _near,
    "unknown_option": _near,
    "unknown_civ": _near,
    "unknown_zone": _near,
    "not_an_option": _not_an_option,
    "no_turn": _turn,
}


def buttons(refused: Refused) -> list[Row]:
    """Return buttons for what to do next after a refusal."""
    make = NEXT.get(refused.code)
    return rows(make(refused)) if make else []


def _go(label: str, verb: str, option: str = "", style: Any = "secondary") -> Button:
    return Button(table_text(f"button.{label}"), verb, option, style, lasting=True)


def _replaced_next(refused: Refused) -> list[Button]:
    there = refused.said.get("seat")
    status = _go("status", "status")
    if not isinstance(there, SeatInfo) or refused.said.get("state") != "running":
        return [status]
    return [status, _go("reclaim", "reclaim", str(there.number))]


def _public(refused: Refused) -> list[Button]:
    return [*_board(refused, "map"), _go("log", "log"), _go("status", "status")]


def _board(refused: Refused, label: str) -> list[Button]:
    """Return the button that shows the board, unless the game is known to have none."""
    info = refused.said.get("info")
    known = info.game if isinstance(info, TableInfo) else str(refused.said.get("game", ""))
    return [] if known and not presentation_of(known).has_board else [_go(label, "map")]


def _over_next(refused: Refused) -> list[Button]:
    """Return the buttons after the end of a game, and one for another game; only the latter for a closed lobby."""
    info = refused.said.get("info")
    played = not isinstance(info, TableInfo) or info.started_at is not None
    left = [*_board(refused, "final_board"), _go("replay", "replay"), _go("verify", "verify")] if played else []
    return [*left, _go("rematch", "again")]


def _leave_next(refused: Refused) -> list[Button]:
    seats: Sequence[SeatInfo] = refused.said.get("seats", ())
    label = table_text("button.leave_table")
    if len(seats) == 1:
        label = table_text("button.confirm_leave", civ=civ(seats[0], names_of("")))
    yes = Button(label[:34], "leave_yes", str(refused.said.get("confirm", "")), "danger", lasting=True)
    return [yes, _go("stay", "stay")]


def _end_next(refused: Refused) -> list[Button]:
    return [_go("confirm_end", "end_yes", str(refused.said.get("confirm", "")), "danger"), _go("keep", "stay")]


def _open_hands(refused: Refused) -> list[Button]:
    info = refused.said.get("info")
    here = (info.game, info.scenario) if isinstance(info, TableInfo) else (str(refused.said.get("game") or ""),)
    names = names_of(*here)
    seats: Sequence[SeatInfo] = refused.said.get("npcs", ())
    return [
        Button(table_text("button.hand_of", civ=civ(s, names))[:34], "npc_hand", s.seat, lasting=True)
        for s in seats[:3]
    ]


def _tables(refused: Refused) -> list[Button]:
    """Return buttons for the person's tables; a command that could mean each of them continues at the chosen one."""
    infos: Sequence[TableInfo] = refused.said.get("tables", ())
    then = str(refused.said.get("then", ""))
    verb, more = ("there", f"~{then}") if then else ("open", "")
    return [
        Button(table_text("button.open_table", id=i.id), verb, f"{i.id.lower()}{more}", lasting=True) for i in infos[:3]
    ]


def _taken(refused: Refused) -> list[Button]:
    mark = str(refused.said.get("threads", ""))
    return [_go("open_thread", "thread", mark, "primary")] if mark else []


def _topics(refused: Refused) -> list[Button]:
    return all_lists(str(refused.said.get("game") or ""))[:5]


def _set(label: str, verb: str) -> Callable[[Refused], list[Button]]:
    """Return the button to the form for missing settings, and what continues after it."""
    return lambda refused: [
        Button(words(f"prefs.button.{label}"), verb, str(refused.said.get("then", "")), "primary", lasting=True)
    ]


def _back(refused: Refused) -> list[Button]:
    """Return the button that ends the vote about one's own seat."""
    there = refused.said.get("seat")
    number = str(there.number) if isinstance(there, SeatInfo) else ""
    return [Button(table_text("late.back"), "late_back", number, "primary", lasting=True)] if number else []


NEXT: Final[Mapping[str, Callable[[Refused], list[Button]]]] = {
    "no_seat": _public,
    "replaced": _replaced_next,
    "not_asked": lambda _: [_go("status", "status")],
    "over": _over_next,
    "no_zone": _set("zone", "zone_form"),
    "unknown_zone": _set("zone", "zone_form"),
    "bad_hours": _set("zone", "zone_form"),
    "away_budget": _set("away", "away_form"),
    "late_own": _back,
    "clock_fixed": lambda _: [Button(table_text("settings.times_button"), "times", lasting=True)],
    "no_table": _tables,
    "channel_taken": _taken,
    "too_few_seats": lambda _: [_go("add_npc", "add_npc")],
    "leave": _leave_next,
    "secret": _open_hands,
    "end": _end_next,
    "unknown_topic": _topics,
    "no_topic": _topics,
    "not_begun": lambda _: [_go("options", "options")],
    "setup": lambda refused: [_go("options", "options")] if refused.said.get("table") else [],
    "damaged": lambda refused: [_go("mend", "mend")] if refused.said.get("state") == "running" else [],
    "undo_chance": lambda _: [_go("ask_others", "ask_back")],
    "undo_answered": lambda _: [_go("ask_others", "ask_back")],
    "undo_closed": lambda _: [_go("ask_others", "ask_back")],
}
