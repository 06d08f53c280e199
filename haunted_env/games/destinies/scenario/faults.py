"""What is wrong with a scenario file: faults are collected, so that an author sees them all at once."""

from collections.abc import Iterator
from contextlib import contextmanager

from haunted_env.spec.content import ContentError


class ScenarioError(ContentError):
    """The scenario cannot be played; `faults` says where and what to change, one by one."""

    def __init__(self, *faults: str, file: str = "") -> None:
        super().__init__(*faults)
        self.faults = faults
        self.file = file

    def __str__(self) -> str:
        lines = self.faults if len(self.faults) == 1 else (f"{len(self.faults)} faults", *self.faults)
        return (f"{self.file}: " if self.file else "") + "\n  ".join(lines)


@contextmanager
def told_of(file: str) -> Iterator[None]:
    """What goes wrong while a file is read is told with its name."""
    try:
        yield
    except OSError as error:
        raise ScenarioError(f"cannot be read ({error.strerror}); check the path and its rights", file=file) from error
    except ScenarioError as error:
        raise ScenarioError(*error.faults, file=file) from error
    except ContentError as error:
        raise ScenarioError(str(error), file=file) from error


class Faults:
    """Collects; `stop` raises what has been found."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def add(self, where: str, problem: str) -> None:
        self.found.append(f"{where}: {problem}")

    def collected(self) -> "Faults":
        """A fault that is raised inside `with faults.collected()` is kept, and the work goes on after the block."""
        return self

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> bool:
        if isinstance(error, ScenarioError):
            self.found += error.faults
        elif isinstance(error, ContentError):
            self.found.append(str(error))
        return isinstance(error, ContentError)

    def stop(self) -> None:
        if self.found:
            raise ScenarioError(*dict.fromkeys(self.found))
