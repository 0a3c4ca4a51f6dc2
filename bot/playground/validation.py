"""Bodies read into declared types; what does not fit is told as Discord tells it: a code and a text where the fault is.

The types say what Discord says: lengths and ranges as `msgspec.Meta`, kinds of components as tags. A rule between two
fields stands in `__post_init__` and raises a `Fault`.
"""

import re
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from bot.playground.errors import ApiError, invalid
from engine.core.decoding import decoder

T = TypeVar("T")
Path = tuple[str | int, ...]
_STEP = re.compile(r"\.([^.\[\]`]+)|\[(\d+)\]")
_FIELD = re.compile(r"Object (missing required|contains unknown) field `(.+)`")


class Fault(ValueError):
    """What a value breaks beyond its type: the code, the text, and where below the value it is."""

    def __init__(self, code: str, text: str, *path: str | int) -> None:
        super().__init__(text)
        self.code = code
        self.path = path


def bad_length(least: int, most: int, *path: str | int) -> Fault:
    """The fault of a text or list that is too short or too long."""
    return Fault("BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.", *path)


def required(value: object, *path: str | int) -> None:
    """Raise the fault of a field that is left out."""
    if value is None:
        raise Fault("BASE_TYPE_REQUIRED", "This field is required", *path)


def checked(kind: type[T], value: Any, *prefix: str | int) -> T:
    """A value of that kind out of plain data. Raises ApiError 50035: the first fault, at its place below `prefix`."""
    try:
        return decoder(kind).plain(value)
    except msgspec.ValidationError as error:
        raise _refusal(kind, value, error, prefix) from error


def _refusal(kind: type[Any], value: Any, error: msgspec.ValidationError, prefix: Path) -> ApiError:
    text, _, where = str(error).partition(" - at `")
    path: Path = tuple(int(number) if number else key for key, number in _STEP.findall(where))
    found = _FIELD.match(text)
    if isinstance(error.__cause__, Fault):
        fault = error.__cause__
    elif found and found[2] != "type":
        fault = _of_field(found[1], found[2])
    elif found or (path[-1:] == ("type",) and text.startswith(("Invalid value", "Expected `int`, got"))):
        path = path if found else path[:-1]
        fault = _of_tag(_declared(kind, value, path))
    else:
        fault = _of_type(text, _bounded(_declared(kind, value, path)))
    return invalid((*prefix, *path, *fault.path), fault.code, str(fault))


def _declared(kind: type[Any], value: Any, path: Path) -> inspect.Type:
    """What is declared at a place of `kind`, followed along the value that stands there."""
    node = inspect.type_info(kind)
    for key in path:
        node = _chosen(node, value)
        if isinstance(node, inspect.StructType):
            node = next(field.type for field in node.fields if field.encode_name == key)
        elif isinstance(node, inspect.ListType):
            node = node.item_type
        value = value[key]
    return node


def _chosen(node: inspect.Type, value: Any) -> inspect.Type:
    """The one kind of a union that the value names by its type."""
    if not isinstance(node, inspect.UnionType):
        return node
    structs = [kind for kind in node.types if isinstance(kind, inspect.StructType) and kind.tag_field]
    return next((kind for kind in structs if kind.tag == value.get(kind.tag_field)), _bounded(node))


def _bounded(node: inspect.Type) -> inspect.Type:
    """The kind that can be too long or too large: not null, and of translations each of them."""
    if isinstance(node, inspect.UnionType):
        node = next(kind for kind in node.types if not isinstance(kind, inspect.NoneType))
    return node.value_type if isinstance(node, inspect.DictType) else node


def _of_field(what: str, name: str) -> Fault:
    if what == "missing required":
        return Fault("BASE_TYPE_REQUIRED", "This field is required", name)
    return Fault("PLAYGROUND_UNKNOWN_KEY", f"The local table does not know the key {name!r}", name)


def _of_tag(node: inspect.Type) -> Fault:
    if isinstance(node, inspect.StructType) and node.tag_field is None:
        return _of_field("missing required", "type")
    kinds = node.types if isinstance(node, inspect.UnionType) else (node,)
    tags = ", ".join(str(kind.tag) for kind in kinds if isinstance(kind, inspect.StructType))
    return Fault("UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({tags}).', "type")


def _of_type(text: str, node: inspect.Type) -> Fault:
    if "of length" in text and isinstance(node, inspect.StrType | inspect.ListType):
        return bad_length(node.min_length or 0, node.max_length or 0)
    if "=" in text and isinstance(node, inspect.IntType):
        return Fault("NUMBER_TYPE_RANGE", f"Value must be between {node.ge} and {node.le}.")
    if isinstance(node, inspect.LiteralType):
        return Fault("BASE_TYPE_CHOICES", f"Value must be one of {node.values}.")
    if isinstance(node, inspect.IntType):
        return Fault("NUMBER_TYPE_COERCE", "Value is not a number.")
    return Fault("BASE_TYPE_REQUIRED", "This field is required")
