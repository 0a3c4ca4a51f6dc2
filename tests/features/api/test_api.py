"""The API: what programs read, and how they answer."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from openapi_spec_validator import validate

from bot.contract.tables import Place
from bot.features.api import event_streams, tokens
from bot.features.api.routes import BODY, OF_ADDRESS, OF_TOKEN
from engine.core.protocol import Session
from engine.games import GAMES
from tests.features.api.program import DOCUMENT, Program, api_of, end_game
from tests.ui.table.room import ANA, BEN, CHO, said
from tests.web.site import Site


async def first(ana: Program, ben: Program) -> tuple[Program, dict[str, Any]]:
    """Who is asked, and what."""
    for program in (ana, ben):
        for asked in await program.waiting():
            return program, asked
    raise AssertionError("nobody is asked")


def picks_of(asked: dict[str, Any]) -> list[str]:
    """An answer to a question."""
    ask = asked["question"]["ask"]
    if ask["caps"]:
        return [f"{ask['options'][0]}:{ask['total']}"]
    return list(ask["options"][: max(1, ask["least"])])


async def test_the_document_is_valid_and_the_one_that_is_sent(site: Site) -> None:
    validate(DOCUMENT)
    assert await Program(site).get("/openapi.json") == json.loads(json.dumps(DOCUMENT))


async def test_a_program_plays_a_turn(ana: Program, ben: Program, table: str) -> None:
    for _ in range(12):
        program, asked = await first(ana, ben)
        assert asked["table"] == table
        status, done = await program.answer(asked, picks_of(asked))
        assert (status, done["repeated"]) == (200, False)
        assert done["state"]["seat"] == asked["seat"]
    assert (await ana.get(f"/tables/{table}"))["told"] > 0


async def test_positions_and_questions_are_those_of_the_protocol(site: Site, ana: Program, ben: Program) -> None:
    """The same game, played by `python -m engine`: view, question, options and events are word for word the same."""
    info = await site.room.service.open_table(ANA, Place(5, 80), "culture_wars")
    await site.room.service.join(info.id, BEN)
    await site.room.service.start(info.id, ANA)
    row = await site.room.service.info(info.id)
    protocol = Session(GAMES)
    plans = [{"by": "human", "player": name} for name in ("Ana", "Ben")]
    made = {"cmd": "new", "game": "culture_wars", "scenario": row.scenario, "options": dict(row.options)}
    state = protocol.reply(json.dumps({**made, "seats": plans, "seed": "ab" * 32}))
    assert state["ok"], state
    for _ in range(30):
        program, asked = await first(ana, ben)
        question = asked["question"]
        own = next(ask for ask in state["asks"] if ask["seat"] == question["ask"]["seat"])
        assert {name: question[name] for name in ("key", "prompt", "about", "left", "sealed")} == {
            name: state[name] for name in ("key", "prompt", "about", "left", "sealed")
        }
        assert {name: question["ask"][name] for name in ("seat", "options", "least", "most")} == {
            name: own[name] for name in ("seat", "options", "least", "most")
        }
        seen = (await program.get(f"/tables/{info.id}?seat={asked['seat']}"))["view"]
        view = protocol.reply(json.dumps({"cmd": "view", "seat": own["seat"]}))["view"]
        assert seen == json.loads(json.dumps(view))
        status, done = await program.answer(asked, picks_of(asked))
        assert status == 200
        state = protocol.reply(json.dumps({"cmd": "answer", "seat": own["seat"], "picks": picks_of(asked)}))
        told = [event for event in state["events"] if event["to"] in {None, own["seat"]}]
        assert done["events"] == json.loads(json.dumps(told))


async def test_an_answer_counts_once(ana: Program, ben: Program, table: str) -> None:
    program, asked = await first(ana, ben)
    other = ben if program is ana else ana
    assert (await program.answer(asked, picks_of(asked)))[1]["repeated"] is False
    status, again = await program.answer(asked, picks_of(asked))
    assert (status, again["repeated"]) == (200, True)
    status, late = await program.answer(asked, ["nowhere"])
    assert (status, late["error"]) == (409, "stale")
    status, early = await program.answer(asked, picks_of(asked), asked["question"]["number"] + 99)
    assert (status, early["error"]) == (409, "stale")
    status, foreign = await other.answer(asked, picks_of(asked))
    assert (status, foreign["error"]) == (403, "no_seat")


async def test_two_answers_at_once_are_one(ana: Program, ben: Program, table: str) -> None:
    program, asked = await first(ana, ben)
    both = await asyncio.gather(*(program.answer(asked, picks_of(asked)) for _ in range(2)))
    assert sorted((status, done["repeated"]) for status, done in both) == [(200, False), (200, True)]


@pytest.mark.parametrize("picks", [["nowhere"], [], ["a", "a"], ["x"] * 500, [7], [""], ["é\u0000"]])
async def test_an_illegal_answer_changes_nothing(ana: Program, ben: Program, table: str, picks: Any) -> None:
    program, asked = await first(ana, ben)
    status, told = await program.answer(asked, picks)
    assert (status, told["error"]) == (422, "not_an_option")
    assert (await first(ana, ben))[1] == asked


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b"\xff", b"null", {}, {"question": "1", "picks": []}, {"question": 1},
        {"question": 1, "picks": ["a"], "batch": [["a"]]}, {"question": 1, "picks": [["a"]]},
        {"question": 1.5, "picks": []}, {"question": 1, "picks": [True]}, {"question": 1, "picks": ["a"], "more": 1},
        b"[" * 60_000, {"question": 10**30, "picks": ["a"]},
    ],
)  # fmt: skip
async def test_what_is_no_answer_is_refused(ana: Program, table: str, body: Any) -> None:
    assert (await ana.post(f"/tables/{table}/seats/1/answer", body))[0] == 400


async def test_a_body_has_bounds(ana: Program, table: str) -> None:
    status, told = await ana.post(f"/tables/{table}/seats/1/answer", b" " * (BODY + 1))
    assert (status, told["error"]) == (413, "too_large")


@pytest.mark.parametrize("seat", ["0", "99", "-1", "x", "1e1", "99999999"])
async def test_a_seat_is_a_number(ana: Program, table: str, seat: str) -> None:
    assert await ana.status(f"/tables/{table}?seat={seat}") in {400, 403}
    assert (await ana.post(f"/tables/{table}/seats/{seat}/answer", {"question": 1, "picks": []}))[0] in {400, 403}


async def test_events_can_be_read_from_any_one_on(ana: Program, ben: Program, table: str) -> None:
    for _ in range(8):
        program, asked = await first(ana, ben)
        await program.answer(asked, picks_of(asked))
    whole = await ana.events(f"/tables/{table}/events")
    told = (await ana.get(f"/tables/{table}"))["told"]
    assert [event["no"] for event in whole] == [str(n) for n in range(1, told + 1)]
    for place in (0, 3, told - 1, told, told + 5):
        assert await ana.events(f"/tables/{table}/events?after={place}") == whole[place:]
    own = await ana.events(f"/tables/{table}/events?seat=1")
    public = [event for event in own if event["kind"] == "event" and event["to"] is None]
    assert public == whole
    assert own[-1] == {"kind": "question", "number": own[-1]["number"]}
    for place, event in enumerate(own[:-1]):
        assert await ana.events(f"/tables/{table}/events?seat=1&after={event['no']}") == own[place + 1 :]


async def test_a_stream_goes_on_with_the_game(ana: Program, ben: Program, table: str) -> None:
    program, asked = await first(ana, ben)
    stream = await program.stream(f"/tables/{table}/events?seat={asked['seat']}&after=9999")
    assert (await stream.until("question"))["number"] == asked["question"]["number"]
    await program.answer(asked, picks_of(asked))
    now = await stream.until("question")
    assert now["number"] != asked["question"]["number"]
    stream.close()


async def test_a_stream_tells_what_was_undone(site: Site, ana: Program, ben: Program, table: str) -> None:
    program, asked = await first(ana, ben)
    person = ANA if program is ana else BEN
    stream = await program.stream(f"/tables/{table}/events")
    await program.answer(asked, picks_of(asked))
    before = {event["no"] for event in await program.events(f"/tables/{table}/events")}
    await site.room.service.undo(table, person)
    gone = (await stream.until("undone"))["events"]
    assert gone
    assert set(gone) <= before
    later = await program.events(f"/tables/{table}/events")
    assert {event["no"] for event in later if event["undone"]} == set(gone)
    stream.close()


async def test_server_sent_events_go_on_after_the_last_one(ana: Program, ben: Program, table: str) -> None:
    for _ in range(4):
        program, asked = await first(ana, ben)
        await program.answer(asked, picks_of(asked))
    sse = {"Accept": "text/event-stream"}
    answer = await ana.ask("get", f"/tables/{table}/events?follow=no", headers=sse)
    text = await answer.text()
    assert answer.content_type == "text/event-stream"
    numbers = [line.removeprefix("id: ") for line in text.splitlines() if line.startswith("id: ")]
    assert numbers
    again = await ana.ask("get", f"/tables/{table}/events?follow=no", headers={**sse, "Last-Event-ID": numbers[-2]})
    assert [line for line in (await again.text()).splitlines() if line.startswith("id: ")] == [f"id: {numbers[-1]}"]


@pytest.mark.parametrize("query", ["after=x", "after=-1", "after=1.", "after=9999999999", "follow=maybe", "seat=x"])
async def test_a_stream_of_nothing_is_refused(ana: Program, table: str, query: str) -> None:
    assert await ana.status(f"/tables/{table}/events?{query}") == 400


async def test_a_stream_that_nobody_reads_is_dropped(
    site: Site, ana: Program, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_streams, "PATIENCE", 0.05)
    monkeypatch.setattr(event_streams, "_beat", lambda _: b"\n" * 4_000_000)
    monkeypatch.setattr(event_streams, "BEAT", 0.05)
    answer = await ana.ask("get", f"/tables/{table}/events?after=9999")
    streams = api_of(site).streams
    for _ in range(200):
        if not streams._readers:
            break
        await asyncio.sleep(0.05)
    assert not streams._readers
    answer.close()


async def test_one_token_has_so_many_streams(ana: Program, ben: Program, table: str) -> None:
    path = f"/tables/{table}/events"
    streams = [await ana.stream(path) for _ in range(event_streams.EACH)]
    assert await ana.status(path) == 429
    assert await ben.status(f"{path}?follow=no") == 200
    streams[0].close()
    await asyncio.sleep(0.1)
    for stream in streams:
        stream.close()


async def test_a_stream_ends_with_its_token(site: Site, ana: Program, table: str) -> None:
    stream = await ana.stream(f"/tables/{table}/events?after=9999")
    (known,) = await tokens.listed(site.room.service.deps, ANA)
    await tokens.end(site.room.service.deps, ANA, known.number)
    assert await stream.next() is None
    assert await ana.status("/waiting") == 401


async def test_too_many_requests_have_to_wait(site: Site, ana: Program) -> None:
    found = {(await ana.status("/tables")) for _ in range(OF_TOKEN)}
    assert found == {200}
    refused = await ana.ask("get", "/tables")
    assert (refused.status, refused.headers["Retry-After"]) == (429, "60")
    site.room.now += 61
    assert await ana.status("/tables") == 200


async def test_one_address_has_to_wait_however_many_tokens_it_tries(site: Site) -> None:
    near = Program(site, "nisaba_forged")
    found = [
        await near.status("/tables", headers={"X-Forwarded-For": "1.1.1.1, 9.9.9.9"}) for _ in range(OF_ADDRESS + 1)
    ]
    assert (set(found[:-1]), found[-1]) == ({401}, 429)
    assert await near.status("/tables", headers={"X-Forwarded-For": "9.9.9.9, 1.1.1.1"}) == 401


async def test_the_record_is_there_after_the_end(site: Site, ana: Program, ben: Program, table: str) -> None:
    cho = await Program.of(site, CHO)
    for path in ("record", "position"):
        assert await ana.status(f"/tables/{table}/{path}") == 409
        assert await cho.status(f"/tables/{table}/{path}") == 404
    await end_game(site, table)
    kept = await ana.get(f"/tables/{table}/record")
    assert kept["table"]["game"] == "acme"
    assert 'game = "acme"' in (await ana.get(f"/tables/{table}/position"))["text"]
    state = await ana.get(f"/tables/{table}")
    assert state["table"]["state"] == "over"
    assert (await ana.events(f"/tables/{table}/events"))[-1]["kind"] == "event"
    assert await ana.waiting() == []
    assert await cho.status(f"/tables/{table}/record") == 404
    status, told = await ana.post(f"/tables/{table}/seats/1/answer", {"question": 1, "picks": ["a"]})
    assert (status, told["error"]) == (409, "over")


async def test_tokens_are_made_listed_and_ended_in_prefs(site: Site) -> None:
    assert "Tokens" in repr(await site.room.press(ANA, "prefs_show"))
    made = await site.room.press(ANA, "token_sent", fields={"token": ("Note\nbook",), "scope": ("play",)})
    shown = said(made)
    token = next(line for line in shown.splitlines() if tokens.BEGINS in line).strip("`")
    program = Program(site, token)
    assert await program.status("/tables") == 200
    (known,) = await tokens.listed(site.room.service.deps, ANA)
    assert (known.name, known.plays) == ("Note book", True)
    again = said(await site.room.press(ANA, "tokens"))
    assert token not in again
    assert "Note book" in again
    foreign = await site.room.press(BEN, "token_end", "", str(known.number))
    assert "already ended" in said(foreign)
    assert await program.status("/tables") == 200
    assert "ended" in said(await site.room.press(ANA, "token_end", "", str(known.number)))
    assert await program.status("/tables") == 401


async def test_tokens_have_a_maximum_and_go_with_their_person(site: Site) -> None:
    deps = site.room.service.deps
    programs = [await Program.of(site, ANA) for _ in range(tokens.MOST)]
    with pytest.raises(Exception, match="tokens_full"):
        await tokens.make(deps, ANA, "one more", plays=False)
    other = await Program.of(site, BEN)
    kept = json.loads((await site.room.service.personal_data(ANA)).raw)["tokens"]
    assert len(kept) == tokens.MOST
    assert "hash" not in kept[0]
    await site.room.service.forget_person(ANA)
    assert {await program.status("/tables") for program in programs} == {401}
    assert await other.status("/tables") == 200
