"""Skills and experience (section 9). A track is a set of bits: space - track_min."""

from haunted_env.games.destinies.actions import MARKERS, Act, Log, Node
from haunted_env.games.destinies.data import N_SKILLS, TRACK_SPACES, Skill
from haunted_env.games.destinies.rules.log import note
from haunted_env.games.destinies.rules.stack import pop, push
from haunted_env.games.destinies.state import rule


@rule
def movable(track, n_spaces, sign):
    """The markers of a track that can move one space (DS-SKILL-2), as bits."""
    if sign > 0:
        return track & ~(track << 1) & ~1
    return track & ~(track >> 1) & ~(1 << (n_spaces - 1))


@rule
def can_step(table, scenario, seat, skill, sign):
    """Whether a step on this skill (or any) is legal."""
    for track in range(N_SKILLS):
        if skill == Skill.ANY or skill == track:
            if movable(table.track[seat, track], scenario.n_spaces, sign):
                return 1
    return 0


@rule
def legal_steps(table, scenario, seat, skill, sign, mask):
    """DS-SKILL-2, DS-SKILL-5."""
    for track in range(N_SKILLS):
        if skill != Skill.ANY and skill != track:
            continue
        bits = table.track[seat, track]
        free = movable(bits, scenario.n_spaces, sign)
        k = 0
        for space in range(TRACK_SPACES):
            if bits >> space & 1:
                mask[Act.STEP + MARKERS * track + k] = free >> space & 1
                k += 1


@rule
def move_marker(game, seat, step, sign):
    """One step of the k-th marker of a track (DS-SKILL-1)."""
    track = step // MARKERS
    k = step % MARKERS
    bits = game.table.track[seat, track]
    for space in range(TRACK_SPACES):
        if bits >> space & 1:
            if k == 0:
                bits ^= (1 << space) | (1 << (space - sign))
                break
            k -= 1
    game.table.track[seat, track] = bits
    note(game, seat, Log.STEP, track, sign)


@rule
def ask_steps(game, seat, skill, n):
    """n > 0: gain steps, n < 0: loss steps, decided by the player one by one (DS-SKILL-2, DS-SKILL-8)."""
    if n > 0:
        push(game, Node.STEP_GAIN, seat, skill, n)
    elif n < 0:
        push(game, Node.STEP_LOSS, seat, skill, -n)


@rule
def show_steps(game, scenario, frame, sign):
    """DS-OBS-13: the context of a step; 0 if there is no legal one and the rest is void (DS-SKILL-6)."""
    table = game.table
    if frame.b == 0 or not can_step(table, scenario, frame.seat, frame.a, sign):
        pop(game)
        return 0
    table.step_sign = sign
    table.step_skill = frame.a
    table.step_left = frame.b
    return 1


@rule
def take_step(game, frame, step):
    """The decider of a STEP or STAY_GAIN node has moved a marker."""
    table = game.table
    sign = table.step_sign
    frame.b -= 1
    table.step_sign = 0
    table.step_skill = 0
    table.step_left = 0
    move_marker(game, frame.seat, step, sign)


@rule
def decline_steps(game):
    """DS-SKILL-7: DONE at STAY_GAIN."""
    game.table.step_sign = 0
    game.table.step_skill = 0
    game.table.step_left = 0
    pop(game)


@rule
def n_markers(track):
    n = 0
    for space in range(TRACK_SPACES):
        n += track >> space & 1
    return n


@rule
def gain_marker(game, scenario, seat, skill):
    """DS-SKILL-9: a new marker on the rightmost empty space, or two gain steps."""
    table = game.table
    bits = int(table.track[seat, skill])
    if n_markers(bits) >= scenario.max_markers:
        ask_steps(game, seat, skill, 2)
        return
    space = scenario.n_spaces - 1
    while bits >> space & 1:
        space -= 1
    table.track[seat, skill] = bits | 1 << space
    note(game, seat, Log.MARKER, skill, 0)


@rule
def spend_xp(game, seat):
    """DS-XP-3."""
    game.table.xp[seat] -= 1
    note(game, seat, Log.SPENT, 1, 0)
    ask_steps(game, seat, Skill.ANY, 2)
