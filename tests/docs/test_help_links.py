"""`/help` leads to the pages of the documentation, where it is known where they are."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from bot.contract import release
from bot.ui.lookup import help as help_pages
from bot.ui.lookup.help import GUIDES, TOPICS, help_screen, privacy_screen
from bot.ui.parts import Screen, Text
from engine.core.text import speaking
from engine.games import GAMES

ROOT: Final = Path(__file__).parents[2]
SITE: Final = "https://guide.example.org"
LINK: Final = re.compile(r"\[([^\]]+)\]\(([^)]+)\)")


def links(screen: Screen) -> list[tuple[str, str]]:
    """What a page of the help leads to: title and address."""
    return [found for part in screen.parts if isinstance(part, Text) for found in LINK.findall(part.text)]


def screens() -> list[Screen]:
    """Every page of the help, the first one for every game as well."""
    of_games = [help_screen("100", game) for game in GAMES]
    return [help_screen(), *of_games, *(help_screen(topic=topic) for topic in TOPICS), privacy_screen("")]


@pytest.mark.parametrize(("language", "folder"), [("en", "en"), ("de", "de"), ("fr", "en")])
def test_every_page_of_the_help_leads_to_pages_that_are_there(
    monkeypatch: pytest.MonkeyPatch, language: str, folder: str
) -> None:
    monkeypatch.setattr(help_pages, "documentation", lambda: SITE)
    with speaking(language):
        found = [links(screen) for screen in screens()]
    assert [len(each) >= 1 for each in found] == [True] * (len(TOPICS) + len(GAMES) + 2)
    base = f"{SITE}/{folder}"
    for title, address in {link for each in found for link in each}:
        assert address.startswith(f"{base}/")
        page = ROOT / "docs" / folder / f"{address.removeprefix(f'{base}/').removesuffix('.html')}.md"
        heading = page.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
        assert language == "fr" or title in heading or page.stem == "privacy"


def test_the_first_steps_lead_to_the_page_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(help_pages, "documentation", lambda: SITE)
    assert [links(help_screen("100", game))[0] for game in GAMES] == [
        (rules.title, f"{SITE}/en/{game.replace('_', '-')}.html") for game, rules in GAMES.items()
    ]
    assert GUIDES.keys() == {"", "privacy", *TOPICS}


def test_without_an_address_the_help_has_no_links(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(help_pages, "documentation", lambda: "")
    assert [links(screen) for screen in screens()] == [[]] * (len(TOPICS) + len(GAMES) + 2)


def test_the_address_is_what_the_package_says(monkeypatch: pytest.MonkeyPatch) -> None:
    class Told:
        """The metadata of a package."""

        def get_all(self, _: str) -> list[str]:
            return ["Source, https://example.org/code", f"Documentation, {SITE}/"]

    monkeypatch.setattr(release, "metadata", lambda _: Told())
    release.documentation.cache_clear()
    assert release.documentation() == SITE
    release.documentation.cache_clear()
