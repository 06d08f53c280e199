"""Layouts: blocks one after the other, and blocks made of rows."""

import pytest

from haunted_env.engine.layout import Block, Layout

ROW = Layout(Block("FIRST", meaning="the first"), Block("REST", 2, "the others"))


def test_blocks_lie_one_after_the_other():
    layout = Layout(Block("ONE"), Block("THREE", 3), Block("TWO", 2))
    assert (layout.size, layout.first) == (6, {"ONE": 0, "THREE": 1, "TWO": 4})
    assert layout.span("THREE") == slice(1, 4)
    assert [layout.find(i)[0].name for i in range(6)] == ["ONE"] + ["THREE"] * 3 + ["TWO"] * 2
    with pytest.raises(IndexError):
        layout.find(6)
    with pytest.raises(ValueError, match="twice"):
        Layout(Block("ONE"), Block("ONE"))


def test_a_block_of_rows_repeats_a_layout():
    block = Block.of_rows("ROWS", 4, ROW, "per thing", seats=True)
    assert (block.size, block.rows, block.row_size, block.seats) == (12, 4, 3, True)
    assert block.meaning == "per thing, 3 entries: FIRST the first; REST (2) the others"


def test_a_block_is_one_row_unless_it_says_otherwise():
    assert (Block("PLAIN", 6).rows, Block("PLAIN", 6).row_size) == (1, 6)
    assert Block("ENTRIES", 6, rows=6).row_size == 1


def test_rows_are_equal():
    with pytest.raises(ValueError, match="do not make 4 equal rows"):
        Block("UNEVEN", 6, rows=4)
