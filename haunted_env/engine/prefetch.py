"""Have the processor fetch a game from memory while it is still at work on another: large batches fit no cache."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from haunted_env.engine.jit import COMPILED

LINE = 64  # bytes that come together
READ, KEEP, DATA = 0, 3, 1  # what LLVM's `prefetch` is told


def fetch(record: Any) -> None:
    """Ask for all of a record; nothing waits for it, and nothing else comes of it."""


@intrinsic
def _fetch(_typing: Any, record: Any) -> tuple[Any, Any]:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), (byte, number, number, number))
        ask = builder.module.declare_intrinsic("llvm.prefetch", (byte,), kind)
        first = builder.bitcast(arguments[0], byte)
        for offset in range(0, record.size, LINE):
            place = builder.gep(first, [number(offset)])
            builder.call(ask, [place, number(READ), number(KEEP), number(DATA)])
        return context.get_dummy_value()

    return types.none(record), generate


if COMPILED:
    fetch = _fetch
