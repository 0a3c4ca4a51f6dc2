"""Screens and forms are checked before they are sent, and become components of Discord."""

from __future__ import annotations

import msgspec
import pytest

from bot.ui.layout import layout, modal
from bot.ui.message_faults import TooMuch, faults, form_faults
from bot.ui.parts import (
    DISCORD,
    Button,
    Divider,
    Form,
    Gallery,
    Line,
    Link,
    Menu,
    MenuChoice,
    Note,
    Pick,
    Row,
    Screen,
    ScreenPicture,
    Section,
    Text,
    controls,
    links,
    short,
)
from bot.ui.truncate import truncate, without_verbs
from bot.ui.words.presentations import names_of
from engine.core.naming import Plain, name_tokens, tokens

EVERYTHING = Screen(
    (
        Text("### Hello"),
        Divider(),
        Gallery((ScreenPicture("a.png", "alt"),)),
        Section("Card", Button("Play", "take", "73")),
        Row((Button("Go", "go", style="primary"), Button("No", "no", disabled=True))),
        Menu("Choose", "pick", (MenuChoice("a", "A", "hint", chosen=True), MenuChoice("b", "B")), most=2),
    ),
    "1k9",
    17,
    2,
)


async def test_a_screen_becomes_components() -> None:
    payload = layout(EVERYTHING).to_components()  # type: ignore[no-untyped-call]
    inner = payload[0]["components"]
    assert [part["type"] for part in inner] == [10, 14, 12, 9, 1, 1]
    assert inner[4]["components"][0]["custom_id"] == "s|1k9|17.2|go|"
    assert inner[5]["components"][0]["options"][0]["default"] is True


async def test_a_row_has_its_links_behind_its_buttons() -> None:
    row = Row((Button("Go", "go"),), links=(Link("Open", "https://a.example/t"),))
    screen = Screen((Text("x"), row), "1k9")
    assert faults(screen) == []
    assert [one.verb for one in controls(screen) if isinstance(one, Button)] == ["go"]
    payload = layout(screen).to_components()  # type: ignore[no-untyped-call]
    button, link = payload[0]["components"][1]["components"]
    assert button["custom_id"] == "s|1k9||go|"
    assert (link["url"], link["label"], link["style"]) == ("https://a.example/t", "Open", 5)
    assert links_left(without_verbs(screen, {"go"})) == links_left(truncate(screen)) == ["Open"]


def links_left(screen: Screen) -> list[str]:
    return [link.label for link in links(screen)]


async def test_a_form_becomes_a_modal() -> None:
    two = (MenuChoice("a", "A"), MenuChoice("b", "B"))
    form = Form(
        "Title",
        (
            Note("Note"),
            Line("line", "Line", "value", "example", "hint", least=1, long=True),
            Pick("menu", "Menu", two, most=2),
            Pick("radio", "Radio", two, least=1, shape="radio"),
            Pick("checks", "Checks", two, most=2, shape="checks"),
        ),
        "sent",
        table="1k9",
        ask=3,
    )
    payload = modal(form).to_dict()
    assert [c["type"] for c in payload["components"]] == [10, 18, 18, 18, 18]
    assert payload["custom_id"] == "s|1k9|3|sent|"


ONE = (MenuChoice("a", "A"),)


