"""The alerts for hosts speak of numbers that the bot really tells."""

from __future__ import annotations

import re
from pathlib import Path

from bot.telemetry import Metrics

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


def test_there_are_five_alerts_and_nothing_else_in_the_file() -> None:
    text = ALERTS.read_text(encoding="utf-8")
    head = text.partition("    rules:\n")[0].splitlines()
    assert [line for line in head if not line.startswith("#")] == ["groups:", "  - name: nisaba"]
    assert RULE.sub("", text.partition("    rules:\n")[2]) == ""
    assert [rule["name"] for rule in rules()] == [
        "NisabaAlarmsOverdue",
        "NisabaGatewayLost",
        "NisabaPostsWait",
        "NisabaSlow",
        "NisabaErrors",
    ]


def test_each_number_of_an_alert_is_told() -> None:
    named = {rule["name"]: set(OURS.findall(rule["expr"])) - OF_PROMETHEUS for rule in rules()}
    assert [name for name, numbers in named.items() if not numbers or not numbers <= told()] == []


def test_each_alert_has_the_limit_and_the_patience_that_hosts_are_promised() -> None:
    """Alarms for five minutes, the gateway for one and a half, a post for two, slow answers and any error at once."""
    assert {rule["name"]: (rule["expr"], rule["span"]) for rule in rules()} == {
        "NisabaAlarmsOverdue": ("nisaba_overdue_alarms > 0", "5m"),
        "NisabaGatewayLost": ("nisaba_gateway_silent_seconds > 90", "1m"),
        "NisabaPostsWait": ("nisaba_outbox_oldest_seconds > 120", "1m"),
        "NisabaSlow": (
            "histogram_quantile(0.99, sum(rate(nisaba_interaction_seconds_bucket[10m])) by (le)) > 2",
            "10m",
        ),
        "NisabaErrors": ("increase(nisaba_errors_total[10m]) > 0", "0m"),
    }


def test_what_the_alerts_compare_is_there_from_the_start_and_can_pass_the_limit() -> None:
    """An error is an increase only if zero was told before it; a quantile over two seconds takes limits around two."""
    metrics = Metrics()
    shown = set(metrics.text().decode().splitlines())
    assert {"nisaba_errors_total 0.0", "nisaba_overdue_alarms 0.0", "nisaba_outbox_oldest_seconds 0.0"} <= shown
    limits = {f'nisaba_interaction_seconds_bucket{{le="{limit}"}} 0.0' for limit in ("2.0", "2.5", "+Inf")}
    assert limits <= shown


def test_what_a_summary_sends_to_is_there() -> None:
    families = {family.name for family in Metrics().registry.collect()} | told()
    named = {number for rule in rules() for number in OURS.findall(rule["summary"])}
    assert named <= families
