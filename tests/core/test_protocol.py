"""The JSON-lines protocol: every command, and a clear error for everything that is none."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from engine.core.protocol import Session
from tests.core.fair import FAIR
from tests.core.toy import TOY


class Client:
    """A session that speaks in Python values."""

    def __init__(self) -> None:
        self.session = Session({"toy": TOY})

    def say(self, cmd: str, **keys: Any) -> dict[str, Any]:
        return self.session.reply(json.dumps({"cmd": cmd, **keys}))

    def good(self, cmd: str, **keys: Any) -> dict[str, Any]:
        reply = self.say(cmd, **keys)
        assert reply["ok"], reply
        return reply


@pytest.fixture
def client() -> Client:
    made = Client()
    made.good("new", game="toy", scenario="standard", seats=[{"civ": "a"}, {"civ": "b", "by": "human"}], seed="1")
    return made


def test_games_are_listed_with_scenarios_and_numbers_of_players(client: Client) -> None:
    [game] = client.good("games")["games"]
    assert game["name"] == "toy"
    assert game["scenarios"][0]["players"] == [2, 3, 4]


def test_an_answer_is_told_and_the_next_question_asked(client: Client) -> None:
    reply = client.good("answer", seat="a", picks=["walk"])
    assert reply["events"][0]["text"] == "a is at 1"
    assert reply["asks"] == [{"seat": "a", "options": ["walk", "roll", "stop"], "least": 1, "most": 1}]
    assert client.good("answer", seat="a", batch=[["walk"], ["stop"]])["key"] == "toy.veto"


def test_npcs_alone_play_on_portion_by_portion_and_every_reply_says_so(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two NPCs of the little game never come to an end."""
    monkeypatch.setattr("engine.core.ai_turns.MOST_UNASKED", 5)
    reply = client.good("new", game="toy", seats=[{"civ": "a", "by": "npc"}, {"civ": "b", "by": "npc"}], seed="1")
    for _ in range(3):
        assert reply["unfinished"]
        assert reply["key"]
        assert reply["asks"] == []
        assert client.say("answer", seat="a", picks=["walk"])["error"] == "not_asked"
        reply = client.good("go_on")
        assert reply["events"]
    stored = client.good("record")["record"]
    assert stored["first"] + len(stored["entries"]) == 20
    given = client.good("control", seat="a", by="human")
    while given["unfinished"]:
        given = client.good("go_on")
    assert [ask["seat"] for ask in given["asks"]] == ["a"]
    client.good("answer", seat="a", picks=given["asks"][0]["options"][:1])


def test_undo_control_view_and_problems(client: Client) -> None:
    client.good("answer", seat="a", picks=["walk"])
    assert client.good("undo", seat="a")["key"] == "toy.step"
    assert client.good("view", seat="a")["view"]["at"] == {"a": 0, "b": 0}
    assert "vetoes" not in client.good("view", seat=None)["view"]
    assert client.good("problems")["problems"] == []
    assert client.good("control", seat="b", by="npc")["ok"]
    assert client.good("call", name="storm")["events"][0]["text"] == "a storm"


