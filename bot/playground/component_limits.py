"""Discord's limits on components of messages and on forms (modals)."""

from collections.abc import Iterator
from typing import Any

from bot.playground.errors import Problems
from bot.playground.shapes import Json

COMPONENTS = 40
TEXT = 4000
CUSTOM_ID = 100
OPTIONS = 25
LABEL = 80
PLACEHOLDER = 150
ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
SELECTS = frozenset((3, 5, 6, 7, 8))
SECTION, TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, FORM_LABEL = 9, 10, 11, 12, 13, 14, 17, 18
UPLOAD, RADIO, CHECKS, CHECK = 19, 21, 22, 23
_IN_CONTAINER = frozenset((ROW, SECTION, TEXT_DISPLAY, GALLERY, FILE, SEPARATOR))
_AT_TOP = _IN_CONTAINER | {CONTAINER}
_IN_LABEL = SELECTS | {TEXT_INPUT, UPLOAD, RADIO, CHECKS, CHECK}
_LINK, _PREMIUM = 5, 6
_LARGEST_ID = (1 << 31) - 1

Path = tuple[str | int, ...]


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component of a message or form, outer ones before those inside them."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        for key in ("accessory", "component"):
            if component.get(key):
                yield component[key]


def texts(components: list[Json]) -> Iterator[str]:
    """The contents of all text displays."""
    return (c["content"] for c in walk(components) if c["type"] == TEXT_DISPLAY)


def check_components(components: Any, problems: Problems, *, modern: bool, emojis: set[str]) -> None:
    """Check the components of a message; `modern` means the message has the flag of the newer components."""
    if not isinstance(components, list):
        problems.add(("components",), "BASE_TYPE_REQUIRED", "This field is required")
        return
    allowed = _AT_TOP if modern else frozenset((ROW,))
    problems.count(("components",), components, 0, COMPONENTS if modern else 5)
    _check_children(("components",), components, allowed, problems, emojis)
    _check_whole(components, problems)


def check_modal(data: Json, emojis: set[str]) -> None:
    """Check a form: title, custom_id, one to five parts and the fields inside them; raises ApiError 50035."""
    problems = Problems()
    problems.text(("title",), data.get("title"), 1, 45)
    problems.text(("custom_id",), data.get("custom_id"), 1, CUSTOM_ID)
    components = data.get("components")
    problems.count(("components",), components, 1, 5)
    for number, component in enumerate(components if isinstance(components, list) else []):
        _check_form_part(("components", number), component, problems, emojis)
    problems.raise_any()
    _check_whole(components or [], problems)
    problems.raise_any()


def _check_whole(components: list[Json], problems: Problems) -> None:
    everything = list(walk(components))
    if len(everything) > COMPONENTS:
        problems.add(("components",), "BASE_TYPE_BAD_LENGTH", f"Must be {COMPONENTS} or fewer components in total.")
    length = sum(len(c.get("content") or "") for c in everything if c.get("type") == TEXT_DISPLAY)
    if length > TEXT:
        text = f"Total characters of text displays {length} exceed {TEXT}."
        problems.add(("components",), "COMPONENT_MAX_TEXT_SIZE_EXCEEDED", text)
    for component in everything:
        if component.get("id") is not None:
            problems.number(("components", "id"), component["id"], 0, _LARGEST_ID)
    for key, code in (("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"), ("id", "COMPONENT_ID_DUPLICATED")):
        values = [c[key] for c in everything if c.get(key)]
        if len(values) != len(set(values)):
            problems.add(("components",), code, f"Component {key} cannot be duplicated")


