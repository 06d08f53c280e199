"""What docs/haunting_house.md says is what the code does."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "haunting_house.md"
SNIPPETS = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_snippets_run(capsys):
    names: dict = {}
    for number, code in enumerate(SNIPPETS):
        exec(compile(code, f"snippet {number}", "exec"), names)
    assert capsys.readouterr().out == "step west to (0,3)\n"
    assert len(SNIPPETS) == 3
