"""Some games of a contest to look at: as replay files, and as a page with what happened."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from haunted_env import registry
from haunted_env.arena.plan import Contest
from haunted_env.arena.record import GameRecord
from haunted_env.play import replay as replays
from haunted_env.engine.files import write_atomically
from haunted_env.play.replay import Replay, ReplayError
from haunted_env.spec import GameSpec

FOLDER = "replays"
PER_REASON = 4  # games kept per way of ending
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>
<style>body{{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1d2530}}
pre{{font:13px/1.5 ui-monospace,monospace;white-space:pre-wrap}}code{{background:#eef1f5;padding:.1em .3em}}
@media(prefers-color-scheme:dark){{body{{background:#14181e;color:#dfe5ec}}code{{background:#232a33}}}}</style>
<h1>{title}</h1><p>{seats}</p><p>{end}</p>
<p>Watch it move by move: <code>haunted-env replay {file}</code></p><pre>{events}</pre></html>
"""


def chosen(records: Sequence[GameRecord]) -> list[GameRecord]:
    """The first games of every way of ending."""
    seen: dict[str, int] = {}
    kept = []
    for record in records:
        seen[record.reason] = seen.get(record.reason, 0) + 1
        if seen[record.reason] <= PER_REASON:
            kept.append(record)
    return kept


def replay_of(spec: GameSpec, contest: Contest, record: GameRecord) -> Replay:
    """The game as a replay that anybody can check; a ReplayError if it goes otherwise than it went."""
    try:
        options = contest.options_for(spec, record.plan.players)
    except ValueError as error:
        raise ReplayError(str(error)) from error
    replay = Replay(
        game=spec.name,
        version=spec.version,
        content_hash=spec.content_hash,
        options=options,
        seed=record.plan.seed,
        actions=record.actions.tolist(),
        notes={"agents": [contest.agents[agent] for agent in record.plan.seating]},
    )
    if not record.state_hash:
        raise ReplayError("the process died with the game: what was played is not known")
    sealed = replays.seal(spec, replay)
    if sealed.state_hash != record.state_hash:
        raise ReplayError("played again, it ends otherwise than it did in the contest")
    return sealed


def write(folder: Path, contest: Contest, records: Sequence[GameRecord]) -> list[tuple[GameRecord, str, str]]:
    """Write the chosen games: (game, file name without suffix, "") of each, relative to the contest's folder.

    A game that cannot be replayed is left out; the third word then says why.
    """
    spec = registry.spec(contest.game)
    (folder / FOLDER).mkdir(exist_ok=True)
    written = []
    for record in chosen(records):
        plan = record.plan
        name = f"{FOLDER}/{plan.players}p-deal{plan.deal}-rotation{plan.rotation}"
        try:
            replay = replay_of(spec, contest, record)
        except ReplayError as error:
            for suffix in (".jsonl", ".html"):  # of a report written before
                (folder / f"{name}{suffix}").unlink(missing_ok=True)
            written.append((record, name, str(error)))
            continue
        replay.save(folder / f"{name}.jsonl")
        write_atomically(folder / f"{name}.html", _page(spec, contest, record, replay, Path(f"{name}.jsonl")))
        written.append((record, name, ""))
    return written


def _page(spec: GameSpec, contest: Contest, record: GameRecord, replay: Replay, file: Path) -> str:
    events: list[str] = []
    seen = 0
    for game in replays.simulate(spec, replay):
        seen, new = spec.words.events(game, seen)
        events += new
    seats = []
    for seat, agent in enumerate(record.plan.seating):
        role = f" ({record.roles[seat]})" if record.roles[seat] else ""
        won = ", won" if seat in record.winners else ""
        seats.append(escape(f"player {seat}: {contest.agents[agent]}{role}{won}"))
    end = f"ended after {record.turns} turns: {record.reason}" + (f" ({record.error})" if record.error else "")
    return PAGE.format(
        title=escape(f"{spec.title}, deal {record.plan.deal}, rotation {record.plan.rotation}"),
        seats="<br>".join(seats),
        end=escape(end),
        file=escape(str(file)),
        events=escape("\n".join(events) or "no public events"),
    )
