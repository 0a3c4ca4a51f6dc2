"""Base maps: names can be read, things are made once."""

from __future__ import annotations

from threading import Barrier, Thread

import pytest

from engine.acme.facts.catalog import MAPS
from render.acme.base import base_map
from render.acme.board import in_order, in_play
from render.acme.camera import BOARD
from render.acme.pictures import SHOTS, base_of, warm
from render.paint.shelf import Shelf


@pytest.mark.soak
@pytest.mark.parametrize("board", sorted(MAPS))  # the first of them is drawn by other tests too
def test_every_area_in_play_has_its_name_in_the_picture(board: str) -> None:
    base = base_of(board, SHOTS.whole_board(board))
    assert set(base.labels) == in_play(board)
    for left, top, right, bottom in (box for lines in base.written.values() for box in lines):
        assert left >= 0
        assert top >= 0
        assert right <= base.cam.width
        assert bottom <= base.cam.height


@pytest.mark.soak
def test_a_base_map_is_drawn_once() -> None:
    warm("abbreviated_western")
    cam = SHOTS.whole_board("abbreviated_western").cam
    assert base_map("abbreviated_western", cam) is base_map("abbreviated_western", cam)


@pytest.mark.parametrize("board", MAPS)
def test_windows_have_about_so_many_pixels(board: str) -> None:
    cam = BOARD.window(in_order(board))
    assert cam.width <= 1600
    assert 1_400_000 <= cam.width * cam.height <= 1_650_000


@pytest.mark.soak
def test_close_ups_stay_on_the_board_and_show_what_they_are_about() -> None:
    for area in in_order("full"):
        shot = SHOTS.area_shot("full", area)
        assert shot.cam.width <= 1200
        assert BOARD.share(shot.cam, area) > 0.95
        assert area not in shot.hidden
    shot = SHOTS.region_shot("full", "mesopotamia")
    assert 0.6 <= shot.cam.width / shot.cam.height <= 1.8


def test_a_shelf_makes_a_thing_once_for_all_threads() -> None:
    shelf: Shelf[str, object] = Shelf(2)
    made: list[object] = []
    start = Barrier(4)

    def make() -> object:
        made.append(object())
        return made[-1]

    def take() -> None:
        start.wait()
        shelf.take("a", make)

    threads = [Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1


def test_a_shelf_drops_what_was_used_least_recently() -> None:
    shelf: Shelf[int, str] = Shelf(2)
    made: list[int] = []

    def take(key: int) -> str:
        def make() -> str:
            made.append(key)
            return str(key)

        return shelf.take(key, make)

    for key in (1, 2, 1, 3, 1, 2):
        assert take(key) == str(key)
    assert made == [1, 2, 3, 2]


def test_a_shelf_forgets_what_could_not_be_made() -> None:
    shelf: Shelf[int, int] = Shelf(2)
    with pytest.raises(ZeroDivisionError):
        shelf.take(1, lambda: 1 // 0)
    assert shelf.take(1, lambda: 7) == 7
