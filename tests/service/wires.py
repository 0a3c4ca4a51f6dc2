"""A wire that keeps what was sent, and fails as it is told."""

from __future__ import annotations

from bot.delivery.wire import Failed, Gone, Letter, Sent, Target
from bot.posts import Words


class Recording:
    """Messages by id, in the order sent. `fail` is what the next sendings meet, first one first."""

    def __init__(self) -> None:
        self.messages: dict[int, tuple[Target, Letter]] = {}
        self.edits: list[int] = []
        self.deleted: list[int] = []
        self.fail: list[Failed | None] = []
        self.lost: list[Failed] = []
        self.plain: list[bool] = []

    async def send(self, target: Target, letter: Letter) -> Sent:
        self.plain.append(letter.plain)
        failure = self.fail.pop(0) if self.fail else None
        if failure is not None:
            raise failure
        number = 1000 + len(self.messages) + len(self.deleted)
        self.messages[number] = (target, letter)
        if self.lost:
            raise self.lost.pop(0)
        return Sent(target.channel or target.user or 0, number)

    async def edit(self, sent: Sent, letter: Letter) -> None:
        if sent.message not in self.messages:
            raise Gone("deleted")
        self.edits.append(sent.message)
        self.messages[sent.message] = (self.messages[sent.message][0], letter)

    async def delete(self, sent: Sent) -> None:
        self.deleted.append(sent.message)
        self.messages.pop(sent.message, None)

    async def find(self, target: Target, mark: int) -> Sent | None:
        for number, (where, letter) in self.messages.items():
            if where == target and letter.mark == mark:
                return Sent(target.channel or target.user or 0, number)
        return None

    def texts(self, user: int | None = None) -> list[str]:
        """The first text of each message to the channel, or to that person."""
        letters = [letter for target, letter in self.messages.values() if target.user == user]
        return [next(p.text for p in letter.post.parts if isinstance(p, Words)) for letter in letters]
