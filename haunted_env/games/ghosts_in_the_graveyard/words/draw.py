"""The game as a picture (placeholder)."""
import numpy as np
def draw(game: np.ndarray, seat: int | None) -> np.ndarray:
    return np.zeros((8, 8, 3), np.uint8)
