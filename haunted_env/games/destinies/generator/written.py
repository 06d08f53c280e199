"""A document as the text of a scenario file, laid out as people write them."""

import json
from typing import Any


def written(document: dict[str, Any], comment: str) -> str:
    """TOML that reads back as the document."""
    lines = [f"# {line}" for line in comment.splitlines()]
    for name, table in document.items():
        rows, head = (table, f"[[{name}]]") if isinstance(table, list) else ([table], f"[{name}]")
        lines += ["", f"# {'=' * 70}", f"# {name}", f"# {'=' * 70}"]
        for row in rows:
            lines += ["", head, *fields(row, name)]
    return "\n".join(lines) + "\n"


def fields(row: dict[str, Any], name: str) -> list[str]:
    """The keys of a row; paths of a destiny are tables of their own, behind the others."""
    lines = [f"{key} = {value_of(value)}" for key, value in row.items() if key != "path"]
    for path in row.get("path", []):
        lines += ["", f"[[{name}.path]]", *fields(path, name)]
    return lines


def value_of(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + "".join(f"  {inline(row)},\n" for row in value) + "]"
    return inline(value)


def inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {inline(part)}" for key, part in value.items()) + " }"
    if isinstance(value, list):
        return f"[{', '.join(map(inline, value))}]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value).lower()
