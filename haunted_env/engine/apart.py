"""Calls between compiled functions that are compiled apart, by their address: the caller need not wait for what it may
never call, and one compiled caller serves several of them."""

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from haunted_env.engine.jit import COMPILED


def address_of(entry: Any) -> Any:
    """Where a compiled function with one signature lies in memory; the function itself where nothing is compiled."""
    if not COMPILED:
        return entry.__wrapped__
    (compiled,) = entry.overloads.values()
    return compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)


def call_writer(address: Any, table: Any, ledger: Any, origin: Any, out: Any, row: Any, data: Any) -> None:
    """Call the function at an address with these arguments: they have to be of the types that it was compiled for."""
    address(table, ledger, origin, out, row, data)


@intrinsic
def _call_writer(
    _typing: Any, address: Any, table: Any, ledger: Any, origin: Any, out: Any, row: Any, data: Any
) -> tuple[Any, Any]:
    kinds = (table, ledger, types.int64, out, row, data)

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        convention = context.call_conv
        kind = convention.get_function_type(types.none, kinds)
        function = builder.inttoptr(arguments[0], kind.as_pointer())
        status, _ = convention.call_function(builder, function, types.none, kinds, arguments[1:])
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return context.get_dummy_value()

    return types.none(types.int64, *kinds), generate


if COMPILED:
    call_writer = _call_writer
