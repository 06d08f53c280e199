"""The evaluation of positions is fitted to games: the file it leaves is the one that the game reads."""

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from haunted_env import registry
from training.fit_evaluation import main


def test_it_writes_weights_of_the_same_shapes_as_the_games_own(tmp_path, capsys):
    own = registry.spec("haunted_destinies").evaluation
    main(["--games", "40", "--out", str(tmp_path / "weights.npz")])
    assert "of the variance in games left out" in capsys.readouterr().out
    with np.load(tmp_path / "weights.npz") as found, np.load(own.weights) as wanted:
        assert {name: found[name].shape for name in found} == {name: wanted[name].shape for name in wanted}
        assert found["first"].shape[0] == own.size
        assert all(np.isfinite(found[name]).all() for name in found)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--game", "haunting_house"], "it has no evaluation of positions that could be fitted"),
        (["--games", "3"], "--games 3: expected at least 10"),
    ],
)
def test_what_cannot_be_fitted_is_refused(words, said, capsys):
    with pytest.raises(SystemExit):
        main(words)
    assert said in capsys.readouterr().err
