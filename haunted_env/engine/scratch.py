"""Room for the numbers of one call, on the stack: asking for memory takes longer than many a rule.

The array ends with the rule that makes it (and with the one that this is put in place in): never hand it back.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.core.errors import RequireLiteralValue
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

from haunted_env.engine.jit import COMPILED


def list_of(n: int, dtype: Any) -> Any:
    """As `np.empty(n, dtype)`; the length is a constant."""
    return np.empty(n, dtype)


def table_of(n: int, columns: int, dtype: Any) -> Any:
    """As `np.empty((n, columns), dtype)`; both numbers are constants."""
    return np.empty((n, columns), dtype)


def _on_stack(item: Any, sizes: Sequence[Any]) -> tuple[Any, Any]:
    """The type of an array with these (literal) sizes, and what generates its code."""
    if not all(isinstance(size, types.IntegerLiteral) for size in sizes):
        raise RequireLiteralValue("sizes on the stack have to be constants with a name, or plain numbers")
    array = types.Array(item, len(sizes), "C")
    shape = [size.literal_value for size in sizes]

    def generate(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        data_type = context.get_data_type(item)
        width = context.get_abi_sizeof(data_type)
        strides = [width * int(np.prod(shape[axis + 1 :])) for axis in range(len(shape))]
        made = make_array(array)(context, builder)
        populate_array(
            made,
            data=cgutils.alloca_once(builder, data_type, size=int(np.prod(shape))),
            shape=[context.get_constant(types.intp, n) for n in shape],
            strides=[context.get_constant(types.intp, n) for n in strides],
            itemsize=context.get_constant(types.intp, width),
            meminfo=None,
        )
        return made._getvalue()

    return array, generate


@intrinsic(prefer_literal=True)
def _list_of(_typing: Any, n: Any, dtype: Any) -> Any:
    array, generate = _on_stack(dtype.dtype, (n,))
    return array(n, dtype), generate


@intrinsic(prefer_literal=True)
def _table_of(_typing: Any, n: Any, columns: Any, dtype: Any) -> Any:
    array, generate = _on_stack(dtype.dtype, (n, columns))
    return array(n, columns, dtype), generate


if COMPILED:
    list_of, table_of = _list_of, _table_of
