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
from bot.ui.message_faults import faults
from bot.ui.parts import DESIGN
from bot.ui.visit import Visit
from engine.core.message import Message
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
    ("no_seat", {"host": "Ana"}, "You aren't playing at table 1K9."),
    ("no_seat", {"host": "Ana"}, "To get a seat, ask Ana, the host, or open a table with `/game new`."),
    ("no_seat", {}, "To get a seat, ask the host, or open a table"),
    (
        "seats_many",
        {"seats": "Egypt and Babylon", "seat": "sumer"},
        "Yours: Egypt and Babylon.",
    ),
    ("not_asked", {"ask": ask(INFO, "card.play", 1)}, "It isn't your turn."),
    (
        "not_asked",
        {"ask": ask(INFO, "card.play", *range(6))},
        "Waiting for Egypt (Ben), Babylon (Ana), Medes & Persians (Dee), Indus Valley",
    ),
    ("moved", {}, "The bot is moving to another database."),
    ("not_asked", {"reason": "later"}, "It isn't your turn."),
    ("setup_where", {}, "Use it in one of its channels"),
    ("game_off", {"title": "Culture Wars"}, "Culture Wars is switched off in this server"),
    ("managers_only", {}, "You need the Manage Server permission for that."),
    ("follow_seated", {}, "You play at table 1K9, so you already get its messages."),
    ("followers_full", {"most": 50}, "50 people already follow table 1K9, which is the maximum."),
    ("no_cup", {}, "This server has no cup with that number."),
    ("cup_which", {}, "Add the number of the one you mean. `/cup table` lists them."),
    ("cup_where", {}, "Cups belong to a server"),
    ("cup_name", {"most": 100}, "a name of up to 100"),
    ("cup_size", {}, "*Round robin* needs tables of two."),
    ("cup_host", {"host": "Ana"}, "Ana, the host of this cup"),
    ("cup_begun", {}, "This cup has already started, so you can't sign up."),
    ("cup_over", {}, "This cup is over"),
    ("cup_in", {}, "You've already signed up."),
    ("cup_out", {}, "You aren't in this cup."),
    ("cup_full", {"most": 40}, "This cup is full: 40 have signed up."),
    ("cup_few", {"least": 2, "n": 1}, "This cup needs at least 2 members. So far it has 1."),
    (
        "cup_rounds",
        {"rounds": 9, "n": 5, "most": 4},
        "With 5 members and tables of this size, you can play up to 4 rounds.",
    ),
    ("cup_opened", {}, "That table is already open, or this round has no table with that number."),
    ("cup_end", {"name": "Spring", "confirm": "1-0"}, "ends the cup Spring"),
    ("too_many_cups", {"most": 5}, "This server already has 5 running cups, which is the maximum."),
    ("too_many_own_cups", {"most": 2}, "You already have 2 running cups in this server, which is the maximum."),
    (
        "cups_limit",
        {"n": 5, "until": THEN},
        "You or this server have opened 5 cups within 24 hours, which is the limit.",
    ),
    ("games_limit", {**LIMIT, "what": "opened", "whose": "host", "days": 1}, "opened or imported 9 games within 24"),
    (
        "games_limit",
        {**LIMIT, "what": "opened", "whose": "server", "days": 1},
        "This server has opened or imported 9 games within 24 hours, which is the limit.",
    ),
    ("games_limit", {**LIMIT, "what": "brought", "whose": "host", "days": 30}, "imported 9 games within 30 days"),
    (
        "games_limit",
        {**LIMIT, "what": "brought", "whose": "server", "days": 30},
        "You can import the next one from <t:1778349720:f>.",
    ),
    ("media_channel", {"channel": "<#1>"}, "Use a text channel or a forum."),
    ("forum_tag", {"channel": "<#1>", "tag": "Open"}, "Ask a moderator to add the tag Open"),
    ("no_showing", {}, "can't show cards to others"),
    ("letters_gone", {}, "Instead, you can open rooms"),
    ("rooms_off", {}, "in the lobby, with `rooms` under **Settings**"),
    ("rooms_fixed", {}, "on or off after the game has started"),
    ("advice_fixed", {}, "advice on or off after the game has started"),
    ("no_review", {}, "no review for this game yet"),
    ("review_early", {}, "once the game is over"),
    ("no_advice", {"table": "100"}, "allow it in the lobby"),
    ("rooms_full", {"most": 10}, "already has 10 rooms"),
    ("rooms_yours", {"most": 4}, "already opened 4 rooms"),
    ("room_alone", {}, "needs at least two players"),
    ("room_lobby", {}, "Choose your team first"),
    ("room_with", {"typed": "Rome", "seats": "Egypt"}, "You can invite Egypt."),
    ("room_no_place", {}, "Rooms are private threads, and Discord only has them in text channels."),
    ("room_may_not", {"channel": "<#1>", "missing": "Create Private Threads"}, "in <#1>: Create Private Threads."),
    ("note_empty", {}, "Your note has no text"),
    ("note_long", {"most": 500, "n": 501}, "Your note has 501 characters, but the maximum is 500."),
    ("notes_full", {"most": 20}, "Delete one first"),
    ("tokens_full", {"most": 10}, "You already have 10 tokens, which is the maximum. End one first."),
    ("programs_full", {"most": 5}, "You already have 5 programs, which is the maximum. End one first."),
    ("program_unnamed", {}, "Give the program a name."),
    ("hook_url", {}, "Type a public address that begins with https://"),
    ("hooks_full", {"most": 3}, "You already have 3 webhooks here, which is the maximum. Remove one first."),
    ("program_gone", {"table": "1K9"}, "That program isn't here."),
    ("nobody_left", {}, "You're the last player. Without you, only computers would play."),
    ("not_stored", {}, "so your action didn't count. What you did before is safe."),
    (
        "option_elsewhere",
        {"option": "unknown_npcs", "scenario": "Standard game"},
        "Standard game has no option unknown_npcs.",
    ),
    ("no_reason", {"line": 41}, "The log has no reason for line 41."),
    ("unknown_civ", {"text": "summer", "near": ["Sumer"]}, "“summer” can't play here."),
    ("feature_off", {}, "doesn't offer that feature"),
    ("stale", {}, "The game has moved on. Here is the current question."),
    ("other_device", {"at": THEN}, "You changed this draft on another screen at <t:1778349720:t>."),
    ("window_closed", {"closed_at": THEN}, "Too late: the time to respond ended at <t:1778349720:t>."),
    ("not_an_option", {"reason": "none"}, "That isn't one of the options now."),
    (
        "not_an_option",
        {"given": "Trade Flee", "near": ["Trade Fleet"]},
        "“Trade Flee” isn't one of the options. Did you mean Trade Fleet?",
    ),
    ("over", {"info": table(over_at=THEN)}, "The game at table 1K9 ended on <t:1778349720:D>, so you can't change it."),
    ("over", {}, "The game at table 1K9 has ended, so you can't change it."),
    ("no_table", {"table": "", "yours": "Yours: 1K9 <#2>."}, "There's no game in this channel. Yours: 1K9 <#2>."),
    ("no_table", {"table": "zz"}, "I can't find table zz here."),
    ("not_begun", {"info": "lobby"}, "The game at table 1K9 hasn't started."),
    (
        "may_not_open",
        {"channel": "<#2>", "missing": "Send Messages and Attach Files are"},
        "Send Messages and Attach Files are missing.",
    ),
    ("thread_closed", {}, "This thread is archived or locked"),
    ("channel_taken", {"threads": True}, "This channel already has table 1K9, and a channel can only have one."),
    ("full", {"info": INFO}, "All 6 seats of table 1K9 are taken."),
    ("begun", {"info": INFO}, "The game at table 1K9 has already started, with 6 of 6 seats taken."),
    ("joined", {}, "You've already joined table 1K9."),
    ("unknown_player", {"name": "atlantis", "near": ["Egypt", "Crete"]}, "Players: Egypt, Crete."),
    ("unknown_look", {"game": "Culture Wars"}, "Culture Wars at table 1K9 has nothing like that."),
    ("other_server", {}, "Use another channel of that server."),
    ("host_only", {"host": Person(1, "Ana")}, "Only the host, Ana, can do that."),
    ("owner_only", {"host": "Ana", "seat": SEATS[0]}, "Only the owner of that seat can do that."),
    (
        "not_away",
        {"person": Person(1, "Ana"), "at": THEN, "seconds": 259200.0},
        "You can ask for this once they've been inactive for 3 days, or have left the server.",
    ),
    (
        "not_away",
        {"person": Person(1, "Ana"), "at": THEN, "seconds": 1800.0},
        "You can ask for this once they've been inactive for half an hour, or have left the server.",
    ),
    ("npc_already", {"seat": SEATS[0]}, "The computer already plays Egypt."),
    ("npc_first", {"seat": SEATS[0]}, "First let the computer play Egypt (`/game seat control:npc`)."),
    ("late_over", {"seat": SEATS[0]}, "Egypt is no longer out of time, so there's nothing to vote on."),
    ("late_own", {"seat": SEATS[0]}, "I'm back"),
    ("late_other", {"seat": SEATS[0]}, "Only the table's other players"),
    ("seek_over", {"seat": SEATS[0]}, "Egypt is no longer looking for a player."),
    ("bad_start", {"text": "soon"}, "I can't read “soon” as a time."),
    ("bad_start", {"text": "soon", "zone": ""}, "I don't know your time zone, so write UTC"),
    ("no_zone", {}, "then press **Continue**"),
    ("start_gap", {"text": "2026-03-29 02:30"}, "doesn't exist in your time zone"),
    ("start_past", {}, "That time is in the past"),
    ("start_far", {"days": 30}, "A table can start up to 30 days from now."),
    ("start_settled", {}, "already has a new start time"),
    ("find_where", {}, "Use it in one of that server's channels"),
    ("extended", {}, "already"),
    ("too_many_reports", {"most": 100}, "You've sent 100 reports in the last hour, so I did **not** keep this one."),
    ("away_already", {"until": THEN}, "press **Go on vacation** in `/prefs`"),
    (
        "away_budget",
        {"left": 3},
        "The limit is 42 days a year, and 21 in one game (35 in a slow one).",
    ),
    ("not_away_now", {}, "You aren't on vacation"),
    ("not_paused", {"table": "1K9"}, "Table 1K9 isn't paused"),
    ("clock_fixed", {"setting": "late"}, "All players must agree"),
    ("times_same", {}, "are already like that"),
    ("not_removing", {}, "isn't being removed"),
    ("rated_fixed", {}, "after it has started"),
    ("no_chart", {"table": "101"}, "It needs two finished turns."),
    ("chart_none", {"table": "101"}, "has no points"),
    ("chart_hidden", {"table": "101"}, "You can see the chart when the game is over."),
    ("board_soon", {"table": "101"}, "just posted the board of table 101"),
    (
        "post_elsewhere",
        {"table": "101", "channel": "<#5>"},
        "You can only post a board of table 101 in its own channel, <#5>.",
    ),
    ("may_not_write", {"table": "101"}, "can't write in this channel"),
    ("no_board", {"table": "101"}, "Table 101 has no board to post."),
    ("figures_later", {"table": "101"}, "see its stats when it's over"),
    ("film_later", {"table": "101"}, "when it's over"),
    ("stats_server", {}, "Ratings belong to a server"),
    ("stats_hidden", {"player": 8}, "has chosen not to appear in statistics"),
    (
        "own_receiver",
        {"seat": SEATS[0]},
        "A player who votes about Egypt can't get it, because that would show them another hand.",
    ),
    ("not_stored", {}, "The bot can't write to its database now"),
    (
        "too_many_tables",
        {"whose": "server", "n": 100},
        "This server already has 100 open tables, which is the maximum.",
    ),
    ("too_many_tables", {"whose": "host", "n": 10}, "That host already has 10 open tables, which is the maximum."),
    ("host_stays", {}, "You're the host."),
    ("not_here", {"person": Person(1, "Ana")}, "Ana doesn't play at table 1K9."),
    ("removed", {"host": "Ana"}, "The host, Ana, has removed you from table 1K9."),
    ("seat_own", {"seat": SEATS[0]}, "You play Egypt yourself."),
    (
        "seat_seen",
        {"seat": SEATS[0], "person": Person(1, "Ana")},
        "Ana has seen another hand in this game, so they can't take the seat of Egypt.",
    ),
    ("host_own", {"host": Person(1, "Ana")}, "Ana is already the host."),
    ("no_page", {}, "There's no table here. The link may be incomplete"),
    ("put_off_gone", {}, "This button no longer works"),
    ("offer_over", {}, "no longer open"),
    ("offer_other", {"person": Person(1, "Ana")}, "That offer is for Ana, so only they can answer it."),
    ("no_person", {"seat": SEATS[0]}, "Nobody owns that seat."),
    (
        "too_few_seats",
        {"seats": 1, "least": 2},
        "One seat is taken, but the game needs 2. Wait for players, or add computers.",
    ),
    ("too_few_seats", {"seats": 2, "least": 3}, "2 seats are taken, but the game needs 3."),
    (
        "civ_taken",
        {"civ": "egypt", "free": ["akkad", "assyria", "chaldea", "elam"]},
        "Another player has just taken Egypt. Still free: Akkad, Assyria, Chaldea, and 1 more.",
    ),
    ("civ_taken", {"civ": "egypt"}, "Choose another."),
    (
        "leave",
        {"seats": SEATS[:1], "confirm": "leave-1"},
        "If you leave, the computer plays Egypt until someone takes the seat.",
    ),
    (
        "leave",
        {"seats": SEATS, "confirm": "leave-1"},
        "If you leave, the computer plays Egypt, Babylon, Medes & Persians, Indus Valley, Sea",
    ),
    ("end", {"confirm": "end-1"}, "End the game at table 1K9 now?"),
    (
        "setup",
        {"at": "egypt", "reason": Message("wrong.acme.no_area", {"area": "zab"})},
        "The game can't start like this: egypt: 'zab' is not an area in play on this map.",
    ),
    (
        "setup",
        {"game": "acme", "at": "one_vs_two", "reason": Message("wrong.acme.persons_only")},
        "The game can't start like this: One vs.",
    ),
    (
        "bad_option",
        {"option": "npcs", "value": 9, "values": (0, 1, 2)},
        "You can't set that: “9” isn't a value of npcs; you can use 0, 1, 2.",
    ),
    (
        "bad_option",
        {"option": "note", "value": LONG, "values": ()},
        "You can't set that: “WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW …” isn't a",
    ),
    ("unknown_game", {"game": "chess", "games": ("acme",)}, "“chess”"),
    ("undo_chance", {"seat": SEATS[0]}, "something was drawn"),
    ("misdivided", {"reason": "2 of 5 are divided."}, "2 of 5 are divided."),
    ("not_together", {}, "can't send all of this at once"),
    ("no_auto_answers", {}, "This game has no auto-answers"),
    ("lent", {}, "Press **My turn**, then **I'm back**."),
    ("not_ahead", {}, "You can't plan now"),
    ("undo_closed", {"seat": SEATS[0]}, "The time to respond has ended, so everyone knows what was answered."),
    (
        "undo_answered",
        {"seat": SEATS[0]},
        "Someone has acted since then. To go back, the players affected must agree.",
    ),
    (
        "undo_pending",
        {"seat": SEATS[0], "until": THEN},
        "Egypt has already asked the others, until <t:1778349720:f>.",
    ),
    ("too_many_requests", {"n": 3, "until": THEN}, "You can ask again from <t:1778349720:f>."),
    ("petition_over", {}, "is no longer open"),
    ("petition_own", {}, "This is your own request, so the others vote."),
    ("petition_free", {}, "so you don't vote"),
    ("undo_nothing", {}, "nothing to undo"),
    ("undo_over", {}, "The game has ended"),
    ("no_checkpoint", {"checkpoint": 4}, "can't go back to that point"),
    ("newer", {}, "A newer version of the bot is just taking over table 1K9."),
    ("damaged", {"host": Person(1, "Ana"), "state": "running"}, "The saved data of table 1K9 is damaged"),
    ("not_damaged", {}, "The saved data of table 1K9 isn't damaged, so there's nothing to repair."),
    ("nothing_whole", {}, "The saved data of table 1K9 is damaged."),
    ("not_stored", {}, "The bot can't write to its database now, so your action didn't count."),
    ("busy", {}, "Try again in a moment"),
    ("export_sealed", {"host": "Ana"}, "The file of a running game includes all hidden information."),
    ("import", {"reason": "newer", "version": 14, "known": 12}, "it has version 14, and I can read versions up to 12"),
    ("import", {"reason": "damaged"}, "I can't use this file: it's damaged, or not a file of a game."),
    ("import", {"reason": "here"}, "I can't use this file: this bot already has that table."),
    ("import", {"reason": "other_key"}, "I can't use this file: another bot sealed it, and only that bot can read it."),
    ("import", {"reason": "unknown_game", "game": "chess"}, "“chess”"),
    ("import", {"reason": "large"}, "larger than 10 MB"),
    (
        "import",
        {"reason": "open"},
        "I can't use this file: a running game needs its sealed file, which its host gets with",
    ),
    ("seats_waiting", {"seats": SEATS[:1]}, "The game waits until everyone is back. Still open: Egypt"),
    ("unknown_topic", {"topic": "zeus", "near": ["Sky God", "Zab"]}, "I don't know “zeus”. Similar: Sky God, Zab."),
    ("no_topic", {"game": "acme"}, "Type a card"),
    (
        "unknown_place",
        {"area": "tire", "near": ["Tyre", "Tarsus", "Thrace"]},
        "There's no area called “tire” on this map. Similar: Tyre, Tarsus, Thrace.",
    ),
    ("area_not_here", {"area": "Bactria"}, "Bactria isn't used on this map. Choose another area."),
    ("secret", {"seat": SEATS[0], "npcs": ()}, "You can't see the hand of Egypt, because hands are secret."),
    ("secret", {"seat": None, "npcs": SEATS[:1]}, "Only computers play with open hands: Egypt."),
    ("seed_secret", {"fingerprint": "4f2a" * 16}, "Its SHA-256 fingerprint was fixed at the start:\n`4f2a"),
    (
        "replaced",
        {"seat": SEATS[0], "since": THEN, "host": "Ana"},
        "Ben has played Egypt since <t:1778349720:D>.",
    ),
    ("bot_elsewhere", {}, "I'm not a member here, so I can't open a table or post anything."),
    ("server_only", {}, "You can only open a table in a server's channel. Use `/game new` there."),
    (
        "unknown_seat",
        {"seat": "rome", "seats": "Egypt (Ana)"},
        "There's no seat “rome” at table 1K9. Seats: Egypt (Ana).",
    ),
    ("unknown_setting", {"setting": "colour", "settings": "pace, note"}, "There's no setting “colour”."),
    ("bad_setting", {"value": "warp", "setting": "Pace", "values": "Live; Slow"}, "“Pace” can't be “warp”."),
    ("bad_value", {"value": "warp", "setting": "pace", "values": "live, slow"}, "pace can't be “warp”."),
    ("no_length", {"text": "soon"}, "“soon” isn't a way to end the game."),
    ("unknown_event", {"game": "acme", "text": "spy", "near": ["Epidemic"]}, "There's no Event card called “spy”."),
    ("unknown_option", {"option": "magic", "near": ["map"]}, "Similar: map."),
    ("unknown_zone", {"zone": "Berlyn", "near": ["Berlin"]}, "I don't know the time zone “Berlyn”."),
    (
        "too_long",
        {"option": "plan", "most": 2000, "n": 6000},
        "You typed 6000 characters for `plan`, and the maximum is 2000.",
    ),
    ("too_long_field", {"most": 200, "n": 201}, "You typed 201 characters in one field, and the maximum is 200."),
    ("refused", {}, "You can't do that now."),
    ("no_turn", {"turn": "zzqq", "turns": "Turn 1 · Growth"}, "The latest turns are Turn 1 · Growth."),
    ("no_turn", {"turn": "zzqq", "turns": ""}, "There's no “zzqq” in the log, because no turn is finished yet."),
    ("bad_hours", {"hours": "at night"}, "I can't read “at night”."),
    ("no_thread", {}, "I can't open a thread here"),
    ("not_mine", {}, "I didn't write that message, so I can't explain it."),
    ("something_new", {"whatever": 1}, "You can't do that now."),
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
    whole = ["Final board", "Replay", "Fair shuffles", "Rematch"]
    assert labels(errors.screen(Refused("over", table="1K9", info=ended))) == whole
    assert labels(errors.screen(Refused("over", table="1K9", info=closed))) == ["Rematch"]
    assert labels(errors.screen(Refused("damaged", table="1K9", state="running"))) == ["Newest good position"]
    assert labels(errors.screen(Refused("damaged", table="1K9", state="over"))) == []
    assert labels(errors.screen(Refused("leave", seats=SEATS, confirm="x"))) == ["Leave the table", "Stay"]
    for code, more in (("no_zone", {}), ("unknown_zone", {"zone": "x", "near": ()}), ("bad_hours", {"hours": "x"})):
        assert labels(errors.screen(Refused(code, **more))) == ["Zone and quiet hours"]
    assert labels(errors.screen(Refused("late_own", table="1K9", seat=SEATS[0]))) == ["I'm back"]
    assert labels(errors.screen(Refused("clock_fixed", setting="late"))) == ["Change the times"]
    assert labels(errors.screen(Refused("away_budget", left=0))) == ["Go on vacation"]
    assert labels(errors.screen(Refused("no_table", yours="", tables=(INFO, INFO)))) == ["Open 1K9", "Open 1K9"]


def test_the_router_gets_screens_for_refusals_only() -> None:
    visit = Visit(1, table="1k9")
    screen = errors.trouble(Refused("joined"), visit)
    assert screen is not None
    assert said(screen).startswith("You've already joined table 1K9.")
    assert errors.trouble(ValueError("inner"), visit) is None
