"""What stages bring in Growth, in Competition and in the Tally (CUL-24 to CUL-34)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.acme.culture.tables import told, towns, tracks
from tests.acme.story import Story

FIGHTS = {"tyre": "egypt 2 hittites 2", "kaska": "egypt 2 hittites 2", "aleppo": "egypt 2 hittites 2"}


def growing(**stages: int) -> Story:
    """Egypt at the start of its Growth."""
    areas = {"thebes": "egypt 2", "hattusha": "hittites 1"}
    return told(areas, phase="growth", egypt={"tracks": stages}).run_until("growth.retire")


def gained(**stages: int) -> tuple[int, int, int]:
    """Growth Box, Supply and mina of Egypt beside what it would have without the tracks."""
    with_them, without = growing(**stages).civ("egypt"), growing().civ("egypt")
    supply = with_them.supply + len(stages) - without.supply
    return with_them.box - without.box, supply, with_them.mina - without.mina


@pytest.mark.parametrize(
    ("stages", "brought"),
    [
        ({"military": 1, "economic": 1, "religious": 1}, (0, 0, 0)),
        ({"economic": 2}, (1, -1, 0)),
        ({"economic": 3}, (1, -1, 1)),
        ({"economic": 4}, (1, -1, 1)),
        ({"religious": 2}, (0, 0, 1)),
        ({"religious": 3}, (0, 0, 1)),
        ({"religious": 4}, (0, 0, 2)),
        ({"economic": 3, "religious": 4}, (1, -1, 3)),
    ],
)
def test_growth_begins_with_what_the_stages_bring(stages: dict[str, int], brought: tuple[int, int, int]) -> None:
    """CUL-25, CUL-29 to CUL-32, AMB-96; CUL-24: benefits of several tracks add up."""
    assert gained(**stages) == brought


def test_growth_disks_need_a_supply() -> None:
    """CUL-29: it is a disk of the Supply."""
    areas = {"thebes": "egypt 2", "hattusha": "hittites 1"}
    story = told(areas, phase="growth", egypt={"tracks": {"economic": 2}, "growth_box": 45}).run_until("growth.retire")
    assert story.civ("egypt").box == 45
    assert "from the Culture Tracks" not in story.told()


def test_a_view_foretells_the_disk() -> None:
    """CUL-29: what the civ can expect to place counts it once, before and after it has come."""
    areas = {"thebes": "egypt 2", "hattusha": "hittites 1"}
    story = told(areas, phase="growth", order="hittites egypt", egypt={"tracks": {"economic": 2}})
    story.run_until("growth.retire")
    before = story.view().civs["egypt"].to_place
    story.run_until("growth.deploy").run_until("card.play")
    assert before == 3 + 1


def fighting(areas: dict[str, str] | None = None, **stages: int) -> Story:
    """Egypt and the Hittites in three Competitions at the start of the phase."""
    home = {"thebes": "egypt 1", "hattusha": "hittites 1"}
    return told({**home, **(areas or FIGHTS)}, phase="competition", egypt={"tracks": stages})


def test_the_first_stage_gives_no_white_disk() -> None:
    """CUL-25: nothing is asked."""
    assert fighting(military=1).key != "culture.white"


def test_the_second_stage_gives_one_white_disk() -> None:
    """CUL-26: in one Competition, counted in the fight, before anything else happens."""
    story = fighting(military=2)
    assert story.asked() == ("culture.white", "egypt", ("kaska", "aleppo", "tyre", "done"))
    story.answer("egypt", "tyre")
    assert story.key != "culture.white"
    assert story.view().civs["egypt"].arrayed == {"tyre": 1}
    story.run_until("reckoning.tally", "growth.retire")
    assert "{civ:egypt} gained 1 white disk from the Culture Tracks" in story.told()
    assert (story.disks("egypt", "tyre"), story.disks("hittites", "tyre")) == (2, 0)


def test_the_third_stage_gives_one_in_each_of_two() -> None:
    """CUL-27: never two in the same."""
    story = fighting(military=3).answer("egypt", "kaska")
    assert story.options() == ("aleppo", "tyre", "done")
    story.answer("egypt", "tyre")
    assert "2 white disks from the Culture Tracks: {area:kaska} and {area:tyre}." in story.told()


def test_the_fourth_stage_gives_two_in_one_as_well() -> None:
    """CUL-28: two in one or one in each of two; not two and one."""
    story = fighting(military=4).answer("egypt", "kaska")
    assert story.options() == ("kaska", "aleppo", "tyre", "done")
    story.answer("egypt", "kaska")
    assert "assigned 2 white disks from the Culture Tracks: {area:kaska}." in story.told()
    apart = fighting(military=4).answer("egypt", "kaska").answer("egypt", "tyre")
    assert "assigned 2 white disks from the Culture Tracks: {area:kaska} and {area:tyre}." in apart.told()


def test_white_disks_may_be_left() -> None:
    """CUL-26: "may"."""
    story = fighting(military=3).answer("egypt", "done")
    assert story.civ("egypt").arrayed == {}


def test_only_competitions_in_which_the_civ_is_involved() -> None:
    """CUL-26: the fights of others are none of its own."""
    areas = {"tyre": "egypt 2 hittites 2", "kaska": "barbarians 2 hittites 2", "aleppo": "egypt 2 barbarians 2"}
    assert fighting(areas, military=3).options() == ("aleppo", "tyre", "done")


def test_a_stage_reached_in_a_phase_brings_nothing_at_its_start() -> None:
    """CUL-24: white disks are given by the stages at the start of the phase, once."""
    story = fighting(military=2).answer("egypt", "tyre")
    story.civ("egypt").tracks["military"] = 3
    story.run_until("loot.choose", "reckoning.peace", "growth.retire")
    assert story.told().count("assigned") == 1


def tally(**stages: dict[str, int]) -> dict[str, int]:
    """The VP for Culture Tracks in a Tally of civs with such stages."""
    named: dict[str, Any] = {civ: {"tracks": own} for civ, own in stages.items()}
    areas = {"thebes": "egypt 1", "hattusha": "hittites 1", "babylon": "babylon 1"}
    story = told(areas, order="egypt hittites babylon", phase="reckoning", **named)
    return {civ: c.scored.get("culture", 0) for civ, c in story.state.civs.items()}


def test_who_leads_a_track_alone_gains_a_vp() -> None:
    """CUL-33, AMB-97: 3 before 2; tied nobody."""
    assert tally(egypt={"military": 3}, hittites={"military": 2}) == {"egypt": 1, "hittites": 0, "babylon": 0}
    assert tally(egypt={"military": 3}, hittites={"military": 3}) == {"egypt": 0, "hittites": 0, "babylon": 0}
    each = tally(egypt={"military": 1}, hittites={"economic": 2, "religious": 3}, babylon={"religious": 2})
    assert each == {"egypt": 1, "hittites": 2, "babylon": 0}


def test_the_last_stage_brings_each_a_vp() -> None:
    """CUL-34, AMB-97: tied or alone, one VP and not two."""
    assert tally(egypt={"military": 4}, hittites={"military": 4}) == {"egypt": 1, "hittites": 1, "babylon": 0}
    assert tally(egypt={"military": 4}) == {"egypt": 1, "hittites": 0, "babylon": 0}


def test_the_tally_tells_the_tracks() -> None:
    """CUL-33: by name."""
    story = told(towns("egypt", 1), phase="reckoning", egypt={"tracks": {"religious": 2}})
    assert "{track:religious} 1" in story.told()
    assert tracks(story, "egypt") == (0, 0, 2)
