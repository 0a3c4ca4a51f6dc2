"""Errors of an answer or a record. Nothing has changed when one of these is raised."""

from __future__ import annotations


class TableError(Exception):
    """Base of all refusals; `code` is stable and meant for programs."""

    code = "error"


class IllegalAnswer(TableError):
    """The picks are not among the options, too few, too many, or picked twice."""

    code = "illegal_answer"


class NotAsked(TableError):
    """That seat isn't asked anything now, or has already answered."""

    code = "not_asked"


class NotTogether(TableError):
    """Several answers can't be given at once, because chance, a secret or another seat comes between."""

    code = "not_together"


class UnknownSeat(TableError):
    """There is no such seat at the table."""

    code = "unknown_seat"


class UnknownCall(TableError):
    """The game knows no call of that name."""

    code = "unknown_call"


class GameOver(TableError):
    """The game has ended."""

    code = "game_over"


class NothingToUndo(TableError):
    """That seat can't undo anything; the message says why."""

    code = "nothing_to_undo"


class ReplayMismatch(TableError):
    """The recorded answers no longer fit the questions that the rules ask."""

    code = "stale_record"


class BadRecord(TableError):
    """The record cannot be read: damaged, of another game, or of a later version."""

    code = "bad_record"


class NewerRecord(BadRecord):
    """The record was written by a later version of the game, which can read it; here it is left as it is."""

    code = "newer_record"