def _check_children(
    path: Path, children: list[Json], allowed: frozenset[int], problems: Problems, emojis: set[str]
) -> None:
    for number, child in enumerate(children):
        place = (*path, number)
        if child.get("type") not in allowed:
            kinds = ", ".join(map(str, sorted(allowed)))
            problems.add((*place, "type"), "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({kinds}).')
        else:
            _check_one(place, child, problems, emojis)


def _check_one(path: Path, part: Json, problems: Problems, emojis: set[str]) -> None:
    kind = part["type"]
    if kind == ROW:
        _check_row(path, part, problems, emojis)
    elif kind == CONTAINER:
        _check_container(path, part, problems, emojis)
    elif kind == SECTION:
        _check_section(path, part, problems, emojis)
    elif kind == TEXT_DISPLAY:
        problems.text((*path, "content"), part.get("content"), 1, TEXT)
    elif kind == GALLERY:
        _check_gallery(path, part, problems)
    elif kind == FILE:
        _check_media((*path, "file"), part.get("file"), problems, local=True)
    elif kind == SEPARATOR:
        problems.number((*path, "spacing"), part.get("spacing", 1), 1, 2)


def _check_container(path: Path, part: Json, problems: Problems, emojis: set[str]) -> None:
    problems.count((*path, "components"), part.get("components"), 1, COMPONENTS)
    if part.get("accent_color") is not None:
        problems.number((*path, "accent_color"), part["accent_color"], 0, 0xFFFFFF)
    _check_children((*path, "components"), part.get("components") or [], _IN_CONTAINER, problems, emojis)


def _check_row(path: Path, part: Json, problems: Problems, emojis: set[str]) -> None:
    children = part.get("components") or []
    holds_select = any(child.get("type") in SELECTS for child in children)
    problems.count((*path, "components"), children, 1, 1 if holds_select else 5)
    for number, child in enumerate(children):
        place = (*path, "components", number)
        if child.get("type") == BUTTON:
            _check_button(place, child, problems, emojis)
        elif child.get("type") in SELECTS:
            _check_select(place, child, problems, emojis)
        else:
            problems.add(
                (*place, "type"), "UNION_TYPE_CHOICES", 'Value of field "type" must be one of (2, 3, 5, 6, 7, 8).'
            )


def _check_section(path: Path, part: Json, problems: Problems, emojis: set[str]) -> None:
    problems.count((*path, "components"), part.get("components"), 1, 3)
    _check_children((*path, "components"), part.get("components") or [], frozenset((TEXT_DISPLAY,)), problems, emojis)
    accessory = part.get("accessory") or {}
    if accessory.get("type") == BUTTON:
        _check_button((*path, "accessory"), accessory, problems, emojis)
    elif accessory.get("type") == THUMBNAIL:
        _check_picture((*path, "accessory"), accessory, problems)
    else:
        problems.add((*path, "accessory"), "BASE_TYPE_REQUIRED", "This field is required")


def _check_gallery(path: Path, part: Json, problems: Problems) -> None:
    problems.count((*path, "items"), part.get("items"), 1, 10)
    for number, item in enumerate(part.get("items") or []):
        _check_picture((*path, "items", number), item, problems)


def _check_picture(path: Path, item: Json, problems: Problems) -> None:
    problems.optional_text((*path, "description"), item.get("description"), 1024)
    _check_media((*path, "media"), item.get("media"), problems)


def _check_media(path: Path, media: Any, problems: Problems, *, local: bool = False) -> None:
    url = media.get("url") if isinstance(media, dict) else None
    schemes = ("attachment://",) if local else ("attachment://", "http://", "https://")
    stored = isinstance(url, str) and "/attachments/" in url
    if not isinstance(url, str) or not (url.startswith(schemes) or stored):
        problems.add((*path, "url"), "URL_TYPE_INVALID_SCHEME", f"Scheme must be one of {schemes}.")


def _check_button(path: Path, button: Json, problems: Problems, emojis: set[str]) -> None:
    style = button.get("style")
    problems.number((*path, "style"), style, 1, _PREMIUM)
    problems.optional_text((*path, "label"), button.get("label"), LABEL)
    if style == _LINK:
        problems.text((*path, "url"), button.get("url"), 1, 512)
    elif style != _PREMIUM:
        problems.text((*path, "custom_id"), button.get("custom_id"), 1, CUSTOM_ID)
    if not button.get("label") and not button.get("emoji") and style != _PREMIUM:
        problems.add(path, "BUTTON_COMPONENT_INVALID", "A button needs a label or an emoji")
    _check_emoji((*path, "emoji"), button.get("emoji"), problems, emojis)


def _check_emoji(path: Path, emoji: Json | None, problems: Problems, emojis: set[str]) -> None:
    if not emoji:
        return
    name = emoji.get("name") or ""
    known = str(emoji["id"]) in emojis if emoji.get("id") else any(ord(sign) > 0xA8 for sign in name)
    if not known:
        problems.add((*path, "name"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")


def _check_select(path: Path, select: Json, problems: Problems, emojis: set[str]) -> None:
    problems.text((*path, "custom_id"), select.get("custom_id"), 1, CUSTOM_ID)
    problems.optional_text((*path, "placeholder"), select.get("placeholder"), PLACEHOLDER)
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    problems.number((*path, "min_values"), least, 0, OPTIONS)
    problems.number((*path, "max_values"), most, 1, OPTIONS)
    if isinstance(least, int) and isinstance(most, int) and least > most:
        problems.add((*path, "min_values"), "SELECT_MIN_MAX", "min_values must be less than or equal to max_values")
    if select["type"] == STRING_SELECT:
        _check_options(path, select, (most if isinstance(most, int) else 1, OPTIONS), problems, emojis)


def _check_options(path: Path, part: Json, counts: tuple[int, int], problems: Problems, emojis: set[str]) -> None:
    options = part.get("options")
    problems.count((*path, "options"), options, *counts)
    options = options if isinstance(options, list) else []
    for number, option in enumerate(options):
        place = (*path, "options", number)
        problems.text((*place, "label"), option.get("label"), 1, 100)
        problems.text((*place, "value"), option.get("value"), 1, 100)
        problems.optional_text((*place, "description"), option.get("description"), 100)
        _check_emoji((*place, "emoji"), option.get("emoji"), problems, emojis)
    values = [option.get("value") for option in options]
    if len(values) != len(set(values)):
        code = "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"
        problems.add((*path, "options"), code, "The specified option value is already used")
    if sum(bool(option.get("default")) for option in options) > part.get("max_values", counts[1]):
        problems.add((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "Too many default options")


def _check_form_part(path: Path, part: Any, problems: Problems, emojis: set[str]) -> None:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind == TEXT_DISPLAY:
        problems.text((*path, "content"), part.get("content"), 1, TEXT)
    elif kind == FORM_LABEL:
        problems.text((*path, "label"), part.get("label"), 1, 45)
        problems.optional_text((*path, "description"), part.get("description"), 100)
        _check_field((*path, "component"), part.get("component"), problems, emojis)
    elif kind == ROW:
        problems.count((*path, "components"), part.get("components"), 1, 1)
        for child in part.get("components") or []:
            problems.text((*path, "components", 0, "label"), child.get("label"), 1, 45)
            _check_field((*path, "components", 0), child, problems, emojis)
    else:
        problems.add((*path, "type"), "UNION_TYPE_CHOICES", 'Value of field "type" must be one of (1, 10, 18).')


def _check_field(path: Path, field: Any, problems: Problems, emojis: set[str]) -> None:
    kind = field.get("type") if isinstance(field, dict) else None
    if kind not in _IN_LABEL:
        problems.add((*path, "type"), "UNION_TYPE_CHOICES", "A form cannot hold this component")
        return
    problems.text((*path, "custom_id"), field.get("custom_id"), 1, CUSTOM_ID)
    if kind == TEXT_INPUT:
        _check_text_input(path, field, problems)
    elif kind in SELECTS:
        _check_select(path, field, problems, emojis)
    elif kind == RADIO:
        _check_options(path, {"max_values": 1, **field}, (2, 10), problems, emojis)
    elif kind == CHECKS:
        _check_options(path, {"max_values": 10, **field}, (1, 10), problems, emojis)
    elif kind == UPLOAD:
        problems.number((*path, "max_values"), field.get("max_values", 1), 1, 10)


def _check_text_input(path: Path, field: Json, problems: Problems) -> None:
    problems.number((*path, "style"), field.get("style"), 1, 2)
    problems.number((*path, "min_length"), field.get("min_length", 0), 0, TEXT)
    problems.number((*path, "max_length"), field.get("max_length", TEXT), 1, TEXT)
    problems.optional_text((*path, "placeholder"), field.get("placeholder"), 100)
    problems.optional_text((*path, "value"), field.get("value"), field.get("max_length") or TEXT)
