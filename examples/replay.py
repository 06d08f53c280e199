"""A replay: written, checked, shown, and exported as one seat saw it.

python examples/replay.py     # writes game.jsonl and seen_by_1.jsonl; the command is `haunted-env replay game.jsonl`
"""

import json
from pathlib import Path

import haunted_env
from haunted_env.agents import make_agent
from haunted_env.play import replay
from haunted_env.play.replay import Replay, ReplayError


def main(folder: str = ".") -> Replay:
    path = Path(folder, "game.jsonl")
    env = haunted_env.make("haunting_house_v0", players=3)
    env.reset(seed=7)
    spec = env.unwrapped.spec
    agent = make_agent("heuristic", spec)
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        env.step(agent.choose(env))
    env.unwrapped.replay().save(path)

    loaded = Replay.load(path)
    replay.verify(spec, loaded)  # plays it again: every action legal, the same end, the same hash
    print(f"{path}: {len(loaded.actions)} actions, {loaded.result}")

    lines = path.read_text(encoding="utf-8").splitlines()
    Path(folder, "changed.jsonl").write_text("\n".join([*lines[:5], *lines[6:]]), encoding="utf-8")
    try:
        replay.verify(spec, Replay.load(Path(folder, "changed.jsonl")))
    except ReplayError as error:
        print(f"with a line taken out: {error}")

    for number, game in enumerate(replay.simulate(spec, loaded)):
        if number == len(loaded.actions) // 2:
            print(spec.words.text(game, 1))  # the middle of the game, as player 1 sees it

    seen = replay.export_for_seat(spec, loaded, seat=1)
    Path(folder, "seen_by_1.jsonl").write_text("\n".join(seen), encoding="utf-8")
    first = json.loads(seen[1])
    print(f"player 1's first decision was {first['decision']}: {first['words']}")
    return loaded


if __name__ == "__main__":
    main()