def test_a_record_or_a_notation_gives_the_same_table_back(client: Client) -> None:
    client.good("answer", seat="a", picks=["walk"])
    record, text = client.good("record")["record"], client.good("notation")["text"]
    other = Client()
    assert other.good("load", record=record)["key"] == "toy.step"
    assert other.good("record")["record"] == record
    other.good("position", text=text)
    assert other.good("notation")["text"] == text
    assert other.good("undo", seat="a")["key"] == "toy.step"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("nonsense", "bad_json"),
        ("[1]", "bad_command"),
        ("{}", "bad_command"),
        ('{"cmd": 3}', "bad_command"),
        ('{"cmd": "dance"}', "unknown_command"),
        ('{"cmd": "new", "game": "chess", "seats": []}', "unknown_game"),
        ('{"cmd": "new", "game": "toy", "seats": "two"}', "bad_value"),
        ('{"cmd": "new", "game": "toy", "seats": [3]}', "bad_value"),
        ('{"cmd": "new", "game": "toy", "seats": [{"by": "robot"}]}', "bad_value"),
        ('{"cmd": "new", "game": "toy", "seats": [], "scenario": "other"}', "setup"),
        ('{"cmd": "new", "game": "toy", "seats": [], "seed": [1]}', "bad_value"),
        ('{"cmd": "position", "text": "not toml ="}', "setup"),
        ('{"cmd": "position", "text": "a = 1"}', "setup"),
        ('{"cmd": "answer", "seat": "a", "picks": ["fly"]}', "illegal_answer"),
        ('{"cmd": "answer", "seat": "a", "picks": 3}', "bad_value"),
        ('{"cmd": "answer", "seat": "a", "batch": [["walk"], ["fly"]]}', "illegal_answer"),
        ('{"cmd": "answer", "seat": "b", "picks": ["walk"]}', "not_asked"),
        ('{"cmd": "answer", "seat": "z", "picks": ["walk"]}', "unknown_seat"),
        ('{"cmd": "answer", "picks": ["walk"]}', "bad_value"),
        ('{"cmd": "view", "seat": "z"}', "unknown_seat"),
        ('{"cmd": "view", "seat": 3}', "bad_value"),
        ('{"cmd": "undo", "seat": "a"}', "nothing_to_undo"),
        ('{"cmd": "control", "seat": "a", "by": "cat"}', "bad_value"),
        ('{"cmd": "call", "name": "flood"}', "unknown_call"),
        ('{"cmd": "control", "seat": "z", "by": "npc"}', "unknown_seat"),
        ('{"cmd": "load", "record": {}}', "bad_record"),
        ('{"cmd": "load", "record": 3}', "bad_value"),
    ],
)
def test_bad_input_gets_a_clear_error_and_changes_nothing(client: Client, line: str, code: str) -> None:
    before = client.good("record")
    reply = client.session.reply(line)
    assert reply["ok"] is False
    assert reply["error"] == code
    assert reply["message"]
    assert client.good("record") == before


def test_a_damaged_state_is_refused(client: Client) -> None:
    record = client.good("record")["record"]
    record["state"]["order"] = 7
    assert client.say("load", record=record)["error"] == "bad_record"
    record = client.good("record")["record"] | {"step": "nowhere"}
    assert client.say("load", record=record)["error"] == "bad_record"


def test_without_a_table_commands_that_need_one_say_so() -> None:
    assert Client().say("pending")["error"] == "no_table"


@pytest.mark.soak
def test_the_process_answers_line_by_line_and_survives_nonsense() -> None:
    said = '{"cmd": "games"}\n\nnonsense\n{"cmd": "quit"}\n{"cmd": "games"}\n'
    run = subprocess.run([sys.executable, "-m", "engine"], input=said, capture_output=True, text=True, check=True)
    replies = [json.loads(line) for line in run.stdout.splitlines()]
    assert [r["ok"] for r in replies] == [True, False, True]
    assert replies[0]["games"][0]["name"] == "acme"


@pytest.mark.usefixtures("fair_texts")
def test_flows_side_by_side_and_divisions_are_played_by_the_protocol() -> None:
    session = Session({"fair": FAIR})

    def good(**said: Any) -> dict[str, Any]:
        reply = session.reply(json.dumps(said))
        assert reply["ok"], reply
        return reply

    good(cmd="new", game="fair", seats=[{"civ": "a"}, {"civ": "b"}], seed="1")
    reply = good(cmd="answer", seat="a", picks=["open"])
    assert (reply["key"], [ask["key"] for ask in reply["asks"]]) == ("fair.plan", ["fair.good"] * 2)
    reply = good(cmd="answer", seat="b", picks=["copper"])
    own = next(ask for ask in reply["asks"] if ask["seat"] == "b")
    assert (own["key"], own["prompt"]) == ("fair.coins", f"Divide {own['total']} coins among the stalls.")
    assert (own["options"], own["caps"]) == (["north", "east", "south"], [own["total"]] * 3)
    wrong = json.dumps({"cmd": "answer", "seat": "b", "picks": ["north:99"]})
    assert session.reply(wrong)["message"] == f"fair.coins: 'north' gets 1 to {own['total']}"
    reply = good(cmd="answer", seat="b", picks=[f"{own['total'] - 1} North", "east=1"])
    assert [ask["key"] for ask in reply["asks"]] == ["fair.good", "fair.helpers"]
    reply = good(cmd="undo", seat="b")
    assert [ask["key"] for ask in reply["asks"]] == ["fair.good", "fair.coins"]
    loaded = good(cmd="load", record=good(cmd="record")["record"])
    assert loaded["asks"] == reply["asks"]
