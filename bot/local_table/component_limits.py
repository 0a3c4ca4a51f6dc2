"""Components of messages and of forms (modals) as Discord takes them, read into declared types: what does not fit is
told as Discord tells it, by a code and its place.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Annotated, Any, ClassVar, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Struct, inspect

from bot.local_table.errors import ApiError, Json, invalid
from engine.core.decoding import decoder

T = TypeVar("T")
Path = tuple[str | int, ...]
_STEP = re.compile(r"\.([^.\[\]`]+)|\[(\d+)\]")
_FIELD = re.compile(r"Object (missing required|contains unknown) field `(.+)`")


class Fault(ValueError):
    """What a value breaks beyond its type: the code, the text, and the path below the value."""

    def __init__(self, code: str, text: str, *path: str | int) -> None:
        super().__init__(text)
        self.code = code
        self.path = path


def bad_length(least: int, most: int, *path: str | int) -> Fault:
    """Return the fault of a text or list that is too short or too long."""
    return Fault("BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.", *path)


def refused(text: str, *path: str | int) -> Fault:
    """Return the fault of what Discord's documentation rules out; its code for that isn't known."""
    return Fault("PLAYGROUND_REFUSED", text, *path)


def refuse_missing(value: object, *path: str | int) -> None:
    """Raise the fault of a field that is left out."""
    if value is None:
        raise Fault("BASE_TYPE_REQUIRED", "This field is required", *path)


def check_kind(kind: type[T], value: Any, *prefix: str | int) -> T:
    """Return a value of that kind out of plain data. Raises ApiError 50035: the first fault, at its place below
    `prefix`.
    """
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
    """Return the declared type at a path inside `kind`, followed along the value."""
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


COMPONENTS = 40
TEXT = 4000
BUTTON, STRING_SELECT, TEXT_INPUT = 2, 3, 4
SELECTS = frozenset((3, 5, 6, 7, 8))
TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE = 10, 11, 12, 13
UPLOAD, RADIO, CHECKS, CHECK = 19, 21, 22, 23
_LINK, _PREMIUM = 5, 6

Short: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]
Note: TypeAlias = Annotated[str, Meta(max_length=100)]
Title: TypeAlias = Annotated[str, Meta(min_length=1, max_length=45)]
AltText: TypeAlias = Annotated[str, Meta(max_length=1024)]
Length: TypeAlias = Annotated[int, Meta(ge=1, le=TEXT)]


class Component(Struct, tag_field="type", kw_only=True):
    """The fields that every component has."""

    id: Annotated[int, Meta(ge=0, le=(1 << 31) - 1)] | None = None


class ButtonComponent(Component, tag=BUTTON):
    """A button; one that is a link has an address instead of a custom_id, one that sells has neither."""

    SCHEMES: ClassVar[tuple[str, ...]] = ("discord://", "http://", "https://")
    style: Annotated[int, Meta(ge=1, le=_PREMIUM)]
    label: Annotated[str, Meta(max_length=80)] | None = None
    emoji: Json | None = None
    custom_id: Short | None = None
    url: Annotated[str, Meta(min_length=1, max_length=512)] | None = None

    def __post_init__(self) -> None:
        if self.style == _PREMIUM:
            return
        key = "url" if self.style == _LINK else "custom_id"
        refuse_missing(getattr(self, key), key)
        if self.url is not None and not self.url.startswith(self.SCHEMES):
            raise Fault("URL_TYPE_INVALID_SCHEME", f"Scheme must be one of {self.SCHEMES}.", "url")
        if not self.label and not self.emoji:
            raise Fault("BUTTON_COMPONENT_INVALID", "A button needs a label or an emoji")


class SelectOption(Struct):
    """One of the options of a select, or of a field that is picked from."""

    label: Short
    value: Short
    description: Note | None = None
    emoji: Json | None = None
    default: bool = False


def _check_options(options: list[SelectOption], most: int) -> None:
    if len({option.value for option in options}) != len(options):
        code = "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"
        raise Fault(code, "The specified option value is already used", "options")
    if sum(option.default for option in options) > most:
        raise Fault("SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "Too many default options", "options")


def _refuse_emojis(options: list[SelectOption]) -> None:
    for number, option in enumerate(options):
        if option.emoji is not None:
            raise refused("An option of a group has no emoji", "options", number, "emoji")


class Select(Component):
    """The fields that every select has."""

    custom_id: Short
    placeholder: Annotated[str, Meta(max_length=150)] | None = None
    min_values: Annotated[int, Meta(ge=0, le=25)] = 1
    max_values: Annotated[int, Meta(ge=1, le=25)] = 1
    required: bool = True
    disabled: bool = False

    def __post_init__(self) -> None:
        _check_counts(self.min_values, self.max_values)


def _check_counts(least: int, most: int) -> None:
    if least > most:
        text = "min_values must be less than or equal to max_values"
        raise Fault("SELECT_MIN_MAX", text, "min_values")


class StringSelect(Select, tag=STRING_SELECT, kw_only=True):
    """A select of texts."""

    options: Annotated[list[SelectOption], Meta(min_length=1, max_length=25)]

    def __post_init__(self) -> None:
        Select.__post_init__(self)
        if len(self.options) < self.max_values:
            raise bad_length(self.max_values, 25, "options")
        _check_options(self.options, self.max_values)


class UserSelect(Select, tag=5):
    """A select of people."""


class RoleSelect(Select, tag=6):
    """A select of roles."""


class MentionableSelect(Select, tag=7):
    """A select of people and roles."""


class ChannelSelect(Select, tag=8):
    """A select of channels."""


AnySelect: TypeAlias = StringSelect | UserSelect | RoleSelect | MentionableSelect | ChannelSelect


class ActionRow(Component, tag=1):
    """Up to five buttons, or one select."""

    components: Annotated[list[ButtonComponent | AnySelect], Meta(min_length=1, max_length=5)]

    def __post_init__(self) -> None:
        if len(self.components) > 1 and any(isinstance(part, Select) for part in self.components):
            raise bad_length(1, 1, "components")


class TextDisplay(Component, tag=TEXT_DISPLAY):
    """A text."""

    content: Annotated[str, Meta(min_length=1, max_length=TEXT)]


class Media(Struct):
    """A file by its address: one of this message, or one that is found elsewhere."""

    SCHEMES: ClassVar[tuple[str, ...]] = ("attachment://", "http://", "https://")
    url: str

    def __post_init__(self) -> None:
        if not self.url.startswith(self.SCHEMES) and "/attachments/" not in self.url:
            raise Fault("URL_TYPE_INVALID_SCHEME", f"Scheme must be one of {self.SCHEMES}.", "url")


class OwnMedia(Media):
    """A file of this message."""

    SCHEMES: ClassVar[tuple[str, ...]] = ("attachment://",)


class GalleryItem(Struct):
    """A picture of a gallery."""

    media: Media
    description: AltText | None = None


class Thumbnail(Component, tag=THUMBNAIL):
    """A picture beside a text."""

    media: Media
    description: AltText | None = None


class MediaGallery(Component, tag=GALLERY):
    """Pictures."""

    items: Annotated[list[GalleryItem], Meta(min_length=1, max_length=10)]


class FileDisplay(Component, tag=FILE):
    """A file to be loaded."""

    file: OwnMedia


class Separator(Component, tag=14):
    """A line or a gap."""

    spacing: Annotated[int, Meta(ge=1, le=2)] = 1


class SectionComponent(Component, tag=9):
    """Texts with a button or a picture beside them."""

    components: Annotated[list[TextDisplay], Meta(min_length=1, max_length=3)]
    accessory: ButtonComponent | Thumbnail


Inside: TypeAlias = ActionRow | SectionComponent | TextDisplay | MediaGallery | FileDisplay | Separator


class Container(Component, tag=17):
    """A frame around other components."""

    components: Annotated[list[Inside], Meta(min_length=1, max_length=COMPONENTS)]
    accent_color: Annotated[int, Meta(ge=0, le=0xFFFFFF)] | None = None


AtTop: TypeAlias = Inside | Container


class TextInput(Component, tag=TEXT_INPUT):
    """A text field of a form."""

    custom_id: Short
    style: Annotated[int, Meta(ge=1, le=2)]
    min_length: Annotated[int, Meta(ge=0, le=TEXT)] = 0
    max_length: Length = TEXT
    placeholder: Note | None = None
    value: str | None = None
    label: Title | None = None

    def __post_init__(self) -> None:
        if self.value is not None and len(self.value) > self.max_length:
            raise bad_length(0, self.max_length, "value")


class LabelledInput(TextInput, tag=TEXT_INPUT, kw_only=True):
    """A field of the older kind, which has its own label."""

    label: Title


class FileUpload(Component, tag=UPLOAD):
    """A field for files."""

    custom_id: Short
    min_values: Annotated[int, Meta(ge=0, le=10)] = 1
    max_values: Annotated[int, Meta(ge=1, le=10)] = 1
    required: bool = True

    def __post_init__(self) -> None:
        _check_counts(self.min_values, self.max_values)


class Radio(Component, tag=RADIO):
    """Options of which one is picked."""

    custom_id: Short
    options: Annotated[list[SelectOption], Meta(min_length=2, max_length=10)]
    required: bool = True

    def __post_init__(self) -> None:
        _check_options(self.options, 1)
        _refuse_emojis(self.options)


class Checks(Component, tag=CHECKS):
    """Options of which several are picked."""

    custom_id: Short
    options: Annotated[list[SelectOption], Meta(min_length=1, max_length=10)]
    min_values: Annotated[int, Meta(ge=0, le=10)] = 1
    max_values: Annotated[int, Meta(ge=1, le=10)] = 10
    required: bool = True

    def __post_init__(self) -> None:
        _check_counts(self.min_values, self.max_values)
        _check_options(self.options, self.max_values)
        _refuse_emojis(self.options)


class Check(Component, tag=CHECK):
    """A box to be ticked."""

    custom_id: Short
    default: bool = False
    required: bool | None = None


Counted: TypeAlias = AnySelect | FileUpload | Checks
"""What of which several can be picked."""


class LabelComponent(Component, tag=18):
    """A field of a form with its label."""

    label: Title
    component: TextInput | AnySelect | FileUpload | Radio | Checks | Check
    description: Note | None = None

    def __post_init__(self) -> None:
        inner = self.component
        if isinstance(inner, TextInput) and inner.label is not None:
            raise refused("A text input inside a label has no label of its own", "component", "label")
        if isinstance(inner, Select) and inner.disabled:
            raise refused("A select in a form cannot be disabled", "component", "disabled")
        if isinstance(inner, Check) and inner.required is not None:
            raise refused("A single checkbox cannot be required", "component", "required")
        if isinstance(inner, Counted) and inner.required and not inner.min_values:
            raise refused("min_values must be 1 or more if the field is required", "component", "min_values")


class FormRow(Component, tag=1):
    """A row of a form, as older forms have it."""

    components: Annotated[list[LabelledInput], Meta(min_length=1, max_length=1)]


class Modal(Struct):
    """A form."""

    title: Title
    custom_id: Short
    components: Annotated[list[TextDisplay | LabelComponent | FormRow], Meta(min_length=1, max_length=5)]


def walk(components: list[Json]) -> Iterator[Json]:
    """Yield every component of a message or form, outer ones before those inside them."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        for key in ("accessory", "component"):
            if component.get(key):
                yield component[key]


