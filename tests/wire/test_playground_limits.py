"""Discord's limits, one by one, without a bot."""

import contextlib
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from bot.local_table.archive import Archive
from bot.local_table.component_limits import Media, OwnMedia, check_kind, check_modal
from bot.local_table.errors import ApiError, Json
from bot.local_table.limits import (
    AllowedMentions,
    ChatCommand,
    MessageEdit,
    NewMessage,
    NewThread,
    NumberChoices,
    ThreadChange,
    check_choices,
    check_commands,
    check_message,
)
from bot.local_table.world import Mint, TableClock, World
from tests.wire.faults import Fault, Faults
from tests.wire.simulated_clock import SimulatedClock

TEXT = {"type": 10, "content": "x"}
BUTTON = {"type": 2, "style": 1, "label": "x", "custom_id": "a"}


def select(**changes: Any) -> Json:
    return {"type": 3, "custom_id": "s", "options": [{"label": "x", "value": "x"}], **changes}


def options(count: int) -> list[Json]:
    return [{"label": str(number), "value": str(number)} for number in range(count)]


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def box(*components: Json) -> Json:
    return {"type": 17, "components": list(components)}


def faults_of(components: list[Json], *, modern: bool = True) -> str:
    try:
        check_message(message(flags=1 << 15 if modern else 0, components=components))
    except ApiError as error:
        return str(error.body["errors"])
    return ""


@pytest.mark.parametrize(
    "components",
    [
        [TEXT] * 40,
        [box(TEXT, row(BUTTON), row(select()), {"type": 14, "spacing": 2})],
        [box({"type": 9, "components": [TEXT] * 3, "accessory": BUTTON})],
        [{"type": 12, "items": [{"media": {"url": "attachment://a.png"}, "description": "x" * 1024}]}],
        [row(select(options=options(25), max_values=25, min_values=0))],
        [row({**BUTTON, "label": "", "emoji": {"name": "\N{CROWN}"}})],
        [row({"type": 2, "style": 5, "label": "x", "url": "https://example.org"})],
        [{**TEXT, "id": 2147483647}],
    ],
)
def test_what_discord_takes_is_taken(components: list[Json]) -> None:
    assert faults_of(components) == ""


@pytest.mark.parametrize(
    ("components", "fault"),
    [
        ([TEXT] * 41, "BASE_TYPE_BAD_LENGTH"),
        ([box(*[TEXT] * 40)], "40 or fewer"),
        (
            [{"type": 10, "content": "x" * 2001}, {"type": 10, "content": "x" * 2000}],
            "COMPONENT_MAX_TEXT_SIZE_EXCEEDED",
        ),
        ([{"type": 10, "content": ""}], "BASE_TYPE_BAD_LENGTH"),
        ([box(box(TEXT))], "UNION_TYPE_CHOICES"),
        ([BUTTON], "UNION_TYPE_CHOICES"),
        ([row(*({**BUTTON, "custom_id": str(n)} for n in range(6)))], "between 1 and 5"),
        ([row(select(), BUTTON)], "between 1 and 1"),
        ([row(BUTTON), row(BUTTON)], "COMPONENT_CUSTOM_ID_DUPLICATED"),
        ([row({**BUTTON, "custom_id": "x" * 101})], "between 1 and 100"),
        ([row({**BUTTON, "label": "x" * 81})], "between 0 and 80"),
        ([row({**BUTTON, "label": ""})], "BUTTON_COMPONENT_INVALID"),
        ([row({**BUTTON, "emoji": {"id": "78", "name": "disk"}})], "BUTTON_COMPONENT_INVALID_EMOJI"),
        ([row({**BUTTON, "emoji": {"name": "disk"}})], "BUTTON_COMPONENT_INVALID_EMOJI"),
        ([row(select(options=options(26)))], "between 1 and 25"),
        ([row(select(options=[]))], "between 1 and 25"),
        ([row(select(options=options(3), max_values=4))], "between 4 and 25"),
        ([row(select(options=[{"label": "x", "value": "x"}] * 2))], "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"),
        ([row(select(placeholder="x" * 151))], "between 0 and 150"),
        ([row(select(min_values=2))], "SELECT_MIN_MAX"),
        ([row(select(options=[{"label": "x" * 101, "value": "x"}]))], "between 1 and 100"),
        ([{"type": 9, "components": [TEXT] * 4, "accessory": BUTTON}], "between 1 and 3"),
        ([{"type": 9, "components": [TEXT]}], "BASE_TYPE_REQUIRED"),
        ([{"type": 12, "items": [{"media": {"url": "ftp://a"}}]}], "URL_TYPE_INVALID_SCHEME"),
        ([row({"type": 2, "style": 5, "label": "x", "url": "javascript:a"})], "URL_TYPE_INVALID_SCHEME"),
        ([{"type": 12, "items": []}], "between 1 and 10"),
        ([{"type": 9, "components": [{"content": "x"}], "accessory": BUTTON}], "UNION_TYPE_CHOICES"),
        ([{**TEXT, "id": 2147483648}], "NUMBER_TYPE_RANGE"),
        ([{**TEXT, "id": 7}, {**TEXT, "id": 7}], "COMPONENT_ID_DUPLICATED"),
    ],
)
def test_what_discord_refuses_is_refused(components: list[Json], fault: str) -> None:
    assert fault in faults_of(components)


