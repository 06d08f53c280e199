"""The rules and the tests name the same clauses: each clause has a test, each id in a test is in a rules.md.

Marks are read from the sources, so nothing is collected or compiled: `@pytest.mark.clause("HD-MOVE-3")`,
`pytest.param(..., marks=pytest.mark.clause(...))` and `pytestmark` all count; ids must be literals.
Worked examples (EX-..) count by `@pytest.mark.example("EX-01")`, by test name (`test_ex_01_...`) or by the
test's docstring, in the folder of their game.
"""

import ast
import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
RULES = {path.parent.name: path for path in sorted((ROOT / "haunted_env" / "games").glob("*/rules.md"))}

CLAUSE = re.compile(r"\*\*([A-Z]{2}-[A-Z0-9]+-\d+)")
EXAMPLE = re.compile(r"^\W*\*\*(EX-\d+)\*\*", re.MULTILINE)
CLAUSE_ID = re.compile(r"\b[A-Z]{2}-[A-Z0-9]+-\d+\b")
EXAMPLE_ID = re.compile(r"\bEX-\d+\b")
EXAMPLE_IN_NAME = re.compile(r"(?:^|_)ex_?(\d{2,})(?=_|$)")

# Clauses that no test can check, with the reason. A test for one of them is welcome: take it off the list.
STATES_NO_BEHAVIOUR = {
    "HD-COMP-8": "names the marker under the Haunting deck; what the Skull does is HD-OBEY-17",
    "HD-FREE-11": "what people may do at the table; the engine's model of it is HD-FREE-12 to HD-FREE-22",
    "HD-WIN-5": "a proof that HD-WIN-4 is sound; the fact it proves is HD-INV-1",
    "HD-WIN-12": "why draw_reward is -1 by default; the reward itself is HD-WIN-10",
    "HD-OPT-4": "a target for the pace of the defaults; it depends on who plays",
    "DS-SCN-3": "an estimate of pacing; what the real engine measures is in docs/destinies.md",
}


@dataclass(frozen=True)
class Mark:
    """One id named by a mark in a test file."""

    kind: str
    id: str
    path: Path
    line: int

    def __str__(self) -> str:
        return f"{self.path.name}:{self.line} {self.id}"


