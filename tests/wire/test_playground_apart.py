"""The local table stands apart: one module of the product opens it, and it knows nothing of the bot it serves.

Benches may play at it as tests do.
"""

from __future__ import annotations

import ast
from pathlib import Path

import bot
from tests.suite.trees import parts_of

ROOT = Path(bot.__file__).parents[1]
TABLE = ROOT / "bot" / "local_table"
LAUNCH = TABLE / "launch.py"
"""Starts the bot beside the table, and belongs to the bot."""


def imports(path: Path) -> set[str]:
    """The modules that a file imports, and what it takes out of them."""
    nodes = list(parts_of(path))
    found = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    return found | {f"{n.module}.{name.name}" for n in nodes if isinstance(n, ast.ImportFrom) for name in n.names}


def is_of(wanted: str, path: Path) -> bool:
    """Whether a file imports that module or something inside it."""
    return any(f"{found}.".startswith(f"{wanted}.") for found in imports(path))


def test_only_the_local_bot_opens_the_local_table() -> None:
    product = [path for part in ("bot", "render", "engine", "data", "tools") for path in (ROOT / part).rglob("*.py")]
    outside = [path for path in product if TABLE not in path.parents or path == LAUNCH]
    naming = [path for path in outside if "local_table" in path.read_text(encoding="utf-8")]
    assert {path.relative_to(ROOT).as_posix() for path in naming if is_of("bot.local_table", path)} == {
        "bot/start.py",
        "bot/local_table/launch.py",
    }


def test_the_local_table_knows_neither_the_bot_nor_the_games() -> None:
    known = {name for path in TABLE.rglob("*.py") if path != LAUNCH for name in imports(path)}
    ours = {name for name in known if name.partition(".")[0] in ("bot", "engine", "render", "data", "tests")}
    catalogue = {f"engine.core.text.{name}" for name in ("ENGLISH", "catalogue", "languages", "speaking", "words")}
    assert {name for name in ours if not name.startswith("bot.local_table")} == {
        "engine.core.decoding.decoder",
        *catalogue,
    }
