"""The options of the game (section 17) and an undealt record that holds them."""

from pathlib import Path
from typing import Any

import numpy as np

from haunted_env.games.destinies.campaign import library as campaigns
from haunted_env.games.destinies.data import MAX_SEATS, NONE, Mode
from haunted_env.games.destinies.scenario import library
from haunted_env.games.destinies.state import GAME
from haunted_env.spec import Option

MODES = tuple(mode.name.lower() for mode in Mode)
ASSIGN = ("random", "draft", "fixed")
DRAFT, FIXED = 1, 2
DEALS = ("own", "shuffled")
SHUFFLED = 1


def default_mode(options: dict[str, Any]) -> str:
    return "multi" if options["players"] > 1 else "explorer"


def read_campaign(value: Any) -> str | None:
    """With its version: so saved games and replays say which one they are of."""
    if value is None:
        return None
    if not isinstance(value, str | Path):
        raise ValueError(f"option campaign={value!r}: expected the name of a campaign or the path of its file")
    return campaigns.versioned(str(value))


def written_campaign(table: np.void) -> str | None:
    return library.name_by_key(int(table["data_key"])) if is_chapter(table) else None


def is_chapter(table: np.void) -> bool:
    key = int(table["data_key"])
    return library.is_known(key) and library.known(key).link is not None


def default_scenario(options: dict[str, Any]) -> str | None:
    """A campaign names its scenarios itself (DS-CONF-2)."""
    return None if options["campaign"] else library.DEFAULT


def read_scenario(value: Any) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str | Path):
        raise ValueError(f"option scenario={value!r}: expected the name of a scenario or the path of its file")
    sources = [library.source(name) for name in library.listed(str(value))]
    if len(set(sources)) < len(sources):
        raise ValueError(f"option scenario={value!r}: a scenario is named twice")
    return str(value)


def read_characters(value: Any) -> list[str] | None:
    """Ids, in a list or a text with commas."""
    if value is None:
        return None
    names = [name.strip() for name in value.split(",")] if isinstance(value, str) else value
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        raise ValueError(f"option characters={value!r}: expected a list of character ids, one per seat")
    return list(names)


def written_characters(table: np.void) -> list[str] | None:
    if (table["fixed"] < 0).all():
        return None
    characters = library.known(campaigns.following(int(table["data_key"]))[0]).characters
    return [characters[number].id for number in table["fixed"] if number >= 0] or None


def read_reward(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | np.number) or not -1 <= value <= 1:
        raise ValueError(f"option step_reward={value!r}: expected a number from -1 to 1")
    return float(np.float32(value))  # as the record keeps it


OPTIONS = (
    Option("players", 3, low=1, high=MAX_SEATS, meaning="number of players"),
    Option(
        *("mode", default_mode, MODES),
        meaning="multi for 2 or 3 players, explorer or challenger for 1",
        written=lambda table: MODES[table["mode"]],
    ),
    Option(
        *("campaign", None, (None, *campaigns.shipped())),
        read=read_campaign,
        written=written_campaign,
        meaning="name of a campaign, or path of its file: its scenarios are played one after the other",
    ),
    Option(
        *("scenario", default_scenario, (*library.shipped(), *library.POOLS)),
        read=read_scenario,
        written=lambda table: None if is_chapter(table) else library.name_by_key(int(table["data_key"])),
        meaning="name of a scenario, path of its file, or generated:SEED; generated:train and generated:test: another "
        "world for each game, by its seed (with :small, :medium, :large); several joined by +: each game one of them",
    ),
    Option(
        *("assign", "random", ASSIGN), meaning="how characters are dealt", written=lambda table: ASSIGN[table["assign"]]
    ),
    Option(
        *("characters", None),
        read=read_characters,
        written=written_characters,
        meaning="character ids by seat, with assign = fixed",
    ),
    Option("destiny_deal", "shuffled", DEALS, meaning="destinies dealt at random, or that of one's character"),
    Option("max_days", 100, low=1, high=10_000, meaning="the game is truncated after this number of days"),
    Option("auto_single", False, (False, True), meaning="play nodes with one legal action by itself"),
    Option(
        *("step_reward", 0.0),
        read=read_reward,
        written=lambda table: float(table["step_reward"]),
        meaning="reward for each step of the own destiny when first done",
    ),
)


def fixed_characters(options: dict[str, Any], names: list[str]) -> list[int]:
    """DS-CONF-3."""
    given = options["characters"]
    if options["assign"] != "fixed":
        if given is not None:
            raise ValueError('option characters: needs assign="fixed"')
        return []
    if given is None or len(given) != options["players"]:
        raise ValueError(f'option characters={given!r}: assign="fixed" needs one id for each of the players')
    for name in given:
        if name not in names:
            raise ValueError(f"option characters: unknown character {name!r}; there are: {', '.join(names)}")
        if given.count(name) > 1:
            raise ValueError(f"option characters: {name!r} appears twice")
    return [names.index(name) for name in given]


def worlds_of(options: dict[str, Any]) -> library.Worlds | campaigns.Chapters:
    """What games with these options are played in (DS-CONF-2, DS-CONF-4)."""
    campaign, scenario = options["campaign"], options["scenario"]
    if (campaign is None) == (scenario is None):
        wanted = "a campaign names its scenarios itself: leave it out" if campaign else "name one, or a campaign"
        raise ValueError(f"option scenario={scenario!r}: {wanted}")
    return campaigns.worlds(campaign) if campaign else library.worlds(scenario)


def new_game(options: dict[str, Any]) -> np.ndarray:
    """One undealt game with these (checked) options; those that do not go together are refused (DS-CONF-1)."""
    players, mode = options["players"], options["mode"]
    if (mode == "multi") != (players > 1):
        raise ValueError(f"option mode={mode!r}: multi is for 2 or 3 players, explorer and challenger are for 1")
    worlds = worlds_of(options)
    if worlds.characters < players:
        what = "a scenario of the campaign" if options["campaign"] else "the scenario"
        raise ValueError(f"option players={players}: {what} has {worlds.characters} characters")
    if worlds.varies and options["assign"] == "fixed":
        raise ValueError('option assign="fixed": needs one scenario, not several')
    names = [] if worlds.varies else [character.id for character in library.known(worlds.key).characters]
    game = np.zeros(1, GAME)
    table = game["table"][0]
    table["n_seats"] = players
    table["mode"] = MODES.index(mode)
    table["assign"] = ASSIGN.index(options["assign"])
    table["destiny_deal"] = DEALS.index(options["destiny_deal"])
    table["auto_single"] = options["auto_single"]
    table["max_days"] = options["max_days"]
    table["step_reward"] = options["step_reward"]
    table["data_key"] = worlds.key
    table["last_chapter"] = len(worlds.keys) - 1 if options["campaign"] else 0
    table["fixed"] = NONE
    table["fixed"][: len(options["characters"] or ())] = fixed_characters(options, names)
    table["decider"] = NONE
    return game
