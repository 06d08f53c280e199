"""What everybody saw happen (DS-OBS-8, DS-OBS-15), and notes for the words of the game."""

from haunted_env.games.destinies.actions import N_LOGGED
from haunted_env.games.destinies.state import N_LOG, N_NOTES, rule


@rule
def write_row(row, day, seat, code, a, b):
    row.day = day
    row.seat = seat
    row.code = code
    row.a = a
    row.b = b


@rule
def note(game, seat, code, a, b):
    """Remember a public happening; the codes of DS-OBS-15 go into the log as well."""
    table = game.table
    write_row(table.notes[table.n_notes % N_NOTES], table.day, seat, code, a, b)
    table.n_notes += 1
    if code <= N_LOGGED:
        write_row(table.log[table.n_log % N_LOG], table.day, seat, code, a, b)
        table.n_log += 1
