"""Versions of the schema: those that this version of the bot knows, and the one that a database has."""

from __future__ import annotations

from pathlib import Path

from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from engine.core.text import words

MIGRATIONS = Path(__file__).parent / "migrations"


class NewerDatabase(Exception):
    """A later version of the bot has written the database: the message says what to do."""

    def __init__(self, version: str, known: str) -> None:
        super().__init__(words("settings.newer_database", version=version, known=known))


def config() -> Config:
    """Where the migrations stand; works without any file outside the package."""
    made = Config()
    made.set_main_option("script_location", str(MIGRATIONS))
    return made


def newest() -> str:
    """The version to which a database is brought."""
    return str(ScriptDirectory.from_config(config()).get_current_head())


def require_known(version: str | None) -> None:
    """A database must have come from this version of the bot or an earlier one. Raises NewerDatabase."""
    scripts = ScriptDirectory.from_config(config())
    if version is not None and version not in {script.revision for script in scripts.walk_revisions()}:
        raise NewerDatabase(version, str(scripts.get_current_head()))


def version_of(connection: Connection) -> str | None:
    """The version of that database; None for one without tables."""
    return MigrationContext.configure(connection).get_current_revision()
