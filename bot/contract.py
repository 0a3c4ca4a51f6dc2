"""What screens and commands may ask of the bot's service, and what they make for it.

Screens know nothing of the store or of Discord's delivery; the service knows nothing of Discord. Every
method that changes something is one transaction and answers, or raises `Refused` and has changed nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from bot.posts import Attached, Button, Part, Picture, Post, Row, Rule, Style, Words
from bot.values import (
    BackPoint,
    Batch,
    Cause,
    ChannelStyle,
    Chapter,
    CheckpointInfo,
    Done,
    Draft,
    Export,
    LogLine,
    LogPage,
    News,
    Notice,
    Pace,
    Person,
    Petition,
    PetitionResult,
    Phase,
    Place,
    Preferences,
    PublicAsk,
    Reasons,
    Refused,
    Result,
    SeatInfo,
    Settings,
    Sheet,
    Standing,
    TableId,
    TableInfo,
    TableLine,
    Verified,
    Window,
    WindowClose,
    WindowKind,
)
from engine.core.ask import Option
from engine.core.game import Control, Event, View
from engine.core.table import DryRun

__all__ = [
    "Attached",
    "BackPoint",
    "Batch",
    "Button",
    "Cause",
    "ChannelStyle",
    "Chapter",
    "CheckpointInfo",
    "Done",
    "Draft",
    "DryRun",
    "Export",
    "LogLine",
    "LogPage",
    "Narrator",
    "News",
    "Notice",
    "Option",
    "Pace",
    "Part",
    "Person",
    "Petition",
    "PetitionResult",
    "Phase",
    "Picture",
    "Place",
    "Post",
    "Preferences",
    "PublicAsk",
    "Reasons",
    "Refused",
    "Result",
    "Row",
    "Rule",
    "SeatInfo",
    "Service",
    "Settings",
    "Sheet",
    "Standing",
    "Style",
    "TableId",
    "TableInfo",
    "TableLine",
    "Verified",
    "Window",
    "WindowClose",
    "WindowKind",
    "Words",
]


class Narrator(Protocol):
    """Makes posts of what happened. Called inside the transaction: quick, pure, never drawing."""

    def lobby(self, info: TableInfo) -> Post:
        """The lobby post, slot `lobby`: sent when a table opens, edited when it changes."""

    def posts(self, news: News) -> Sequence[Post]:
        """The public posts of a change, the end of the game included; none if nothing is to be told."""

    def matter(self, info: TableInfo, what: str, said: Mapping[str, Any]) -> Sequence[Post]:
        """Posts about the table itself. `what`: seat, host, settings, moved, left, ended, control."""

    def petition(self, info: TableInfo, petition: Petition) -> Sequence[Post]:
        """The post of a request to go back, and later that of its end, unless the game goes back: that is news."""

    def seated(self, info: TableInfo, seat: SeatInfo) -> Post:
        """The DM that tries whether DMs arrive, sent at Join."""

    def hand(self, info: TableInfo, seat: SeatInfo, view: View) -> Post | None:
        """The hand as a DM, from the seat's own view; the service gives it its slot. None: nothing to show."""

    def privately(self, info: TableInfo, seat: SeatInfo, events: Sequence[Event]) -> Post | None:
        """The DM that tells a seat what only it may know; None if a DM is not worth it."""

    def window(self, sheet: Sheet) -> Post | None:
        """The DM to a seat about the window that has just opened; None if a DM is not worth it."""

    def turn(self, news: News, seat: SeatInfo) -> Post | None:
        """The DM to a seat that it is asked now; None if a DM is not worth it."""

    def discreet(self, post: Post, table: str) -> Post:
        """A DM for somebody whose screen others may see: without cards."""

    def channel_gone(self, info: TableInfo) -> Post:
        """The DM to the host when the channel of the table has been deleted."""


