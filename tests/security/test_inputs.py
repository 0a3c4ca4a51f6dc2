"""Whatever a client sends is bounded, read in a time that grows no faster than its length, and answered."""

from __future__ import annotations

import ast
import re
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

import bot
from bot.contract.lengths import FIELDS, LENGTHS, of_field
from bot.contract.tables import Batch, Person
from bot.delivery import command_tree
from bot.ui.parts import Address, Form, Line
from bot.ui.settings.preference_handlers import PreferenceHandlers
from bot.ui.typed.match import nearest, read
from bot.ui.typed.reading import Ground, parse_line
from bot.ui.words.presentations import names_of
from engine.acme.facts.catalog import AREAS
from engine.core.naming import Named
from engine.core.trial import DryRun, Trial
from tests.security import knocking
from tests.security.knocking import Client, Service, client, effort, filled, most, said, texts_of
from tests.security.questions import answering, asking
from tests.suite.trees import parts
from tests.ui.play import culture, hittites
from tests.ui.play.verbs import handlers as play_handlers
from tests.ui.table.room import ANA, BEN, HERE, Room, opened_room

OURS = "Something went wrong"
FIRST = Person(1, "Ana")
TOLERATED = 600
BUSY = 60_000
QUICK = (knocking.long, knocking.repeated, knocking.unknown)
STRANGE = ("²~²", "9" * 60, "²", "-1", "٣", "999999999", "zzqq", "~", "#", "a:b:c", "x" * 60, "%", "1~zz~1", "{civ:a}")
Kind = Callable[[int, str], str]
KNOWN = {"acme": "zab", "culture": "c4"}


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncIterator[Client]:
    """A running game in the channel."""
    async with opened_room(tmp_path / "nisaba.db") as made:
        await made.begun(ANA, BEN)
        async with client(made.service) as there:
            yield there


@pytest.fixture
async def lobby(tmp_path: Path) -> AsyncIterator[tuple[Room, Client]]:
    """A lobby in the channel."""
    async with opened_room(tmp_path / "lobby.db") as made:
        await made.service.open_table(ANA, HERE, "acme")
        async with client(made.service) as there:
            yield made, there


def parameter(made: Client, path: str, option: str) -> tuple[app_commands.Command[Any, ..., Any], Any]:
    """A command and one of its options."""
    return next((c, p) for c, p in texts_of(made) if (c.qualified_name, p.display_name) == (path, option))


async def test_discord_is_told_a_bound_for_every_text_of_every_command(tables: Client) -> None:
    told = {p.max_value for _, p in texts_of(tables)}
    bounds = {LENGTHS.table, LENGTHS.name, LENGTHS.line, LENGTHS.note, LENGTHS.reason}
    assert told == bounds | {LENGTHS.private_note}
    texts = len([*texts_of(tables)])
    assert texts > 150
    assert str(await command_tree.payload(tables.tree)).count("'max_length': ") == texts


