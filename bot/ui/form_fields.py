"""What was typed or picked in the fields of a form, out of what Discord sends of it."""

from __future__ import annotations

from typing import Any


def fields_of(components: Any) -> list[tuple[str, tuple[str, ...]]]:
    """Key and values of each field of a form, however deep Discord wraps it."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for component in components:
        inner = [component["component"]] if "component" in component else component.get("components", ())
        found += fields_of(inner)
        if "custom_id" in component:
            value = component.get("values", component.get("value"))
            found.append((component["custom_id"], _several(value)))
    return found


def _several(value: Any) -> tuple[str, ...]:
    if value is None or value == "":
        return ()
    return tuple(value) if isinstance(value, list) else (str(value),)
