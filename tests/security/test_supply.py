"""What is installed is what was tried: every package by its hash, the base image by its digest."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCK = (ROOT / "requirements.lock").read_text()
DOCKERFILE = (ROOT / "Dockerfile").read_text()
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
BLOCKS = [block for block in re.split(r"\n(?=[a-z])", LOCK.replace("\\\n", " ")) if block.strip()]
HASHED = re.compile(r"[a-z0-9][a-z0-9.-]*==[^ ;]+( ; [^#\n]+?)?\s+(--hash=sha256:[0-9a-f]{64}\s*)+(\n\s+#.*)*\s*")


def pins() -> dict[str, list[str]]:
    """The releases of each package in the lock: more than one where Pythons need different ones."""
    found: dict[str, list[str]] = {}
    for block in BLOCKS:
        name, _, rest = block.partition("==")
        found.setdefault(canonicalize_name(name), []).append(rest.split()[0])
    return found


def test_every_line_of_the_lock_is_a_release_with_its_hashes() -> None:
    assert len(BLOCKS) > len(PROJECT["dependencies"])
    assert [block.splitlines()[0] for block in BLOCKS if not HASHED.fullmatch(block)] == []


@pytest.mark.parametrize(
    "link", ["--find-links", "--index-url", "--extra-index-url", "-f ", "-i ", "-e ", "file:", "http:", "https:", " @ "]
)
def test_the_lock_names_no_place_to_fetch_from(link: str) -> None:
    assert link not in LOCK


@pytest.mark.parametrize("wanted", [*PROJECT["dependencies"], *EXTRAS["dev"], *EXTRAS["postgres"]])
def test_the_lock_satisfies_the_project(wanted: str) -> None:
    requirement = Requirement(wanted)
    found = pins()[canonicalize_name(requirement.name)]
    assert all(requirement.specifier.contains(version) for version in found)


@pytest.mark.parametrize("package", ["msgspec", "numpy", "pillow", "cryptography", "greenlet", "asyncpg", "aiohttp"])
def test_packages_with_binaries_are_hashed_for_more_machines_than_one(package: str) -> None:
    block = next(block for block in BLOCKS if block.startswith(f"{package}=="))
    assert block.count("--hash=") > 10


def test_packages_are_installed_by_hash_alone() -> None:
    for file in ("Makefile", "Dockerfile"):
        lines = [
            line for line in (ROOT / file).read_text().splitlines() if "pip install" in line and "-lock/" not in line
        ]
        assert lines
        for line in lines:
            assert "--require-hashes" in line or "--no-deps --no-build-isolation" in line, line


def test_the_image_is_made_from_a_base_named_by_its_digest() -> None:
    bases = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    assert bases == ["${PYTHON_IMAGE}", "${PYTHON_IMAGE}"]
    assert re.search(r"^ARG PYTHON_IMAGE=python:3\.11\.\d+-slim@sha256:[0-9a-f]{64}$", DOCKERFILE, re.MULTILINE)


def brought(wanted: Iterable[str]) -> set[str]:
    """The packages that are installed here for these requirements, and for theirs."""
    found: set[str] = set()
    left = [Requirement(text) for text in wanted]
    while left:
        one = left.pop()
        name = canonicalize_name(one.name)
        if name in found or (one.marker is not None and not one.marker.evaluate({"extra": ""})):
            continue
        found.add(name)
        left += map(Requirement, metadata.requires(name) or ())
        for extra in one.extras:
            left += [each for each in map(Requirement, metadata.requires(name) or ()) if _of_extra(each, extra)]
    return found


def _of_extra(one: Requirement, extra: str) -> bool:
    return one.marker is not None and one.marker.evaluate({"extra": extra})


def test_the_image_has_the_driver_of_postgresql_and_no_tools_of_ours() -> None:
    """Nor what only they need."""
    gone = re.search(r"pip uninstall --yes --quiet ([^\n]+)\\\n([^\n\\]+)\n", DOCKERFILE)
    assert gone is not None
    needed = brought([*PROJECT["dependencies"], *EXTRAS["postgres"]])
    assert {"asyncpg", "sqlalchemy", "aiohttp"} <= needed
    assert set(gone[1].split()) == {canonicalize_name(Requirement(tool).name) for tool in EXTRAS["dev"]}
    assert {*gone[1].split(), *gone[2].split()} == brought(EXTRAS["dev"]) - needed
    assert needed <= {*pins()}


def test_a_change_of_the_bot_is_no_reason_to_draw_base_maps_anew() -> None:
    assert DOCKERFILE.index("COPY render") < DOCKERFILE.index("render --bases") < DOCKERFILE.index("COPY bot")
