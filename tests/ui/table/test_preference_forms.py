"""The forms of a person's preferences: filled with what is set, read, told, and open again after a mistake."""

from __future__ import annotations

import pytest

from bot.contract.preferences import Preferences
from bot.ui.message_faults import form_faults
from bot.ui.parts import DESIGN, Button, Form, Line, Pick, Screen, controls
from bot.ui.settings.preference_forms import (
    BOXES,
    FORMS,
    PREFERENCES,
    VALUES,
    settings_of,
    topic_form,
    value_of,
    value_words,
    zone_form,
)
from bot.ui.settings.preference_handlers import PreferenceHandlers
from engine.core.text import speaking
from tests.ui.table.room import BEN, Room, said


@pytest.mark.parametrize("setting", VALUES)
async def test_every_value_of_a_setting_can_be_chosen_in_a_form_and_is_shown(
    room: Room, prefs: PreferenceHandlers, setting: str
) -> None:
    for value in reversed(VALUES[setting]):
        before = value_of(await room.service.preferences(BEN), setting)
        shown = said(await submitted(room, **{setting: value}))
        assert value_words(setting, value) in shown
        assert ("Saved: " in shown) is (before != value)
        wanted = await room.service.preferences(BEN)
        assert {name: value_of(wanted, name) for name in VALUES} == {**usual(), setting: value}


def usual() -> dict[str, str]:
    """Every setting as it is before anybody sets it."""
    return {name: value_of(Preferences(), name) for name in VALUES}


async def submitted(room: Room, **wanted: str) -> Screen | Form:
    """The answer to the form of the topic of one setting, sent with that value and else as it is filled in."""
    (name,) = wanted
    topic = PREFERENCES[name].topic
    verbs = ("zone_form", "zone_sent") if topic == "hours" else ("prefs_form", "prefs_sent")
    form = await room.press(BEN, verbs[0], topic if topic != "hours" else "")
    assert isinstance(form, Form)
    fields = {field.key: filled(field) for field in form.fields if isinstance(field, Line | Pick)}
    if ticked := PREFERENCES[name].ticked:
        rest = [one for one in fields[BOXES] if one != name]
        fields[BOXES] = (*rest, *([name] if wanted[name] == ticked else []))
    else:
        fields[name] = (wanted[name],)
    return await room.press(BEN, verbs[1], form.option, fields=fields)


def filled(field: Line | Pick) -> tuple[str, ...]:
    """What a field of a form comes back with if nobody touches it."""
    if isinstance(field, Line):
        return (field.value,) if field.value else ()
    return tuple(one.value for one in field.choices if one.chosen)


async def test_a_menu_of_an_older_screen_still_sets_its_value(room: Room, prefs: PreferenceHandlers) -> None:
    shown = await room.say(BEN, "prefs_set", "pictures", "off")
    assert "Saved: Words only." in shown
    assert "### Your settings for all tables" in await room.say(BEN, "prefs_look")


async def test_a_form_from_before_a_setting_existed_leaves_it_as_it_is(room: Room, prefs: PreferenceHandlers) -> None:
    await submitted(room, weekends="on")
    await submitted(room, palette="tritan")
    await room.press(BEN, "zone_sent", fields={"zone": ("Tokyo",), "hours": ("22-6",)})
    await room.press(BEN, "prefs_sent", "looks", fields={BOXES: ("pictures",)})
    wanted = await room.service.preferences(BEN)
    assert (wanted.off_days, wanted.palette, wanted.pictures, wanted.emoji) == (True, "tritan", True, False)
    assert "no setting" in await room.say(BEN, "prefs_sent", "weather")
    assert "no setting" in await room.say(BEN, "prefs_form", "weather")


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_every_setting_stands_in_one_form_whose_texts_fit(language: str) -> None:
    assert sorted(name for topic in (*FORMS, "hours") for name in settings_of(topic)) == sorted(VALUES)
    with speaking(language):
        forms = [zone_form(Preferences()), *(topic_form(Preferences(), topic) for topic in FORMS)]
    assert [form_faults(form, DESIGN) for form in forms] == [[]] * len(forms)
    labels_there = [
        one.label for form in forms for field in form.fields if isinstance(field, Pick) for one in field.choices
    ]
    assert all("{" not in label and label for label in labels_there)


async def test_the_screen_tells_every_setting_and_has_a_button_for_each_form(
    room: Room, prefs: PreferenceHandlers
) -> None:
    shown = await room.press(BEN, "prefs_show")
    assert isinstance(shown, Screen)
    assert [name for name, value in usual().items() if value_words(name, value) not in said(shown)] == []
    forms = [one.option for one in controls(shown) if isinstance(one, Button) and one.verb == "prefs_form"]
    assert forms == list(FORMS)
    assert said(await room.press(BEN, "prefs_show")) == said(shown)


async def test_what_was_typed_wrongly_is_still_there_when_the_form_opens_again(
    room: Room, prefs: PreferenceHandlers
) -> None:
    wrong = await room.press(BEN, "zone_sent", "ab12", fields={"zone": ("Berlyn",), "hours": ("22-6",)})
    assert "I don't know the time zone “Berlyn”." in said(wrong)
    (again,) = [one for one in controls(wrong) if isinstance(one, Button)]  # type: ignore[arg-type]
    form = await room.press(BEN, again.verb, again.option)
    assert isinstance(form, Form)
    assert [filled(field) for field in form.fields if isinstance(field, Line)] == [("Berlyn",), ("22-6",)]
    assert form.option == "ab12"
    long = await room.press(BEN, "zone_sent", fields={"zone": ("B" * 90,), "hours": ("22-6",)})
    (again,) = [one for one in controls(long) if isinstance(one, Button)]  # type: ignore[arg-type]
    assert again.option == ""
