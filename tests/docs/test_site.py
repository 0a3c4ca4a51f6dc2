"""The site of the documentation, which `make site` builds, has every page of its language, and needs no plugin."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
SITES: Final = {"en": "mkdocs.yml", "de": "mkdocs.de.yml"}


@pytest.mark.parametrize("language", SITES)
def test_the_site_has_every_page_and_no_plugin(language: str) -> None:
    site = (ROOT / SITES[language]).read_text(encoding="utf-8")
    named = re.findall(r"[ -](\S+\.md)$", site, re.MULTILINE)
    there = {file.relative_to(ROOT / "docs" / language).as_posix() for file in (ROOT / "docs" / language).rglob("*.md")}
    assert len(named) == len(set(named))
    assert set(named) == there
    assert "plugins:" not in site
