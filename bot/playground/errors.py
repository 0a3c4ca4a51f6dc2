"""Errors in Discord's words: a status, a code, a message, and for bad forms the place of each fault."""

from typing import Any

from bot.playground.shapes import Json


class ApiError(Exception):
    """A request that is answered with an error; `body` is the JSON of the answer."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{status} ({code}) {message}")
        self.status = status
        self.body: Json = {"message": message, "code": code}
        if errors:
            self.body["errors"] = errors
        self.headers: dict[str, str] = {}


class ActRefused(Exception):
    """Something a person of the table cannot do: no such command, a greyed button, a required option left out."""


class Problems:
    """Collects what is wrong with one form, each fault at its path, and raises them together (50035)."""

    def __init__(self) -> None:
        self._errors: Json = {}

    def add(self, path: tuple[str | int, ...], code: str, message: str) -> None:
        """Note one fault at `path`, such as ("components", 0, "label")."""
        node = self._errors
        for key in path:
            node = node.setdefault(str(key), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def text(self, path: tuple[str | int, ...], value: Any, least: int, most: int) -> None:
        """Ask for a text of `least` to `most` characters."""
        if not isinstance(value, str):
            self.add(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif not least <= len(value) <= most:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")

    def optional_text(self, path: tuple[str | int, ...], value: Any, most: int) -> None:
        """Accept nothing, or a text of at most `most` characters."""
        if value is not None:
            self.text(path, value, 0, most)

    def count(self, path: tuple[str | int, ...], value: Any, least: int, most: int) -> None:
        """Ask for a list of `least` to `most` entries."""
        if not isinstance(value, list):
            self.add(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif not least <= len(value) <= most:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")

    def number(self, path: tuple[str | int, ...], value: Any, least: int, most: int) -> None:
        """Ask for a whole number from `least` to `most`."""
        if not isinstance(value, int) or not least <= value <= most:
            self.add(path, "NUMBER_TYPE_RANGE", f"Value must be between {least} and {most}.")

    def raise_any(self) -> None:
        """Raise the faults noted so far as one ApiError; return if there are none."""
        if self._errors:
            raise ApiError(400, 50035, "Invalid Form Body", self._errors)


def invalid(path: tuple[str | int, ...], code: str, message: str) -> ApiError:
    """A single fault in a form as an error."""
    problems = Problems()
    problems.add(path, code, message)
    try:
        problems.raise_any()
    except ApiError as error:
        return error
    raise AssertionError("a noted fault was not raised")


def unknown(what: str) -> ApiError:
    """The error for a thing that does not exist: "Message", "Channel", "Interaction" and so on."""
    codes = {
        "Application": 10002,
        "Channel": 10003,
        "Guild": 10004,
        "Member": 10007,
        "Message": 10008,
        "User": 10013,
        "Emoji": 10014,
        "Webhook": 10015,
        "Interaction": 10062,
        "application command": 10063,
    }
    return ApiError(404, codes[what], f"Unknown {what}")


def missing_permissions() -> ApiError:
    """The error for an act the bot lacks a permission for."""
    return ApiError(403, 50013, "Missing Permissions")


def missing_access() -> ApiError:
    """The error for a channel the bot cannot see."""
    return ApiError(403, 50001, "Missing Access")
