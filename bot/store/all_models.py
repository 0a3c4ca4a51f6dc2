"""Imports every model of the core, for code that goes through all of them; features import their own."""

from __future__ import annotations

from types import ModuleType
from typing import Final

from sqlalchemy import MetaData, Table
from sqlmodel import SQLModel

from bot.store import cluster_models, models, person_models, server_models

MODULES: Final[tuple[ModuleType, ...]] = (
    cluster_models,
    models,
    person_models,
    server_models,
)
METADATA: Final[MetaData] = SQLModel.metadata


def tables() -> tuple[Table, ...]:
    """Return all tables that are loaded: those of features are once `bot.features.registered` is."""
    return tuple(METADATA.sorted_tables)
