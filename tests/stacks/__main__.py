"""Builds an environment for every library, one after the other, and runs its tests and its example there in full.

    python -m tests.stacks                      # all of them, into .venv-stacks/
    python -m tests.stacks torchrl rllib

`<library>.txt` has what is installed, in exact versions. Tests are run by `make test` too: there they skip what is not
installed, and train only for a moment.
"""

import argparse
import os
import subprocess
import sys
import time
import venv
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
LIBRARIES = sorted(path.stem for path in HERE.glob("*.txt"))
# Its build fetches sources from elsewhere, which is not possible everywhere: then its tests are skipped, and say so.
MAY_FAIL = ("pufferlib",)
NOTHING_RUN = 5  # what pytest ends with when all is skipped


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("libraries", nargs="*", metavar="library", help=f"of {', '.join(LIBRARIES)}; all unless given")
    parser.add_argument("--into", type=Path, default=ROOT / ".venv-stacks", help="folder for the environments")
    given = parser.parse_args()
    if unknown := set(given.libraries) - set(LIBRARIES):
        parser.error(f"unknown: {', '.join(sorted(unknown))}; there are {', '.join(LIBRARIES)}")
    outcomes = {library: tried(library, given.into / library) for library in given.libraries or LIBRARIES}
    print("\n" + "\n".join(f"{library:12} {outcome}" for library, outcome in outcomes.items()))
    return int(any(outcome.startswith("FAILED") for outcome in outcomes.values()))


def tried(library: str, folder: Path) -> str:
    """Install and test it; said in a few words."""
    started = time.monotonic()
    print(f"\n== {library}", flush=True)
    if not installed(library, folder) and library not in MAY_FAIL:
        return "FAILED to install"
    environment = {**os.environ, "HAUNTED_ENV_STACKS": "1", "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
    # The conftest.py of all tests wants packages that no library here needs.
    options = ["-q", "-rs", "--confcutdir", str(HERE), "-p", "no:cacheprovider"]
    command = [python(folder), "-m", "pytest", *options, str(HERE / f"test_{library}.py")]
    code = subprocess.run(command, cwd=ROOT, env=environment).returncode
    outcome = {0: "passed", NOTHING_RUN: "skipped: it could not be installed here"}.get(code, "FAILED")
    return f"{outcome} ({time.monotonic() - started:.0f} s)"


def installed(library: str, folder: Path) -> bool:
    """Whether the environment is there, made anew if what it should hold has changed."""
    ready, wanted = folder / "ready", HERE / f"{library}.txt"
    sources = (wanted, ROOT / "pyproject.toml", ROOT / "constraints.txt")
    if ready.exists() and all(ready.stat().st_mtime > source.stat().st_mtime for source in sources):
        return True
    venv.create(folder, with_pip=True, clear=True)
    pip = [python(folder), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    # pytest and the package first: they are there even where the library cannot be installed.
    done = [subprocess.run([*pip, *what], cwd=ROOT).returncode == 0 for what in (["pytest"], ["-r", str(wanted)])]
    if not done[1]:
        subprocess.run([*pip, "-e", "."], cwd=ROOT, check=True)
        return False
    ready.touch()
    return all(done)


def python(folder: Path) -> str:
    return str(folder / "bin" / "python") if os.name == "posix" else str(folder / "Scripts" / "python.exe")


if __name__ == "__main__":
    sys.exit(main())
