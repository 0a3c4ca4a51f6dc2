"""The posts of whole games of ACME: that they fit, how many there are, and that nothing secret is in them."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from bot.contract.posts import Post, Words
from bot.contract.records import News
from bot.contract.table_settings import Settings
from bot.contract.tables import Person, PublicAsk, SeatInfo, TableInfo, Window
from bot.features.registered import ALL
from bot.ui.posts.post_factory import PostFactory
from bot.ui.words.presentations import names_of
from engine.core.game import SeatPlan
from engine.core.record import Record
from engine.core.table import Table
from engine.games import GAMES
from tests.facts import fact
from tests.ui.table.places import BEGUN
from tests.ui.table.places import table as info_of
from tests.ui.table.room import fits, words

POSTS = PostFactory(names_of, ALL)
ACME = GAMES["acme"]
TOKEN = re.compile(r"\{[a-z]+:")


def start(seed: int, civs: int, map_id: str) -> Table[Any]:
    return Table.new(ACME, "standard", [SeatPlan() for _ in range(civs)], {"map": map_id}, f"seed {seed}")


def seats(table: Table[Any]) -> tuple[SeatInfo, ...]:
    names = ACME.seats(table.state)
    return tuple(SeatInfo(i + 1, s, s, Person(100 + i, f"Person {i}"), "human") for i, s in enumerate(names))


def asked(info: TableInfo, table: Table[Any]) -> PublicAsk | None:
    request = table.pending
    if request is None:
        return None
    there = tuple(s for s in info.seats if s.seat in request.asked)
    return PublicAsk(request.key, fact(request.prompt), there, request.sealed, request.harm, request.about)


def facts(table: Table[Any], settings: Settings) -> TableInfo:
    info = info_of(seats=seats(table), settings=settings, most=6)
    if table.pending is None or not table.pending.sealed:
        return info
    return replace(info, window=Window(table.pending.key, "long", BEGUN, BEGUN + timedelta(hours=2)))


def tell(table: Table[Any], before: Any, settings: Settings, cause: Any = "answer") -> list[Post]:
    """The posts of what has happened since the last call."""
    info = facts(table, settings)
    events = tuple(e for e in table.events if e.to is None)
    table.events.clear()
    outcome, view = table.outcome(), table.view(None)
    return list(
        POSTS.posts(News(cause, info, before, view, events, asked(info, table), outcome=outcome, seed="ab" * 32))
    )


def play(seed: int, civs: int, map_id: str, settings: Settings) -> tuple[list[Post], int]:
    """A whole game of random answers; its posts and how many turns it took. Secret responses bring no posts."""
    table, dice = start(seed, civs, map_id), random.Random(seed)
    posts, turns = tell(table, None, settings, "start"), set()
    while table.pending is not None:
        before = table.view(None)
        turns.add((before.epoch, before.turn))
        decide(table, dice)
        if fresh(table):
            posts += tell(table, before, settings)
    return posts, len(turns)


def fresh(table: Table[Any]) -> bool:
    """Whether nobody has answered the present question yet, or the game is over."""
    return table.pending is None or len(table.waiting()) == len(table.pending.asks)


def decide(table: Table[Any], dice: random.Random) -> None:
    """One decision: all answers in a row of one seat to one kind of question."""
    seat, key = table.waiting()[0], table.pending.key if table.pending else ""
    while (ask := table.ask_of(seat)) is not None and table.pending is not None and table.pending.key == key:
        table.submit(seat, *dice.sample(ask.options, dice.randint(ask.least, min(ask.most, ask.least + 1))))


@pytest.mark.soak
@pytest.mark.parametrize(("seed", "civs", "map_id"), [(1, 2, "abbreviated_western"), (2, 6, "full"), (3, 4, "western")])
def test_every_post_of_a_whole_game_fits_and_has_no_bare_names(seed: int, civs: int, map_id: str) -> None:
    posts, _ = play(seed, civs, map_id, Settings())
    kinds = Counter(post.kind for post in posts)
    assert kinds["start"] == kinds["end"] == 1
    assert kinds["phase"] >= 4
    for post in posts:
        fits(post)
        assert not TOKEN.search(words(post)), words(post)
        assert "None" not in words(post)
        if post.kind == "window":
            assert post.mentions == ()


@pytest.mark.soak
def test_a_quiet_channel_gets_a_few_posts_a_turn() -> None:
    quiet, turns = play(4, 4, "western", Settings(channel="brief"))
    public = [post for post in quiet if post.user is None]
    assert len(public) / turns <= 10
    loud, _ = play(4, 4, "western", Settings())
    assert len(public) < len(loud) / 2


def shuffled(raw: bytes, dice: random.Random) -> bytes:
    """The same position with the hidden hands dealt anew among their owners."""
    state = msgspec.json.decode(raw)
    hidden = [card for civ in state["civs"].values() for card in civ.get("hand", ())]
    dice.shuffle(hidden)
    for civ in state["civs"].values():
        n = len(civ.get("hand", ()))
        civ["hand"], hidden = hidden[:n], hidden[n:]
    return msgspec.json.encode(state)


def test_hidden_hands_change_no_post() -> None:
    table, dice = start(5, 4, "western"), random.Random(5)
    seen = 0
    while table.pending is not None and seen < 60:
        seat = table.waiting()[0]
        ask = table.ask_of(seat)
        assert ask is not None
        table.submit(seat, *dice.sample(ask.options, ask.least))
        record = table.record
        if record.step is None or record.entries:
            continue
        seen += 1
        posts = [tell_from(bytes(record.state), record), tell_from(shuffled(bytes(record.state), dice), record)]
        assert msgspec.json.encode(posts[0]) == msgspec.json.encode(posts[1]), record.step
    assert seen > 20


def tell_from(state: bytes, record: Record) -> list[Post]:
    """The posts of that position: its first question, as everybody may know it."""
    fresh = Table(ACME, Record(record.game, record.version, record.step, msgspec.Raw(state)))
    texts = [part for post in tell(fresh, None, Settings()) for part in post.parts if isinstance(part, Words)]
    return [Post("all", tuple(texts))]