def test_the_older_kind_of_message_takes_five_rows_only() -> None:
    assert faults_of([row({**BUTTON, "custom_id": str(n)}) for n in range(5)], modern=False) == ""
    assert "between 0 and 5" in faults_of([row({**BUTTON, "custom_id": str(n)}) for n in range(6)], modern=False)
    assert "UNION_TYPE_CHOICES" in faults_of([TEXT], modern=False)


def message(**changes: Any) -> Json:
    return {"flags": 0, "content": "", "embeds": [], "components": [], "attachments": [], **changes}


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({}, 50006),
        ({"content": "x" * 2001}, 50035),
        ({"content": "x", "nonce": "n" * 26}, 50035),
        ({"content": "x", "attachments": [{}] * 11}, 50035),
        ({"attachments": [{"description": "x" * 1025}]}, 50035),
        ({"embeds": [{"title": "x" * 257}]}, 50035),
        ({"embeds": [{"description": "x" * 4000}] * 2}, 50035),
        ({"embeds": [{"fields": [{"name": "x", "value": "x"}] * 26}]}, 50035),
        ({"flags": 1 << 15, "content": "x", "components": [TEXT]}, 50035),
    ],
)
def test_a_message_beyond_the_limits_is_refused(changes: Json, code: int) -> None:
    with pytest.raises(ApiError) as error:
        check_message(message(**changes))
    assert error.value.body["code"] == code


def told(errors: Json) -> tuple[str, str]:
    """Where the fault is, and its code."""
    path: list[str] = []
    while "_errors" not in errors:
        ((key, errors),) = errors.items()
        path.append(key)
    return ".".join(path), errors["_errors"][0]["code"]


@pytest.mark.parametrize(
    ("changes", "path", "code"),
    [
        ({"components": [row(BUTTON, {**BUTTON, "label": "x" * 81})]}, "0.components.1.label", "BASE_TYPE_BAD_LENGTH"),
        (
            {"components": [row({"type": 2, "style": 1, "label": "x"})]},
            "0.components.0.custom_id",
            "BASE_TYPE_REQUIRED",
        ),
        ({"components": [row({**BUTTON, "style": 7})]}, "0.components.0.style", "NUMBER_TYPE_RANGE"),
        ({"components": [row({**BUTTON, "style": "x"})]}, "0.components.0.style", "NUMBER_TYPE_COERCE"),
        ({"components": [row({"style": 1})]}, "0.components.0.type", "UNION_TYPE_CHOICES"),
        ({"components": [row(TEXT)]}, "0.components.0.type", "UNION_TYPE_CHOICES"),
        (
            {"components": [row({**BUTTON, "emoji": {"name": "disk"}})]},
            "0.components.0.emoji.name",
            "BUTTON_COMPONENT_INVALID_EMOJI",
        ),
        (
            {"components": [row(select(options=[{"label": "x"}]))]},
            "0.components.0.options.0.value",
            "BASE_TYPE_REQUIRED",
        ),
        (
            {"components": [row(select(options=options(2), max_values=3))]},
            "0.components.0.options",
            "BASE_TYPE_BAD_LENGTH",
        ),
    ],
)
def test_a_fault_of_a_component_is_told_where_it_is(changes: Json, path: str, code: str) -> None:
    with pytest.raises(ApiError) as error:
        check_message(message(**changes))
    assert told(error.value.body["errors"]) == (f"components.{path}", code)


