"""The report of a contest: one HTML file that needs nothing else, beside the results and the replays of some games."""

from types import ModuleType
from typing import Any

from haunted_env import registry
from haunted_env.arena import referee, replays, results
from haunted_env.arena.ratings import is_sure as is_sure  # for those who print the results
from haunted_env.arena.store import Store
from haunted_env.engine.files import write_atomically

REPORT = "report.html"


def write(store: Store) -> dict[str, Any]:
    """Write results, replays and the report; return the results. Only the HTML needs Jinja2, so it comes last."""
    counted = referee.counted(store)
    found = results.write(store, counted)
    contest, records = store.contest, counted.records
    games = replays.write(store.folder, contest, records)
    pages = html_pages()
    spec = registry.spec(contest.game)
    for kept in games:
        if kept.replay:
            write_atomically(store.folder / f"{kept.file}.html", pages.game(spec, contest, kept))
    write_atomically(store.folder / REPORT, pages.report(found, records, games))
    return found


def html_pages() -> ModuleType:
    """The module that renders pages; a ValueError names the extra if Jinja2 is missing."""
    try:
        from haunted_env.arena import pages
    except ModuleNotFoundError as error:
        if error.name not in ("jinja2", "markupsafe"):
            raise
        needed = 'the report needs Jinja2: pip install "haunted-env[arena]"'
        raise ValueError(f"{needed}; then haunted-env report FOLDER writes it for games already played") from None
    return pages
