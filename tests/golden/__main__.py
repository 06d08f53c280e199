"""Write the golden playthroughs anew, of all games or of those named."""

import sys

from tests import golden

for name, players in golden.cases():
    if sys.argv[1:] and name not in sys.argv[1:]:
        continue
    file = golden.path(name, players)
    file.parent.mkdir(exist_ok=True)
    file.write_text(golden.text(name, players), encoding="utf-8")
    print(f"wrote {file.relative_to(golden.FOLDER)}")
