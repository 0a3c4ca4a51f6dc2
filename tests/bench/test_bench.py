"""The bench: what it counts, and that two checkouts are measured by the same measure."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import pauses
from bench.__main__ import compared, main
from bench.figures import Figure, lines, middle
from bench.statements import counted, statements

PART = """
from engine.speed import RATE
def measured():
    return [("answers", RATE, "answers/s")]
"""


def package(folder: Path, module: str, code: str) -> None:
    """A package of one module. It has a file of its own, or else one of that name later on the path goes before it."""
    folder.mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / f"{module}.py").write_text(code)


def checkout(folder: Path, rate: int) -> Path:
    """A checkout whose engine is so fast."""
    package(folder / "engine", "speed", f"RATE = {rate}\n")
    return folder


@pytest.fixture
def measure(tmp_path: Path) -> Path:
    """A bench with one part, which asks the engine that it finds."""
    package(tmp_path / "measure" / "bench", "engine", PART)
    return tmp_path / "measure"


def test_two_checkouts_are_measured_by_one_bench_and_compared(
    tmp_path: Path, measure: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bench.__main__.HERE", checkout(tmp_path / "now", 300))
    said = compared("engine", checkout(tmp_path / "before", 200), 2, measure)
    assert said == ["  answers: 300 answers/s; before 200 answers/s; 1.50 times as fast"]


def test_a_checkout_that_this_bench_cannot_measure_is_measured_by_its_own(
    tmp_path: Path, measure: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bench.__main__.HERE", checkout(tmp_path / "now", 300))
    before = checkout(tmp_path / "before", 0)
    (before / "engine" / "speed.py").write_text("OTHER = 150\n")
    package(before / "bench", "engine", PART.replace("RATE", "OTHER"))
    assert compared("engine", before, 1, measure) == [
        "  answers: 300 answers/s; before 150 answers/s; 2.00 times as fast"
    ]


def test_a_checkout_that_nothing_can_measure_is_said_and_the_other_printed(
    tmp_path: Path, measure: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bench.__main__.HERE", checkout(tmp_path / "now", 300))
    before = checkout(tmp_path / "before", 0)
    (before / "engine" / "speed.py").write_text("")
    assert compared("engine", before, 1, measure) == ["  answers: 300 answers/s"]
    assert "cannot be measured: " in capsys.readouterr().out


PAUSING = """
from pathlib import Path
from bench.pauses import pause
from engine.speed import RATE
def measured():
    for n in range(2):
        with Path(DIARY).open("a") as diary:
            diary.write(f"{RATE} {n}\\n")
        pause()
    return [("answers", RATE, "answers/s")]
"""


def test_two_checkouts_work_by_turns_each_until_it_pauses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    diary = tmp_path / "diary"
    package(tmp_path / "measure" / "bench", "engine", PAUSING.replace("DIARY", repr(str(diary))))
    (tmp_path / "measure" / "bench" / "pauses.py").write_text(Path(pauses.__file__).read_text())
    monkeypatch.setattr("bench.__main__.HERE", checkout(tmp_path / "now", 300))
    compared("engine", checkout(tmp_path / "before", 200), 1, tmp_path / "measure")
    assert diary.read_text().splitlines() == ["300 0", "200 0", "300 1", "200 1"]


def test_the_middle_of_the_rounds_is_taken_and_a_longer_time_is_slower() -> None:
    now = middle([[Figure("restore", n, "ms")] for n in (9.0, 1.0, 4.0)])
    assert now == [Figure("restore", 4.0, "ms")]
    assert lines(now, [Figure("restore", 2.0, "ms")]) == ["  restore: 4 ms; before 2 ms; 0.50 times as fast"]


def test_a_figure_that_was_not_measured_before_stands_alone() -> None:
    assert lines([Figure("new", 12.34, "KB")], [Figure("old", 1, "KB")]) == ["  new: 12.3 KB"]


def test_statements_are_counted_inside_one_another_and_texts_are_none() -> None:
    assert statements('"""A text."""\ndef f() -> int:\n    """Another."""\n    if True:\n        return 1\n') == 3


def test_the_parts_are_counted_without_the_people_whom_only_tests_need(tmp_path: Path) -> None:
    for name in (
        "bot/a.py",
        "bot/ui/b.py",
        "bot/local_table/client.py",
        "render/c.py",
        "engine/core/d.py",
        "engine/e.py",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x = 1\ny = 2\n")
    assert [(figure.name, figure.value) for figure in counted(tmp_path)] == [
        ("bot", 4),
        ("render", 2),
        ("engine/core", 2),
        ("together", 8),
    ]


def test_the_statements_of_two_checkouts_are_printed_with_their_share(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now, before = checkout(tmp_path / "now", 1), checkout(tmp_path / "before", 1)
    for root, n in ((now, 9), (before, 10)):
        (root / "bench").mkdir()
        (root / "bot").mkdir()
        (root / "bot" / "a.py").write_text("x = 1\n" * n)
    monkeypatch.setattr("bench.__main__.HERE", now)
    main(["statements", "--before", str(before)])
    assert "  bot: 9 statements; before 10 statements; 90.0% of before" in capsys.readouterr().out.splitlines()


def test_what_is_no_checkout_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["statements", "--before", str(tmp_path)])
    assert "is no checkout" in capsys.readouterr().err
