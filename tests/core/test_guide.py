"""The facts and hints of the guided first games."""

from __future__ import annotations

import pytest

from engine.core.game import SeatPlan
from engine.core.guide import OVER, WON, Guide, GuideStep, guide_of
from engine.core.table import Table
from engine.core.text import catalogue
from engine.games import GAMES, PRESENTATIONS
from tests.translated import OTHERS, WHOLE


def hints(game: str, language: str, kind: str = "guide") -> dict[str, str]:
    head = f"{game}.{kind}."
    return {key.removeprefix(head): text for key, text in catalogue(language).items() if key.startswith(head)}


@pytest.mark.parametrize("game", PRESENTATIONS)
def test_every_step_has_its_hint_and_the_hints_are_short(game: str) -> None:
    guide, texts = guide_of(game), hints(game, "en")
    assert sorted(texts) == sorted({step.id for step in guide.step})
    lengths = {step: [len(line.split()) for line in text.split("\n")] for step, text in texts.items()}
    most = {step: (5, 45 if step == guide.step[0].id else 30) for step in texts}
    assert [step for step, (heading, hint) in lengths.items() if heading > most[step][0] or hint > most[step][1]] == []


@pytest.mark.parametrize("game", PRESENTATIONS)
def test_every_hint_but_the_last_has_a_short_why(game: str) -> None:
    why = hints(game, "en", "guide_why")
    assert sorted(why) == sorted({step.id for step in guide_of(game).step if OVER not in step.asks})
    assert [step for step, text in why.items() if len(text.split()) > 30] == []


@pytest.mark.parametrize(
    ("game", "language"), [(game, language) for game in PRESENTATIONS for language in OTHERS if language in WHOLE]
)
def test_the_hints_are_there_in_the_other_languages(game: str, language: str) -> None:
    for kind in ("guide", "guide_why"):
        assert sorted(hints(game, language, kind)) == sorted(hints(game, "en", kind))


@pytest.mark.parametrize("game", PRESENTATIONS)
def test_the_guided_game_can_be_set_up_and_begins_with_a_hint(game: str) -> None:
    guide = guide_of(game)
    seats = [SeatPlan(guide.civ, "human", "Ana"), *(SeatPlan(civ, "npc") for civ in guide.npcs)]
    table = Table.start(GAMES[game], *guide.first(GAMES[game], seats))
    asked = table.question_to(guide.civ)
    assert asked is not None
    ask = table.ask_of(guide.civ)
    assert ask is not None
    turn = PRESENTATIONS[game].summary.turn_number(table.view(guide.civ))
    assert guide.hint(asked.key, ask.options, turn, begun=False) == guide.step[0]
    assert [guide.hint(OVER, offered, 0, begun=False) for offered in ((WON,), ())] == list(guide.step[-2:])
    assert guide.alone in ("", *GAMES[game].scenarios)


def test_a_hint_is_given_where_its_question_option_turn_and_draft_are_there() -> None:
    steps = (
        GuideStep("spy", ("card",), offers=("12",)),
        GuideStep("late", ("card",), turn=2),
        GuideStep("fresh", ("grow",), begun=False),
    )
    guide = Guide("seed", "standard", "", (), {}, steps)
    given = {
        "offered": guide.hint("card", ("12", "pass"), 2, begun=False),
        "turn": guide.hint("card", ("pass",), 2, begun=True),
        "other turn": guide.hint("card", ("pass",), 1, begun=False),
        "untouched": guide.hint("grow", (), 1, begun=False),
        "touched": guide.hint("grow", (), 1, begun=True),
        "another question": guide.hint("fight", ("12",), 2, begun=False),
    }
    said = {what: step.id if step else "" for what, step in given.items()}
    assert said == {
        "offered": "spy",
        "turn": "late",
        "other turn": "",
        "untouched": "fresh",
        "touched": "",
        "another question": "",
    }


def test_a_loss_is_explained_where_the_guide_expects_it_alone() -> None:
    """Who had played otherwise lost disks in Tyre and read that Judah's were to be saved."""
    guide = guide_of("acme")
    asked = [("lose", "mina", "judah"), ("lose", "mina", "tyre"), ("lose", "card:29", "judah")]
    steps = [guide.hint("loss.buy_off", offered, 1, begun=False) for offered in asked]
    assert [step.id for step in steps if step] == ["loss", "loss_again", "loss_again"]
