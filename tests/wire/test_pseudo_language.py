"""A game of each title in a language that is none: whatever is read outside its brackets comes from no catalogue."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest

from bot.local_table.component_limits import texts, walk
from bot.local_table.errors import Json
from bot.local_table.people import table_users
from bot.ui.parts import DESIGN
from engine.games import PRESENTATIONS
from tests.ui.table.test_languages import beginnings
from tests.wire.client import SimulatedPerson
from tests.wire.newcomer import Lost, Newcomer
from tests.wire.pseudo_language import PSEUDO, bracketed, catalogued, lengthened, unbracketed
from tests.wire.seen import Answer, SeenMessage
from tests.wire.sitting import screen, sitting
from tests.wire.test_languages import TYPED, shown

LOOKS: Final = (
    *("/help", "/turn", "/hand", "/auto", "/log", "/catchup", "/undo", "/map", "/note", "/prefs"),
    *("/game status", "/games", "/game settings", "/game find", "/game verify"),
    *("/game export", "/stats show", "/stats table", "/setup"),
)
WRONG: Final = (
    ("/rules", {"topic": "zzz"}),
    ("/map", {"area": "zzz"}),
    ("/act", {"choice": "zzz"}),
    ("/log", {"turn": "zzz"}),
    ("/game settings", {"setting": "pace", "value": "zzz"}),
    ("/game join", {"civ": "zzz"}),
)
TYPED_IN: Final = (
    *(("/act", "choice"), ("/map", "area"), ("/log", "about"), ("/rules", "topic")),
    *(("/game join", "civ"), ("/game new", "scenario")),
)
ALWAYS: Final = r"Nisaba|Moderators|NPC|English|Deutsch|Français|Discord|zzz|welcome|second-table|table"
PLAIN: Final = re.compile(rf"https?://\S+|\b[A-Za-z]\d+\b|\b\w+\.(?:json|png|webp)\b|\b(?:{ALWAYS})\b")


@dataclass
class Reader(Newcomer):
    """A newcomer who keeps everything that was read."""

    read: set[str] = field(default_factory=set)
    screens: list[SeenMessage] = field(default_factory=list)

    def _read(self, screen: SeenMessage) -> None:
        super()._read(screen)
        self.read |= set(shown(screen.raw))
        self.screens.append(screen)


def names_of_all() -> set[str]:
    """How the words of names begin, those of people included: they stand in data files, or nowhere."""
    people = {word[:3] for user in table_users().values() for word in re.findall(r"[A-Za-z]{3,}", user.display)}
    return {start for game in PRESENTATIONS for start in beginnings(game)} | people


def untranslated(texts: set[str]) -> dict[str, list[str]]:
    """The texts with words that are no names outside brackets, and those words."""
    names = names_of_all()
    found: dict[str, list[str]] = {}
    for text in texts:
        rest = PLAIN.sub("", TYPED.sub("", unbracketed(text)))
        words = [word for word in re.findall(r"[A-Za-z]{3,}", rest) if word[:3] not in names]
        found |= {text: words} if words else {}
    return found


def fits(message: SeenMessage) -> bool:
    """Whether a message keeps within what screens are designed for."""
    length = sum(map(len, texts(message.components)))
    return len([*walk(message.components)]) <= DESIGN.components and length <= DESIGN.text


def kept(answer: Answer) -> set[str]:
    """What of an answer is read."""
    part: Json = answer.modal.raw if answer.kind == "modal" else answer.message.raw
    return set(shown(part))


async def looks(person: SimulatedPerson) -> set[str]:
    """Everything that can be looked at, and what is said to what cannot be understood."""
    read: set[str] = set()
    for command, options in (*((look, {}) for look in LOOKS), *WRONG):
        read |= kept(await person.slash(command, **options))
    for command, option in TYPED_IN:
        read |= {name for name, _ in await person.autocomplete(command, option, "")}
    return read


@pytest.mark.soak
@pytest.mark.timeout(180)
@pytest.mark.parametrize("game", list(PRESENTATIONS))
async def test_whatever_is_read_in_a_game_comes_from_the_catalogue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    with catalogued(tmp_path, monkeypatch):
        async with sitting(tmp_path) as here:
            ana = Reader(here.person("ana", "second-table").speaking(PSEUDO), most=60)
            read = kept(await ana.person.slash("/game learn", game=game)) | await looks(ana.person)
            with suppress(Lost):
                await ana.play(await screen(ana.person))
            read |= await looks(ana.person) | ana.read
            posts = (*await here.posts("second-table"), *await ana.person.dms())
    assert untranslated(read.union(*(shown(message.raw) for message in posts))) == {}
    assert [message.text for message in (*ana.screens, *posts) if not fits(message)] == []
    assert len(read) > 90


def test_a_text_is_bracketed_behind_its_mark_and_a_name_alone_is_none() -> None:
    assert bracketed("### Table {id}") == "### ⟦Table {id}⟧"
    assert bracketed("**{civ:the}** {n}") == "**{civ:the}** {n}"
    assert lengthened("table.x", "ten chars " * 7) == f"⟦{'ten chars ' * 7}{'é' * 28}⟧"
    assert lengthened("table.command.x", "ten chars " * 7) == bracketed("ten chars " * 7)
    assert untranslated({"⟦Your ⟦turn⟧⟧, Egypt: pass", "⟦Table⟧ 1K9"}) == {"⟦Your ⟦turn⟧⟧, Egypt: pass": ["pass"]}
