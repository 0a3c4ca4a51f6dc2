"""The alerts for hosts speak of numbers that the bot really tells."""

from __future__ import annotations

import re
from pathlib import Path

from bot.metrics import Metrics

ALERTS = Path(__file__).parents[2] / "docs" / "alerts.yml"
RULE = re.compile(
    r"^      - alert: (?P<name>\w+)\n"
    r"        expr: (?P<expr>[^\n]+)\n"
    r"        for: (?P<span>\d+m)\n"
    r"        labels:\n          severity: (?P<severity>critical|warning)\n"
    r"        annotations:\n          summary: (?P<summary>[^:#\n]+)\n",
    re.MULTILINE,
)
OURS = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")
OF_PROMETHEUS = {"histogram_quantile"}


def rules() -> list[dict[str, str]]:
    """The alerts of the file."""
    return [found.groupdict() for found in RULE.finditer(ALERTS.read_text(encoding="utf-8"))]


def told() -> set[str]:
    """Every name under which something is told, those without a value yet included."""
    ends = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum"), "gauge": ("",)}
    return {family.name + end for family in Metrics().registry.collect() for end in ends[family.type]}


def test_there_are_four_alerts_and_nothing_else_in_the_file() -> None:
    text = ALERTS.read_text(encoding="utf-8")
    head = text.partition("    rules:\n")[0].splitlines()
    assert [line for line in head if not line.startswith("#")] == ["groups:", "  - name: nisaba"]
    assert RULE.sub("", text.partition("    rules:\n")[2]) == ""
    assert [rule["name"] for rule in rules()] == [
        "NisabaAlarmsOverdue",
        "NisabaPostsWait",
        "NisabaSlow",
        "NisabaErrors",
    ]


def test_each_number_of_an_alert_is_told() -> None:
    named = {rule["name"]: set(OURS.findall(rule["expr"])) - OF_PROMETHEUS for rule in rules()}
    assert [name for name, numbers in named.items() if not numbers or not numbers <= told()] == []


def test_what_a_summary_sends_to_is_there() -> None:
    families = {family.name for family in Metrics().registry.collect()} | told()
    named = {number for rule in rules() for number in OURS.findall(rule["summary"])}
    assert named <= families