@pytest.mark.soak
async def test_a_text_over_its_bound_is_one_sentence_and_is_not_read(
    tables: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = list(texts_of(tables))
    assert options
    for command, option in options:
        name, bound = str(option.display_name), most(option)
        for n in (bound + 1, 6000):
            with effort(monkeypatch) as reading:
                answer = await tables.give(command.qualified_name, filled(command, name, "z" * n))
                shown = await tables.give(command.qualified_name, filled(command, name, "z" * n), name)
            assert (
                said(answer) == f"You typed {n} characters for `{name}`, and the maximum is {bound}. Make it shorter."
            )
            assert (shown.kind, shown.said) == ("choices", [])
            assert reading.comparisons == 0


REFUSES = re.compile("can't be|I don't know a game")


async def test_choices_and_numbers_that_are_not_offered_are_refused(tables: Client) -> None:
    for path, given in (
        ("acme deploy", {"left": "elsewhere"}),
        ("acme deploy", {"count": 10**9}),
        ("acme deity", {"mina": -1}),
        ("game new", {"game": "chess"}),
        ("log", {"page": 0}),
    ):
        assert REFUSES.search(said(await tables.give(path, given))), path


async def test_a_command_that_is_not_known_any_more_is_answered(tables: Client) -> None:
    assert "out of date" in said(await tables.give("acme abolished", {}))


async def twice(made: Client, path: str, option: str, monkeypatch: pytest.MonkeyPatch, person: Person = ANA) -> None:
    """Ask that twice the text takes at most twice the effort, carried out and completed."""
    command, there = parameter(made, path, option)
    known = KNOWN.get(path.split(maxsplit=1)[0], "zab")
    for kind in knocking.KINDS:
        for focused in ("", option) if there.autocomplete else ("",):
            done = []
            for n in (most(there) // 2, most(there)):
                given = filled(command, option, kind(n, known)[:n])
                with effort(monkeypatch, calls=True) as reading:
                    answer = await made.give(path, given, focused, person)
                assert answer.kind, (path, option, kind.__name__)
                assert OURS not in said(answer), (path, option, kind.__name__)
                assert "the maximum is" not in said(answer), (path, option, kind.__name__)
                done.append(reading)
            assert done[1].within(done[0], TOLERATED, BUSY), (path, option, kind.__name__, focused, done)


@pytest.mark.long
@pytest.mark.timeout(900)
async def test_nothing_that_can_be_typed_takes_more_than_its_length(
    tables: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = Service(None)
    async with client(service) as made:
        tried = list(answering())
        assert tried
        for game, path, option, key in tried:
            service.fake = asking(game, key)
            await twice(made, path, option, monkeypatch, FIRST)
    for command, there in texts_of(tables):
        await twice(tables, command.qualified_name, str(there.display_name), monkeypatch)


def fields() -> set[str]:
    """The keys of all fields that forms have for typing, as the code names them; `*` for one that a game names."""
    found: set[str] = set()
    for file in Path(bot.__file__).parent.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        for node in parts(ast.parse(text)) if "Line(" in text else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Line":
                key = node.args[0] if node.args else None
                found.add(str(key.value) if isinstance(key, ast.Constant) else "*")
    return found


FORMS = (
    ("line", "line_sent", "growth.deploy"),
    ("growth.retire", "before_ok", "growth.retire"),
    ("disks", "deity_ok", "card.play"),
    ("number", "typed_num", "card.amount"),
    ("order", "order_sent", "competition.order"),
    ("parts", "part_sent", "growth.deploy"),
    ("watch", "ahead_sent", "growth.deploy"),
    ("own_note", "note_sent", "growth.deploy"),
    ("letter", "tell_sent", "growth.deploy"),
)
TABLE_FORMS = (
    ("topic", "rule_found"),
    ("end", "opt_sent"),
    ("out", "opt_sent"),
    ("note", "opt_sent"),
    ("civs", "npcs_sent"),
    ("knobs", "npcs_sent"),
    ("text", "report_in"),
    ("text", "copy_in"),
    ("reason", "back_in"),
    ("starts", "starts_in"),
    ("zone", "zone_sent"),
    ("hours", "zone_sent"),
    ("days", "away_sent"),
    ("token", "token_sent"),
    ("hook", "hook_sent"),
)


def test_every_field_of_every_form_is_tried_here() -> None:
    tried = {key for key, *_ in (*FORMS, *TABLE_FORMS)}
    assert fields() - {"*"} <= tried
    assert tried >= set(FIELDS)
    assert all(Line(key, "Label").most == of_field(key) <= 4000 for key in tried)


async def tried(made: Client, key: str, where: str, monkeypatch: pytest.MonkeyPatch, person: Person = ANA) -> None:
    """A field of a form takes what fits, refuses what does not, and reads no longer than its length."""
    over = await made.send(where, {key: "z" * (of_field(key) + 1)}, person)
    assert said(over).startswith(
        f"You typed {of_field(key) + 1} characters in one field, and the maximum is {of_field(key)}."
    )
    for kind in QUICK:
        done = []
        for n in (of_field(key) // 2, of_field(key)):
            text = kind(n, "zab")[:n]
            with effort(monkeypatch) as reading:
                answer = await made.send(where, {key: text}, person)
            assert answer.kind
            assert OURS not in said(answer), (key, kind.__name__)
            assert "the maximum is" not in said(answer), (key, kind.__name__)
            done.append(reading)
        assert done[1].within(done[0], TOLERATED, BUSY), (key, kind.__name__, done)


@pytest.mark.sample(2)
@pytest.mark.parametrize(("key", "verb", "asked"), FORMS)
async def test_fields_of_questions_are_bounded(
    key: str, verb: str, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with client(asking("acme", asked).service) as made:
        await tried(made, key, str(Address("1k9", None, verb)), monkeypatch, FIRST)


@pytest.mark.soak
async def test_fields_about_tables_are_bounded(lobby: tuple[Room, Client], monkeypatch: pytest.MonkeyPatch) -> None:
    for key, verb in TABLE_FORMS:
        await tried(lobby[1], key, str(Address("", None, verb)), monkeypatch)


async def all_failing(
    tables: Client, lobby: tuple[Room, Client], strange: Sequence[str], keys: Sequence[str]
) -> list[tuple[str, str]]:
    """What fails of all that can be pressed, at a question of each of these keys, in a game and in a lobby."""
    found = []
    for key in keys:
        fake = asking("acme", key)
        async with client(fake.service) as made:
            found += await failing(made, play_handlers(fake.service), strange, FIRST)
    found += await failing(lobby[1], lobby[1].router.handlers, strange, ANA)
    return found + await failing(tables, tables.router.handlers, strange, ANA)


async def failing(made: Client, known: Iterable[str], strange: Sequence[str], person: Person) -> list[tuple[str, str]]:
    """Press everything there is with these options, values and fields that no screen has: what fails."""
    found = []
    for verb in sorted(known):
        for text in strange:
            answer = await made.press(str(Address("", None, verb, text[:60])), text, person=person)
            if not answer.kind or OURS in said(answer):
                found.append((verb, text))
    return found


@pytest.mark.long
@pytest.mark.timeout(900)
async def test_nothing_that_comes_back_from_a_client_is_trusted(tables: Client, lobby: tuple[Room, Client]) -> None:
    keys = ("growth.deploy", "card.play", "competition.removal", "loss.buy_off")
    assert await all_failing(tables, lobby, STRANGE, keys) == []


async def test_more_values_than_a_menu_has_are_refused(tables: Client) -> None:
    for values in (["a"] * 26, ["x" * 101]):
        answer = await tables.press(str(Address("", None, "log_go")), *values)
        assert said(answer) == "You can't do that now. `/turn` shows what you can do."


def test_the_longest_plan_that_is_legal_can_be_typed() -> None:
    """Every area of the full map by its longest name, with a number and its own line."""
    things = names_of("acme").things("area")
    line = ",\n".join(f"{max((t.name, *t.aliases), key=len)} = 1" for t in things)
    ground = Ground(things, things, {}, lambda _: 48, lambda _: None, 48)
    assert len(things) == len(AREAS) == 108
    assert len(line) <= LENGTHS.line
    assert sorted(parse_line(line, ground).areas) == sorted(AREAS)


async def test_a_plan_that_names_every_own_area_is_carried_out() -> None:
    own = [a for a in names_of("acme").things("area", hittites.table().table.state.disks) if a.name][:40]
    spread = "\n".join(f'{area.value} = "hittites 1"' for area in own if area.value != "hattusha")
    head, _, _ = hittites.POSITION.partition("[areas]")
    fake = hittites.table(f'{head}[areas]\nhattusha = "hittites 3"\n{spread}\n')
    line = ", ".join(f"{area.name}={3 if area.value == 'hattusha' else 1}" for area in own)
    async with client(fake.service) as made:
        person = fake.person("hittites")
        answer = await made.give("acme deploy", {"plan": f"{line}, rest hattusha"}, person=person)
        assert "hattusha" in said(answer).casefold()
        assert "Nothing was placed" not in said(answer)


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The lengths of all batches that are tried: 100 at most."""
    lengths: list[int] = []
    run = Trial.run

    def counted(self: Trial, batch: Batch) -> DryRun:
        lengths.append(len(batch))
        assert len(lengths) < 100
        return run(self, batch)

    monkeypatch.setattr(Trial, "run", counted)
    return lengths


@pytest.mark.parametrize("line", ["zab 999, " * 200, "settlements 999, " * 100, "2 coins, 999 coins"])
async def test_absurd_numbers_are_refused_before_anything_is_tried(line: str, runs: list[int]) -> None:
    fake = hittites.table()
    async with client(fake.service) as made:
        answer = await made.give("acme deploy", {"plan": line[: LENGTHS.line]}, person=fake.person("hittites"))
        assert "have only 7" in said(answer) or "no area called" in said(answer)
    assert sum(runs) < 100


async def test_absurd_numbers_of_tokens_are_refused() -> None:
    fake = culture.fresh()
    culture.until(fake, "token.start")
    square = fake.table.ask_of(fake.table.waiting()[0])
    assert square is not None
    async with client(fake.service) as made:
        for n in ("999", "99999999999", "9" * 1900):
            person = fake.person(fake.table.waiting()[0])
            answer = await made.give("culture start", {"squares": f"{square.options[0]} {n}"}, person=person)
            assert OURS not in said(answer)
            assert "What you typed is kept" in said(answer)


async def test_what_is_no_answer_as_a_whole_is_refused_and_not_tried_for_ever(runs: list[int]) -> None:
    fake = asking("acme", "card.play", most=6)
    async with client(fake.service) as made:
        answer = await made.give("acme play", {"card": "zab, zab"}, person=FIRST)
    assert OURS not in said(answer)
    assert len(runs) < 20


async def test_a_command_that_fails_after_it_was_deferred_is_answered(
    tables: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def failing(*_given: object) -> object:
        raise RuntimeError("broken")

    monkeypatch.setattr(PreferenceHandlers, "data", failing)
    answer = await tables.give("prefs", {"data": "get"})
    assert answer.kind == "deferred"
    assert OURS in said(answer)


def test_a_name_of_any_length_is_compared_by_its_first_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    things = [Named(f"thing{i}", f"Thing {i}") for i in range(50)]
    seen = []
    for n in (200, 2000):
        with effort(monkeypatch) as reading:
            assert not read("q" * n, things).found
            assert len(nearest("q" * n, things)) == 3
        seen.append(reading.comparisons)
    assert seen[0] == seen[1] > 0


async def test_a_form_over_a_limit_is_told(tables: Client) -> None:
    async def much(_visit: object) -> Form:
        return Form("x" * 99, (Line("line", "Line"),), "sent")

    tables.router.handlers["log"] = much
    answer = await tables.press(str(Address("", None, "log")))
    assert "I can't show the result" in said(answer)
