"""Every part of a screen and every field of a form is plain data for a page, and nothing of it is lost."""

from __future__ import annotations

import json
from typing import Any, get_args

from bot.ui.parts import (
    Button,
    Divider,
    Field,
    Form,
    Gallery,
    Line,
    Link,
    Menu,
    MenuChoice,
    Note,
    Part,
    Pick,
    Row,
    Screen,
    ScreenPicture,
    Section,
    Text,
    controls,
    custom_id,
)
from bot.web.surface import PageReader, shown

READER = PageReader(lambda text: ["p", text], lambda picture: f"/pic/{picture.name}" if picture.alt else "")
CHOICES = (MenuChoice("a", "A", "hint", chosen=True), MenuChoice("b", "B"))
SCREEN = Screen(
    (
        Text("### Hello"),
        Divider(),
        Gallery((ScreenPicture("a.png", "alt"), ScreenPicture("b.png", ""))),
        Gallery((ScreenPicture("c.png", ""),)),
        Section("Card", Button("Play", "take", "73", lasting=True)),
        Row((Button("Go", "go", style="primary"), Button("No", "no", disabled=True))),
        Row((), links=(Link("Open", "https://a.example"),)),
        Menu("Choose", "pick", CHOICES, least=0, most=2),
    ),
    "1k9",
    17,
    2,
    live="asked",
)
FORM = Form(
    "Title",
    (
        Note("Note"),
        Line("line", "Line", "value", "example", "hint", least=1, long=True),
        Pick("menu", "Menu", CHOICES, most=2, hint="hint"),
        Pick("radio", "Radio", CHOICES, least=1, shape="radio"),
    ),
    "sent",
    "x",
    table="1k9",
    ask=3,
)


def data(answer: Screen | Form) -> Any:
    made = shown(answer, READER)
    assert json.loads(json.dumps(made)) == made
    return made


def test_a_screen_is_shown_with_all_its_parts() -> None:
    made = data(SCREEN)
    about = {name: value for name, value in made.items() if name != "parts"}
    assert about == {"kind": "screen", "table": "1k9", "ask": 17, "seat": 2, "live": "asked"}
    assert made["parts"] == [
        {"kind": "text", "text": ["p", "### Hello"]},
        {"kind": "divider"},
        {"kind": "pictures", "pictures": [{"address": "/pic/a.png", "alt": "alt"}]},
        {"kind": "section", "text": ["p", "Card"], "button": {"id": "s|1k9||take|73", "label": "Play"}},
        {
            "kind": "row",
            "buttons": [
                {"id": "s|1k9|17.2|go|", "label": "Go", "style": "primary"},
                {"id": "s|1k9|17.2|no|", "label": "No", "disabled": True},
            ],
        },
        {"kind": "row", "buttons": [], "links": [{"label": "Open", "url": "https://a.example"}]},
        {
            "kind": "menu",
            "id": "s|1k9|17.2|pick|",
            "label": "Choose",
            "least": 0,
            "most": 2,
            "toggle": "s|1k9|17.2|toggle|pick~",
            "choices": [
                {"value": "a", "label": "A", "hint": "hint", "chosen": True},
                {"value": "b", "label": "B"},
            ],
        },
    ]


def test_a_plan_says_how_one_piece_of_it_is_taken_away() -> None:
    adding = Menu("Add", "add", CHOICES, most=2, less="less")
    lasting = Menu("Look", "map_show", CHOICES, lasting=True)
    plan, look = data(Screen((Text("x"), adding, lasting), "1k9", 17, 2))["parts"][1:]
    assert (plan["less"], plan.get("toggle")) == ("s|1k9|17.2|less|", None)
    assert not {"less", "toggle"} & look.keys()


def test_a_form_is_shown_with_all_its_fields() -> None:
    made = data(FORM)
    assert (made["kind"], made["id"], made["title"]) == ("form", "s|1k9|3|sent|x", "Title")
    note, line, menu, radio = made["fields"]
    assert note == {"kind": "note", "text": ["p", "Note"]}
    assert (line["kind"], line["key"], line["value"], line["most"], line["long"]) == (
        "line",
        "line",
        "value",
        2000,
        True,
    )
    assert (menu["kind"], menu["shape"], menu["least"], menu["most"]) == ("pick", "menu", 0, 2)
    assert [one["value"] for one in menu["choices"]] == ["a", "b"]
    assert (radio["shape"], radio["least"], radio["most"]) == ("radio", 1, 1)


def test_every_kind_of_part_and_field_is_among_these() -> None:
    assert {type(part) for part in SCREEN.parts} == set(get_args(Part))
    assert {type(field) for field in FORM.fields} == set(get_args(Field))


def test_every_control_can_be_pressed() -> None:
    told = json.dumps(data(SCREEN))
    assert all(json.dumps(custom_id(SCREEN, control)) in told for control in controls(SCREEN))
