"""The generated tables of README.md: `python -m tests.readme` writes them anew, `test_readme.py` compares."""

import re
from pathlib import Path

from haunted_env.registry import spec

README = Path(__file__).parent.parent / "README.md"
BLOCK = re.compile(r"(<!-- (observation|actions) (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def with_tables(text: str) -> str:
    """The text with every generated table as the code has it now."""

    def fill(match: re.Match[str]) -> str:
        head, what, name, end = match.groups()
        table = spec(name).observation_table() if what == "observation" else spec(name).action_table()
        return f"{head}\n{table}\n\n{end}"

    return BLOCK.sub(fill, text)


if __name__ == "__main__":
    README.write_text(with_tables(README.read_text(encoding="utf-8")), encoding="utf-8")
