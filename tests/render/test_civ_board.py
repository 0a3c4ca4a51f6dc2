"""The board of Advanced Civilization: size, words, what is marked, and that nothing hides anything."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

import render
from engine.civ.catalog import CARDS, MAPS, NATIONS
from engine.civ.game import GAME
from engine.civ.options import BY_NUMBER
from engine.civ.state import Wish
from engine.civ.view import CivResult, CivView, HeldCard
from engine.core.decoding import decoder
from engine.core.text import speaking
from engine.games import PRESENTATIONS
from render import civ
from render.civ import alt, legend, stacks
from render.civ.base import BASES, Base, base_map
from render.civ.board import in_play, seas_in_play
from render.civ.camera import BOARD
from render.civ.census import census
from render.civ.money import hand_alt
from render.civ.panel import word_size
from render.civ.pictures import SEEN, SHOTS, Drawn, draw_position, veiled_areas
from render.civ.placement import places
from render.civ.position import Position, read
from render.civ.stacks import label_box, overlap
from render.civ.track import track
from render.paint import plates
from render.paint.canvas import Box
from render.paint.fonts import width
from render.paint.palette import PAINTS
from render.paint.picture import ALT_LIMIT, HEAVY
from render.paint.style import PictureStyle, drawing_in
from tests.civ.opponents import among_computers
from tests.render.civ_views import area_with, early, late


@pytest.mark.soak
@pytest.mark.sample(2)
@pytest.mark.parametrize("config", MAPS)
def test_every_map_is_drawn_late_in_a_game_with_all_its_nations(config: str) -> None:
    """CIV-216."""
    picture = render.draw("civ", late(config, max(MAPS[config].players)))
    assert 1000 <= picture.width <= 2000
    assert len(picture.png) <= 1.5 * HEAVY
    assert len(picture.alt) <= ALT_LIMIT
    assert picture.alt.startswith("Advanced Civilization, turn 5, ")


@pytest.mark.soak
def test_a_game_that_begins_is_drawn_before_anybody_has_a_nation() -> None:
    assert render.draw("civ", early("2p", 2)).alt.startswith("Advanced Civilization, setup, Setup. Waiting for ")


def test_the_words_tell_conflicts_what_everybody_has_and_where_barbarians_are() -> None:
    """CIV-216."""
    view = late("2p", 2)
    said = alt.board(read(view))
    for name in view.nations:
        assert f"{NATIONS[name].name}: {view.nations[name].tokens} tokens" in said
    assert "Barbarians: " in said
    assert "/map show:text" in said


def test_the_words_of_a_picture_count_turns_as_their_language_writes_them() -> None:
    with speaking("de"):
        assert alt.board(read(late("2p", 2))).startswith("Advanced Civilization, Runde 5, ")
        assert alt.board(read(early("2p", 2))).startswith("Advanced Civilization, Aufbau, ")


def test_french_has_a_space_before_colons_and_semicolons_of_what_is_joined() -> None:
    view = late("2p", 2)
    with speaking("fr"):
        told = [alt.board(read(view)), civ.chart(view).alt, hand_alt([CARDS["ore_1a"], CARDS["water_4a"]], "Italie")]
    assert [text for text in told if "\u00a0;" not in text] == []
    assert [text for text in told if re.search(r"\w[:;]", text.replace("show:text", ""))] == []


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_name_of_a_sea_is_not_cut_off_by_the_edge(language: str) -> None:
    """“Kaspisches Meer” once ended behind its first letters: a sea of which too little is seen has no name."""
    cam = SHOTS.whole_board("8p").cam
    with speaking(language):
        named = places(cam, list(seas_in_play("8p")))
    assert "black_sea" in named
    assert "caspian_sea" not in named
    for spot in named.values():
        half = max(width(line, "sea", spot.size) for line in spot.lines) / 2
        assert 0 <= spot.label[0] - half < spot.label[0] + half <= cam.width


def changed() -> tuple[CivView, CivView, str, str]:
    """A view, an earlier one, an area where a nation has two tokens fewer there, and that nation."""
    now = late("2p", 2)
    area, owner = next((a, o) for a, g in now.areas.items() for o in g.tokens if o in NATIONS)
    there = now.areas[area].tokens
    return now, area_with(now, area, tokens={**there, owner: there[owner] + 2}), area, owner


@pytest.mark.soak
def test_changes_since_an_earlier_view_are_marked_and_told() -> None:
    now, before, _, owner = changed()
    picture = render.draw("civ", now, since=before)
    assert f"{NATIONS[owner].name} −2" in picture.alt
    assert picture.png != render.draw("civ", now).png
    assert f"{NATIONS[owner].name} −2" in render.draw("civ", now, since=before, show="changes").alt


@pytest.mark.soak
def test_where_much_has_changed_the_words_tell_as_much_as_fits_the_greatest_first() -> None:
    now = late("full-wx", 8)
    held = [area for area, there in now.areas.items() if there.tokens]
    before = now
    for area in held:
        before = area_with(before, area, tokens={})
    before = area_with(before, held[-1], tokens={"neutral": 40})
    told = render.draw("civ", now, since=before, show="changes").alt
    assert len(told) <= ALT_LIMIT
    assert "Barbarians −40" in told.partition(";")[0]
    assert told.endswith(" more.")
    assert told.count(";") > 10


def test_what_a_phones_window_hardly_shows_is_hidden_and_covers_nothing() -> None:
    cam = BOARD.camera(BOARD.box_of(["sidon", "tyre", "damascus"]), 720)
    assert BOARD.shows(cam, "jerusalem")
    assert 0 < BOARD.share(cam, "jerusalem") < SEEN
    hidden = veiled_areas(cam, ["sidon", "tyre", "damascus", "jerusalem"])
    assert "jerusalem" in hidden
    assert not {"sidon", "tyre", "damascus"} & hidden


def test_what_has_gone_altogether_leaves_its_trace() -> None:
    now, before, area, owner = changed()
    after = area_with(now, area, tokens={}, city=None)
    assert f"city of {NATIONS[owner].name} gone" in alt.board(read(after, area_with(before, area, city=owner)))


@pytest.mark.soak
def test_regions_and_areas_are_shown_larger_and_told_area_by_area() -> None:
    view = late("full-wx", 8)
    region = render.draw("civ", view, region="egypt")
    assert "Memphis: " in region.alt
    assert SHOTS.region_shot("full-wx", "egypt").cam.unit > 1.3
    assert "Rome and the areas adjacent to it" in render.draw("civ", view, area="rome").alt
    assert "rome" not in SHOTS.area_shot("full-wx", "rome").hidden
    with pytest.raises(ValueError, match="out of play"):
        render.draw("civ", late("2p", 2), area="babylon")
    with pytest.raises(KeyError):
        render.draw("civ", view, region="atlantis")


@pytest.mark.soak
def test_a_selection_shows_the_areas_of_a_nation_those_in_conflict_or_those_on_offer() -> None:
    view = late("full-wx", 8)
    seat = next(iter(view.nations))
    assert f"the areas of {NATIONS[seat].name}" in render.draw("civ", view, show="mine", seat=seat).alt
    assert "conflict" in render.draw("civ", view, show="contested").alt
    assert "Rome: " in render.draw("civ", view, offered=["rome", "neapolis"]).alt


@pytest.mark.parametrize("config", MAPS)
def test_nations_of_one_map_share_neither_paint_nor_letter(config: str) -> None:
    nations = [NATIONS[name] for name in MAPS[config].nations]
    assert len({one.letter for one in nations}) == len(nations)
    assert len({PAINTS[one.paint].fill for one in nations}) == len(nations)
    assert len({PAINTS[one.paint].pattern for one in nations}) == len(nations)


@pytest.mark.soak
def test_a_base_map_is_drawn_once_and_never_drawn_on() -> None:
    cam = SHOTS.whole_board("2p").cam
    base = base_map("2p", cam)
    before = base.picture.tobytes()
    draw_position(base, read(late("2p", 2)))
    assert base_map("2p", cam) is base
    assert base.picture.tobytes() == before
    assert BASES.take(("2p", cam, frozenset(), "en", PictureStyle()), lambda: pytest.fail("drawn again")) is base


@pytest.mark.soak
@pytest.mark.parametrize("config", MAPS)
def test_every_area_in_play_has_its_name_in_the_picture(config: str) -> None:
    base = base_map(config, SHOTS.whole_board(config).cam)
    assert set(base.labels) == set(in_play(config))
    for name in base.labels.values():
        assert name.x >= -6
        assert name.y >= -6
        assert name.x + name.image.width <= base.cam.width + 6
        assert name.y + name.image.height <= base.cam.height + 6


@pytest.mark.sample(1)
@pytest.mark.parametrize("config", ["2p", "full-wx", "4p-east", "5p-west", "full-main"])
def test_pieces_of_a_late_position_leave_the_names_free(config: str) -> None:
    base = base_map(config, SHOTS.whole_board(config).cam)
    drawn = draw_position(base, read(late(config, max(MAPS[config].players))))
    stood = [*drawn.ships, *(box for boxes in drawn.pieces.values() for box in boxes)]
    assert len(stood) > 15
    hidden = [covered_share(label_box(base, area), stood) for area in base.labels]
    assert sum(hidden) / len(hidden) < 0.03
    assert sum(share > 0.3 for share in hidden) <= 2


MOST_HIDDEN = 0.05  # share of a name that a neighbour's piece may take


def overlapped(base: Base, drawn: Drawn) -> float:
    """How much of a name the piece of a neighbour takes that lies over it most."""
    boxes = {
        area: [box for other, there in drawn.pieces.items() if other != area for box in there] for area in base.labels
    }
    return max(covered_share(label_box(base, area), there) for area, there in boxes.items())


@pytest.mark.soak
def test_pieces_leave_the_names_of_neighbours_free_where_changes_are_shown() -> None:
    """What has gone stands in a row too: pieces shrink before they reach over a name next door."""
    now = late("full-wx", 8)
    before = area_with(now, "troy", tokens={**now.areas["troy"].tokens, "crete": 2, "babylon": 2})
    shot = SHOTS.chosen_shot("full-wx", ["troy"])
    base = base_map("full-wx", shot.cam, shot.hidden)
    assert overlapped(base, draw_position(base, read(now, before), shot.focus)) < MOST_HIDDEN


@pytest.mark.soak
@pytest.mark.parametrize(("config", "pair", "area"), [("full-main", 4, "athens"), ("full-wx", 4, "argos")])
def test_pieces_leave_the_names_of_neighbours_free_close_up(config: str, pair: int, area: str) -> None:
    """The pieces of Chalcis lay over a third of Eretria's name."""
    close_up_leaves_names_free(config, pair, area)


