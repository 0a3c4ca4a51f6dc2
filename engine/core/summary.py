"""A public view in words, for each game: the moment, the standings, what to look at.

A `Summary` reads public views only, so its readers learn nothing hidden.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

import msgspec

from engine.core.game import Event, Outcome, View
from engine.core.naming import spell_out
from engine.core.text import words

VOLATILE: Final = frozenset({"by", "player", "name", "hand", "colour", "letter"})


class Summary:
    """Public words for a game. This class is for games that declare none, and the base of all others. Most fields are
    prefixes of events' keys.
    """

    titles: tuple[str, ...] = ("phase.",)
    """Events that the headings of posts tell anyway."""
    stopping: tuple[str, ...] = ()
    """Events saying that what was announced didn't happen."""
    announced: frozenset[str] = frozenset()
    """Questions that respond to an announcement."""
    joined: frozenset[str] = frozenset()
    """Lines of one seat told as one sentence."""
    opening: frozenset[str] = frozenset()
    """Lines that may begin such a sentence."""
    minor: tuple[str, ...] = ()
    """Reasons shown only if there are no others."""
    drawn: frozenset[str] = frozenset()
    """Private lines that one's hand shows anyway."""
    closing_step: str = ""
    """The step that begins a new part: the board before it is shown where the old part ends."""
    shared: tuple[str, ...] = ()
    """Lines about all seats, whichever is named first."""
    one_post: bool = False
    """Whether all effects of one action end in one post, however many are asked about it."""
    own_line: tuple[str, ...] = ()
    """Lines that always begin a new line."""
    listing: frozenset[str] = frozenset()
    """Lines that end in a list, so that nothing follows on the same line."""
    headed: tuple[str, ...] = ()
    """Lines with a head before a colon, shown in bold."""
    marked: frozenset[str] = frozenset()
    """Lines that already say that an NPC acts."""
    charted: str = ""
    """The name of the drawing of points after each turn, if there is one."""

    def moment(self, view: View) -> str:
        """Return the present moment of the game. A new moment gets a post with the board."""
        return self.chapter(0, self.turn_number(view), self.phase(view))

    def turn_number(self, _view: View) -> int:
        """Return the turn of the view, from 1; 0 before the first."""
        return 0

    def phase(self, _view: View) -> str:
        """Return the phase of the view, by its key."""
        return ""

    def areas(self, _view: View) -> Collection[str]:
        """Return all areas of the board."""
        return ()

    def peoples(self, _view: View) -> Collection[str]:
        """Return the seats' peoples in the view: civilizations, nations, cultures."""
        return ()

    def map_slug(self, _view: View) -> str:
        """Return the map played on; empty where there is only one."""
        return ""

    def chapter(self, _era: int, turn: int, phase: str) -> str:
        """Return the name of a stretch of the log, as its key has it."""
        name = spell_out(phase) or words("table.phase.begin")
        if turn > 0 and not phase:
            return words("table.phase.turn_alone", turn=turn)
        return words("table.phase.turn", turn=turn, phase=name) if turn > 0 and phase != "setup" else name

    def turn(self, _era: int, turn: int) -> str:
        """Return the name of a turn inside a sentence: `turn 3`."""
        return words("table.over.turn", turn=turn)

    def standing(self, _view: View, _slug: str) -> str:
        """Return the standing of one seat; empty if there is nothing to tell."""
        return ""

    def score_line(self, view: View, slug: str) -> str:
        """Return what counts most of one seat's standing, on one line of a phone beside its name."""
        return self.standing(view, slug)

    def totals(self, _view: View) -> Sequence[tuple[str, str]]:
        """Return the standings of players with several seats: name, and the rest in words."""
        return ()

    def score_totals(self, view: View) -> Sequence[tuple[str, str]]:
        """Return the same without its parts, for a line of a phone."""
        return self.totals(view)

    def winning_score(self, _view: View, outcome: Outcome) -> str:
        """With what the winner has won, in words."""
        return self.points(outcome.scores.get(outcome.winners[0], 0)) if outcome.winners else ""

    def notes(self, _view: View) -> Sequence[str]:
        """Return what else a phase post tells."""
        return ()

    def legend(self, _view: View) -> Sequence[str]:
        """Return what the legend of this game says besides that of all games."""
        return ()

    def piles(self, _view: View) -> str:
        """Return the deck, the discard pile and what is beside the board, in words."""
        return ""

    def differences(self, _then: View, _now: View) -> Sequence[str]:
        """Return the differences between two moments: what going back takes and gives, and what was revealed since."""
        return ()

    def balance(self, _then: View, _now: View, _slug: str) -> str:
        """Return what one seat has won and lost between two moments, without its name; empty if nothing counted."""
        return ""

    def cards(self, _view: View, _seat: str) -> tuple[str, ...] | None:
        """Return the hand that a seat's own view shows; None for a game without hands."""
        return None

    def mates(self, _view: View, _slug: str) -> Sequence[str]:
        """Return the seats to which that seat can show cards: its team-mates."""
        return ()

    def shows(self, _view: View, _mate: str) -> Sequence[str]:
        """Return the cards that the view's seat shows to that team-mate."""
        return ()

    def cards_shown_to(self, _view: View, _slug: str) -> Sequence[str]:
        """Return the cards that another seat shows to the one whose view this is."""
        return ()

    def attitude(self, _view: View, _slug: str) -> str:
        """Return whom an NPC is hostile to, in a sentence; empty if to everyone, and for people."""
        return ""

    def visible(self, _view: View, _slug: str) -> object:
        """Return everything public about a seat, to compare two moments."""
        return None

    def condense(self, events: Sequence[Event]) -> Sequence[Event]:
        """Return public events as posts tell them: what the log has line by line may be one line there."""
        return events

    def closing_part(self, _before: View, _events: Sequence[Event]) -> tuple[str, int]:
        """Return the heading and the number of the events that end the part before a new moment, for a post of their
        own.
        """
        return "", 0

    def asked_in_short(self, _view: View, _key: str, _slug: str) -> str:
        """Return what that seat is asked, if the view says more than the question's key; else empty."""
        return ""

    def ahead(self, _view: View) -> Sequence[str]:
        """Return the seats that aren't asked yet but may already answer, because nobody before can reach them."""
        return ()

    def is_told_at_once(self, _events: Sequence[Event]) -> bool:
        """Return whether these events are posted at once in a quiet channel."""
        return False

    def explains(self, _event: Event) -> bool:
        """Return whether the event explains a change of points, so that it is told with the new ones."""
        return False

    def order(self, _view: View) -> Sequence[str]:
        """Return the seats in turn order."""
        return ()

    def discard(self, _view: View) -> Sequence[str]:
        """Return the discard pile, newest card first."""
        return ()

    def sites(self, _view: View, _slug: str) -> Sequence[str]:
        """Return the areas of a seat that count most: what the status lists, and the end post counts."""
        return ()

    def final(self, _view: View, _slug: str, score: int) -> str:
        """With what a seat ends."""
        return str(score)

    def ends(self, _view: View) -> str:
        """Return when the game ends, for the start post; empty if only its rules say so."""
        return ""

    def length(self, _view: View) -> str:
        """Return how long the game has lasted; empty if nothing counts it."""
        return ""

    def pack(self, _options: Mapping[str, Any]) -> str:
        """Return which cards are in the game; empty for a game without cards."""
        return ""

    def board(self, _view: View) -> bool:
        """Return whether there is a board to draw."""
        return False

    def base(self, _options: Mapping[str, Any]) -> str:
        """Return the name of the board on which a table with these options is played; empty if none is drawn ahead."""
        return ""

    def origins(self, _view: View, _slug: str) -> str:
        """Return where a seat's points came from; empty if that wasn't counted."""
        return ""

    def open_scores(self, _view: View) -> bool:
        """Return whether everyone can work out each seat's present points, as in games without hidden ones."""
        return True

    def hand(self, _card: str) -> str:
        """Return a card of a hand in a line; empty if its name says all."""
        return ""

    def reason(self, outcome: Outcome) -> str:
        """Return why the game has ended."""
        return str(outcome.reason)

    def points(self, n: int) -> str:
        """Return the points of a winner."""
        return words("table.over.points", n=n)


