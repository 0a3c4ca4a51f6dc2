"""Every refusal has its words: what is wrong, what stays, what to do next, under 600 characters."""

from __future__ import annotations

import ast
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import bot
from bot.contract.tables import Person, Refused
from bot.ui.lookup import errors
from bot.ui.parts import DESIGN, faults
from bot.ui.visit import Visit
from engine.core.said import Said
from engine.core.text import speaking
from tests.suite.trees import parts
from tests.translated import OTHERS
from tests.ui.table.places import ask, table
from tests.ui.table.room import labels, said

INFO = table()
LONG = "W" * 500
THEN = datetime(2026, 5, 9, 18, 2, tzinfo=UTC)
SEATS = INFO.seats
LIMIT = {"n": 9, "until": THEN}

REPLIES: list[tuple[str, dict[str, Any], str]] = [
    ("no_seat", {"host": "Ana"}, "You have no seat at table 1K9."),
    ("no_seat", {"host": "Ana"}, "open to you. For a seat ask Ana, the host, or open a table with `/game new`."),
    ("no_seat", {}, "For a seat ask the host, or open a table"),
    (
        "seats_many",
        {"seats": "Egypt and Babylon", "seat": "sumer"},
        "None of your seats is “sumer”. Yours: Egypt and Babylon.",
    ),
    ("not_asked", {"ask": ask(INFO, "card.play", 1)}, "You are not asked now. Asked now: Babylon (Ana)."),
    ("not_asked", {"ask": ask(INFO, "card.play", *range(6))}, "Asked now: Egypt (Ben)"),
    ("moved", {}, "moving to another database just now. Nothing was changed; try again"),
    ("not_asked", {"reason": "later"}, "You are not asked now."),
    ("setup_where", {}, "use `/setup` in one of its channels"),
    ("managers_only", {}, "whoever may manage this server (Manage Server)"),
    ("follow_seated", {}, "what you need comes to you anyway"),
    ("followers_full", {"most": 50}, "50 people follow table 1K9"),
    ("no_cup", {}, "There is no such cup on this server"),
    ("cup_which", {}, "name one"),
    ("cup_where", {}, "Cups belong to a server"),
    ("cup_name", {"most": 100}, "a name of up to 100"),
    ("cup_size", {}, "at tables of two"),
    ("cup_host", {"host": "Ana"}, "Ana, the host of this cup"),
    ("cup_begun", {}, "nobody can sign up"),
    ("cup_over", {}, "This cup is over"),
    ("cup_in", {}, "signed up already"),
    ("cup_out", {}, "not in this cup"),
    ("cup_full", {"most": 40}, "has room for 40"),
    ("cup_few", {"least": 2, "n": 1}, "takes 2 people"),
    ("cup_rounds", {"rounds": 9, "n": 5, "most": 4}, "there can be 4 rounds"),
    ("cup_opened", {}, "open already"),
    ("cup_end", {"name": "Spring", "confirm": "1-0"}, "ends the cup Spring"),
    ("too_many_cups", {"most": 5}, "5 cups go on"),
    ("too_many_own_cups", {"most": 2}, "2 of your cups go on"),
    ("cups_limit", {"n": 5, "until": THEN}, "5 cups have been opened here or by you within 24 hours"),
    ("games_limit", {**LIMIT, "what": "opened", "whose": "host", "days": 1}, "opened or imported 9 games within 24"),
    ("games_limit", {**LIMIT, "what": "opened", "whose": "server", "days": 1}, "9 games have been opened or imported"),
    ("games_limit", {**LIMIT, "what": "brought", "whose": "host", "days": 30}, "imported 9 games within 30 days"),
    (
        "games_limit",
        {**LIMIT, "what": "brought", "whose": "server", "days": 30},
        "The next one can be imported from <t:",
    ),
    ("no_showing", {}, "no cards are shown"),
    ("letters_gone", {}, "Use `/room` to open one"),
    ("rooms_off", {}, "can set `rooms` under **Settings**"),
    ("rooms_fixed", {}, "once a game has begun"),
    ("rooms_full", {"most": 10}, "already has 10 rooms"),
    ("rooms_yours", {"most": 4}, "already opened 4 rooms"),
    ("room_alone", {}, "needs at least two people"),
    ("room_lobby", {}, "Choose your team first"),
    ("room_with", {"typed": "Rome", "seats": "Egypt"}, "There are: Egypt."),
    ("room_no_place", {}, "only below text channels"),
    ("room_may_not", {"channel": "<#1>", "missing": "Create Private Threads"}, "in <#1>: Create Private Threads."),
    ("note_empty", {}, "A note needs a text"),
    ("note_long", {"most": 500, "n": 501}, "up to 500 characters, and this one has 501"),
    ("notes_full", {"most": 20}, "Throw one away first"),
    ("nobody_left", {}, "Somebody has to play"),
    ("not_stored", {}, "perhaps its disk is full. Nothing was changed and nothing is lost."),
    (
        "option_elsewhere",
        {"option": "unknown_npcs", "scenario": "Standard game"},
        "unknown_npcs is no option of Standard",
    ),
    ("no_reason", {"line": 41}, "The log tells no reason for line 41."),
    ("unknown_civ", {"text": "summer", "near": ["Sumer"]}, "“summer” is none of those who can play here. Near: Sumer."),
    ("stale", {}, "The game has moved on. This is what is asked now."),
    ("other_device", {"at": THEN}, "changed on another screen at <t:1778349720:t>"),
    ("window_closed", {"closed_at": THEN}, "The window closed at <t:1778349720:t>, before your answer came."),
    ("not_an_option", {"reason": "none"}, "That is none of the choices now."),
    (
        "not_an_option",
        {"given": "Trade Flee", "near": ["Trade Fleet"]},
        "“Trade Flee” is none of the choices. Did you mean Trade Fleet?",
    ),
    ("over", {"info": table(over_at=THEN)}, "Table 1K9 ended on <t:1778349720:D>."),
    ("over", {}, "Table 1K9 has ended."),
    ("no_table", {"table": "", "yours": "Yours: 1K9 <#2>."}, "No table is played in this channel. Yours: 1K9 <#2>."),
    ("no_table", {"table": "zz"}, "There is no table zz."),
    ("not_begun", {"info": "lobby"}, "Table 1K9 has not begun."),
    (
        "may_not_open",
        {"channel": "<#2>", "missing": "Send Messages and Attach Files are"},
        "Send Messages and Attach Files are missing.",
    ),
    ("thread_closed", {}, "This thread is archived or locked"),
    ("channel_taken", {"threads": True}, "Table 1K9 is played here. One table a channel"),
    ("full", {"info": INFO}, "All 6 seats of table 1K9 are taken."),
    ("begun", {"info": INFO}, "Table 1K9 has begun with 6 of 6 seats."),
    ("joined", {}, "You sit at table 1K9 already."),
    ("unknown_player", {"name": "atlantis", "near": ["Egypt", "Crete"]}, "There are: Egypt, Crete."),
    ("unknown_look", {"game": "Culture Wars"}, "Table 1K9 plays Culture Wars, which has nothing of the kind."),
    ("other_server", {}, "Use another channel of the server."),
    ("host_only", {"host": Person(1, "Ana")}, "Only Ana, the host, can do that."),
    ("owner_only", {"host": "Ana", "seat": SEATS[0]}, "Only the owner of that seat can do that."),
    ("not_away", {"person": Person(1, "Ana"), "at": THEN, "seconds": 259200.0}, "in somebody’s absence after 3 days"),
    ("not_away", {"person": Person(1, "Ana"), "at": THEN, "seconds": 1800.0}, "absence after half an hour"),
    ("npc_already", {"seat": SEATS[0]}, "The NPC plays Egypt already."),
    ("npc_first", {"seat": SEATS[0]}, "First the NPC plays Egypt"),
    ("late_over", {"seat": SEATS[0]}, "no answer for Egypt is overdue any more"),
    ("late_own", {"seat": SEATS[0]}, "I am back"),
    ("late_other", {"seat": SEATS[0]}, "Only the other players"),
    ("seek_over", {"seat": SEATS[0]}, "to play Egypt any more"),
    ("bad_start", {"text": "soon"}, "I could not read “soon” as a time"),
    ("bad_start", {"text": "soon", "zone": ""}, "`tomorrow 18:00 UTC` or `3h`, in UTC, since"),
    ("no_zone", {}, "then press **Continue**"),
    ("start_gap", {"text": "2026-03-29 02:30"}, "does not exist in your time zone"),
    ("start_past", {}, "That time is over"),
    ("start_far", {"days": 30}, "in 30 days at the latest"),
    ("start_settled", {}, "has another start by now"),
    ("find_where", {}, "use it in a channel of that server"),
    ("extended", {}, "already"),
    ("too_many_reports", {"most": 100}, "100 reports from you within the hour, and this one was **not** kept"),
    ("away_already", {"until": THEN}, "already; `/prefs vacation days:0` ends it"),
    ("away_budget", {"left": 3}, "Days left on which your clocks may stand: 3, of 42 a year"),
    ("not_away_now", {}, "announced no vacation"),
    ("not_paused", {"table": "1K9"}, "Table 1K9 is not paused"),
    ("clock_fixed", {"setting": "late"}, "takes the yes of all who play"),
    ("times_same", {}, "counted like that already"),
    ("not_removing", {}, "not about to be removed"),
    ("rated_fixed", {}, "fixed once it has begun"),
    ("no_chart", {"table": "101"}, "two turns"),
    ("chart_none", {"table": "101"}, "counts no points"),
    ("chart_hidden", {"table": "101"}, "once the game is over"),
    ("board_soon", {"table": "101"}, "just posted a board of table 101"),
    ("post_elsewhere", {"table": "101", "channel": "<#5>"}, "only be posted in its own channel, <#5>"),
    ("may_not_write", {"table": "101"}, "may not write in this channel"),
    ("no_board", {"table": "101"}, "no board of table 101"),
    ("figures_later", {"table": "101"}, "counted at its end"),
    ("film_later", {"table": "101"}, "once it is over"),
    ("stats_server", {}, "told on a server"),
    ("stats_hidden", {"player": 8}, "appears in no statistics"),
    ("own_receiver", {"seat": SEATS[0]}, "Who decides about Egypt cannot have it"),
    ("not_stored", {}, "The bot cannot write to its database now"),
    ("too_many_tables", {"whose": "server", "n": 100}, "This server has 100 open tables already"),
    ("too_many_tables", {"whose": "host", "n": 10}, "That host has 10 open tables already"),
    ("host_stays", {}, "You are the host."),
    ("not_here", {"person": Person(1, "Ana")}, "Ana has no seat"),
    ("removed", {"host": "Ana"}, "Ana, the host, has taken your seat"),
    ("seat_own", {"seat": SEATS[0]}, "You play Egypt yourself."),
    ("seat_seen", {"seat": SEATS[0], "person": Person(1, "Ana")}, "Ana plays, or has played, another seat"),
    ("host_own", {"host": Person(1, "Ana")}, "Ana is the host already."),
    ("put_off_gone", {}, "That offer has lapsed"),
    ("offer_over", {}, "not open any more"),
    ("offer_other", {"person": Person(1, "Ana")}, "That is offered to Ana."),
    ("no_person", {"seat": SEATS[0]}, "Nobody owns that seat."),
    ("too_few_seats", {"seats": 1, "least": 2}, "One seat is taken and 2 are needed; NPCs count."),
    ("too_few_seats", {"seats": 2, "least": 3}, "2 seats are taken and 3 are needed"),
    (
        "civ_taken",
        {"civ": "egypt", "free": ["akkad", "assyria", "chaldea", "elam"]},
        "Taken a moment ago: Egypt. Free: Akkad, Assyria, Chaldea, and 1 more.",
    ),
    ("civ_taken", {"civ": "egypt"}, "Choose another."),
    ("leave", {"seats": SEATS[:1], "confirm": "leave-1"}, "the NPC plays Egypt until somebody takes the seat."),
    ("leave", {"seats": SEATS, "confirm": "leave-1"}, "the NPC plays Egypt, Babylon"),
    ("end", {"confirm": "end-1"}, "End table 1K9 now?"),
    (
        "setup",
        {"at": "egypt", "reason": Said("wrong.acme.no_area", {"area": "zab"})},
        "The table cannot begin like this: egypt: 'zab' is not an area in play",
    ),
    (
        "setup",
        {"game": "acme", "at": "one_vs_two", "reason": Said("wrong.acme.persons_only")},
        "The table cannot begin like this: One vs. Two: for players only; leave the NPCs out. Nothing was changed.",
    ),
    ("bad_option", {"option": "npcs", "value": 9, "values": (0, 1, 2)}, "“9” does not fit npcs; possible: 0, 1, 2."),
    ("bad_option", {"option": "note", "value": LONG, "values": ()}, "does not fit note"),
    ("unknown_game", {"game": "chess", "games": ("acme",)}, "“chess”"),
    ("undo_chance", {"seat": SEATS[0]}, "something was drawn"),
    ("misdivided", {"reason": "2 of 5 are divided."}, "2 of 5 are divided. Nothing was changed."),
    ("not_together", {}, "cannot be sent all at once"),
    ("no_auto_answers", {}, "This game has no auto-answers"),
    ("lent", {}, "Press **I am back** on My seat first"),
    ("not_ahead", {}, "There's nothing to plan now"),
    ("undo_closed", {"seat": SEATS[0]}, "its window has closed"),
    (
        "undo_answered",
        {"seat": SEATS[0]},
        "Somebody has answered since. Going back needs the yes of those who are affected.",
    ),
    ("undo_pending", {"seat": SEATS[0], "until": THEN}, "is open until <t:1778349720:f> (Egypt’s). One at a time."),
    ("too_many_requests", {"n": 3, "until": THEN}, "3 times within an hour. You may ask again from <t:1778349720:f>."),
    ("petition_over", {}, "is not open any more"),
    ("petition_own", {}, "It is your own request"),
    ("petition_free", {}, "your answer is not needed"),
    ("undo_nothing", {}, "nothing of yours to take back"),
    ("undo_over", {}, "The game has ended"),
    ("no_checkpoint", {"checkpoint": 4}, "no such point"),
    ("newer", {}, "Table 1K9 has been touched by a newer version of the bot"),
    ("damaged", {"host": Person(1, "Ana"), "state": "running"}, "The record of table 1K9 is damaged"),
    ("not_damaged", {}, "The record of table 1K9 is whole."),
    ("nothing_whole", {}, "None of the latest positions of table 1K9 can be read."),
    ("not_stored", {}, "cannot write to its database"),
    ("busy", {}, "Try again in a moment"),
    ("export_sealed", {"host": "Ana"}, "The file of a running game contains all that is hidden."),
    ("import", {"reason": "newer", "version": 14, "known": 12}, "it was written by version 14, and I know up to 12"),
    ("import", {"reason": "damaged"}, "it is damaged"),
    ("import", {"reason": "here"}, "played by this bot already"),
    ("import", {"reason": "other_key"}, "sealed by another bot"),
    ("import", {"reason": "unknown_game", "game": "chess"}, "“chess”"),
    ("import", {"reason": "large"}, "larger than 10 MB"),
    ("import", {"reason": "open"}, "taken only from a sealed file"),
    ("seats_waiting", {"seats": SEATS[:1]}, "The game waits until everybody is back. Still open: Egypt"),
    ("unknown_topic", {"topic": "zeus", "near": ["Sky God", "Zab"]}, "I know no “zeus”. Near: Sky God, Zab."),
    ("no_topic", {"game": "acme"}, "Type a card"),
    (
        "unknown_place",
        {"area": "tire", "near": ["Tyre", "Tarsus", "Thrace"]},
        "“tire” is no area of this map. Nearest: Tyre, Tarsus, Thrace.",
    ),
    ("area_not_here", {"area": "Bactria"}, "Bactria is not in play on this map."),
    ("secret", {"seat": SEATS[0], "npcs": ()}, "Hands are secret, that of Egypt too. Open are the hands of NPCs only."),
    ("secret", {"seat": None, "npcs": SEATS[:1]}, "Open are the hands of NPCs only: Egypt."),
    ("seed_secret", {"fingerprint": "4f2a" * 16}, "stays secret until the end. Its fingerprint: `4f2a"),
    (
        "replaced",
        {"seat": SEATS[0], "since": THEN, "host": "Ana"},
        "Ben has played Egypt since <t:1778349720:D>.",
    ),
    ("server_only", {}, "A table is opened in a channel of a server: use `/game new` there."),
    (
        "unknown_seat",
        {"seat": "rome", "seats": "Egypt (Ana)"},
        "There is no seat “rome” at table 1K9. Seats: Egypt (Ana).",
    ),
    ("unknown_setting", {"setting": "colour", "settings": "pace, note"}, "“colour” is no setting."),
    ("bad_setting", {"value": "warp", "setting": "Pace", "values": "Live; Slow"}, "“warp” does not fit “Pace”."),
    ("bad_value", {"value": "warp", "setting": "pace", "values": "live, slow"}, "“warp” does not fit pace."),
    ("no_length", {"text": "soon"}, "I could not read “soon” as an end of the game."),
    (
        "unknown_event",
        {"game": "acme", "text": "spy", "near": ["Epidemic"]},
        "There's no Event card called “spy”. Similar: Epidemic.",
    ),
    ("unknown_option", {"option": "magic", "near": ["map"]}, "“magic” is no option. Near: map."),
    ("unknown_zone", {"zone": "Berlyn", "near": ["Berlin"]}, "I know no time zone “Berlyn”. Near: Berlin."),
    (
        "too_long",
        {"option": "plan", "most": 2000, "n": 6000},
        "`plan` takes 2000 characters at most, and this has 6000.",
    ),
    ("too_long_field", {"most": 200, "n": 201}, "takes 200 characters at most, and this has 201."),
    ("refused", {}, "That cannot be done now."),
    ("no_turn", {"turn": "zzqq", "turns": "Turn 1 · Growth"}, "The log has no “zzqq”. The newest there are: Turn 1"),
    ("no_turn", {"turn": "zzqq", "turns": ""}, "The log has no “zzqq”, and no other turn yet."),
    ("bad_hours", {"hours": "at night"}, "I could not read “at night”."),
    ("no_thread", {}, "I may not open a thread here"),
    ("not_mine", {}, "That message is none of mine"),
    ("something_new", {"whatever": 1}, "That cannot be done now. Nothing was changed."),
]


