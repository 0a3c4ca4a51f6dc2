"""JSON, and errors in it: Discord's codes with the place of each fault, or a reason for people."""

from typing import Any

import msgspec

Json = dict[str, Any]

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder().decode


class ApiError(Exception):
    """A request that is answered with an error; `body` is the JSON of the answer."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{status} ({code}) {message}")
        self.status = status
        self.body: Json = {"message": message, "code": code}
        if errors:
            self.body["errors"] = errors


class ActRefused(Exception):
    """A person can't do that: no such command, a disabled button, a required option left out."""


def invalid(path: tuple[str | int, ...], code: str, message: str) -> ApiError:
    """Return a fault in a form as an error (50035); `path` is where it is, such as ("components", 0, "label")."""
    errors: Json = {"_errors": [{"code": code, "message": message}]}
    for key in reversed(path):
        errors = {str(key): errors}
    return ApiError(400, 50035, "Invalid Form Body", errors)


def unknown_error(what: str) -> ApiError:
    """Return the error for a thing that does not exist: "Message", "Channel", "Interaction" and so on."""
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
        "Guild Scheduled Event": 10070,
        "Tag": 10087,
    }
    return ApiError(404, codes[what], f"Unknown {what}")


def missing_permissions() -> ApiError:
    """Return the error for an act the bot lacks a permission for."""
    return ApiError(403, 50013, "Missing Permissions")


def missing_access() -> ApiError:
    """Return the error for a channel the bot cannot see."""
    return ApiError(403, 50001, "Missing Access")