class MarkReader(ast.NodeVisitor):
    """Collects the marks of one test module, its worked examples by name, and marks that prove nothing."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.marks: list[Mark] = []
        self.faults: list[str] = []

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        if node.name.startswith("test"):
            named = [f"EX-{number}" for number in EXAMPLE_IN_NAME.findall(node.name.lower())]
            named += EXAMPLE_ID.findall(ast.get_docstring(node) or "")
            self.marks += [Mark("example", example, self.path, node.lineno) for example in named]
        else:
            self._refuse_marks(node)
        self.generic_visit(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.visit_FunctionDef(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        if not node.name.startswith("Test"):
            self._refuse_marks(node)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        kind = _mark_kind(node.func)
        if kind:
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    self.marks.append(Mark(kind, argument.value, self.path, node.lineno))
                else:
                    self.faults.append(f"{self.path.name}:{node.lineno} {kind}: write the ids as literals")
            if not node.args:
                self.faults.append(f"{self.path.name}:{node.lineno} {kind}: names no id")
        self.generic_visit(node)

    def _refuse_marks(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and _mark_kind(decorator.func):
                self.faults.append(f"{self.path.name}:{node.lineno} {node.name} is marked but is not a test")


def _mark_kind(function: ast.expr) -> str | None:
    """`clause` or `example` if the expression is that mark (`pytest.mark.clause`, or a name given to it)."""
    if isinstance(function, ast.Attribute) and function.attr in ("clause", "example"):
        owner = function.value
        name = owner.attr if isinstance(owner, ast.Attribute) else owner.id if isinstance(owner, ast.Name) else ""
        return function.attr if name == "mark" else None
    return function.id if isinstance(function, ast.Name) and function.id in ("clause", "example") else None


def read_marks(source: str, path: Path) -> MarkReader:
    reader = MarkReader(path)
    reader.visit(ast.parse(source, str(path)))
    return reader


def _test_files() -> Iterator[Path]:
    return (path for path in sorted(TESTS.rglob("*.py")) if "__pycache__" not in path.parts)


@functools.cache
def readers() -> tuple[MarkReader, ...]:
    return tuple(read_marks(path.read_text(encoding="utf-8"), path) for path in _test_files())


def marks(kind: str, folder: Path = TESTS) -> list[Mark]:
    return [m for reader in readers() for m in reader.marks if m.kind == kind and m.path.is_relative_to(folder)]


@functools.cache
def clauses(game: str) -> tuple[str, ...]:
    return tuple(CLAUSE.findall(RULES[game].read_text(encoding="utf-8")))


@functools.cache
def examples(game: str) -> tuple[str, ...]:
    return tuple(EXAMPLE.findall(RULES[game].read_text(encoding="utf-8")))


def all_clauses() -> set[str]:
    return {clause for game in RULES for clause in clauses(game)}


each_game = pytest.mark.parametrize("game", RULES)


@each_game
def test_the_rules_number_each_clause_once(game):
    for ids in (clauses(game), examples(game)):
        assert len(ids) == len(set(ids)), sorted(i for i in set(ids) if ids.count(i) > 1)
    assert clauses(game)
    assert len({clause[:2] for clause in clauses(game)}) == 1, "one prefix per game"


@each_game
def test_every_clause_has_a_test(game):
    tested = {mark.id for mark in marks("clause")}
    missing = [c for c in clauses(game) if c not in tested and c not in STATES_NO_BEHAVIOUR]
    assert not missing, f"{len(missing)} clauses without a test: {' '.join(missing)}"


@each_game
def test_every_worked_example_is_played(game):
    played = {mark.id for mark in marks("example", TESTS / "games" / game)}
    missing = [e for e in examples(game) if e not in played]
    assert not missing, f"{len(missing)} worked examples without a test: {' '.join(missing)}"


def test_marks_are_literal_and_on_tests():
    faults = [fault for reader in readers() for fault in reader.faults]
    assert not faults, "\n".join(faults)


def test_marks_name_clauses_of_the_rules():
    unknown = [str(mark) for mark in marks("clause") if mark.id not in all_clauses()]
    assert not unknown, "\n".join(unknown)


def test_other_mentions_are_clauses_of_the_rules():
    known = all_clauses()
    prefixes = {clause[:2] for clause in known}
    unknown = [
        f"{path.name}: {mentioned}"
        for path in _test_files()
        for mentioned in sorted(set(CLAUSE_ID.findall(path.read_text(encoding="utf-8"))))
        if mentioned[:2] in prefixes and mentioned not in known
    ]
    assert not unknown, "\n".join(unknown)


def test_examples_named_are_in_the_rules_of_their_game():
    unknown = []
    for mark in marks("example"):
        parts = mark.path.relative_to(TESTS).parts
        game = parts[1] if parts[0] == "games" else None
        if game not in RULES or mark.id not in examples(game):
            unknown.append(str(mark))
    assert not unknown, "\n".join(unknown)


def test_clauses_without_behaviour_exist_and_are_not_tested():
    unknown = sorted(set(STATES_NO_BEHAVIOUR) - all_clauses())
    assert not unknown, f"not in any rules.md: {unknown}"
    tested = [str(mark) for mark in marks("clause") if mark.id in STATES_NO_BEHAVIOUR]
    assert not tested, "tested after all, so take them off the list:\n" + "\n".join(tested)
    assert all(STATES_NO_BEHAVIOUR.values()), "give a reason"


def test_the_reader_finds_every_way_to_mark():
    source = '''
pytestmark = pytest.mark.clause("ZZ-A-1")
clause = pytest.mark.clause

@pytest.mark.clause("ZZ-A-2", "ZZ-A-3")
@clause("ZZ-A-4")
@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.clause("ZZ-A-5"))])
def test_something(x):
    """Plays EX-07."""

class TestMore:
    @pytest.mark.example("EX-08")
    def test_ex_09_the_last_one(self): ...

@pytest.mark.clause("ZZ-A-6")
def helper(): ...

@pytest.mark.clause(WANTED)
def test_computed(): ...
'''
    reader = read_marks(source, Path("test_made_up.py"))
    assert {m.id for m in reader.marks if m.kind == "clause"} == {f"ZZ-A-{n}" for n in range(1, 7)}
    assert {m.id for m in reader.marks if m.kind == "example"} == {"EX-07", "EX-08", "EX-09"}
    assert [fault.split(" ", 1)[1] for fault in reader.faults] == [
        "helper is marked but is not a test",
        "clause: write the ids as literals",
    ]