def test_each_refusal_says_what_to_do() -> None:
    for code, filled, expected in REPLIES:
        screen = errors.screen(Refused(code, **{"table": "1K9", **filled}))
        assert expected in said(screen), code
        assert len(said(screen)) < 600, code
        assert faults(screen, DESIGN) == [], code


@pytest.mark.parametrize("language", OTHERS)
def test_each_refusal_is_told_whole_in_every_language(language: str) -> None:
    with speaking(language):
        screens = {code: errors.screen(Refused(code, **{"table": "1K9", **filled})) for code, filled, _ in REPLIES}
    assert [code for code, screen in screens.items() if faults(screen, DESIGN) or said(screen).endswith("…")] == []
    assert screens["stale"] != errors.screen(Refused("stale", table="1K9"))


def test_long_words_of_others_never_make_a_refusal_too_long() -> None:
    for code, filled, _ in REPLIES:
        long = {key: LONG if isinstance(value, str) and key != "confirm" else value for key, value in filled.items()}
        assert len(said(errors.screen(Refused(code, **{"table": "1K9", **long})))) < 600


def raised() -> set[str]:
    """Every code that the bot's own code refuses with."""
    found: set[str] = set()
    for file in Path(bot.__file__).parent.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        for node in parts(ast.parse(text)) if "Refused(" in text else ():
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused"):
                continue
            if node.args and isinstance(node.args[0], ast.Constant):
                found.add(str(node.args[0].value))
    return found


