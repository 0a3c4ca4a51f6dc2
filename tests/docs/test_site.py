"""The site of the documentation, which `make site` builds, has every page of its language, and needs no plugin."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"
GERMAN: Final = DOCS / "de"
SITES: Final = {"mkdocs.yml": DOCS, "mkdocs.de.yml": GERMAN}
LINKED: Final = re.compile(r"\]\((?!https?:)([^)#\s]+)")


def pages(folder: Path) -> list[Path]:
    """The pages of the site that is made of a folder; the English one has all but the German ones."""
    return [file for file in folder.rglob("*.md") if folder == GERMAN or not file.is_relative_to(GERMAN)]


@pytest.mark.parametrize("config", SITES)
def test_the_site_has_every_page_and_no_plugin(config: str) -> None:
    site, folder = (ROOT / config).read_text(encoding="utf-8"), SITES[config]
    named = re.findall(r"[ -](\S+\.md)$", site, re.MULTILINE)
    assert len(named) == len(set(named))
    assert set(named) == {file.relative_to(folder).as_posix() for file in pages(folder)}
    assert "plugins:" not in site


@pytest.mark.parametrize("folder", SITES.values(), ids=SITES)
def test_every_link_of_a_site_leads_to_a_page_of_it_or_to_a_file_beside_the_pages(folder: Path) -> None:
    """Pages become HTML, so a link from one site to a page of another leads nowhere."""
    there = set(pages(folder))
    leads = [
        (file, (file.parent / link).resolve()) for file in there for link in LINKED.findall(file.read_text("utf-8"))
    ]
    assert len(leads) > 50
    assert [
        (file, to) for file, to in leads if to not in there and (to.suffix == ".md" or DOCS not in to.parents)
    ] == []