CROWDS = [("rome", 1), ("delphi", 4), ("thebes", 4), ("tyre", 1), ("chalcis", 4), ("hispania", 4), ("cisalpina", 1)]


@pytest.mark.soak
@pytest.mark.parametrize(("area", "pair"), CROWDS)
def test_pieces_leave_the_names_of_neighbours_free_wherever_it_is_crowded(area: str, pair: int) -> None:
    close_up_leaves_names_free("full-wx", pair, area)


def close_up_leaves_names_free(config: str, pair: int, area: str) -> None:
    """No piece of a crowded position lies over a name next door."""
    shot = SHOTS.area_shot(config, area)
    base = base_map(config, shot.cam, shot.hidden)
    assert overlapped(base, draw_position(base, read(late(config, 8, pair)), shot.focus)) < MOST_HIDDEN


def covered_share(name: Box, stood: list[Box]) -> float:
    """How much of a name the piece over which it lies most takes."""
    surface = (name[2] - name[0]) * (name[3] - name[1])
    return max(overlap(name, box) for box in stood) / surface


def test_pieces_stand_inside_the_picture_and_clear_of_one_another() -> None:
    base = base_map("2p", SHOTS.whole_board("2p").cam)
    drawn = draw_position(base, read(late("2p", 2)))
    boxes = [box for boxes in drawn.pieces.values() for box in boxes]
    assert min(min(box) for box in boxes) >= 0
    assert max(box[2] for box in boxes) <= base.cam.width
    assert max(box[3] for box in boxes) <= base.cam.height
    pairs = [pair for boxes in drawn.pieces.values() for pair in pairwise(boxes)]
    assert max(overlap(one, other) / overlap(one, one) for one, other in pairs) < 0.45


