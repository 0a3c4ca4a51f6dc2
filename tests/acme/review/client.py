"""A client of the JSON-lines protocol that plays a position and remembers what it was told."""

from __future__ import annotations

import json
from typing import Any

from engine.core.protocol import Session
from engine.games import GAMES


class Client:
    """A session over a notated position. Every answer must be accepted and leave no problem behind."""

    def __init__(self, position: str) -> None:
        self.session = Session(GAMES)
        self.told: list[str] = []
        self.now = self.good("position", text=position)

    def say(self, cmd: str, **keys: Any) -> dict[str, Any]:
        """The reply to one command, whatever it is, as a program reads it."""
        reply: dict[str, Any] = json.loads(json.dumps(self.session.reply(json.dumps({"cmd": cmd, **keys}))))
        return reply

    def good(self, cmd: str, **keys: Any) -> dict[str, Any]:
        """The reply to a command that must be carried out."""
        reply = self.say(cmd, **keys)
        assert reply["ok"], reply
        self.told += [e["text"] for e in reply.get("events", []) if e["to"] is None]
        return reply

    def answer(self, seat: str, *picks: str | int) -> Client:
        """One answer."""
        self.now = self.good("answer", seat=seat, picks=list(picks))
        assert self.good("problems")["problems"] == []
        return self

    def play(self, seat: str, *picks: str | int) -> Client:
        """Several questions of one seat in a row, one pick each; windows in between pass in silence."""
        for pick in picks:
            if seat not in self.asked() or (self.now["sealed"] and pick not in self.options(seat)):
                self.silence()
            self.answer(seat, pick)
        return self

    def silence(self) -> Client:
        """Nobody answers, in this window and in those that follow."""
        while self.now["sealed"]:
            ask = self.now["asks"][0]
            self.answer(ask["seat"], ask["options"][-1])
        return self

    @property
    def key(self) -> str:
        """What is asked."""
        return str(self.now["key"])

    def asked(self) -> list[str]:
        """Who is asked."""
        return [ask["seat"] for ask in self.now["asks"]]

    def options(self, seat: str) -> list[str]:
        """What the seat may pick."""
        return next(list(ask["options"]) for ask in self.now["asks"] if ask["seat"] == seat)

    def view(self, seat: str | None = None) -> dict[str, Any]:
        """What the seat, or everybody, may know."""
        view: dict[str, Any] = self.good("view", seat=seat)["view"]
        return view

    def civ(self, civ: str) -> dict[str, Any]:
        """A civilization as its own player sees it."""
        found: dict[str, Any] = self.view(civ)["civs"][civ]
        return found

    def disks(self, area: str) -> dict[str, int]:
        """Who has how many disks in the area."""
        found: dict[str, int] = self.view()["areas"][area]["disks"]
        return found
