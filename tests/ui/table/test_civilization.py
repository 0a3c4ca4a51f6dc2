"""Posts and screens of Advanced Civilization: they fit, names stand in them, and hands stay secret."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any, TypeVar

import msgspec
import pytest
from msgspec import structs

from bot.contract.posts import Post, PostPicture
from bot.contract.records import News
from bot.contract.tables import Person, PublicAsk, SeatInfo, Standing, TableInfo
from bot.delivery.drawing import draw_recipe
from bot.delivery.post_screens import recipe
from bot.features.registered import ALL
from bot.features.replay import screens as replay
from bot.ui.lobby.status import status
from bot.ui.lookup import map as maps
from bot.ui.lookup.map import Look, map_screen, text_screen
from bot.ui.message_faults import MARKS, faults
from bot.ui.parts import Gallery, Menu, Row, Screen
from bot.ui.posts.post_factory import PostFactory, phase_post
from bot.ui.posts.start_post import terms_text
from bot.ui.words.paragraphs import paragraphs
from bot.ui.words.presentations import names_of, presentation_of, summary_of
from bot.ui.words.prompt import ahead
from engine.civ.catalog import CARDS
from engine.civ.game import GAME
from engine.civ.presentation.condensing import DRAWN
from engine.civ.presentation.condensing import FAR as MOVED_FAR
from engine.civ.presentation.lobby import CivLobby
from engine.civ.state import State
from engine.civ.view import CivView
from engine.core import notation
from engine.core.game import Event
from engine.core.message import Message
from engine.core.record import Record
from engine.core.table import Table
from engine.core.text import speaking
from engine.core.text import words as text_of
from tests.civ.story import position
from tests.civ.tables import crowded, step
from tests.conformance.test_closed_windows import begun
from tests.facts import fact
from tests.render.civ_views import late
from tests.ui.table.places import table as info_of
from tests.ui.table.room import fits, said, words

P = TypeVar("P")
POSTS = PostFactory(names_of, ALL)


def seated(table: Table[State]) -> TableInfo:
    """The table with a person on each seat."""
    names = GAME.seats(table.state)
    seats = tuple(SeatInfo(i, s, s, Person(100 + i, f"Person {i}"), "human") for i, s in enumerate(names, 1))
    return info_of(seats=seats, most=8, game="civ", scenario="basic", options={})


def tell(table: Table[State], before: Any, cause: Any = "answer") -> list[Post]:
    """The posts of what has happened since the last call."""
    info = seated(table)
    events = tuple(event for event in table.events if event.to is None)
    table.events.clear()
    request, outcome, view = table.pending, table.outcome(), table.view(None)
    asked = None
    if request is not None:
        there = tuple(seat for seat in info.seats if seat.seat in request.asked)
        asked = PublicAsk(request.key, fact(request.prompt), there, request.sealed, request.harm, request.about)
    return list(POSTS.posts(News(cause, info, before, view, events, asked, outcome=outcome, seed="ab" * 32)))


def fresh(table: Table[State]) -> bool:
    """Whether nobody has answered the present question yet, or the game is over."""
    return table.pending is None or len(table.waiting()) == len(table.pending.asks)


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", range(6))
def test_every_post_of_a_random_game_fits_and_has_no_bare_names(number: int) -> None:
    table, rng = crowded(number), random.Random(number)
    posts = tell(table, None, "start")
    while table.pending is not None:
        before = table.view(None)
        step(rng, table)
        if fresh(table):
            posts += tell(table, before)
    assert [post.kind for post in posts].count("end") == 1
    assert [post.kind for post in posts].count("phase") > 8
    for post in posts:
        fits(post)
        assert "{" not in words(post), words(post)
        assert "None" not in words(post), words(post)


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", range(5))
def test_points_by_source_add_up_to_the_score(number: int) -> None:
    """CIV §21.2, §21.3: with each deck and track; what nobody could see during the game is one of the sources."""
    table, rng = crowded(number), random.Random(number)
    before = table.view(None)
    while table.pending is not None:
        step(rng, table)
    outcome, summary, view = table.outcome(), summary_of("civ"), table.view(None)
    assert outcome is not None
    for nation, score in outcome.scores.items():
        assert sum(int(part.rpartition(" ")[2]) for part in summary.origins(view, nation).split(", ") if part) == score
        assert summary.origins(before, nation) == ""


def another(raw: bytes, owner: str, rng: random.Random) -> bytes:
    """The same position with cards of other values in that hand: each changed for one of its own pile."""
    state = msgspec.json.decode(raw)
    hand = state["nations"][owner]["hand"]
    for i, card in enumerate(hand):
        pile = state["piles"][CARDS[card].pile - 1]
        if pile:
            at = rng.randrange(len(pile))
            hand[i], pile[at] = pile[at], card
    locked = state["nations"][owner]["locked"]
    state["nations"][owner]["locked"] = [card for card in hand if card not in locked][: len(locked)]
    return msgspec.json.encode(state)


def buying(*hand: str) -> Table[State]:
    """Italy before phase 12 with that hand and no treasury; Africa has nothing at all."""
    nations = {"italy": {"hand": list(hand)}, "africa": {}}
    areas = {"rome": "italy 3", "tunisia": "africa 3"}
    return notation.load(GAME, position("advances", options={"map": "2p"}, nations=nations, areas=areas))


FAR = {"memphis": "egypt 4", "ur": "babylon 3", "rome": "italy 3"}


def moving(areas: dict[str, str], **options: object) -> Table[State]:
    """Egypt moves first, Babylon and Italy after it."""
    order = ["egypt", "babylon", "italy"]
    nations: dict[str, Any] = {name: {} for name in order}
    tables: dict[str, Any] = {"order": order, "nations": nations, "options": options, "areas": areas}
    return notation.load(GAME, position("movement", **tables))


def test_the_post_names_those_who_may_move_out_of_order() -> None:
    """CIV-221: by what lies open alone; nobody is rung for it."""
    table = moving(FAR)
    [post] = tell(table, table.view(None))
    assert "Babylon and Italy can move now, because no one ahead of them can reach them (**My turn**)." in words(post)
    assert post.mentions == (101,)
    table.submit("egypt", "done")
    [post] = tell(table, table.view(None))
    assert "Italy can move now, because no one ahead of them can reach them (**My turn**)." in words(post)
    table.submit("babylon", "done")
    assert "can move now" not in "".join(map(words, tell(table, table.view(None))))


def test_next_to_a_mover_before_nobody_is_said_to_be_free_to_move() -> None:
    """CIV-221."""
    table = moving({**FAR, "alexandria": "italy 2"})
    assert table.view(None).apart == ("babylon",)
    [post] = tell(table, table.view(None))
    assert "Babylon can move now, because no one ahead of them can reach them (**My turn**)." in words(post)


def test_where_all_move_at_once_nobody_is_said_to_be_free_to_move() -> None:
    """CIV-RUL-052."""
    table = moving(FAR, simultaneous_moves=True)
    assert table.view(None).apart == ()
    assert "can move now" not in "".join(map(words, tell(table, table.view(None))))


def test_computers_are_not_told_that_they_may_move() -> None:
    table = moving(FAR)
    info = seated(table)
    seats = tuple(replace(seat, by="npc" if seat.seat == "italy" else "human") for seat in info.seats)
    asked = PublicAsk("movement.tokens", Message("ask.movement.tokens", {"left": 4}), info.seats[:1], False, False, ())
    told = ahead(replace(info, seats=seats), asked, table.view(None), names_of("civ"))
    assert told == "Babylon can move now, because no one ahead of them can reach them (**My turn**)."
    shown = status(Standing(replace(info, seats=seats), table.view(None), asked, None), names_of("civ"))
    assert told in said(shown)


def test_who_is_asked_to_buy_tells_nothing_of_what_cards_are_worth() -> None:
    """CIV-RUL-011: a Moon Ore may be worth 60 or 40; the cheapest civilization card costs 45."""
    rich, poor = buying("moon_ore_60a"), buying("moon_ore_40a")
    assert [table.waiting() for table in (rich, poor)] == [rich.waiting()] * 2
    assert [table.pending.asked for table in (rich, poor) if table.pending] == [("italy",)] * 2
    assert rich.view(None) == poor.view(None)
    asked = poor.ask_of("italy")
    assert asked is not None
    assert asked.options == ("done",)


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", range(8))
def test_two_games_that_differ_in_the_values_of_one_hand_look_the_same_to_all_others(number: int) -> None:
    """CIV-217, CIV-RUL-011: type and number of money cards are public, values are not."""
    table, rng = crowded(number), random.Random(number)
    owner, seen, differed = next(iter(GAME.seats(table.state))), 0, 0
    while table.pending is not None and seen < 40:
        record = table.record
        if record.step is not None and not record.entries:
            seen += 1
            raws = [bytes(record.state), another(bytes(record.state), owner, rng)]
            differed += raws[0] != raws[1]
            twins = [Table(GAME, Record(record.game, record.version, record.step, msgspec.Raw(raw))) for raw in raws]
            for seat in (None, *(seat for seat in GAME.seats(table.state) if seat != owner)):
                views = [twin.view(seat) for twin in twins]
                assert views[0] == views[1], (record.step, seat)
            one, two = ([words(post) for post in tell(twin, None)] for twin in twins)
            assert one == two, record.step
        step(rng, table)
    assert seen > 10
    assert differed > 5


# -- pictures beside the board ----------------------------------------------------------------------------------------


def looked(table: Table[State], own: int | None = 0) -> Look:
    """The public view of a table, looked at by one of its people or by somebody else."""
    info = seated(table)
    return Look(info, table.view(None), names_of("civ"), () if own is None else (info.seats[own],))


def parts_of(screen: Screen, kind: type[P]) -> list[P]:
    return [part for part in screen.parts if isinstance(part, kind)]


def pressed_for(screen: Screen) -> list[str]:
    """What the buttons lead to."""
    return [button.option for row in parts_of(screen, Row) for button in row.buttons]


@pytest.mark.sample(1)
@pytest.mark.parametrize("show", ["track", "hands", "advances", "chart", "census"])
def test_the_track_money_cards_and_advances_are_a_press_away_from_the_map(show: str) -> None:
    look = looked(crowded(3))
    assert show in pressed_for(map_screen(look))
    screen = map_screen(look, show)
    assert faults(screen) == []
    assert "board" in pressed_for(screen)
    assert show not in pressed_for(screen)
    (picture,) = parts_of(screen, Gallery)[0].pictures
    assert draw_recipe(picture.recipe).png.startswith(b"\x89PNG")
    assert len(picture.alt) > 20
    assert faults(text_screen(look, show)) == []


def test_everybody_may_look_at_the_advances_of_everybody() -> None:
    table = crowded(3)
    first, second = list(GAME.seats(table.state))[:2]
    menu = parts_of(map_screen(looked(table), "advances"), Menu)[0]
    assert [one.value for one in menu.choices][:3] == ["board", f"advances:{first}", f"advances:{second}"]
    assert names_of("civ").name("civ", second) in said(map_screen(looked(table), f"advances:{second}"))
    assert faults(map_screen(looked(table, None), "advances")) == []


def test_what_is_left_of_the_piles_is_told_in_the_language_of_its_reader() -> None:
    view = crowded(3).view(None)
    with speaking("de"):
        told = summary_of("civ").piles(view)
    assert all(name in told for name in ("Erz ", "Wasser "))
    assert not any(pile.name in told for pile in view.piles)


def test_the_words_of_a_side_picture_say_what_lacks_and_what_is_paid() -> None:
    table = crowded(3)
    seat = next(iter(GAME.seats(table.state)))
    own = table.view(None).nations[seat]
    assert f"space {own.space}" in said(text_screen(looked(table), "track"))
    told = said(text_screen(looked(table), "advances"))
    card = own.on_offer[0]
    assert f"{names_of('civ').name('advance', card)} {own.prices[card]}" in told


@pytest.mark.parametrize("show", ["track", "hands", "advances", "chart", "census"])
def test_before_nations_are_chosen_there_is_something_to_see_too(show: str) -> None:
    table = begun(GAME, "basic")
    look = looked(table)
    assert faults(map_screen(look, show)) == []
    assert draw_recipe(parts_of(map_screen(look, show), Gallery)[0].pictures[0].recipe).png
    assert said(text_screen(look, show))


@pytest.mark.parametrize(
    ("pair", "told"),
    [
        (
            ("classic", "classic"),
            ["**Egypt** 719 to 729", "One die with 4 sides (−2) gives the number of calamities: 0.8 a turn on average"],
        ),
        (("mega", "basic"), ["**Egypt** 32", "Each calamity hits each of them with a chance of 100 %. That is 0.8"]),
    ],
)
def test_score_and_odds_are_told_as_far_as_they_lie_open(pair: tuple[str, str], told: list[str]) -> None:
    """CIV §13.1, §21.2, §21.3: money cards of others are worth a range."""
    text = position(
        "movement",
        order=["egypt", "crete"],
        nations={
            "egypt": {"space": 6, "hand": ["ore_3a", "water_5a"], "treasury": 4, "advances": ["music"]},
            "crete": {},
        },
        areas={"memphis": "egypt city", "knossos": "crete 2"},
        options={"deck": pair[0], "track": pair[1]},
    )
    look = looked(notation.load(GAME, text))
    score, odds = (text_screen(look, show) for show in ("score", "odds"))
    assert faults(score) == faults(odds) == []
    for wanted in told:
        assert wanted in said(score) + said(odds)
    with speaking("de"):
        assert re.search(r"im Mittel 0,8( Katastrophen)? je Runde", said(text_screen(look, "odds")))


def test_the_board_in_words_begins_with_what_concerns_its_reader() -> None:
    table = notation.load(
        GAME,
        position(
            "movement",
            order=["egypt", "crete"],
            nations={"egypt": {}, "crete": {}},
            areas={"memphis": "egypt city", "thebes": "egypt 3", "eastern_desert": "crete 2"},
        ),
    )
    told = said(text_screen(looked(table)))
    assert "**Egypt** 3 tokens on the board, and 1 city needs 2." in told
    assert "**Your areas** Thebes 3 of" in told
    assert "**Other players' tokens nearby** Crete 2 (Eastern Desert)." in told
    assert "**Your areas**" not in said(text_screen(looked(table, None)))


def pictured(view: CivView, since: CivView | None) -> list[PostPicture]:
    look = looked(crowded(3))
    news = News("answer", look.info, None, view, (), None, since=since)
    (post,) = POSTS.posts(news)
    return [part for part in post.parts if isinstance(part, PostPicture)]


def nations_with(view: CivView, **facts: int) -> CivView:
    """The view with the first nation changed."""
    slug, own = next(iter(view.nations.items()))
    return structs.replace(view, nations={**view.nations, slug: structs.replace(own, **facts)})


def test_a_phase_post_shows_the_census_after_it_and_the_track_after_its_markers_moved() -> None:
    view = crowded(3).view(None)
    space = next(iter(view.nations.values())).space
    assert [part.draw for part in pictured(view, None)] == ["board"]
    assert [part.draw for part in pictured(view, view)] == ["board"]
    assert [part.draw for part in pictured(view, nations_with(view, census=99))] == ["board", "census"]
    shown = pictured(view, nations_with(view, census=99, space=space + 1))
    assert [part.draw for part in shown] == ["board", "census", "track"]
    made = [draw_recipe(recipe(part)) for part in shown[1:]]
    assert all(one.png for one in made)
    told = [part.alt or one.alt for part, one in zip(shown[1:], made, strict=True)]
    assert all(told)
    assert [words for words in told if MARKS.search(words)] == []


def test_the_board_for_a_phone_is_a_press_away_and_marks_what_has_changed() -> None:
    look = looked(crowded(3))
    assert "phone" in pressed_for(map_screen(look))
    marked = replace(look, since=look.view)
    (picture,) = parts_of(map_screen(marked, "phone"), Gallery)[0].pictures
    assert picture.recipe["options"] == {"show": "phone", "since": look.view}
    assert faults(map_screen(marked, "phone")) == []
    assert said(text_screen(marked, "phone"))


@pytest.mark.parametrize("most", range(500, 700, 20))
def test_a_crowded_board_in_words_breaks_off_behind_an_area(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """Never within one, as in `Sidon (1, …`."""
    view, names, info = crowded(3).view(None), names_of("civ", "basic"), seated(crowded(3))

    def told() -> tuple[str, str]:
        board = replay.board_text(replay.Scenery(info, names, view, None, ()))
        return board, maps.alt(Look(info, view, names), maps.BOARD)

    monkeypatch.setattr(maps, "ALT", 9999)
    whole = told()
    monkeypatch.setattr(replay, "BOARD", most)
    monkeypatch.setattr(maps, "ALT", most)
    kept = [text.removesuffix(" …") for text in told()]
    assert [most // 2 < len(one) < most - 2 for one in kept] == [True, True]
    behind = [all_of_it.removeprefix(one) for one, all_of_it in zip(kept, whole, strict=True)]
    assert [len(one) + len(rest) for one, rest in zip(kept, behind, strict=True)] == [len(one) for one in whole]
    assert [one[-1] in ".)" or rest[0] in "\n;" for one, rest in zip(kept, behind, strict=True)] == [True, True]


def test_a_computer_that_draws_stands_out_once() -> None:
    drew = Event(Message("event.civilization.cards.drawn", {"player": "{civ:illyria}", "piles": "1 Ore"}), key=DRAWN)
    told = paragraphs([drew], names_of("civ", "basic"), summary_of("civ"), npcs={"illyria"})
    assert told == ["**Illyria** (computer) drew: 1 Ore."]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "**Egypt** moved with Diaspora: Memphis>Ur 2, Gaza>Troy 1."),
        ("de", "**Ägypten** bewegte durch die Diaspora: Memphis>Ur 2, Gaza>Troja 1."),
    ],
)
def test_what_diaspora_moves_is_one_line(language: str, told: str) -> None:
    """CIV §17.2: up to five tokens may go to five areas."""
    key = "event.civilization.ability.moved"
    went = [("memphis", "ur", 2), ("gaza", "troy", 1)]
    events = [
        Event(
            Message(key, {"player": "{civ:egypt}", "start": f"{{area:{a}}}", "goal": f"{{area:{b}}}", "n": n}),
            key=MOVED_FAR,
        )
        for a, b, n in went
    ]
    with speaking(language):
        assert paragraphs(events, names_of("civ", "basic"), summary_of("civ")) == [told]


def test_the_lobby_says_how_long_expert_may_last_and_offers_a_number_of_turns() -> None:
    """CIV-RUL-063."""
    lobby = CivLobby()
    assert "forty turns" in " ".join(lobby.about("expert", {}))
    [limit] = [choice for choice in lobby.choices if choice.name == "turn_limit"]
    assert {20, 30, 40} <= set(limit.values)


def test_deck_and_track_are_named_once_in_the_post_of_the_start() -> None:
    """They once stood there twice, as options and as the cards of the game."""
    table = crowded(0)
    chosen = replace(seated(table), options={"deck": "mega", "track": "expert"})
    told = terms_text(chosen, table.view(None), names_of("civ"), summary_of("civ"))
    assert told.count("51 advances") == told.count("Expert track") == 1


@pytest.mark.parametrize(("language", "losses"), [("en", "losses: city gaul"), ("de", "Verluste: city gallien")])
def test_the_line_of_a_command_is_explained_for_moves_and_for_losses(language: str, losses: str) -> None:
    """In German whoever typed `/civ lose` was told of moves alone."""
    with speaking(language):
        assert losses in text_of("civ.play.parameter.plan")


@pytest.mark.parametrize(("turn", "told"), [(1, []), (2, ["The game ends with turn 8 at the latest."])])
def test_the_limit_of_turns_is_told_of_every_turn_but_the_first_which_says_so_as_it_begins(
    turn: int, told: list[str]
) -> None:
    view = structs.replace(moving(FAR, turn_limit=8).view(None), turn=turn)
    assert list(summary_of("civ").notes(view)) == told


@pytest.mark.parametrize(("language", "told"), [("en", "; Middle; Main board; "), ("de", "; Mitte; Hauptbrett; ")])
def test_boards_whose_names_have_commas_are_told_apart(language: str, told: str) -> None:
    with speaking(language):
        rules = presentation_of("civ").rules
        entry = rules.entry("nation:italy") if rules else None
        assert told in (entry.text if entry else "")


def test_all_of_eight_nations_stand_in_the_post_of_a_phase_however_long_their_names_are() -> None:
    """The last one broke off in the middle of its line."""
    view = late("full-wx", 8)
    name = "a person whose name has 32 marks"
    seats = tuple(SeatInfo(i, slug, slug, Person(100 + i, name), "human") for i, slug in enumerate(view.nations, 1))
    info = info_of(seats=seats, most=8, game="civ", scenario="basic", options={})
    told = words(phase_post(News("answer", info, view, view, (), None), names_of("civ"), summary_of("civ")))
    summary = summary_of("civ")
    assert all(f"{name}) {summary.score_line(view, slug)}" in told for slug in view.nations)
    assert len(told) <= 3200
