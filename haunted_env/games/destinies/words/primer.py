"""How the game is played, for somebody who sits down to it for the first time; a line is a paragraph."""

PRIMER = """\
You want to fulfil your destiny, by one of its two paths; the first to do so wins. A path has three or four steps: \
deeds to do somewhere in the world, in any order. Nobody tells you where, but people you meet may know: look for \
options marked [ask about your destiny]. When all steps of a path are done, go to the place where it ends and begin \
your finale: some stages, one try a day. Failing badly costs resolve, and without resolve you are defeated.

A day: first one effort die comes back to you, and something may happen in the world. Then move: up to two tiles \
over explored ground, or explore a new one. Then visit one place and do there what you like, each thing once. What \
an option brings is not told beforehand; what you do is remembered, and may open or close other doors, \
for you or for everybody: places come and go, ways open and close. When you are told of a step, everybody hears what \
is read aloud; it says something about your destiny, but not which path.

A test: roll two dice, and as many of your effort dice as you want (faces 1, 1, 2, 2, S, S; they are then used up). \
Each marker of the skill tested is a success if the total reaches its space, so low spaces are good; each S is one \
more. A slight test needs 1 or 2 successes, a stiff one 2 to 4, a grim one 4 to 6. Experience moves markers down."""
