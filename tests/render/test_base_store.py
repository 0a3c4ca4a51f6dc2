"""Base maps on disk: read as they were drawn, drawn anew when damaged or outdated, and never more than have room."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Barrier

import pytest
from PIL import Image

import render
from engine.acme.facts.catalog import MAPS as ACME_MAPS
from engine.civ.catalog import MAPS as CIV_MAPS
from engine.core.text import current_language, languages, speaking
from render.__main__ import main
from render.acme import base as acme
from render.acme.camera import BOARD
from render.acme.pictures import SHOTS
from render.board import base_store
from render.board.base_store import STORE, BaseStore, digest, files, made_from, read, state, sweep, write
from render.civ import base as civ
from render.civ.camera import BOARD as CIV_BOARD
from render.paint.shelf import Shelf
from render.paint.style import HIGH, PictureStyle, drawing_in

DAY = base_store.OUTDATED


@dataclass(frozen=True)
class PrintedBoard:
    """The least that is kept."""

    picture: Image.Image
    words: str


def sheet(word: str = "a") -> PrintedBoard:
    return PrintedBoard(Image.new("RGB", (3, 2), (1, 2, 3)), word)


def never() -> PrintedBoard:
    raise AssertionError("drawn again")


def opened(folder: Path | None, shipped: Path | None = None, room: int = base_store.ROOM) -> BaseStore:
    made = BaseStore()
    made.open(folder, shipped, room)
    return made


@pytest.mark.soak
def test_a_base_map_of_acme_is_read_as_it_was_drawn(tmp_path: Path) -> None:
    near = BOARD.camera(BOARD.box_of(["judah", "petra"]), 400)
    made = acme.draw_base("western", near, frozenset({"petra"}), with_key=True)
    write(tmp_path / "one.base", made)
    again = read(tmp_path / "one.base", acme.Base)
    assert again == made
    assert "judah" in made.labels


def test_a_base_map_of_civilization_is_read_as_it_was_drawn(tmp_path: Path) -> None:
    near = CIV_BOARD.camera(CIV_BOARD.box_of(["rome", "neapolis"]), 400)
    made = civ.draw_base("full-wx", near, frozenset({"neapolis"}))
    write(tmp_path / "one.base", made)
    assert read(tmp_path / "one.base", civ.Base) == made
    assert "rome" in made.fills


def test_what_is_kept_is_not_drawn_again(tmp_path: Path) -> None:
    assert opened(tmp_path).take(PrintedBoard, "what", sheet) == sheet()
    assert opened(tmp_path).take(PrintedBoard, "what", never) == sheet()
    assert opened(None, tmp_path).take(PrintedBoard, "what", never) == sheet()
    assert opened(tmp_path).take(PrintedBoard, "else", lambda: sheet("b")) == sheet("b")


def test_without_a_folder_everything_is_drawn() -> None:
    store = BaseStore()
    assert [store.take(PrintedBoard, "what", partial(sheet, word)).words for word in "ab"] == ["a", "b"]


def test_what_came_with_the_bot_is_never_written_to(tmp_path: Path) -> None:
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    opened(None, shipped).take(PrintedBoard, "what", sheet)
    opened(tmp_path / "own", shipped).take(PrintedBoard, "what", sheet)
    assert list(shipped.iterdir()) == []
    assert len(list((tmp_path / "own").iterdir())) == 1


@pytest.mark.parametrize(
    "harm",
    [lambda held: held[:-7], lambda held: held[:40] + bytes([held[40] ^ 1]) + held[41:], lambda _: b"", lambda _: b"x"],
    ids=["cut", "changed", "empty", "short"],
)
def test_a_damaged_file_is_drawn_anew(harm: Callable[[bytes], bytes], tmp_path: Path) -> None:
    opened(tmp_path).take(PrintedBoard, "what", sheet)
    (file,) = tmp_path.iterdir()
    file.write_bytes(harm(file.read_bytes()))
    assert opened(tmp_path).take(PrintedBoard, "what", lambda: sheet("anew")) == sheet("anew")
    assert opened(tmp_path).take(PrintedBoard, "what", never) == sheet("anew")


def test_a_whole_file_of_another_shape_is_drawn_anew(tmp_path: Path) -> None:
    opened(tmp_path).take(PrintedBoard, "what", sheet)
    (file,) = tmp_path.iterdir()
    write(file, {"words": 3})
    assert opened(tmp_path).take(PrintedBoard, "what", lambda: sheet("anew")) == sheet("anew")


def test_a_folder_that_cannot_be_written_costs_only_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = opened(tmp_path / "file" / "bases")
    assert [store.take(PrintedBoard, "what", partial(sheet, word)).words for word in "ab"] == ["a", "b"]


def test_several_that_draw_the_same_at_once_leave_it_whole(tmp_path: Path) -> None:
    start = Barrier(4)

    def together() -> PrintedBoard:
        start.wait()
        return sheet()

    with ThreadPoolExecutor(4) as pool:
        made = [pool.submit(opened(tmp_path).take, PrintedBoard, "what", together) for _ in range(4)]
    assert [one.result() for one in made] == [sheet()] * 4
    assert len(list(tmp_path.iterdir())) == 1
    assert opened(tmp_path).take(PrintedBoard, "what", never) == sheet()


def test_language_style_and_window_are_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acme, "STORE", opened(tmp_path))
    monkeypatch.setattr(
        acme, "draw_base", lambda _config, cam, _hidden, **_: acme.Base(cam, Image.new("L", (1, 1)), {})
    )
    monkeypatch.setattr(acme, "BASES", Shelf[object, acme.Base](99))
    whole = SHOTS.whole_board("full").cam
    near = SHOTS.whole_board("western").cam
    for language in ("en", "de"):
        for style in (PictureStyle(), PictureStyle("tritan"), PictureStyle(HIGH)):
            with speaking(language), drawing_in(style):
                for hidden in (frozenset[str](), frozenset({"judah", "egypt"})):
                    acme.base_map("full", whole, hidden)
                    acme.base_map("western", near, hidden, with_key=True)
    assert len(list(tmp_path.iterdir())) == 2 * 2 * 2 * 2  # palettes other than that of high contrast share theirs


def test_the_room_is_for_what_was_read_last(tmp_path: Path) -> None:
    store = opened(tmp_path)
    for number, word in enumerate("abc"):
        store.take(PrintedBoard, word, partial(sheet, word))
        for file in tmp_path.iterdir():
            if file.stat().st_mtime > DAY * 9:
                os.utime(file, (number, number))
    store.take(PrintedBoard, "a", never)  # read now
    size = max(file.stat().st_size for file in tmp_path.iterdir())
    sweep(tmp_path, 2 * size, now=DAY / 2)
    store.take(PrintedBoard, "a", never)
    store.take(PrintedBoard, "c", never)
    assert store.take(PrintedBoard, "b", lambda: sheet("anew")).words == "anew"


def test_what_another_version_drew_goes_a_day_later_and_what_nobody_finished_an_hour(tmp_path: Path) -> None:
    own, other, half = (tmp_path / name for name in (f"{state()}-a.base", "0123-a.base", f"{state()}-b.base.77"))
    for file in (own, other, half, tmp_path / "notes"):
        file.write_bytes(b"")
        os.utime(file, (0, 0))
    left = []
    for now in (60, base_store.FORGOTTEN + 60, DAY + 60):
        sweep(tmp_path, 10, now)
        left.append({file.name for file in tmp_path.iterdir()})
    kept = {own.name, "notes"}
    assert left == [{*kept, other.name, half.name}, {*kept, other.name}, kept]


def test_what_base_maps_are_made_from_is_there() -> None:
    parts = [base_store.ROOT / part for part in made_from()]
    assert [part.name for part in parts if not (part.exists() and list(files(part)))] == []
    assert len(parts) > len(base_store.MADE_FROM)


def test_base_maps_are_drawn_anew_as_soon_as_anything_they_are_made_from_changes(tmp_path: Path) -> None:
    (tmp_path / "render").mkdir()
    known = set()
    for name, text in (("a.py", "x = 1"), ("a.py", "x = 2"), ("b.toml", "x = 2"), ("c.ttf", "")):
        (tmp_path / "render" / name).write_text(text)
        known.add(digest(tmp_path, ["render"]))
    assert len(known) == 4
    (tmp_path / "render" / "a.pyc").write_text("compiled")
    assert digest(tmp_path, ["render"]) in known


def test_all_base_maps_are_drawn_into_a_folder_in_every_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[str, str, str]] = []
    for name, value in vars(STORE).items():
        monkeypatch.setattr(STORE, name, value)  # put back at the end
    monkeypatch.setattr(render, "warm", lambda game, board: drawn.append((current_language(), game, board)))
    assert main(["--bases", str(tmp_path)]) == 0
    assert vars(STORE)["_own"] == tmp_path
    boards = [*(("acme", name) for name in ACME_MAPS), *(("civ", name) for name in CIV_MAPS)]
    assert drawn == [(language, *board) for language in languages() for board in boards]


def test_a_picture_needs_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([])
    assert "FILE" in capsys.readouterr().err