@pytest.mark.parametrize(
    ("kind", "value", "path", "code"),
    [
        (NewMessage, {"colour": "red"}, "colour", "PLAYGROUND_UNKNOWN_KEY"),
        (NewMessage, {"poll": {}}, "poll", "PLAYGROUND_UNKNOWN_KEY"),
        (MessageEdit, {"nonce": "1"}, "nonce", "PLAYGROUND_UNKNOWN_KEY"),
        (NewMessage, {"allowed_mentions": {"parse": ["all"]}}, "allowed_mentions.parse.0", "BASE_TYPE_CHOICES"),
        (NewThread, {}, "name", "BASE_TYPE_REQUIRED"),
        (NewThread, {"name": "x", "type": 10}, "type", "BASE_TYPE_CHOICES"),
        (ThreadChange, {"name": None}, "name", "BASE_TYPE_REQUIRED"),
        (ThreadChange, {"auto_archive_duration": 61}, "auto_archive_duration", "BASE_TYPE_CHOICES"),
        (Media, {"url": "ftp://a"}, "url", "URL_TYPE_INVALID_SCHEME"),
        (OwnMedia, {"url": "https://example.org"}, "url", "URL_TYPE_INVALID_SCHEME"),
        (NumberChoices, {"choices": [{"name": "x", "value": "x"}]}, "choices.0.value", "NUMBER_TYPE_COERCE"),
        (
            ChatCommand,
            {"name": "x", "description": "x", "description_localizations": {"de": ""}},
            "description_localizations",
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            ChatCommand,
            {"name": "x", "description": "x", "options": [{"name": "a", "description": "x"}]},
            "options.0.type",
            "BASE_TYPE_REQUIRED",
        ),
        (
            ChatCommand,
            {"name": "x", "description": "x", "name_localizations": {"de": "A b"}},
            "name_localizations",
            "APPLICATION_COMMAND_INVALID_NAME",
        ),
    ],
)
def test_a_fault_is_told_where_it_is(kind: type[object], value: Json, path: str, code: str) -> None:
    with pytest.raises(ApiError) as error:
        check_kind(kind, value, "data")
    assert told(error.value.body["errors"]) == (f"data.{path}", code)


def modal(*parts: Json, **changes: Any) -> Json:
    return {"title": "x", "custom_id": "m", "components": list(parts), **changes}


def label(field: Json, **changes: Any) -> Json:
    return {"type": 18, "label": "x", "component": field, **changes}


LINE = {"type": 4, "style": 1, "custom_id": "l"}


@pytest.mark.parametrize(
    "data",
    [
        modal(label(LINE), title="x" * 46),
        modal(*[label({**LINE, "custom_id": str(n)}) for n in range(6)]),
        modal(),
        modal(label(LINE, label="x" * 46)),
        modal(label(LINE, description="x" * 101)),
        modal(label({**LINE, "max_length": 4001})),
        modal(label({**LINE, "value": "x" * 11, "max_length": 10})),
        modal(label({**LINE, "placeholder": "x" * 101})),
        modal(label({"type": 21, "custom_id": "r", "options": options(1)})),
        modal(label({"type": 21, "custom_id": "r", "options": options(11)})),
        modal(label({"type": 22, "custom_id": "c", "options": options(11)})),
        modal(label(BUTTON)),
        modal(row(BUTTON)),
    ],
)
def test_a_form_beyond_the_limits_is_refused(data: Json) -> None:
    with pytest.raises(ApiError) as error:
        check_modal(data)
    assert error.value.body["code"] == 50035


def group(kind: int, *more: Json, **changes: Any) -> Json:
    """A form with one group of options, of which the last ones are `more`."""
    return modal(label({"type": kind, "custom_id": "g", "options": [*options(2), *more], **changes}))


NONE_NEEDED = {"min_values": 0, "required": False}
CROWNED = {"label": "c", "value": "c", "emoji": {"name": "\N{CROWN}"}}
CHOSEN = [{"label": name, "value": name, "default": True} for name in "cd"]


@pytest.mark.parametrize(
    "data",
    [
        group(21, required=False),
        group(21, CHOSEN[0]),
        group(22, **NONE_NEEDED),
        group(22, *CHOSEN, max_values=4),
        modal(label(select(**NONE_NEEDED, disabled=False, options=[CROWNED]))),
        modal(label({"type": 23, "custom_id": "b", "default": True})),
        modal(label({"type": 19, "custom_id": "f", **NONE_NEEDED, "max_values": 10})),
        modal(label({**LINE, "label": None, "required": False})),
    ],
)
def test_a_form_that_keeps_to_the_rules_is_taken(data: Json) -> None:
    whole = deepcopy(data)
    check_modal(data)
    assert data == whole


