"""Discord's limits, one by one, without a bot."""

from typing import Any

import pytest

from bot.playground.clock import SimulatedClock
from bot.playground.command_limits import check_commands, command_length
from bot.playground.component_limits import check_components, check_modal
from bot.playground.errors import ApiError, Problems
from bot.playground.faults import Fault, Faults
from bot.playground.limits import check_choices, check_message, check_thread
from bot.playground.mentions import check_allowed
from bot.playground.shapes import Json
from bot.playground.snowflakes import Mint

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
    problems = Problems()
    check_components(components, problems, modern=modern, emojis={"77"})
    try:
        problems.raise_any()
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
        [row({**BUTTON, "emoji": {"id": "77", "name": "disk"}})],
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
        ([row({**BUTTON, "emoji": {"id": "78", "name": "disk"}})], "COMPONENT_INVALID_EMOJI"),
        ([row({**BUTTON, "emoji": {"name": "disk"}})], "COMPONENT_INVALID_EMOJI"),
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
        ([{"type": 12, "items": []}], "between 1 and 10"),
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
        check_message(message(**changes), set())
    assert error.value.body["code"] == code


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
        check_modal(data, set())
    assert error.value.body["code"] == 50035


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
    ],
)
def test_commands_beyond_the_limits_are_refused(commands: list[Json]) -> None:
    with pytest.raises(ApiError) as error:
        check_commands(commands)
    assert error.value.body["code"] == 50035


def test_a_command_is_counted_in_its_longest_language() -> None:
    counted = command(options=[option("a", description_localizations={"de": "xyz"})])
    assert command_length(counted) == len("acme" + "x" + "a" + "xyz")
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
            check_thread(body)
    with pytest.raises(ApiError):
        check_allowed({"parse": ["users"], "users": ["1"]})


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