def to_plain(view: View) -> Mapping[str, Any]:
    """Return a view as plain data, whether it is a struct or already plain."""
    seen: Mapping[str, Any] = view if isinstance(view, Mapping) else msgspec.to_builtins(view)
    return seen


class PlainSummary(Summary):
    """The summary of a game that declares none: its views may have `turn`, `phase`, `order` and `hand`, here or by seat
    in `civs`. A field of such a name that is something else means nothing.
    """

    def turn_number(self, view: View) -> int:
        """Return `turn`, if that is a number."""
        turn = to_plain(view).get("turn", 0)
        return turn if isinstance(turn, int) else 0

    def phase(self, view: View) -> str:
        """Return `phase`, if that is a text."""
        phase = to_plain(view).get("phase", "")
        return phase if isinstance(phase, str) else ""

    def order(self, view: View) -> Sequence[str]:
        """Return `order`, if those are texts."""
        order = to_plain(view).get("order", ())
        return tuple(order) if isinstance(order, list | tuple) and all(isinstance(one, str) for one in order) else ()

    def cards(self, view: View, seat: str) -> tuple[str, ...] | None:
        """Return `hand` of the seat among the `civs`, or of the view, if that is a list."""
        seen = to_plain(view)
        civs = seen.get("civs")
        own = civs.get(seat, seen) if isinstance(civs, Mapping) else seen
        cards = own.get("hand") if isinstance(own, Mapping) else None
        return tuple(map(str, cards)) if isinstance(cards, list | tuple) else None

    def visible(self, view: View, slug: str) -> object:
        """Return what `civs` says about a seat, if it has an entry for each."""
        civs = to_plain(view).get("civs")
        own = civs.get(slug) if isinstance(civs, Mapping) else None
        return {key: value for key, value in own.items() if key not in VOLATILE} if isinstance(own, Mapping) else own