@pytest.mark.parametrize(
    ("data", "path", "code"),
    [
        (group(21, *CHOSEN), "options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES"),
        (group(21, CROWNED), "options.2.emoji", "PLAYGROUND_REFUSED"),
        (group(22, CROWNED), "options.2.emoji", "PLAYGROUND_REFUSED"),
        (group(22, min_values=0), "min_values", "PLAYGROUND_REFUSED"),
        (group(22, min_values=3, max_values=2), "min_values", "SELECT_MIN_MAX"),
        (group(22, min_values=11), "min_values", "NUMBER_TYPE_RANGE"),
        (group(22, max_values=11), "max_values", "NUMBER_TYPE_RANGE"),
        (group(21, required="yes"), "required", "BASE_TYPE_REQUIRED"),
        (modal(label(select(min_values=0))), "min_values", "PLAYGROUND_REFUSED"),
        (modal(label(select(disabled=True))), "disabled", "PLAYGROUND_REFUSED"),
        (modal(label({"type": 5, "custom_id": "u", "disabled": True})), "disabled", "PLAYGROUND_REFUSED"),
        (modal(label({**LINE, "label": "x"})), "label", "PLAYGROUND_REFUSED"),
        (modal(label({"type": 23, "custom_id": "b", "required": True})), "required", "PLAYGROUND_REFUSED"),
        (modal(label({"type": 19, "custom_id": "f", "min_values": 0})), "min_values", "PLAYGROUND_REFUSED"),
    ],
)
def test_a_field_of_a_form_that_breaks_a_rule_is_told_where_it_does(data: Json, path: str, code: str) -> None:
    with pytest.raises(ApiError) as error:
        check_modal(data)
    assert told(error.value.body["errors"]) == (f"components.0.component.{path}", code)


def command(**changes: Any) -> Json:
    return {"name": "acme", "description": "x", **changes}


def option(name: str, **changes: Any) -> Json:
    return {"type": 3, "name": name, "description": "x", **changes}


@pytest.mark.parametrize(
    "commands",
    [
        [command(name=f"c{n}") for n in range(101)],
        [command(), command()],
        [command(name="Upper")],
        [command(name="two words")],
        [command(name="x" * 33)],
        [command(description="x" * 101)],
        [command(description="")],
        [command(options=[option(f"o{n}") for n in range(26)])],
        [command(options=[option("a"), option("a")])],
        [command(options=[option("a"), option("b", required=True)])],
        [command(options=[option("a", type=1), option("b")])],
        [command(options=[option("a", choices=[{"name": str(n), "value": str(n)} for n in range(26)])])],
        [command(options=[option("a", choices=[{"name": "x" * 101, "value": "x"}])])],
        [command(options=[option("a", type=6, autocomplete=True)])],
        [
            command(
                options=[option(f"o{n}", description="x" * 100) for n in range(25)],
                description_localizations={"de": "x" * 101},
            )
        ],
        [command(type=3, name=f"m{n}", description="") for n in range(16)],
        [command(integration_types=[2])],
        [command(type=3, description="", contexts=[3])],
    ],
)
def test_commands_beyond_the_limits_are_refused(commands: list[Json]) -> None:
    with pytest.raises(ApiError) as error:
        check_commands(commands)
    assert error.value.body["code"] == 50035


def test_commands_are_for_persons_only_if_the_application_is() -> None:
    personal = [command(integration_types=[0, 1], contexts=[0, 1, 2])]
    check_commands(personal)
    with pytest.raises(ApiError) as error:
        check_commands(personal, installable=False)
    assert list(error.value.body["errors"]["0"]) == ["integration_types"]
    check_commands([command(integration_types=[0])], installable=False)


def test_a_command_is_counted_in_its_longest_language() -> None:
    counted = command(options=[option("a", description_localizations={"de": "xyz"})])
    assert check_kind(ChatCommand, counted).size() == len("acme" + "x" + "a" + "xyz")
    subs = [
        option(f"s{n}", type=1, options=[option(f"o{m}", description="x" * 90) for m in range(5)]) for n in range(20)
    ]
    with pytest.raises(ApiError, match="Invalid Form Body"):
        check_commands([command(options=subs)])


@pytest.mark.parametrize(
    ("choices", "kind"),
    [
        ([{"name": "x", "value": "x"}] * 26, 3),
        ([{"name": "x" * 101, "value": "x"}], 3),
        ([{"name": "x", "value": "x" * 101}], 3),
        ([{"name": "x", "value": "x"}], 4),
    ],
)
def test_choices_beyond_the_limits_are_refused(choices: list[Json], kind: int) -> None:
    with pytest.raises(ApiError):
        check_choices(choices, kind)


