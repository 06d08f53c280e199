"""Write the golden playthroughs anew."""

from tests import golden

for name, players in golden.cases():
    file = golden.path(name, players)
    file.parent.mkdir(exist_ok=True)
    file.write_text(golden.text(name, players), encoding="utf-8")
    print(f"wrote {file.relative_to(golden.FOLDER)}")