@pytest.mark.parametrize(
    ("screen", "said"),
    [
        (Screen((Text("x" * 3201),)), "characters of text"),
        (Screen((Text("x"), *(Row((Button("b", "b", str(i)),)) for i in range(16)))), "components"),
        (Screen((Text("x"), Row((Button("b" * 35, "b"),)))), "characters of the label"),
        (Screen((Text("x"), Row(tuple(Button("b", "b", str(i)) for i in range(4))))), "buttons in a row"),
        (Screen((Text("x"), Row((Button("b", "b"), Button("c", "b"))))), "there twice"),
        (Screen((Text("x"), Row((), links=(Link("l" * 35, "https://a.example"),)))), "characters of the label"),
        (Screen((Text("x"), Row((), links=(Link(" ", "https://a.example"),)))), "without words"),
        (Screen((Text("x"), Row((), links=(Link("`l`", "https://a.example"),)))), "shows its marks"),
        (
            Screen((Text("x"), Row((), links=(Link("l", "https://a.example" + "x" * 512),)))),
            "characters of the address",
        ),
        (Screen((Text("x"), Row((), links=(Link("l", "javascript:alert(1)"),)))), "no address of a page"),
        (Screen((Text("x"), Row((), links=(Link("l", "https://a.example"),) * 4))), "buttons in a row"),
        (Screen((Text("x"), Row(()))), "a row without buttons"),
        (Screen((Text("x"), Row((Button("b", "b", "o" * 80),)))), "no address"),
        (Screen((Text("x"), Menu("m", "m", tuple(MenuChoice(str(i), "x") for i in range(26))))), "choices"),
        (Screen((Text("x"), Menu("m", "m", ()))), "no choices"),
        (Screen((Text("x"), Menu("m", "m", (MenuChoice("a", "a"),), most=2))), "cannot be taken"),
        (Screen(()), "no text"),
        (Screen((Text("x"), Row((Button("until <t:1:f>", "b"),)))), "shows its marks"),
        (Screen((Text("x"), Menu("m", "m", (MenuChoice("a", "a", "by **Ana**"),)))), "shows its marks"),
        (Screen((Text("x"), Menu("who `is`", "m", (MenuChoice("a", "a"),)))), "shows its marks"),
        (Screen((Text("x"), Gallery((ScreenPicture("a.png", "**Turn** 3"),)))), "shows its marks"),
        (Screen((Text("x"), *(Menu("m", "m", ONE, str(i)) for i in range(4)))), "4 menus, 3 at most"),
        (Screen((Text("x"), Menu(" ", "m", ONE))), "no placeholder"),
        (Screen((Text("x"), Row((Button("a", "a", style="primary"), Button("b", "b", style="primary"))))), "stand out"),
    ],
)
def test_what_does_not_fit_is_named(screen: Screen, said: str) -> None:
    assert any(said in fault for fault in faults(screen))


def test_three_menus_and_one_button_that_stands_out_are_not_too_many() -> None:
    menus = [Menu("m", "m", ONE, str(i)) for i in range(3)]
    row = Row((Button("a", "a", style="primary"), Button("b", "b", style="success"), Button("c", "c")))
    assert faults(Screen((Text("x"), *menus, row))) == []
    assert faults(Screen((Text("x"), *menus, Menu("m", "m", ONE), row)), DISCORD) == []


async def test_what_discord_would_refuse_is_not_sent() -> None:
    with pytest.raises(TooMuch):
        layout(Screen((Text("x" * 4001),)))
    with pytest.raises(TooMuch):
        modal(Form("t" * 46, (Line("l", "l"),), "sent"))


def test_forms_are_checked_too() -> None:
    assert form_faults(Form("t", (), "sent")) == ["no fields"]
    assert form_faults(Form("t", (Pick("p", "l" * 46, ONE, shape="radio"),), "sent"))
    assert form_faults(Form("t", (Line("p", "P"), Line("p", "Q")), "sent")) == ["field 'p' is there twice"]


def test_screens_are_plain_data() -> None:
    raw = msgspec.json.encode(EVERYTHING)
    assert msgspec.json.decode(raw, type=Screen) == EVERYTHING


def test_texts_are_cut_at_words() -> None:
    assert short("one two three", 9) == "one two…"
    assert short("short", 9) == "short"
    assert short("has **Armored Horses** now", 16) == "has Armored…"


def test_tokens_become_names() -> None:
    acme = names_of("acme")
    assert (
        name_tokens("{civ:egypt} at {area:judah} with {card:73}", acme, ["area"])
        == "Egypt at **Judah** with Biblical Plague"
    )
    assert name_tokens("{civ:barbarians} {area:nowhere_land}", acme) == "Barbarians Nowhere Land"
    assert name_tokens("{civ:sea_folk} {card:3}", Plain()) == "Sea Folk Card 3"
    assert tokens("{civ:a} {n} {area:b}") == [("civ", "a"), ("area", "b")]
    assert {n.value for n in acme.things("card", ["73", "999"])} == {"73", "999"}
    assert Plain().things("area", ["tyre"])[0].name == "Tyre"


def test_controls_stand_after_the_text_that_explains_them() -> None:
    text, row, line = Text("Which?"), Row((Button("This", "this"),)), Divider()
    other, side = Row((Button("That", "that"),)), Section("Or", Button("Other", "other"))
    heard = [(text, row), (text, row, text, other), (text, line, text, row, line, text), (text,), (text, side, row)]
    assert [faults(Screen(parts)) for parts in heard] == [[]] * len(heard)
    assert faults(Screen((row, text, other))) == ["a control before its text"]
    assert faults(Screen((text, row, text))) == ["text after all controls"]
    assert faults(Screen((text, line, row))) == ["a control before its text"]
    assert faults(Screen((row, text)), DISCORD) == []
