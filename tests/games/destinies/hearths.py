"""Three Hearths, a campaign of three tiny scenarios that random players finish: what tests of campaigns play."""

import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from haunted_env.games.destinies import SPEC
from haunted_env.games.destinies.campaign import library
from haunted_env.play.batch import Batch
from tests.games.destinies.made import changed, interaction, written

FOLDER = Path(tempfile.mkdtemp(prefix="hearths_"))
FIRST: dict[str, Any] = {
    "scenario.id": "first_hearth",
    "scenario.title": "The First Hearth",
    "option.+": interaction(id="sing", text="Sing the old song.", effects=["flag song_sung", "virtue 2"]),
}
STEAL = {"option.+": interaction(id="steal", text="Steal the poker.", effects=["pflag thief", "virtue -2"])}
SECOND: dict[str, Any] = {
    "scenario.id": "second_hearth",
    "scenario.title": "The Second Hearth",
    "scenario.intro": "A year later, another house.",
    "past": [
        {"id": "song_sung", "text": "The old song is known here.", "otherwise": "Nobody sings here."},
        {"id": "thief", "of": "player", "text": "{who} is known for a thief."},
        {"id": "fire_won", "text": "The fire has been walked through before."},
    ],
    "npc.keeper.says": [
        {"text": "You! Keep your hands in your pockets.", "when": ["pflag:thief"]},
        {"text": "Sing it again.", "when": ["flag:song_sung"]},
        {"text": "Another one.", "when": []},
    ],
    "option.+": interaction(id="warm", text="Warm yourself.", when=["flag:fire_won"], limit="player", effects=["xp 1"]),
    "character.cedar.id": "clover",
    "character.2.name": "Clover",
    "destiny.cedarn.character": "clover",
}
THIRD: dict[str, Any] = {
    "scenario.id": "third_hearth",
    "scenario.title": "The Third Hearth",
    "scenario.intro": "The last house of all.",
    "past": [
        {"id": "won_before", "of": "player", "text": "{who} has walked through fire."},
        {"id": "thief", "of": "player", "text": "{who} is still a thief."},
    ],
    "option.+": interaction(id="boast", text="Boast.", when=["pflag:won_before"], limit="player", effects=["coins 1"]),
    "event.+": {
        "id": "ev_thief",
        "text": "The constable asks about a poker.",
        "when": ["day>=2", "anyone:thief"],
        "modes": ["multi", "explorer", "challenger"],
        "effects": ["all coins -1"],
    },
}
CAMPAIGN: dict[str, Any] = {
    "campaign": {
        "format": 1,
        "id": "three_hearths",
        "title": "Three Hearths",
        "intro": "Three houses, and the people who could not stay.",
        "carry": ["song_sung"],
        "carry_players": ["thief"],
        "virtue": "half",
        "limit": 3,
    },
    "chapter": [
        {
            "id": "one",
            "scenario": "first.toml",
            "won": {"fin_fire": "fire_won", "fin_well": "well_won"},
            "nobody": "cold_hearth",
            "winner": "won_before",
        },
        {
            "id": "two",
            "scenario": "second.toml",
            "text": "They met again.",
            "won": {"fin_fire": "fire_won"},
            "heirs": {"cedar": "clover", "birch": ""},
            "winner": "won_before",
            "legacy": [
                {"id": "pride", "text": "{who} is proud.", "when": ["pflag:won_before"], "effects": ["xp 1"]},
                {"id": "purse", "text": "{who} kept a purse.", "when": ["pflag:thief"], "effects": ["coins 4"]},
                {"id": "burn", "text": "{who} has a burn.", "when": ["!pflag:won_before"], "effects": ["skill dex -1"]},
                {"id": "cold", "text": "{who} is cold.", "when": ["flag:cold_hearth"], "effects": ["exhaust 1"]},
            ],
        },
        {
            "id": "three",
            "scenario": "third.toml",
            "legacy": [
                {"id": "keepsake", "text": "{who} kept an ember.", "when": ["flag:well_won"], "effects": ["item ember"]}
            ],
        },
    ],
    "epilogue": [
        {"when": ["flag:fire_won", "!flag:well_won"], "text": "Only ashes were left of the three houses."},
        {"when": [], "text": "The three houses are still there."},
    ],
}


def build(folder: Path, changes: dict[str, Any] | None = None, document: dict[str, Any] = CAMPAIGN) -> str:
    """The path of the campaign in a folder, with values of its file changed, and its scenarios beside it."""
    written(folder / "first.toml", changed(STEAL, changed(FIRST)))
    written(folder / "second.toml", changed(SECOND))
    written(folder / "third.toml", changed(THIRD))
    return written(folder / "hearths.toml", changed(changes or {}, document))


def played_on(path: Path) -> None:
    """Read a campaign file and let random players play it, with three days to a chapter; a ScenarioError says why it
    cannot be read."""
    campaign = library.find(str(path))
    players = min(3, *(len(scenario.characters) for scenario in campaign.scenarios))
    batch = Batch(SPEC, 4, {"players": players, "campaign": str(path), "max_days": 3})
    generators = batch.generators(1)
    batch.deal(np.arange(4))
    while (batch.seats >= 0).any():
        rows = batch.rows[batch.seats >= 0]
        assert batch.masks[rows].any(axis=1).all()
        batch.step(batch.random_actions(generators)[rows], rows)
    SPEC.words.text(batch.games[:1], None)
    SPEC.words.events(batch.games[:1], 0)


FILE = build(FOLDER)
HEARTHS = library.find(FILE)
OPTIONS = {"campaign": FILE}