@pytest.mark.soak
def test_a_board_drawn_again_is_the_same_and_sets_no_text_anew() -> None:
    view = late("2p", 2)
    first = render.draw("civ", view)
    written = plates.write_line.cache_info().misses
    assert render.draw("civ", view).png == first.png
    assert plates.write_line.cache_info().misses == written


@pytest.mark.soak
def test_what_a_seat_alone_knows_is_in_no_picture_of_the_board() -> None:
    """CIV-217."""
    view = late("2p", 2)
    cards = (HeldCard("ore_5a", pile=1, value=5, locked=True),)
    own = replace(view, seat="italy", cards=cards, wish=Wish(4, [4]))
    assert render.draw("civ", own) == render.draw("civ", view)


def test_pictures_are_made_from_views_and_facts_alone() -> None:
    facts = {"engine.civ.catalog", "engine.civ.definitions", "engine.civ.geography", "engine.civ.turn"}
    facts |= {"engine.civ.view"}
    lines = [line for file in Path(civ.__path__[0]).glob("*.py") for line in file.read_text("utf-8").splitlines()]
    read_from = {line.split()[1] for line in lines if line.startswith(("from engine", "import engine"))}
    assert read_from - facts == {"engine.core.decoding", "engine.core.text"}


def test_the_legend_names_every_sign() -> None:
    assert "A city site" in legend().alt


