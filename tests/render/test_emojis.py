"""The emojis for Discord: within its limits, each told apart, and readable at 22 pixels on dark and light pages."""

from __future__ import annotations

import io
import re
from collections import defaultdict

import numpy as np
import pytest
from PIL import Image

from engine.acme.facts.catalog import CARDS, CIVS, DEITIES
from engine.civ.catalog import ADVANCES, CALAMITIES, NATIONS, PILES
from render.emojis import emojis, key_of, name_of, pictures
from render.paint.tiles import SIDE

PAGES = ((0x31, 0x33, 0x38), (0xFF, 0xFF, 0xFF))


def picture(key: str) -> Image.Image:
    return Image.open(io.BytesIO(pictures()[key])).convert("RGBA")


def test_they_keep_the_limits_of_discord() -> None:
    assert 150 <= len(emojis()) <= 400
    names = [name_of(key, png) for key, png in pictures().items()]
    assert [name for name in names if not re.fullmatch(r"[a-z0-9_]{2,32}", name)] == []
    assert max(map(len, pictures().values())) < 64 * 1024
    assert {picture(key).size for key in pictures()} == {(SIDE, SIDE)}


def test_every_card_civilization_deity_advance_calamity_and_money_card_has_one() -> None:
    wanted = [
        *(("acme", "card", str(n)) for n in CARDS),
        *(("acme", "civ", civ) for civ in CIVS),
        *(("acme", "deity", deity) for deity in DEITIES),
        *(("civ", "advance", one) for deck in ADVANCES.values() for one in deck),
        *(("civ", "calamity", one) for deck in CALAMITIES.values() for one in deck),
        *(("civ", "civ", one) for one in NATIONS),
        *(("civ", "money", pile.id) for pile in PILES),
        *(("culture_wars", "civ", suit) for suit in ("suns", "moons", "crowns", "arms")),
    ]
    assert [one for one in wanted if not key_of(*one)] == []


def test_their_names_say_what_they_show() -> None:
    assert key_of("acme", "card", "1") == "acme_queen_of_sheba"
    assert key_of("acme", "piece", "mina") == "acme_mina"
    assert key_of("civ", "calamity", "civil_war") == "civ_civil_war"
    assert key_of("culture_wars", "civ", "suns") == "culture_wars_suns"
    assert key_of("acme", "card", "no such card") == ""


@pytest.mark.parametrize("page", PAGES, ids=["dark", "light"])
def test_each_stands_out_from_the_page_and_its_sign_from_its_ground_at_22_pixels(page: tuple[int, int, int]) -> None:
    seen: dict[str, tuple[float, float]] = {}
    for key in emojis():
        small = picture(key).resize((22, 22), Image.Resampling.LANCZOS)
        shown = Image.new("RGBA", small.size, (*page, 255))
        shown.alpha_composite(small)
        grey = np.asarray(shown.convert("L"), dtype=int)
        around = int(np.asarray(Image.new("RGB", (1, 1), page).convert("L"))[0, 0])
        rim = np.concatenate([grey[0, 8:14], grey[1, 8:14]])
        inner = grey[4:18, 4:18]
        seen[key] = float(max(abs(rim - around))), float(np.percentile(inner, 95) - np.percentile(inner, 5))
    assert [key for key, (edge, sign) in seen.items() if edge < 60 or sign < 50] == []


def test_the_corners_are_transparent() -> None:
    assert {picture(key).getchannel("A").getpixel((0, 0)) for key in emojis()} == {0}


def test_those_of_one_kind_look_different_unless_their_cards_share_a_pictogram() -> None:
    alike = defaultdict(list)
    for key, png in pictures().items():
        alike[png].append(emojis()[key])
    shared = [same for same in alike.values() if len(same) > 1]
    assert [same for same in shared if len({one.look for one in same}) > 1] == []
    assert {one.kind for same in shared for one in same} <= {"card", "piece", "advance"}
