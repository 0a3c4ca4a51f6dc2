"""Phase 4 (CIV §7)."""

from __future__ import annotations

from tests.civ.story import Phase


def ships(phase: Phase, name: str = "egypt") -> list[str]:
    return phase.s.nations[name].ships


def test_a_ship_is_kept_from_treasury_or_with_a_token_there() -> None:
    """CIV-062: both are offered where both are there."""
    nations = {"egypt": {"treasury": 1}, "babylon": {}}
    both = {"nations": nations, "areas": {"tanis": "egypt 1"}, "ships": {"egypt": ["tanis"]}}
    phase = Phase("ships", **both).run(egypt="levy")
    assert set(phase.options("ships.keep")) == {"treasury", "levy", "drop"}
    assert (ships(phase), phase.at("tanis"), phase.treasury("egypt")) == (["tanis"], "", 1)
    assert Phase("ships", **both).run().treasury("egypt") == 0


def test_what_cannot_be_paid_in_a_way_is_not_offered() -> None:
    """CIV-062."""
    phase = Phase("ships", areas={"tanis": "egypt 1"}, ships={"egypt": ["tanis"]}).run()
    assert phase.options("ships.keep") == ("drop", "levy")
    assert ships(phase) == []


def test_a_ship_given_up_can_be_built_elsewhere_at_once() -> None:
    """CIV-063."""
    nations = {"egypt": {"treasury": 2}, "babylon": {}}
    areas = {"tanis": "egypt 1", "gaza": "egypt 1"}
    phase = Phase("ships", nations=nations, areas=areas, ships={"egypt": ["tanis"] * 4})
    phase.run(egypt=["drop", "treasury", "drop", "drop", "gaza:1"])
    assert sorted(ships(phase)) == ["gaza", "tanis"]


def test_a_new_ship_costs_two_of_treasury_or_tokens_or_both() -> None:
    """CIV-064, CIV-066, CIV-069."""
    for answer, treasury, there in (("tanis:0", 0, "egypt 3"), ("tanis:1", 1, "egypt 2"), ("tanis:2", 2, "egypt 1")):
        nations = {"egypt": {"treasury": 2}, "babylon": {}}
        phase = Phase("ships", nations=nations, areas={"tanis": "egypt 3"}).run(egypt=[answer])
        assert (phase.treasury("egypt"), phase.at("tanis"), ships(phase)) == (treasury, there, ["tanis"])
        assert phase.stock("egypt") + phase.tokens("egypt") + phase.treasury("egypt") == 55


def test_treasury_alone_builds_wherever_a_unit_stands_on_a_coast() -> None:
    """CIV-065, CIV-068, CIV-RUL-009: also at a city; not inland."""
    nations = {"egypt": {"treasury": 2}, "babylon": {}}
    areas = {"tanis": "egypt city", "thebes": "egypt 3", "fayum": "egypt 4"}
    phase = Phase("ships", nations=nations, areas=areas).run()
    assert phase.options("ships.build") == ("done", "tanis:0")


def test_there_are_four_ships_at_most() -> None:
    """CIV-067."""
    nations = {"egypt": {"treasury": 9}, "babylon": {}}
    phase = Phase("ships", nations=nations, areas={"tanis": "egypt 3"}, ships={"egypt": ["tanis"] * 4}).run()
    assert "ships.build" not in phase.questions()
    assert "{civ:egypt} has 4 ships: {area:tanis} 4." in phase.log(), "ships of one area are counted"


def test_the_coast_is_named_where_there_are_two() -> None:
    """CIV-070, CIV-RUL-010: Delphi has two options; that with more neighbours comes first."""
    nations = {"crete": {"treasury": 2}, "babylon": {}}
    phase = Phase("ships", nations=nations, areas={"delphi": "crete 1"}).run(crete="delphi/east:0")
    assert phase.options("ships.build") == ("done", "delphi/west:0", "delphi/west:1", "delphi/east:0", "delphi/east:1")
    assert ships(phase, "crete") == ["delphi/east"]


def test_all_decide_at_once() -> None:
    """CIV-027, CIV-RUL-005: what one builds is not on the board before all have answered."""
    nations = {"egypt": {"treasury": 2}, "crete": {"treasury": 2}}
    phase = Phase("ships", nations=nations, areas={"tanis": "egypt 3", "knossos": "crete 3"}, order=["egypt", "crete"])
    phase.run(egypt="tanis:0", crete="knossos:0")
    assert [seat for _, seat, _ in phase.asked[:2]] == ["egypt", "crete"]
    assert (ships(phase), ships(phase, "crete")) == (["tanis"], ["knossos"])
