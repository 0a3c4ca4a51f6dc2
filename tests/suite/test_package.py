"""What is installed: the whole product with its data, typed, with one version and a command."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from configparser import ConfigParser
from email import message_from_string
from pathlib import Path
from typing import Any, Final
from zipfile import ZipFile

import pytest

ROOT: Final = Path(__file__).parents[2]
PRODUCT: Final = ("bot", "engine", "render", "data", "nisaba")
BESIDE: Final = ("pyproject.toml", "README.md", "LICENSE", "NOTICE")
MADE: Final = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> ZipFile:
    """The package, built from a copy of the tree as the container builds it."""
    tree, made = tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("made")
    for folder in PRODUCT:
        shutil.copytree(ROOT / folder, tree / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in BESIDE:
        shutil.copy(ROOT / file, tree / file)
    command = [sys.executable, "-W", "ignore", "-c", MADE, str(made)]
    subprocess.run(command, cwd=tree, check=True, capture_output=True, env={**os.environ, "PYTHONPATH": ""})
    return ZipFile(next(made.glob("*.whl")))


def read(wheel: ZipFile, name: str) -> str:
    return wheel.read(next(path for path in wheel.namelist() if path.endswith(f".dist-info/{name}"))).decode()


@pytest.mark.soak
def test_every_file_of_the_product_is_in_the_package(wheel: ZipFile) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", *PRODUCT], cwd=ROOT, check=True, capture_output=True, text=True
    )
    files = {
        file
        for file in listed.stdout.split()
        if Path(file).name not in ("ruff.toml", "README.md") and (ROOT / file).exists()
    }
    assert files - set(wheel.namelist()) == set()
    assert {f"{folder}/py.typed" for folder in PRODUCT} <= files


@pytest.mark.soak
def test_its_version_and_its_command_are_those_of_the_project(wheel: ZipFile) -> None:
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    told = message_from_string(read(wheel, "METADATA"))
    assert (told["Name"], told["Version"], told["License-Expression"]) == (project["name"], project["version"], "MIT")
    commands = ConfigParser()
    commands.read_string(read(wheel, "entry_points.txt"))
    assert dict(commands["console_scripts"]) == project["scripts"]
    module, _, function = project["scripts"]["nisaba"].partition(":")
    asked = [sys.executable, "-c", f"import sys; from {module} import {function} as main; sys.exit(main(['--help']))"]
    help_ = subprocess.run(asked, cwd=ROOT, check=True, capture_output=True, text=True)
    assert "--check" in help_.stdout


def test_the_newest_version_of_the_changelog_is_that_of_the_project() -> None:
    """What is not released yet may stand above it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    headings = [line for line in (ROOT / "CHANGELOG.md").read_text().splitlines() if line.startswith("## ")]
    versions = [heading.split()[1] for heading in headings if heading != "## Unreleased"]
    assert versions[0] == project["version"]


def test_every_place_names_the_same_pythons() -> None:
    """The package, `make pythons` and the workflow, which makes the oldest of them `python3`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    others = re.findall(r"^OTHERS \?= (.+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)[0].split()
    installed = re.findall(r"^ +(3\.\d+)$", (ROOT / ".github" / "workflows" / "ci.yml").read_text(), re.MULTILINE)
    assert [project["requires-python"].removeprefix(">="), *others] == named
    assert [*others, named[0]] == installed


def test_git_looks_before_a_commit_at_what_make_check_does() -> None:
    entries = re.findall(r"entry: \.venv/bin/(.+)", (ROOT / ".pre-commit-config.yaml").read_text())
    _, _, rest = (ROOT / "Makefile").read_text().partition("\ncheck: ")
    rule, _, _ = rest.partition("\n\n")
    assert entries == [line.removesuffix(" $(CODE)") for line in re.findall(r"\$\(BIN\)/(.+)", rule)]
