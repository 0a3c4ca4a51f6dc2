"""The position of the examples: the Hittites with seven disks to place on the western map, and a table at it."""

from __future__ import annotations

from bot.ui.words.presentations import presentation_of
from engine.acme.game import GAME
from engine.core import notation
from tests.ui.play.fake_service import FakeService, Presser

POSITION = """
game = "acme"
map = "western"
epoch = 2
turn = 3
phase = "growth"
order = ["hittites", "egypt", "babylon", "assyria"]
seed = "hittites"

[civs.hittites]
home = "hattusha"
vp = 11
mina = 2
hand = [80, 50, 28, 17]

[civs.egypt]
home = "memphis"
vp = 14
mina = 3
hand = [73, 42, 40, 16, 29]

[civs.babylon]
home = "babylon"
vp = 11
mina = 5
hand = [81, 89, 23]

[civs.assyria]
home = "nineveh"
vp = 8
hand = [72, 25]

[areas]
hattusha = "hittites 3"
kaska = "hittites 2"
kumannis = "hittites 2"
karahuyuk = "hittites 2"
arzawa = "hittites 2"
pala = "hittites 1"
tarsus = "hittites 2"
carchemish = "hittites 1"
caucasus_sea = "hittites 1"
cilician_strait = "hittites 1"
zab = "assyria 1"
nineveh = "assyria 3"
assur = "assyria 2"
memphis = "egypt 3"
nile_delta = "egypt 3"
sinai_sea = "egypt 1"
babylon = "babylon 3"
borsippa = "babylon 2"
emar = "babylon 2"
"""

PRESENTATION = presentation_of("acme")


def table(position: str = POSITION) -> FakeService:
    """The game at that position."""
    return FakeService(notation.load(GAME, position))


def hittites(fake: FakeService) -> Presser:
    """Ben, who plays the Hittites."""
    return Presser.of(fake, PRESENTATION, fake.person("hittites"))