def texts(components: list[Json]) -> Iterator[str]:
    """Return the contents of all text displays."""
    return (c["content"] for c in walk(components) if c["type"] == TEXT_DISPLAY)


def check_modal(data: Json, emojis: Collection[str] = ()) -> None:
    """Check a form; raises ApiError 50035. `emojis`: the ids of those that the bot can use."""
    check_kind(Modal, data)
    check_together(data["components"], emojis)


def check_together(components: list[Json], emojis: Collection[str] = ()) -> None:
    """Check what components that fit one by one must not be together; raises ApiError 50035.

    Besides emojis of Unicode there are only those of the bot, by their ids.
    """
    everything = list(walk(components))
    if any("type" not in component for component in everything):
        raise _wrong("UNION_TYPE_CHOICES", "Every component needs a type")
    length = sum(map(len, texts(components)))
    if len(everything) > COMPONENTS:
        raise _wrong("BASE_TYPE_BAD_LENGTH", f"Must be {COMPONENTS} or fewer components in total.")
    if length > TEXT:
        raise _wrong("COMPONENT_MAX_TEXT_SIZE_EXCEEDED", f"Total characters of text displays {length} exceed {TEXT}.")
    for key, code in (("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"), ("id", "COMPONENT_ID_DUPLICATED")):
        values = [c[key] for c in everything if c.get(key)]
        if len(values) != len(set(values)):
            raise _wrong(code, f"Component {key} cannot be duplicated")
    for path, emoji in emojis_of(components, ("components",)):
        known = str(emoji["id"]) in emojis if emoji.get("id") else any(ord(c) > 0xA8 for c in emoji.get("name") or "")
        if not known:
            raise invalid(
                (*path, "id" if emoji.get("id") else "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji"
            )


def _wrong(code: str, text: str) -> Exception:
    return invalid(("components",), code, text)


def emojis_of(node: Any, path: Path = ()) -> Iterator[tuple[Path, Json]]:
    """Yield every emoji of buttons and options, with its place."""
    inner = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in inner:
        if key == "emoji" and value:
            yield (*path, key), value
        else:
            yield from emojis_of(value, (*path, key))