class Service(Protocol):
    """The game master's desk. `table` is an id in any case; unknown ones raise Refused("no_table").

    Wherever a seat is left open (`seat=None`), the person's seat that is asked first is meant, else the first.
    """

    async def open_table(
        self,
        host: Person,
        place: Place,
        game: str,
        *,
        scenario: str = "",
        options: Mapping[str, Any] | None = None,
        settings: Settings | None = None,
        npcs: int = 0,
        most: int | None = None,
        npc_civs: Sequence[str] = (),
    ) -> TableInfo:
        """A lobby in that place with the host seated. Refused: channel_taken, unknown_game, bad_option."""

    async def set_options(
        self,
        table: TableId,
        person: Person,
        *,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        npcs: int | None = None,
        most: int | None = None,
        npc_civs: Sequence[str] | None = None,
    ) -> TableInfo:
        """Change a lobby; `options` are merged in, None resets one; `npc_civs` names what the first NPC seats play.

        Refused: host_only, begun, bad_option, civ_taken, setup (with `reason`).
        """

    async def change_settings(self, table: TableId, person: Person, **changes: Any) -> TableInfo:
        """Change pace, window_close, channel or note at any time. Refused: host_only, bad_option."""

    async def join(
        self, table: TableId, person: Person, *, civ: str = "", again: bool = False, seat: int | None = None
    ) -> TableInfo:
        """Take a seat; `again` takes a further one. Refused: full, begun, joined, civ_taken.

        Who sits already names a civilization with `civ`, for the seat of that number; `any` leaves it open again.
        """

    async def give_back(self, table: TableId, person: Person, seat: int) -> TableInfo:
        """Give one of several seats of a lobby back. Refused: no_seat, begun, over."""

    async def leave(self, table: TableId, person: Person, *, confirm: str = "") -> TableInfo:
        """Give up one's seats; running ones go to the NPC. Refused: no_seat, leave (with `confirm` to repeat)."""

    async def start(self, table: TableId, person: Person) -> Done:
        """Begin. Refused: host_only, begun, too_few_seats, setup (with `reason`)."""

    async def control(self, table: TableId, person: Person, number: int, by: Control) -> Done:
        """Let the NPC play a seat for its owner, or the owner again.

        Refused: no_seat, owner_only, over, nobody_left.
        """

    async def give_seat(self, table: TableId, person: Person, number: int, to: Person) -> Done:
        """Hand a seat to somebody. Refused: no_seat, owner_only (only owner or host), over."""

    async def give_host(self, table: TableId, person: Person, to: Person) -> TableInfo:
        """Pass on the host's rights. Refused: host_only."""

    async def end(
        self, table: TableId, person: Person, *, reason: str = "", confirm: str = "", moderator: bool = False
    ) -> TableInfo:
        """End the game or close the lobby. Refused: host_only, over, end (with `confirm` to repeat)."""

    async def move(self, table: TableId, person: Person, place: Place, *, moderator: bool = False) -> TableInfo:
        """Go on in another channel. Refused: host_only, channel_taken."""

    async def list_tables(self, person: Person) -> tuple[TableLine, ...]:
        """The tables where that person sits or is host, waiting ones first, finished ones left out."""

    async def table_in(self, channel: int) -> TableInfo | None:
        """The table of that channel: the one open or running, else the last one that ended there."""

    async def info(self, table: TableId) -> TableInfo:
        """Everything public about a table but its board."""

    async def standing(self, table: TableId) -> Standing:
        """What everybody may see. Refused: not_begun."""

    async def sheet(self, table: TableId, person: Person, seat: int | None = None) -> Sheet:
        """Everything for a private screen. Refused: no_seat, replaced, not_begun."""

    async def answer(
        self, table: TableId, person: Person, ask_no: int | None, batch: Batch, *, seat: int | None = None
    ) -> Done:
        """Answer what is asked, all of the batch or none; a sealed question is sealed instead (a batch of one).

        Without `ask_no` the present question is meant. The same click twice is answered by what the first did.
        Refused: no_seat, replaced, stale, not_asked, window_closed, not_an_option (with `reason`), over.
        """

    async def follow(
        self, table: TableId, person: Person, ask_no: int | None, wishes: Mapping[str, Any], *, seat: int | None = None
    ) -> Done:
        """Answer by a plan that is kept, unseen, and goes on answering questions of this kind until it is over.

        Refused as `answer`, and not_an_option where the question takes no plan or the wishes make none.
        """

    async def outlook(
        self, table: TableId, person: Person, most: int, *, seat: int | None = None
    ) -> tuple[Mapping[str, int], ...]:
        """For such a question: how it ends if the seat pays 0 to `most` times and nobody else anything."""

    async def unseal(self, table: TableId, person: Person, ask_no: int | None, *, seat: int | None = None) -> Done:
        """Take a sealed answer back, so that silence stands. Refused as `answer`."""

    async def save_draft(
        self, table: TableId, person: Person, ask_no: int, draft: Draft, *, seat: int | None = None
    ) -> Draft:
        """Keep a draft; its `version` must be the one read (0: new). Refused: stale, other_device (with `draft`)."""

    async def clear_draft(self, table: TableId, person: Person, *, seat: int | None = None) -> None:
        """Throw the draft away."""

    async def preview(self, table: TableId, person: Person, batch: Batch, *, seat: int | None = None) -> DryRun:
        """What a batch would do, on the seat's own view. Refused as `answer`."""

    async def previews(
        self, table: TableId, person: Person, batches: Sequence[Batch], *, seat: int | None = None
    ) -> tuple[DryRun | None, ...]:
        """What each of several batches would do; None for one that is not possible. Refused as `answer`."""

    async def why_not(self, table: TableId, person: Person, token: str, *, seat: int | None = None) -> str:
        """Why something cannot be done now; empty if nothing is known against it."""

    async def options_now(self, table: TableId, person: Person) -> tuple[Option, ...]:
        """For autocomplete: the options of the person's seat that is asked; nothing for strangers."""

    async def undo(self, table: TableId, person: Person, *, seat: int | None = None) -> Done:
        """Take back the last answer, a batch as a whole. Refused: undo_answered, _chance, _nothing or _over."""

    async def checkpoints(self, table: TableId) -> tuple[CheckpointInfo, ...]:
        """The points of the game so far, newest first."""

    async def go_back(self, table: TableId, person: Person, checkpoint: int) -> Done:
        """Back to a point of the game, by the host alone. Refused: host_only, no_checkpoint, over."""

    async def back_points(self, table: TableId, person: Person) -> tuple[BackPoint, ...]:
        """The moments one may ask the others to go back to. Refused: over, no_seat, undo_pending."""

    async def ask_back(self, table: TableId, person: Person, answers: int, reason: str = "") -> Petition:
        """Ask to go back to a moment. Refused: over, no_seat, undo_pending, no_checkpoint.

        Where nobody is concerned it is done at once.
        """

    async def vote_back(self, table: TableId, person: Person, no: int, *, agrees: bool) -> Petition:
        """Agree or refuse. Refused: petition_over, petition_own, petition_free (not concerned), no_seat."""

    async def petition(self, table: TableId, no: int) -> Petition:
        """A request that is open, for a closer look. Refused: petition_over."""

    async def history(self, table: TableId, checkpoint: int, person: Person | None = None) -> View:
        """The public view at that point; after the end, a person's own. Refused: no_checkpoint."""

    async def since(self, table: TableId, person: Person | None = None) -> View | None:
        """The public view just after the person's last answer; for others that of the last picture posted."""

    async def log(
        self, table: TableId, person: Person | None, *, chapter: str = "", about: str = "", page: int = 1
    ) -> LogPage:
        """A page of the log: public lines, and those told to the person's own seats alone."""

    async def reasons(self, table: TableId, line: int) -> Reasons:
        """Why NPCs did what that public line of the log tells. Refused: no_reason, not_begun."""

    async def results(self, person: Person) -> tuple[Result, ...]:
        """How the person's finished games without other persons ended, the best of each scenario first."""

    async def hand(self, table: TableId, person: Person, *, seat: int | None = None) -> Sheet:
        """The sheet for the hand screen, also after the end. Refused: no_seat, replaced, not_begun."""

    async def npc_hand(self, table: TableId, seat: str) -> tuple[TableInfo, SeatInfo, View]:
        """The open hand of an NPC, in the public view. Refused: secret (with `npcs`, whose hands are open)."""

    async def export(self, table: TableId, person: Person) -> Export:
        """The game as a file: for the host while it runs, for all after the end. Refused: export_sealed."""

    async def import_(self, person: Person, place: Place, raw: bytes) -> TableInfo:
        """A new table here from a file. Refused: import (with `reason`), channel_taken."""

    async def verify(self, table: TableId, raw: bytes | None = None) -> Verified:
        """Replay a finished game from its number. Refused: seed_secret (with `fingerprint`), import."""

    async def take_notices(self, person: Person, table: TableId = "") -> tuple[Notice, ...]:
        """What is to be told once to that person, now told."""

    async def retry_dm(self, person: Person) -> None:
        """Forget that the person's DMs were closed."""

    async def preferences(self, person: Person) -> Preferences:
        """What the person wants."""

    async def set_preferences(self, person: Person, preferences: Preferences) -> Preferences:
        """Keep what the person wants. Refused: bad_option."""

    async def personal_data(self, person: Person) -> Export:
        """All that is stored about the person, as one file of JSON."""

    async def forget_person(self, person: Person) -> tuple[TableId, ...]:
        """Delete preferences and notices, and the person's part in finished tables; the tables that stay."""

    def error_reference(self, error: BaseException) -> str:
        """Log an inner failure and return its reference of four characters, for error 29."""
