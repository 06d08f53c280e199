"""Skip LLVM work for functions that are only ever inlined into an entry point: it halves the first compile.

Numba optimises and links every function it compiles, although ours only run as parts of a few entries, which
are optimised as a whole anyway. This uses private methods of Numba, so it is switched on only for versions it
was tested with; elsewhere everything works, the first compile just takes longer.
"""

import contextlib
from collections.abc import Iterator

import numba
import numba.core.codegen as codegen

TESTED = ("0.68.",)
_deferring = False


@contextlib.contextmanager
def deferred() -> Iterator[None]:
    global _deferring
    before, _deferring = _deferring, True
    try:
        yield
    finally:
        _deferring = before


def _install() -> None:
    library, generator = codegen.JITCodeLibrary, codegen.JITCPUCodegen
    finalize = library._finalize_final_module
    optimize = library._optimize_final_module
    pointer = library.get_pointer_to_function
    set_env = generator.set_env

    def finalize_or_defer(self):
        if not _deferring:
            return finalize(self)
        self._finalize_dynamic_globals()
        self._finalized = True

    def optimize_or_defer(self):
        return None if _deferring else optimize(self)

    def pointer_or_null(self, name):
        if not _deferring:
            return pointer(self, name)
        self._ensure_finalized()
        return 0

    def set_env_or_defer(self, name, env):
        return None if _deferring else set_env(self, name, env)

    library._finalize_final_module = finalize_or_defer
    library._optimize_final_module = optimize_or_defer
    library.get_pointer_to_function = pointer_or_null
    generator.set_env = set_env_or_defer


if numba.__version__.startswith(TESTED) and not numba.config.DISABLE_JIT:
    _install()
