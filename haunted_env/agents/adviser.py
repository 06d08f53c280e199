"""Which hand-written player advises a policy: a fingerprint of what its code says.

Comments, docstrings, imports and the order and files of its functions do not matter: a mere clean-up, such as moving a
function to another module, leaves the fingerprint as it is. Rules, cards and observations have their own on a card.
"""

import ast
import functools
import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from haunted_env.core.jit import PARTS
from haunted_env.spec import GameSpec

# The card of an advised checkpoint says under this name which hand-written player its figures were measured with.
ADVISER = "adviser_hash"


@functools.cache
def adviser_hash(spec: GameSpec) -> str:
    """Changes with the hand-written player of a game."""
    said = []
    for tree in _sources(spec):
        said += [repr(_shape(node)) for node in _without_docstring(tree.body) if not _is_import(node)]
    return hashlib.sha256("\n".join(sorted(said)).encode()).hexdigest()[:16]


def _sources(spec: GameSpec) -> list[ast.Module]:
    """The module of `suggest`, and all it imports, directly or not, that is there for the sake of this player."""
    suggest = spec.functions["suggest"]
    todo, trees = [getattr(suggest, "py_func", suggest).__module__], {}
    while todo:
        path = Path(str(sys.modules[todo.pop()].__file__))
        if path not in trees:
            trees[path] = ast.parse(path.read_text(encoding="utf-8"))
            todo += [name for name in _imported(trees[path]) if _belongs(name, spec.compiler.folder)]
    return list(trees.values())


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)  # of a package: may be modules


def _belongs(module: str, folder: Path) -> bool:
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None or not Path(file).is_relative_to(folder):
        return False
    return Path(file).relative_to(folder).parts[0] in PARTS["heuristic"]


def _is_import(node: ast.stmt) -> bool:
    return isinstance(node, ast.Import | ast.ImportFrom)


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    match body:
        case [ast.Expr(ast.Constant(str())), *rest]:
            return rest
    return body


def _shape(node: Any) -> Any:
    """A syntax tree as nested tuples. What is empty is left out: Python's versions differ in that."""
    if isinstance(node, list):
        return tuple(_shape(item) for item in node)
    if not isinstance(node, ast.AST):
        return repr(node)
    fields = dict(ast.iter_fields(node))
    if isinstance(node, ast.FunctionDef):
        fields["body"] = _without_docstring(node.body)
    return (type(node).__name__, *((name, _shape(value)) for name, value in fields.items() if value not in (None, [])))
