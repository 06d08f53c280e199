"""Legal actions of the deciding seat, from what that seat may know (HH-DEC-2)."""

from haunted_env.games.haunting_house.actions import Act, Decision
from haunted_env.games.haunting_house.content import PROGRAM_CARDS
from haunted_env.games.haunting_house.rules.board import nearest_trap_doors
from haunted_env.games.haunting_house.rules.house import first_tiles, legal_exit, second_tiles, unoccupied
from haunted_env.games.haunting_house.rules.movement import legal_partners, legal_ways
from haunted_env.games.haunting_house.state import compiler, rule
from haunted_env.games.haunting_house.tables import N_CELLS, N_ORDINARY


@compiler.called
def legal(table, ledger, mask, data):
    """Mark the legal actions in a zeroed mask; none for a seat that does not decide (HH-DEC-4)."""
    seat = ledger.seat
    decision = table.decision
    if table.decider != seat:
        return
    if decision <= Decision.PROGRAM_4:
        legal_cards(ledger, mask)
    elif decision == Decision.STEP:
        legal_ways(table, seat, 0, mask)
    elif decision == Decision.PASSAGE:
        legal_ways(table, seat, 1, mask)
    elif decision == Decision.SWITCH_PAWN:
        legal_partners(table, seat, mask)
    elif decision == Decision.ROT90_TILE or decision == Decision.ROT180_TILE:
        legal_tiles(unoccupied(table), mask)
    elif decision == Decision.SWAP_FIRST:
        legal_tiles(first_tiles(table), mask)
    elif decision == Decision.SWAP_SECOND:
        legal_tiles(second_tiles(table), mask)
    elif decision == Decision.TRAP_TARGET:
        legal_tiles(nearest_trap_doors(table, seat), mask)
    elif decision == Decision.EXIT_DIR:
        legal_exit(table, mask)
    else:
        mask[Act.CW] = 1
        mask[Act.CCW] = 1


@rule
def legal_cards(ledger, mask):
    """HH-CHOS-1: ordinary cards that are not in the program yet."""
    for card in range(N_ORDINARY):
        mask[Act.CARD + card] = 1
    for slot in range(PROGRAM_CARDS):
        if ledger.program[slot] >= 0:
            mask[Act.CARD + ledger.program[slot]] = 0


@rule
def legal_tiles(cells, mask):
    for cell in range(N_CELLS):
        mask[Act.TILE + cell] = cells >> cell & 1
