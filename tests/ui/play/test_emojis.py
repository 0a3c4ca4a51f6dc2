"""Emojis beside names: in labels and in what is bold, as many as fit, and never more than a sign beside the words."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import discord
import msgspec
import pytest
from sqlalchemy.exc import OperationalError

from bot.local_table.component_limits import check_together
from bot.ui.emojis import FRESH, NONE, EmojiNames, Emojis, KnownEmojis, with_emojis, without_emojis
from bot.ui.layout import drop_emojis, even_without_emojis, layout, modal
from bot.ui.message_faults import faults_of
from bot.ui.parts import DISCORD, Button, Form, Menu, Part, Pick, Row, Screen, Section, Text, choice, raw_text
from engine.core.text import speaking
from render.emojis import emojis

from .test_styles import SETUPS, screens

ALL = KnownEmojis({key: f"<:{key}_3f2a:{1234567890123456789 + n}>" for n, key in enumerate(emojis())})
IDS = {written.rpartition(":")[2].rstrip(">") for written in ALL.written.values()}


def names(game: str = "acme", scenario: str = "", known: KnownEmojis = ALL) -> EmojiNames:
    found = known.names(game, scenario)
    assert found is not None
    return found


def shown(*parts: Part, game: str = "acme", scenario: str = "") -> Screen:
    return with_emojis([Screen(parts)], [names(game, scenario)])[0]


def payload(view: Any) -> list[dict[str, Any]]:
    """The components as they are sent."""
    return list(view.to_components())


def text(said: str, game: str = "acme", scenario: str = "") -> str:
    """A text with the names of its emojis alone."""
    (part,) = shown(Text(said), game=game, scenario=scenario).parts
    assert isinstance(part, Text)
    assert without_emojis(part.text) == said
    for key, written in ALL.written.items():
        part = Text(part.text.replace(written, f":{key}:"))
    return part.text


def signs(*labels: str, game: str = "acme") -> list[str]:
    """The keys of the emojis of the options of a menu."""
    (menu,) = shown(Menu("Choose", "pick", tuple(choice(label, label) for label in labels)), game=game).parts
    assert isinstance(menu, Menu)
    keys = {written: key for key, written in ALL.written.items()}
    return [keys.get(one.emoji, one.emoji) for one in menu.choices]


@pytest.mark.parametrize(
    ("game", "label", "key"),
    [
        ("acme", "Siege Master", "acme_siege_master"),
        ("acme", "Play Queen of Sheba", "acme_queen_of_sheba"),
        ("acme", "Pay 3 mina", "acme_mina"),
        ("acme", "1 disk", "acme_disk"),
        ("acme", "God of War", "acme_god_of_war"),
        ("acme", "Hand of the Hittites", "acme_hittites"),
        ("acme", "Tyre", ""),
        ("acme", "Done", ""),
        ("acme", "Spying", ""),
        ("civ", "Pottery · 45", "civ_pottery"),
        ("civ", "Orbital Medicine 25", "civ_orbital_medicine"),
        ("civ", "Civil War", "civ_civil_war"),
        ("civ", "2 ships", "civ_ship"),
        ("culture_wars", "Suns", "culture_wars_suns"),
        ("culture_wars", "3 tokens", "culture_wars_token"),
    ],
)
def test_a_label_has_the_emoji_of_what_it_names_or_counts(game: str, label: str, key: str) -> None:
    assert signs(label, game=game) == [key]
    (row,) = shown(Row((Button(label, "take"),)), game=game).parts
    assert row == Row((Button(label, "take", emoji=ALL.written.get(key, "")),))
    (section,) = shown(Section("Text", Button(label, "take")), game=game).parts
    assert section == Section("Text", Button(label, "take", emoji=ALL.written.get(key, "")))


def test_a_name_that_is_an_areas_too_counts_only_among_civilizations() -> None:
    assert signs("Babylon", "Tyre") == ["", ""]
    assert signs("Babylon", "Elam") == ["", ""]
    assert signs("Babylon", "Hittites", "Greeks") == ["acme_babylon", "acme_hittites", "acme_greeks"]


def test_names_in_bold_and_in_headings_have_one_and_the_words_stay() -> None:
    assert text("**Hittites** gained 2 mina.") == ":acme_hittites: **Hittites** gained 2 mina."
    assert text("The Hittites gained 2 mina.") == "The Hittites gained 2 mina."
    assert text("## Your hand · Babylon · 3 cards") == "## Your hand · :acme_babylon: Babylon · 3 cards"
    assert text("### Fight in Babylon") == "### Fight in Babylon"
    for there in ("**Babylon** (Elam 2, Akkad 1), **Emar**", "**Sumer**: Elam 3. Nobody responded"):
        assert text(there) == there, "an area"
    for seat in ("**Babylon** (computer) drew 2 cards.", "**Babylon**: place 12 growth disks."):
        assert text(seat) == f":acme_babylon: {seat}"
    assert text("**Needs:** the Hittites") == "**Needs:** the Hittites"
    assert text("`**Hittites**` **Spy** (23)") == "`**Hittites**` :acme_spy: **Spy** (23)"
    assert text("**Macedon**: place 12 growth disks.", scenario="alexander").startswith(":acme_greeks: **Macedon**")


def test_names_are_those_of_the_language() -> None:
    with speaking("de"):
        assert signs("Hethiter", "3 Minen", "Hittites") == ["acme_hittites", "acme_mina", ""]
        assert signs("Sonnen", "2 Münzen", game="culture_wars") == ["culture_wars_suns", "culture_wars_coin"]
    with speaking("fr"):
        assert signs("Soleils", "2 pions", game="culture_wars") == ["culture_wars_suns", "culture_wars_token"]


def test_no_more_than_fit_into_the_message() -> None:
    many = Text("\n".join(["**Hittites** gained 2 mina."] * 140))
    made = shown(many, Text("**Spy** (23)"))
    assert DISCORD.text - 40 < raw_text(made) <= DISCORD.text
    assert faults_of((made,), DISCORD) == []
    full = [Screen((Text("**Hittites** " + "x" * 1980),)), Screen((Text("**Spy** " + "x" * 1980),))]
    both = with_emojis(full, [names(), names()])
    assert sum(map(raw_text, both)) <= DISCORD.text
    assert with_emojis(full, [None, None]) == full


def test_without_emojis_and_without_a_game_nothing_changes() -> None:
    assert (NONE.names("acme", ""), ALL.names("", "")) == (None, None)
    some = names(known=KnownEmojis({"acme_spy": "<:acme_spy_0000:7>"}))
    (menu,) = with_emojis([Screen((Menu("m", "pick", (choice("1", "Spy"), choice("2", "Hittites"))),))], [some])[
        0
    ].parts
    assert isinstance(menu, Menu)
    assert [one.emoji for one in menu.choices] == ["<:acme_spy_0000:7>", ""]


async def test_forms_have_none() -> None:
    picked = Form("Civilization", (Pick("civ", "Civilization", (choice("h", "Hittites"), choice("s", "Spy"))),), "sent")
    assert "emoji" not in str(modal(picked).to_dict())


@pytest.mark.parametrize("language", ["en", pytest.param("de", marks=pytest.mark.soak)])
@pytest.mark.parametrize("game", [pytest.param(one, marks=pytest.mark.soak) if one == "civ" else one for one in SETUPS])
async def test_the_screens_of_a_game_stay_valid_and_say_the_same(game: str, language: str) -> None:
    with speaking(language):
        seen = await screens(game, 4)
        made = [with_emojis([one], [names(game)])[0] for one in seen]
    for before, after in zip(seen, made, strict=True):
        assert faults_of((after,), DISCORD) == []
        check_together(payload(layout(after)), IDS)
        assert without_emojis(msgspec.json.encode(after).decode()) == msgspec.json.encode(before).decode()
    assert sum(one != two for one, two in zip(seen, made, strict=True)) > len(seen) // 4


def refused(code: str) -> discord.HTTPException:
    answer = SimpleNamespace(status=400, reason="Bad Request")
    errors = {"components": {"0": {"emoji": {"id": {"_errors": [{"code": code, "message": "Invalid emoji"}]}}}}}
    return discord.HTTPException(cast("Any", answer), {"code": 50035, "message": "Invalid Form Body", "errors": errors})


class Discord:
    """Refuses messages with emojis in components by that code; `anyhow`: those without as well."""

    def __init__(self, code: str = "BUTTON_COMPONENT_INVALID_EMOJI", *, anyhow: bool = False) -> None:
        self.code, self.anyhow, self.asked = code, anyhow, 0

    async def take(self, view: Any) -> str:
        self.asked += 1
        if self.anyhow or "'emoji'" in str(payload(view)):
            raise refused(self.code)
        return "taken"


MARKED = (Text("**Spy** (23)"), Row((Button("Spy", "take"),)), Menu("Choose", "pick", (choice("1", "Hittites"),)))


async def test_a_message_refused_for_an_emoji_goes_out_once_more_without() -> None:
    view, there = layout(shown(*MARKED)), Discord()
    assert await even_without_emojis(view, [], lambda: there.take(view)) == "taken"
    assert there.asked == 2
    assert "acme_spy" in str(payload(view)), "in a text a dead one does no harm"


@pytest.mark.parametrize("marked", [True, False])
async def test_what_is_refused_for_another_reason_stays_refused(marked: bool) -> None:
    view, there = layout(shown(*MARKED)), Discord("BASE_TYPE_BAD_LENGTH")
    if not marked:
        drop_emojis(view)
        there = Discord(anyhow=True)
    with pytest.raises(discord.HTTPException):
        await even_without_emojis(view, [], lambda: there.take(view))
    assert there.asked == 1


async def test_which_there_are_is_read_anew_now_and_then_and_kept_while_it_cannot_be_read() -> None:
    clock, there = [0.0], [{"acme_spy": "<:acme_spy_0000:7>"}]
    fails: list[Exception] = []

    async def in_use(_deps: object) -> dict[str, str]:
        if fails:
            raise fails.pop()
        return there[0]

    feature = SimpleNamespace(name="emojis", emojis=in_use)
    read = Emojis(cast("Any", SimpleNamespace(features=(feature,), left_out=frozenset())), lambda: clock[0])
    first = await read.known()
    assert first.written == there[0]
    there[0] = {}
    assert await read.known() is first
    clock[0] += FRESH
    fails.append(OperationalError("", {}, Exception()))
    assert await read.known() is first
    clock[0] += FRESH
    assert (await read.known()).written == {}
    feature.name = "left out"
    without = Emojis(cast("Any", SimpleNamespace(features=(feature,), left_out={"left out"})), lambda: clock[0])
    assert await without.known() is NONE