@pytest.mark.soak
def test_every_code_the_bot_refuses_with_has_words_and_a_test() -> None:
    """Each reply is compared with its words, whichever of several texts it takes."""
    tested = {code for code, _, _ in REPLIES}
    assert sorted(raised() - tested) == []


def test_buttons_lead_on() -> None:
    assert labels(errors.screen(Refused("no_seat", table="1K9"))) == ["Map", "Log", "Status"]
    ended, closed = (table(started_at=begun, over_at=THEN) for begun in (THEN, None))
    whole = ["Final board", "Replay", "Verify", "Rematch"]
    assert labels(errors.screen(Refused("over", table="1K9", info=ended))) == whole
    assert labels(errors.screen(Refused("over", table="1K9", info=closed))) == ["Rematch"]
    assert labels(errors.screen(Refused("damaged", table="1K9", state="running"))) == ["Newest whole position"]
    assert labels(errors.screen(Refused("damaged", table="1K9", state="over"))) == []
    assert labels(errors.screen(Refused("leave", seats=SEATS, confirm="x"))) == ["Leave the table", "Stay"]
    for code, more in (("no_zone", {}), ("unknown_zone", {"zone": "x", "near": ()}), ("bad_hours", {"hours": "x"})):
        assert labels(errors.screen(Refused(code, **more))) == ["Zone and quiet hours"]
    assert labels(errors.screen(Refused("late_own", table="1K9", seat=SEATS[0]))) == ["I am back"]
    assert labels(errors.screen(Refused("clock_fixed", setting="late"))) == ["Change the times"]
    assert labels(errors.screen(Refused("away_budget", left=0))) == ["I will be away"]
    assert labels(errors.screen(Refused("no_table", yours="", tables=(INFO, INFO)))) == ["Open 1K9", "Open 1K9"]


def test_the_router_gets_screens_for_refusals_only() -> None:
    visit = Visit(1, table="1k9")
    screen = errors.trouble(Refused("joined"), visit)
    assert screen is not None
    assert said(screen).startswith("You sit at table 1K9 already.")
    assert errors.trouble(ValueError("inner"), visit) is None
