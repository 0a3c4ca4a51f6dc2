"""The posts of a table: what is told, to whom it rings, and that it always fits."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, get_args

import pytest
from msgspec import structs

from bot.contract.posts import Post, PostPicture, PostRow, Words
from bot.contract.table_settings import Settings
from bot.contract.tables import BackPoint, Person, Petition, PetitionKind, PetitionResult, Standing, TableInfo, Window
from bot.delivery.post_screens import screen
from bot.features.registered import ALL
from bot.ui.parts import Text
from bot.ui.posts.direct_messages import hand_lines
from bot.ui.posts.end_post import result_screen
from bot.ui.posts.post_factory import PostFactory
from bot.ui.words.presentations import names_of, presentation_of, summary_of
from bot.ui.words.wording import closing_time, length, plainly
from engine.acme.facts.catalog import CARDS
from engine.acme.presentation.board import BOARD
from engine.core.game import Event, Outcome
from engine.core.text import speaking
from tests.acme.views import with_civ
from tests.facts import fact
from tests.ui.table import places
from tests.ui.table.places import BEGUN, ask, events, flood, news, table, view, window

POSTS = PostFactory(names_of, ALL)


def text(post: Post) -> str:
    return "\n".join(part.text for part in post.parts if isinstance(part, Words))


def components(post: Post) -> int:
    rows = sum(len(part.buttons) for part in post.parts if isinstance(part, PostRow))
    return 1 + len(post.parts) + rows + (6 if post.row else 0)


def fits(post: Post) -> None:
    assert components(post) <= 32
    assert 1 <= len(text(post)) <= 3200
    assert all(len(b.label) <= 34 for part in post.parts if isinstance(part, PostRow) for b in part.buttons)


def test_a_play_post_tells_the_action_and_rings_who_is_asked() -> None:
    info = table()
    told = events("{civ:egypt} placed 6 disks: {area:judah} +2 (4, Contested), {area:tyre} +1.")
    (post,) = POSTS.posts(news(info, events=told, request=ask(info, "growth.deploy", 1)))
    assert text(post) == (
        "**Babylon** — <@101>: place growth disks.\n**Egypt** placed 6 disks: Judah +2 (4, Contested), Tyre +1."
    )
    assert (post.kind, post.mentions, post.row) == ("play", (101,), True)


def test_lines_of_one_action_are_one_paragraph_and_passes_share_a_line() -> None:
    told = (
        Event(fact("{civ:egypt} played {card:73} on {area:hattusha}."), action=1),
        Event(fact("{civ:babylon} lost {area:zab} 1."), action=1),
        Event(fact("{civ:egypt} passed.", "card.passed"), action=2, key="card.passed"),
        Event(fact("{civ:babylon} passed.", "card.passed"), action=3, key="card.passed"),
        Event(fact("Only Egypt knows."), to="egypt", action=4),
    )
    (post,) = POSTS.posts(news(table(), events=told))
    _, first, second = text(post).split("\n")
    assert first == "**Egypt** played **Biblical Plague** on Hattusha. **Babylon** lost Zab 1."
    assert second == "**Egypt** and **Babylon** passed."


def test_a_decision_in_several_questions_is_told_when_something_has_happened() -> None:
    info = table()
    quiet = news(info, answered=ask(info, "growth.retire"), request=ask(info, "growth.deploy"))
    assert list(POSTS.posts(quiet)) == []
    assert POSTS.posts(replace(quiet, request=ask(info, "growth.deploy", 1)))
    assert POSTS.posts(replace(quiet, events=events("{civ:egypt} acquired 4 growth disks.")))


def test_a_window_post_names_the_close_and_mentions_nobody() -> None:
    info = table(window=window())
    asked = ask(info, "card.negate", 0, 1, 2, sealed=True)
    (post,) = POSTS.posts(news(info, events=events("{civ:egypt} announces {card:73}."), request=asked))
    closes = int((BEGUN + timedelta(hours=2)).timestamp())
    assert f"Respond by <t:{closes}:t>: Egypt, Babylon and" in text(post)
    assert text(post).split("\n")[0].endswith("If you don't respond, it takes effect.")
    assert (post.kind, post.mentions) == ("window", ())


def test_where_only_holders_are_asked_the_post_names_nobody() -> None:
    info = table(window=window())
    secret = replace(ask(info, "card.negate", 0, sealed=True), asked=())
    (post,) = POSTS.posts(news(info, request=secret, events=events("{civ:egypt} announces {card:73}.")))
    assert "If you don't respond, it takes effect." in text(post)
    alone = replace(info, alone=True, window=None)
    assert POSTS.posts(news(alone, request=secret, before=view(phase="growth")))[0].mentions == ()


def test_a_person_alone_is_never_shown_a_window() -> None:
    info = table(alone=True, window=window())
    asked = ask(info, "card.negate", 0, 1, sealed=True)
    assert list(POSTS.posts(news(info, request=asked, events=events("{civ:egypt} announces {card:73}.")))) == []


def test_a_new_phase_shows_the_board_and_how_all_stand() -> None:
    info = table()
    changed = news(info, before=view(phase="growth"), after=view(), events=events("{civ:egypt} placed 6 disks."))
    (post,) = POSTS.posts(changed)
    asked, *told = text(post).split("\n")
    assert asked.startswith("**Egypt** — <@100>")
    assert "\n".join(told).startswith("## Epoch III · turn 4 · Card Phase · table 1K9\n**Egypt** (Ben) 100 VP · ")
    assert "Contested: **" in text(post)
    kinds = [type(part).__name__ for part in post.parts]
    assert kinds == ["Words", "Words", "Rule", "Words", "PostPicture", "PostRow"]
    assert components(post) == 14
    fits(post)


def test_whoever_has_just_been_shown_the_next_question_is_not_rung_again() -> None:
    (post,) = POSTS.posts(news(table(), reminded=("egypt",), events=events("{civ:egypt} drew a card.")))
    assert post.mentions == ()
    assert "**Egypt** — <@100>" in text(post)


def test_a_quiet_channel_hears_of_phases_and_events_only() -> None:
    info = table(settings=Settings(channel="brief"))
    dms = POSTS.posts(news(info, events=events("{civ:egypt} placed 6 disks."), request=ask(info, "card.play", 1)))
    assert [(p.kind, p.user) for p in dms] == [("turn", 101)]
    row = next(part for part in dms[0].parts if isinstance(part, PostRow))
    assert [(button.verb, button.option) for button in row.buttons][1:] == [("since", ""), ("fewer", "turn")]
    told = POSTS.posts(news(info, events=events("{civ:egypt} drew {card:102}.", key="event.drawn")))
    assert [(p.kind, p.user) for p in told] == [("event", None)]
    assert POSTS.posts(news(info, before=view(phase="growth")))[0].kind == "phase"


def test_a_quiet_channel_is_told_of_the_whole_phase_when_it_is_over() -> None:
    info = table(settings=Settings(channel="brief"))
    now = (
        Event(fact("{civ:babylon} placed 5 disks."), action=2),
        Event(fact("Card Phase.", "phase.card"), action=3, key="phase.card"),
        Event(fact("{civ:egypt} drew."), action=4),
    )
    earlier = events("{civ:egypt} placed 6 disks.")
    (post,) = POSTS.posts(news(info, before=view(phase="growth"), events=now, earlier=earlier))
    assert "**Egypt** placed 6 disks.\n**Babylon** placed 5 disks." in text(post)
    assert "drew." not in text(post)


def test_a_quiet_channel_that_shows_new_vp_is_told_where_they_come_from() -> None:
    """Before the first question of Reckoning the Tally has been added up: its line comes with the numbers."""
    info = table(settings=Settings(channel="brief"))
    now = (
        Event(fact("{civ:babylon} lost 2 disks."), action=2),
        Event(fact("Reckoning Phase.", "phase.reckoning"), action=3, key="phase.reckoning"),
        Event(fact("{civ:egypt} removed a disk."), action=4),
        Event(fact("Victory Tally: {civ:egypt} 5.", "reckoning.tally"), action=5, key="reckoning.tally"),
    )
    (post,) = POSTS.posts(news(info, before=view(phase="competition"), events=now))[-1:]
    assert "**Victory Tally**: Egypt 5." in text(post)
    assert "removed a disk." not in text(post)


def test_the_start_post_holds_what_was_agreed_on() -> None:
    info = table(settings=Settings(window_close="early", note="friendly *first* Epoch"))
    (post,) = POSTS.posts(news(info, cause="start", before=None, actor=None))
    assert "**Ends** with Epoch III · **Pace** Daily · **Time to respond** 2 h if it" in text(post)
    assert "**Order** Egypt (Ben), Babylon (Ana)" in text(post)
    assert post.mentions == (100,)
    assert "friendly \\*first\\* Epoch" in text(post)
    fits(post)


@pytest.mark.parametrize("note", ["```", "# Ana has lost", "[the rules](https://example.org)", "<@&1>", "||"])
def test_what_a_table_has_agreed_on_is_shown_letter_by_letter(note: str) -> None:
    info = table(state="lobby", settings=Settings(note=note))
    (begun,) = POSTS.posts(news(table(settings=info.settings), cause="start", before=None, actor=None))
    (changed,) = POSTS.matter(info, "settings", {"before": Settings()})
    for post in (POSTS.lobby(info), begun, changed):
        assert plainly(note) in text(post)
        assert note not in text(post).replace(plainly(note), "")


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("span", [timedelta(minutes=50), timedelta(hours=30), timedelta(days=2), timedelta(days=41)])
def test_how_long_a_game_took_is_said_in_its_post_as_in_statistics(span: timedelta, language: str) -> None:
    info = table(state="over", over_at=BEGUN + span, settings=Settings(language=language))
    outcome = Outcome(dict.fromkeys(places.civ_ids(), 1), ("egypt",), "Epoch III is over.")
    with speaking(language):
        (post,) = POSTS.posts(news(info, cause="answer", outcome=outcome, request=None, actor=None))
        assert f" {length(span.total_seconds())}." in text(post)


def test_the_end_post_publishes_the_number_and_rings_all() -> None:
    info = table(state="over", over_at=BEGUN + timedelta(days=41))
    scores = {civ: 60 - 3 * i for i, civ in enumerate(places.civ_ids())}
    outcome = Outcome(scores, ("egypt",), "Epoch III is over.")
    (post,) = POSTS.posts(news(info, cause="answer", outcome=outcome, seed="9c1e" * 16, request=None, actor=None))
    assert text(post).startswith("## Table 1K9 ends · Egypt won with 60 VP")
    assert "9c1e" * 16 in text(post)
    assert "1 **Egypt** (Ben) 60 VP" in text(post)
    assert "41 days." in text(post)
    assert post.mentions == (100, 101, 102, 103, 104, 105)
    fits(post)


def test_the_result_in_full_says_where_the_points_came_from_if_all_are_accounted_for() -> None:
    info, after = table(2, state="over", over_at=BEGUN + timedelta(days=1)), view()
    after = with_civ(after, "egypt", vp=12, scored={"cards": 2, "cities": 11, "losses": -1})
    after = with_civ(after, "babylon", vp=12, scored={"cities": 4})
    outcome = Outcome({"egypt": 12, "babylon": 12}, ("egypt",), "Over.")
    (post,) = POSTS.posts(news(info, after=after, outcome=outcome, request=None, actor=None))
    assert "Cities 11, cards 2" not in text(post)
    screen = result_screen(Standing(info, after, None, outcome), {}, names_of("acme"), summary_of("acme"))
    told = "\n".join(part.text for part in screen.parts if isinstance(part, Text))
    assert "\n-# Cities 11, cards 2, lost −1\n1 **Babylon** (Ana) 12 VP" in told
    assert told.count("-# ") == 1


def test_growth_is_asked_with_the_number_of_disks() -> None:
    info, after = table(2), with_civ(view(phase="growth"), "egypt", to_place=7, growth_box=3)
    asked = {key: ask(info, key, 0) for key in ("growth.retire", "growth.deploy")}
    (post,) = POSTS.posts(news(info, after=after, before=after, request=asked["growth.retire"]))
    assert text(post).endswith(": place 7 growth disks.")
    (post,) = POSTS.posts(news(info, after=after, before=after, request=asked["growth.deploy"]))
    assert text(post).endswith(": place 3 growth disks.")


@pytest.mark.parametrize(("seconds", "style"), [(45, "T"), (119, "T"), (120, "t"), (7200, "t")])
def test_a_short_window_is_told_to_the_second(seconds: int, style: str) -> None:
    opened = datetime(2025, 5, 1, 18, 40, tzinfo=UTC)
    window = Window("card.negate", "short", opened, opened + timedelta(seconds=seconds))
    assert closing_time(window) == f"<t:{int(window.closes_at.timestamp())}:{style}>"


def test_the_hand_by_dm_has_its_cards_as_lines_and_as_a_picture() -> None:
    own = with_civ(view(), "egypt", hand=(73, 42))
    post = POSTS.hand(table(), table().seats[0], own)
    assert post is not None
    assert text(post).startswith("### Your hand · Egypt · table 1K9 · 2 cards\n**Biblical Plague** (73)")
    picture = next(part for part in post.parts if isinstance(part, PostPicture))
    assert picture.alt.startswith("2 cards: Biblical Plague (73)")
    names = names_of("acme")
    for pictures in ({"hand.png": picture.alt}, {}):
        shown = screen(post, "1K9", names, None, pictures)
        assert sum("**Trade Fleet** (42)" in part.text for part in shown.parts if isinstance(part, Text)) == 1


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_card_tells_all_that_it_needs_and_does_wherever_a_hand_is_told(language: str) -> None:
    """Most texts hang on what comes before them: `Choose such a civilization.`"""
    with speaking(language):
        for card, facts in CARDS.items():
            for told in (*hand_lines(presentation_of("acme"), [str(card)]), BOARD.card_text(str(card))):
                assert " ".join(facts.text.split()) in told, facts.name
                assert " ".join((facts.needs or "").split()) in told, facts.name


def test_the_message_with_a_hand_and_its_picture_tell_whole_texts() -> None:
    for card, facts in CARDS.items():
        own = with_civ(view(), "egypt", hand=(card,))
        post = POSTS.hand(table(), table().seats[0], own)
        assert post is not None
        picture = next(part for part in post.parts if isinstance(part, PostPicture))
        for told in (text(post), picture.alt):
            assert " ".join(facts.text.split()) in told, facts.name
            assert " ".join((facts.needs or "").split()) in told, facts.name


def test_where_a_hand_is_too_large_every_card_of_it_is_hinted_at() -> None:
    own = with_civ(view(), "egypt", hand=tuple(CARDS)[:24])
    post = POSTS.hand(table(), table().seats[0], own)
    assert post is not None
    assert all(f"({card})" in text(post) for card in list(CARDS)[:24])


def test_ties_get_the_places_that_the_game_has_given_them() -> None:
    info, civs = table(4, state="over", over_at=BEGUN + timedelta(hours=5)), places.civ_ids()[:4]
    outcome = Outcome(dict.fromkeys(civs, 20), (civs[2],), "Epoch III is over.", (civs[2], civs[0], civs[3], civs[1]))
    (post,) = POSTS.posts(news(info, outcome=outcome, seed="9c1e" * 16, request=None, actor=None))
    assert [line.split(" ")[0] for line in text(post).split("\n") if "20 VP ·" in line] == ["1", "2", "3", "4"]
    assert "3 Epochs, " in text(post)
    assert text(post).split("\n").count("Epoch III is over.") == 1
    assert [b.verb for part in post.parts if isinstance(part, PostRow) for b in part.buttons] == [
        "again",
        "result",
        "replay",
        "figures",
        "more",
        "review",
    ]


def test_of_many_seats_the_end_tells_points_alone_and_of_many_winners_their_number() -> None:
    info, civs = table(6, state="over", over_at=BEGUN + timedelta(hours=5)), places.civ_ids()[:6]
    outcome = Outcome(dict.fromkeys(civs, 20), civs[:3], "Over.")
    (post,) = POSTS.posts(news(info, outcome=outcome, request=None, actor=None))
    fits(post)
    assert text(post).startswith("## Table 1K9 ends · 3 winners\n")
    assert [line for line in text(post).split("\n") if "20 VP" in line and "·" in line] == []
    assert text(post).count(" 20 VP") == 6
    outcome = replace(outcome, winners=civs[:2])
    (post,) = POSTS.posts(news(info, outcome=outcome, request=None, actor=None))
    assert "winners" not in text(post)


def test_a_game_ended_early_is_told_as_it_stood() -> None:
    info = table(3, state="over", over_at=BEGUN + timedelta(hours=5))
    (post,) = POSTS.posts(news(info, cause="end", said={"person": Person(101, "Ana")}, request=None, actor=None))
    assert "**Egypt** (Ben) 100 VP · " in text(post)
    assert "Ana ended the game." in text(post)


def test_a_game_of_computers_that_came_to_no_end_says_why_it_was_ended() -> None:
    info = table(3, state="over", over_at=BEGUN + timedelta(hours=5))
    (post,) = POSTS.posts(news(info, cause="end", said={"alone": 20_000}, request=None, actor=None))
    assert "Only computers were playing, and the game still wasn't over after 20000" in text(post)


@pytest.mark.sample(4)
@pytest.mark.parametrize("cause", ["start", "answer", "close", "undo", "back", "control", "corrected", "import"])
@pytest.mark.parametrize("before", ["card", "growth"])
def test_every_post_fits_with_six_civilizations_and_the_longest_names(cause: str, before: str) -> None:
    info = table(settings=Settings(note="n" * 300), window=window())
    for seed in range(3):
        changed = news(
            info,
            cause=cause,
            before=view(seed, before),
            after=view(seed),
            events=flood(40),
            request=ask(info, "card.negate", *range(6), sealed=True),
            answered=ask(info, "growth.deploy"),
            said={"petition": request(info)} if cause == "back" else {},
        )
        posts = POSTS.posts(changed)
        assert posts
        for post in posts:
            fits(post)


def request(
    info: TableInfo, kind: PetitionKind = "back", result: PetitionResult = "agreed", **changed: Any
) -> Petition:
    """A request of the first seat to all others."""
    first, *others = info.seats
    by, point = first.person or Person(0, ""), BackPoint(3, fact("{civ:egypt} " + "w" * 300), "1.1.card")
    plain: dict[str, Any] = {"target": info.seats[-1], "to": Person(9, "W" * 32), "absent": None}
    plain |= {"reason": "r" * 200, "asked": tuple(others), "agreed": tuple(others[:2])}
    plain |= {"closes_at": BEGUN, "result": result, "then": {}, "now": {}}
    return Petition(no=12, kind=kind, by=by, seat=first, point=point, **plain)


@pytest.mark.parametrize("kind", get_args(PetitionKind))
@pytest.mark.parametrize("result", get_args(PetitionResult))
def test_every_post_of_a_request_fits_and_has_words(kind: PetitionKind, result: PetitionResult) -> None:
    info = table()
    if result == "returned" and kind in {"back", "end", "pause", "times"}:
        return
    away = kind not in {"back", "end", "times"}
    told = replace(request(info, kind, result), absent=info.seats[-1].person if away else None)
    for each in (told, replace(told, seat=None)):
        posts = POSTS.petition(info, each)
        assert posts or result == "agreed"
        for post in posts:
            fits(post)
            assert "{" not in text(post)


def test_a_flood_of_lines_is_three_and_a_button_to_all_of_them() -> None:
    (post,) = POSTS.posts(news(table(), events=flood(40), lines=(7, 46)))
    asked, *told = text(post).split("\n")
    assert asked.startswith("**Egypt** — <@100>")
    assert len(told) == 3
    assert all(len(line) <= 400 for line in told)
    assert [(b.verb, b.option) for part in post.parts if isinstance(part, PostRow) for b in part.buttons] == [
        ("story", "7-46")
    ]


def test_a_long_line_keeps_its_beginning_and_its_end() -> None:
    fight = "{civ:egypt} attacked {area:judah}. " + "{civ:babylon} added 1 disk. " * 30 + "{civ:egypt} won."
    (post,) = POSTS.posts(news(table(), events=events(fight), lines=(1, 1)))
    told = text(post).split("\n")[1]
    assert told.startswith("**Egypt** attacked Judah. … ")
    assert told.endswith(" won.")
    assert len(told) <= 400


def test_a_post_that_tells_all_needs_no_button_to_more() -> None:
    (post,) = POSTS.posts(news(table(), events=events("{civ:egypt} placed 6 disks."), lines=(1, 1)))
    assert [part for part in post.parts if isinstance(part, PostRow)] == []


def test_a_post_names_the_time_by_which_the_only_player_asked_has_to_answer() -> None:
    due = BEGUN + timedelta(hours=9)
    info = table(deadlines={1: due, 2: due})
    (one,) = POSTS.posts(news(info, events=events("{civ:egypt} drew a card.")))
    assert text(one).split("\n")[0].endswith(f" Answer by <t:{int(due.timestamp())}:f>.")
    (several,) = POSTS.posts(
        news(info, events=events("{civ:egypt} drew a card."), request=ask(info, "card.play", 0, 1))
    )
    assert "Answer by" not in text(several)


def test_an_undo_is_told_whole_however_much_follows() -> None:
    info = table()
    (post,) = POSTS.posts(news(info, cause="undo", request=ask(info, "growth.deploy", 1), events=flood(40)))
    assert "undid the last answer (place growth disks)." in text(post)


@pytest.mark.parametrize("areas", [("judah", "tyre"), ("judah", "colchis")])
def test_what_happened_in_one_region_is_shown_close_up(areas: tuple[str, str]) -> None:
    now = view()
    emptied = {name: structs.replace(now.areas[name], disks={"sea_peoples": 9}) for name in areas}
    since = structs.replace(now, areas={**now.areas, **emptied})
    (post,) = POSTS.posts(news(table(), before=view(phase="growth"), after=now, since=since))
    (picture,) = [part for part in post.parts if isinstance(part, PostPicture)]
    (button,) = [b for part in post.parts if isinstance(part, PostRow) for b in part.buttons if b.verb == "map_show"]
    close = areas == ("judah", "tyre")
    assert picture.options.get("show", "board") == ("phone" if close else "board")
    assert button.label == ("Whole board" if close else "Close-up")


def test_what_only_one_seat_may_know_changes_no_post() -> None:
    info = table()
    told = events("{civ:egypt} played {card:21} on {civ:babylon}: looked at 3 cards.")
    secret = [Event(fact(f"You saw {{card:{n}}}."), to="egypt", action=0) for n in (21, 42)]
    first = POSTS.posts(news(info, events=(*told, secret[0])))
    assert first == POSTS.posts(news(info, events=(*told, secret[1]))) == POSTS.posts(news(info, events=told))


def test_taking_back_is_told_and_the_next_question_follows() -> None:
    info = table()
    (post,) = POSTS.posts(news(info, cause="undo", request=ask(info, "growth.deploy", 1)))
    assert "**Babylon** undid the last answer (place growth disks)." in text(post)


def test_a_name_full_of_markdown_is_shown_letter_by_letter() -> None:
    info = table()
    info = replace(info, seats=(replace(info.seats[0], person=replace(info.seats[0].person, name="*_A|n~a_*")),))  # type: ignore[type-var]
    (post,) = POSTS.posts(news(info, before=view(phase="growth"), request=None, actor=None))
    assert "\\*\\_A\\|n\\~a\\_\\*" in text(post)


@pytest.mark.parametrize("state", ["lobby", "running", "over"])
def test_the_lobby_post_fits_and_loses_its_buttons_at_the_start(state: str) -> None:
    info = table(state=state, npcs=5, settings=Settings(note="*" * 300), options={"map": "abbreviated_western"})
    post = POSTS.lobby(info)
    fits(post)
    assert post.slot == "lobby:1K9"
    assert any(isinstance(part, PostRow) for part in post.parts) is (state == "lobby")
    if state == "lobby":
        assert components(post) == 11


def test_the_lobby_post_names_no_seat_that_has_no_civilization_yet() -> None:
    seats = tuple(replace(s, seat=f"seat_{s.number}", civ=f"seat_{s.number}") for s in table(2).seats)
    assert "Ben · Ana (host)" in text(POSTS.lobby(table(2, seats=seats)))
    assert "Ben as Egypt · Ana (host) as Babylon" in text(POSTS.lobby(table(2)))


BABYLON = table().seats[1]
ANA = Person(101, "Ana")


@pytest.mark.parametrize(
    ("what", "filled", "expected"),
    [
        ("seat", {"seat": BABYLON}, "<@101> now plays **Babylon**"),
        ("host", {}, "<@101> is now the host of table 1K9"),
        ("settings", {"before": Settings(pace="slow", note="old")}, "pace daily and no agreement"),
        ("moved", {}, "continues in this channel"),
        ("left", {"person": ANA, "seats": (BABYLON,)}, "The computer plays **Babylon**"),
        ("ended", {"person": ANA, "reason": "agreed"}, "Ana ended the game at table 1K9:"),
        ("control", {"seat": BABYLON}, "Ana plays **Babylon** again"),
    ],
)
def test_matters_of_the_table(what: str, filled: dict[str, object], expected: str) -> None:
    (post,) = POSTS.matter(table(), what, filled)
    assert expected in text(post)
