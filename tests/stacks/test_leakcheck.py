"""leakcheck on OpenSpiel, PettingZoo and RLCard with the exchanges of examples/leakcheck: docs/leakcheck.md."""

import sys
from pathlib import Path

import pytest

REASON = "not installed: python -m tests.stacks leakcheck"
for module in ("pyspiel", "rlcard", "shimmy"):
    pytest.importorskip(module, reason=f"{module} is {REASON}")

from haunted_env.leakcheck import check, find_game
from haunted_env.leakcheck.find import function

EXCHANGES = Path(__file__).parents[2] / "examples" / "leakcheck"
LIMITS = {"games": 4, "seconds": 20.0}
RESAMPLED = ("kuhn_poker", "leduc_poker(players=3)", "universal_poker", "bargaining", "gin_rummy", "hearts", "oh_hell")
CLASSIC = {
    "leduc_holdem_v4": "poker",
    "texas_holdem_v4": "poker",
    "texas_holdem_no_limit_v6": "poker",
    "hanabi_v5": "hanabi",
}
RLCARD = "rlcard_games:RlcardGame", "rlcard_games:exchange"
STATE = {f"state['{name}']" for name in ("obs", "raw_obs", "legal_actions", "raw_legal_actions")}
OFF_TURN = {  # what `get_state` of players who are not to move tells of the one who is
    "leduc-holdem": set(),
    "limit-holdem": set(),
    "no-limit-holdem": set(),
    "uno": {"state['legal_actions']"},
    "gin-rummy": STATE,
    "bridge": STATE,
}


@pytest.fixture(autouse=True)
def here(monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path, str(EXCHANGES)])


def checked(target, exchange=None, options=None, **more):
    report = check(find_game(target, options), function(exchange, "exchange") if exchange else None, **LIMITS, **more)
    assert report.noticed
    return {leak.entry for leak in report.leaks}


@pytest.mark.parametrize("name", RESAMPLED)
def test_openspiel_by_its_own_resampling(name):
    assert not checked(f"openspiel:{name}")


@pytest.mark.parametrize("name", ["hanabi", "liars_dice"])
def test_openspiel_by_playing_again(name):
    assert not checked(f"openspiel:{name}", f"openspiel_redeal:{name}")


@pytest.mark.parametrize("name", CLASSIC)
def test_pettingzoo(name):
    assert not checked(f"pettingzoo.classic.{name}:env", f"pettingzoo_classic:{CLASSIC[name]}")


@pytest.mark.parametrize("name", OFF_TURN)
def test_rlcard_off_turn(name):
    assert checked(*RLCARD, {"name": name}) == OFF_TURN[name]


@pytest.mark.parametrize("name", sorted(set(OFF_TURN) - {"bridge", "gin-rummy"}))
def test_rlcard_on_turn(name):
    assert not checked(*RLCARD, {"name": name}, acting_only=True)


def test_rlcard_bridge_shows_the_dummy_before_the_lead():
    assert checked(*RLCARD, {"name": "bridge"}, acting_only=True) == {"state['obs']", "state['raw_obs']"}


def test_what_openspiel_cannot_give_is_told():
    with pytest.raises(ValueError, match="has no resample_from_infostate: give an exchange"):
        checked("openspiel:liars_dice")
    with pytest.raises(ValueError, match=r"players act at once; try turn_based_simultaneous_game"):
        checked("openspiel:goofspiel")
    with pytest.raises(ValueError, match=r"openspiel:no_such_game: .*no_such_game"):
        checked("openspiel:no_such_game")
