from tests.learning.conftest import card, toy, train

__all__ = ["card", "toy", "train"]
