"""Names as people type them."""

from __future__ import annotations

import pytest

from bot.ui.typed import match
from bot.ui.typed.reading import Ground
from engine.core.naming import Named, WrongLine

AREAS = (
    Named("tyre", "Tyre", (), "tyr", ("Levant", "Plains")),
    Named("tarsus", "Tarsus", (), "tar", ("Anatolia", "Plains")),
    Named("thrace", "Thrace", (), "thr", ("Anatolia",)),
    Named("hattusha", "Hattusha", ("Hattusa",), "hat", ("Anatolia",)),
    Named("north_caucasus", "North Caucasus", (), "nca", ("Caucasus",)),
    Named("northern_zagros", "Northern Zagros", (), "nza", ("Iran",)),
    Named("ilium", "Ilium", ("Troy",), "ili", ("Anatolia",)),
    Named("sinai", "Sinai", (), "snd", ("Levant", "Desert")),
    Named("sinai_sea", "Sinai Sea", (), "sns", ("Mediterranean", "Sea")),
    Named("mohenjo_daro", "Mohenjo-Daro", (), "moh", ("Indus",)),
)


def named(slug: str) -> Named:
    return next(a for a in AREAS if a.value == slug)


@pytest.mark.parametrize(
    ("typed", "slug", "expected"),
    [
        ("Tyre", "tyre", match.EXACT),
        ("SINAI-sea", "sinai_sea", match.EXACT),
        ("troy", "ilium", match.EXACT),
        ("mohenjo daro", "mohenjo_daro", match.EXACT),
        ("nza", "northern_zagros", match.EXACT),
        ("hatt", "hattusha", match.NAME_BEGINS),
        ("tro", "ilium", match.ALIAS_BEGINS),
        ("sns", "sinai_sea", match.EXACT),
        ("nz", "northern_zagros", match.CODE_BEGINS),
        ("md", "mohenjo_daro", match.INITIALS),
        ("levant", "tyre", match.GROUP),
        ("zag", "northern_zagros", match.INSIDE),
        ("tire", "tyre", match.MISSPELT),
        ("hattuhsa", "hattusha", match.MISSPELT),
        ("xyz", "tyre", None),
    ],
)
def test_each_class_of_match_in_its_order(typed: str, slug: str, expected: int | None) -> None:
    assert match.match_class(typed, named(slug)) == expected


def test_an_exact_name_wins_over_a_longer_one() -> None:
    assert match.read("sinai", AREAS).one == named("sinai")


def test_where_one_must_be_sure_a_beginning_leads_to_the_name_and_is_none() -> None:
    assert match.read("hatt", AREAS, sure=True) == match.Reading((), (named("hattusha"),))
    assert match.read("hattusa", AREAS, sure=True).one == named("hattusha")
    assert match.read("tire", AREAS, sure=True).near[0] == named("tyre")


def test_a_beginning_must_be_unique() -> None:
    reading = match.read("north", AREAS)
    assert reading.one is None
    assert [t.value for t in reading.found] == ["north_caucasus", "northern_zagros"]
    assert match.read("north c", AREAS).one == named("north_caucasus")


def test_a_name_nobody_knows_leads_to_the_nearest() -> None:
    reading = match.read("tire", AREAS)
    assert not reading.found
    assert [t.name for t in reading.near] == ["Tyre", "Tarsus", "Thrace"]


def test_an_empty_text_ranks_everything_by_rank_and_name() -> None:
    things = [Named("b", "Byblos", rank=1), Named("z", "Zab"), Named("a", "Arzawa", rank=1)]
    assert [t.value for t in match.rank_matches("", things)] == ["z", "a", "b"]
    assert match.read("", things).found == ()


def test_better_classes_come_before_better_ranks() -> None:
    things = [Named("inner", "Upper Sinai", rank=0), Named("start", "Sinai Sea", rank=9)]
    assert [t.value for t in match.rank_matches("sinai", things)] == ["start", "inner"]


@pytest.mark.parametrize(
    ("one", "other", "wrong"), [("tyre", "tire", 1), ("ab", "ba", 1), ("", "zab", 3), ("zab", "zab", 0)]
)
def test_distance_counts_changes_and_swaps(one: str, other: str, wrong: int) -> None:
    assert match.distance(one, other) == wrong


def test_the_whole_name_of_an_area_out_of_play_is_not_the_beginning_of_one_in_play() -> None:
    delta, egypt = Named("egyptian_delta", "Egyptian Delta"), Named("egypt", "Egypt")
    ground = Ground((delta,), (delta, egypt), {}, lambda _: 9, lambda _: None)
    assert ground.area("egypti") == "egyptian_delta"
    with pytest.raises(WrongLine) as wrong:
        ground.area("egypt")
    assert wrong.value.code == "area_out_of_play"