def test_a_board_that_is_chosen_is_drawn_ahead_and_one_that_follows_from_the_players_is_not() -> None:
    summary = PRESENTATIONS["civ"].summary
    assert summary.base({"map": "full-wx"}) == "full-wx"
    assert summary.base({"map": BY_NUMBER}) == summary.base({}) == ""


@pytest.mark.soak
@pytest.mark.parametrize("scenario", ["no_trading", "basic", "expert"])
def test_a_game_of_eight_computers_can_be_seen_from_its_first_turn_to_its_last(scenario: str) -> None:
    table = among_computers(1, scenario, 8)
    moments = [decoder(GAME.state_type).json(bytes(point.state)) for point in table.boundaries()]
    for turn in {1, 5, 10, moments[-1].turn}:
        view = GAME.view(next(state for state in moments if state.turn == turn), None, ())
        drawn = [render.draw("civ", view), track(view), census(view)]
        assert f"turn {turn}" in drawn[0].alt
        assert all(len(picture.png) <= 1.5 * HEAVY and len(picture.alt) <= ALT_LIMIT for picture in drawn)
        assert all(NATIONS[name].name in drawn[1].alt for name in view.nations)


@pytest.mark.parametrize("room", [100, 70, 55])
def test_that_a_computer_plays_is_written_whole_and_smaller_where_there_is_little_room(room: int) -> None:
    size = word_size("computer", room)
    assert 0 < size <= 22
    assert width("computer", "note", size) <= room
    assert word_size("computer", 20) == 0


@pytest.mark.soak
@pytest.mark.parametrize(("area", "large"), [("lesbos", True), ("lesbos", False), ("chalcis", False)])
def test_the_sign_of_a_conflict_is_hidden_by_no_ship(area: str, large: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """In Sardes a ship lay over it, and that of Lesbos was half below another."""
    signs: list[Box] = []
    ships: list[Box] = []
    find, lie = stacks.best_spot, stacks.ship_boxes

    def spot(base: Base, where: str, side: float, taken: list[Box]) -> tuple[float, float]:
        signs.append(stacks.around(*(found := find(base, where, side, taken)), side))
        return found

    def boxes(base: Base, position: Position) -> list[Box]:
        ships[:] = lie(base, position)
        return ships

    monkeypatch.setattr(stacks, "best_spot", spot)
    monkeypatch.setattr(stacks, "ship_boxes", boxes)
    with drawing_in(PictureStyle(large=large)):
        civ.board(late("full-wx", 8), area=area)
    assert signs
    assert ships
    assert not any(overlap(sign, ship) for sign in signs for ship in ships)


def test_the_letters_of_a_nation_begin_its_name() -> None:
    """S for Asia and Y for Assyria were riddles: two letters, the first of its name and one that follows in it."""
    for one in NATIONS.values():
        assert len(one.letter) == 2
        assert one.letter[0] == one.name[0]
        assert one.letter[1].lower() in one.name[1:]


def over(**points: int) -> CivView:
    """The view of a game that has ended so, the best first."""
    view = late("2p", 2)
    names, ranking = list(view.nations), sorted(points, key=lambda name: -points[name])
    assert set(names) == set(points)
    result = CivResult((ranking[0],), "track", points, tuple(ranking))
    return replace(view, result=result, waiting_for=())


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "turn 5, Game over. Thrace wins with 61 points. Points: Thrace 61, Italy 42."),
        ("de", "Runde 5, Spielende. Thrakien gewinnt mit 61 Punkten. Punkte: Thrakien 61, Italien 42."),
        ("fr", "tour 5, Fin de partie. Thrace gagne avec 61 points. Points\u00a0: Thrace 61, Italie 42."),
    ],
)
def test_the_words_of_a_finished_game_tell_who_has_won_and_the_points_of_all(language: str, said: str) -> None:
    """CIV §21."""
    with speaking(language):
        assert alt.board(read(over(italy=42, thrace=61))).startswith(f"Advanced Civilization, {said}")


def test_a_picture_of_a_finished_game_shows_who_has_won_and_the_points_of_all() -> None:
    """CIV §21: two games that differ in nothing else are told apart by the panel."""
    pictures = {render.draw("civ", view).png for view in (over(italy=42, thrace=61), over(italy=41, thrace=61))}
    assert len(pictures) == 2
    assert len({render.draw("civ", over(italy=n, thrace=61)).png for n in (42, 42)}) == 1


def test_nobody_may_have_won() -> None:
    view = over(italy=0, thrace=0)
    nobody = replace(view, result=CivResult((), "track", {"italy": 0, "thrace": 0}, ("italy", "thrace")))
    assert "No one has won. Points: " in alt.board(read(nobody))
