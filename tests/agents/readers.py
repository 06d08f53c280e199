"""Text players for the tests, found by name."""

import os
import threading
import time


def first(prompt: str) -> str:
    return "1"


def slow(prompt: str) -> str:
    """Takes its time, so that a tournament can be killed in the middle."""
    time.sleep(0.002)
    return str(1 + len(prompt) % 2)


def broken(prompt: str) -> str:
    raise RuntimeError("out of order")


def fatal(prompt: str) -> str:
    """Takes the whole process along."""
    os._exit(1)


def hangs(prompt: str) -> str:
    """Never answers."""
    threading.Event().wait()
    return "1"
