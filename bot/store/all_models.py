"""Every table there is: whoever goes through all of them imports this, or misses those that nothing else has loaded."""

from __future__ import annotations

from types import ModuleType
from typing import Final

from sqlalchemy import MetaData, Table
from sqlmodel import SQLModel

from bot.features.cups import models as cup_models
from bot.features.host import models as host_models
from bot.features.notes import models as beside_models
from bot.features.rooms import models as room_models
from bot.features.statistics import models as result_models
from bot.store import cluster_models, models, person_models, server_models

MODULES: Final[tuple[ModuleType, ...]] = (
    beside_models,
    cup_models,
    host_models,
    cluster_models,
    models,
    person_models,
    result_models,
    room_models,
    server_models,
)
METADATA: Final[MetaData] = SQLModel.metadata
TABLES: Final[tuple[Table, ...]] = tuple(METADATA.sorted_tables)