def test_threads_and_mentions_have_their_rules() -> None:
    for body in ({"name": ""}, {"name": "x" * 101}, {"auto_archive_duration": 61}):
        with pytest.raises(ApiError):
            check_kind(ThreadChange, body)
    with pytest.raises(ApiError):
        check_kind(AllowedMentions, {"parse": ["users"], "users": ["1"]})


def test_ids_grow_even_when_the_clock_stands() -> None:
    mint = Mint(lambda: 1_700_000_000.0)
    first, second = int(mint()), int(mint())
    assert second == first + 1
    assert int(Mint(lambda: 1_700_000_000.0, last=second)()) > second


async def test_alarms_ring_when_the_clock_is_moved() -> None:
    clock, rung = SimulatedClock(), list[str]()
    clock.alarm(3, lambda: rung.append("three"))
    clock.alarm(900, lambda: rung.append("late"))
    clock.advance(4)
    assert rung == ["three"]
    clock.stop()


def test_a_fault_meets_as_many_requests_as_it_was_told() -> None:
    faults = Faults()
    faults.add(Fault("500", "POST .*/messages", times=2))
    assert faults.strike("GET", "/channels/1/messages") is None
    assert [faults.strike("POST", "/channels/1/messages") is not None for _ in range(3)] == [True, True, False]


MODERN = message(
    flags=1 << 15,
    components=[
        box(TEXT, row(BUTTON), row(select()), {"type": 14, "spacing": 2}),
        {"type": 9, "components": [TEXT], "accessory": {"type": 11, "media": {"url": "attachment://a.png"}}},
        {"type": 12, "items": [{"media": {"url": "https://example.org/a.png"}}]},
        {"type": 13, "file": {"url": "attachment://a.txt"}},
    ],
)
OLDER = message(content="x", embeds=[{"title": "x", "footer": {"text": "x"}, "fields": [{"name": "x", "value": "x"}]}])
FORM = modal(
    label({**LINE, "custom_id": "a"}),
    label({**select(), "custom_id": "b"}),
    label({"type": 21, "custom_id": "r", "options": options(2)}),
    row({**LINE, "label": "x"}),
)
COMMAND = command(
    options=[
        option("a", required=True, choices=[{"name": "x", "value": "x"}]),
        option("b", name_localizations={"de": "x"}, autocomplete=True),
    ]
)
BODY = {"content": "x", "allowed_mentions": {"parse": ["users"], "roles": ["1"]}, "attachments": [{"id": 0}]}
JUNK: tuple[object, ...] = (None, -1, "", "x" * 4001, [None], {"type": 99})
CHECKS: dict[str, tuple[Json, Callable[[Any], object]]] = {
    "modern": (MODERN, check_message),
    "older": (OLDER, check_message),
    "form": (FORM, check_modal),
    "command": (COMMAND, lambda data: check_commands([data])),
    "body": (BODY, lambda data: check_kind(NewMessage, data)),
}


def places(node: object) -> Iterator[tuple[Any, Any]]:
    """Every place inside a value: what holds it, and its key there."""
    inner = list(node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ())
    for key, value in inner:
        yield node, key
        yield from places(value)


@pytest.mark.soak
@pytest.mark.parametrize("name", CHECKS)
def test_whatever_stands_at_any_place_is_taken_or_refused_and_breaks_nothing(name: str) -> None:
    whole, check = CHECKS[name]
    check(whole)
    told = list[str]()
    for number in range(len(list(places(whole)))):
        for junk in JUNK:
            changed = deepcopy(whole)
            holder, key = list(places(changed))[number]
            if (holder, key) == (changed, "flags"):
                continue
            holder[key] = junk
            with contextlib.suppress(ApiError):
                check(changed)
                continue
            told.append(f"{key} {junk}")
    assert len(told) > len(JUNK)


def test_a_table_that_was_kept_by_an_earlier_version_is_opened(tmp_path: Path) -> None:
    kept = Archive(tmp_path / "table.db")
    kept.keep("channel", "21", {"id": "21", "kind": 0, "name": "table", "pins": ["1"]})
    kept.keep("fact", "commands", {"global": [command(id="7", type=1)]})
    kept.keep("fact", "emojis", {})
    kept.close()
    again = Archive(tmp_path / "table.db")
    world = World(TableClock(), again)
    again.close()
    assert [channel.name for channel in world.channels.values()] == ["table"]
    assert [found["id"] for found in world.commands] == ["7"]
