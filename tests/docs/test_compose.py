"""The compose file starts what the program knows: its settings, its roles, and a proxy that knows its doors."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from bot.cluster.http_server import LARGEST
from bot.cluster.interactions_endpoint import LAST_TRY, PATH
from bot.settings import BotSettings, read, require_door, require_driver, require_shared, variable

FOLDER: Final = Path(__file__).parents[2] / "docs" / "compose"
SERVICE = re.compile(r"^  ([\w-]+):\n((?:    .*\n|\n)+)", re.MULTILINE)
ENVIRONMENT = re.compile(r"^    environment:\n((?:      \w+: .*\n)+)", re.MULTILINE)
SETTING = re.compile(r"^      (\w+): (.*)$", re.MULTILINE)
SECRET = re.compile(r"\$\{(\w+):\?\}")
OURS: Final = ("worker", "web-1", "web-2")
WEBS: Final = ("web-1", "web-2")


def services() -> Mapping[str, str]:
    """Each service of the file with its lines."""
    text = (FOLDER / "docker-compose.yml").read_text()
    return dict(SERVICE.findall(text.partition("services:\n")[2].partition("\nvolumes:")[0] + "\n"))


def environment(service: str) -> dict[str, str]:
    """What that service is set to, its secrets filled in."""
    [lines] = ENVIRONMENT.findall(services()[service])
    return {name: SECRET.sub("ab" * 32, value) for name, value in SETTING.findall(lines)}


def settings_of(service: str) -> BotSettings:
    """The settings with which the program would start there."""
    fields = {variable(field): field for field in BotSettings.model_fields}
    given = {fields[name]: value for name, value in environment(service).items() if name != "DISCORD_TOKEN"}
    return read(_env_file=None, **given)


def test_there_are_a_database_two_that_answer_one_that_works_and_a_proxy() -> None:
    assert list(services()) == ["postgres", *OURS, "proxy"]
    assert [settings_of(name).role for name in OURS] == ["worker", "web", "web"]
    assert services()["web-1"].replace("web-1", "web-2") == services()["web-2"]


@pytest.mark.parametrize("service", OURS)
def test_every_variable_is_a_setting_and_the_program_would_start_with_them(
    service: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in map(variable, BotSettings.model_fields):
        monkeypatch.delenv(name, raising=False)
    assert set(environment(service)) <= {variable(field) for field in BotSettings.model_fields}
    known = settings_of(service)
    for require in (require_driver, require_shared, require_door):
        require(known)
    assert known.listens is False


def test_every_secret_must_be_given_and_is_named_at_the_top() -> None:
    text = (FOLDER / "docker-compose.yml").read_text()
    head = "".join(line for line in text.splitlines() if line.startswith("#"))
    assert {name for name in SECRET.findall(text) if name not in head} == set()
    assert "$" not in SECRET.sub("", text)


def test_nothing_but_the_proxy_is_reached_from_outside_and_that_from_this_machine() -> None:
    published = {name: re.findall(r'^      - "(\S+:\d+)"$', lines, re.MULTILINE) for name, lines in services().items()}
    assert {name: ports for name, ports in published.items() if ports} == {"proxy": ["127.0.0.1:8000:8000"]}


def test_the_proxy_passes_interactions_on_to_the_doors_and_nothing_else() -> None:
    text = (FOLDER / "nginx.conf").read_text()
    doors = [f"{name}:{settings_of(name).http.rpartition(':')[2]}" for name in WEBS]
    assert re.findall(r"^\s+server (\S+) max_fails=0;$", text, re.MULTILINE) == doors
    assert re.findall(r"location (\S+ ?\S*) \{\n\s+(\w+) ", text) == [
        (f"= {PATH}", "proxy_pass"),
        ("@last", "proxy_set_header"),
        ("= /health", "return"),
        ("/", "return"),
    ]
    assert f"proxy_set_header {LAST_TRY} 1;" in text
    assert f"client_max_body_size {LARGEST // 1024}k;" in text
    assert "listen 8000;" in text


def test_whoever_is_stopped_has_time_to_answer_and_is_probed() -> None:
    for name in OURS:
        assert "stop_grace_period: 30s" in services()[name]
    assert "condition: service_healthy" in services()["proxy"]
