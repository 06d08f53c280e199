"""How the game is played, for somebody who sits down to it for the first time; a line is a paragraph."""

PRIMER = """\
Everybody has a pile of face-down Destiny cards that nobody may look at, not even its owner. One of all these cards is \
the Opener: whoever has it is the Opener and need not know. As one of the living you win by binding the Opener when \
they fall in an attack, or, if you are the Opener yourself, by a ritual and then the death of all others. The dead are \
ghosts and win together by cards that come into play.

A turn: roll one or two dice and walk; leaving a tile costs the number on that side. Then one action: search a marked \
tile, probe a player on your tile to see a card of theirs, or attack one. What you see you alone know. Whoever gets a \
card may hide it anywhere in their pile, so knowledge gets lost again.

Between moves you can talk, and lie. To claim something is to say it to all. To tell is to whisper it to one player on \
your tile: the others see that you spoke, and never what was said. To trade is to give something for something: an \
item; your word, which may be false; or your notes, all you know for certain, which cannot be forged. What you are \
told is kept on your sheet, under "In private", and is no proof of anything."""
