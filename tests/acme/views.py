"""Views of ACME that no game has brought about, for tests of what reads views."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.acme.view import AcmeView, CivilizationView

BARE = AcmeView(
    game="acme",
    scenario="standard",
    map="full",
    epoch=1,
    turn=1,
    turns=1,
    phase="growth",
    order=(),
    waiting_for=(),
    passed=(),
    deck_count=0,
    discard=(),
    set_aside=(),
    removed=(),
    playing=(),
    deities_available=(),
    goal={},
    barbarian_supply=0,
    areas={},
    civs={},
    exploration=None,
    competition=None,
)


def acme_view(**facts: Any) -> AcmeView:
    """A view in which nothing is but these facts."""
    return replace(BARE, **facts)


def with_civ(view: AcmeView, civ: str, **facts: Any) -> AcmeView:
    """The view with other facts about a civilization."""
    changed: CivilizationView = replace(view.civs[civ], **facts)
    return replace(view, civs={**view.civs, civ: changed})


def with_area(view: AcmeView, area: str, **facts: Any) -> AcmeView:
    """The view with other facts about an area."""
    return replace(view, areas={**view.areas, area: replace(view.areas[area], **facts)})
