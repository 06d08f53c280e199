"""The campaign of a position: which chapter is played, what became of those before, and what is carried (DS-CAMP)."""

from typing import TYPE_CHECKING, Any

from haunted_env.games.destinies.actions import End
from haunted_env.games.destinies.campaign import library as campaigns
from haunted_env.games.destinies.data import FLAG_BITS, N_FLAG_WORDS, NONE
from haunted_env.games.destinies.position import forms as w
from haunted_env.games.destinies.scenario import library
from haunted_env.spec.position import Codec, Entry, Form, Whole

if TYPE_CHECKING:
    from haunted_env.games.destinies.position.read import Reader
    from haunted_env.games.destinies.position.write import Writer

LISTS = ("worth", "characters", "destinies")
WORTH = Whole(-1, 1)


def forms_at(table: Any, number: int, n_seats: int) -> w.Forms:
    """The words of a chapter; of the scenario that is played, without a campaign."""
    keys = campaigns.following(int(table["data_key"]))
    return w.forms(library.known(keys[number] if len(keys) > 1 else keys[0]), n_seats)


def past_form(forms: w.Forms, n_seats: int) -> Form:
    return Form(
        Entry("winner", Whole(0, n_seats - 1), NONE),
        Entry("reason", w.END, int(End.MAX_DAYS)),
        Entry("finale", forms.finale, NONE),
        Entry("day", Whole(1, w.LARGE), 1),
    )


def enter_chapter(top: dict[str, Any], game: Any) -> None:
    """Put the game into the chapter that the position names, before anything else is read."""
    if "chapter" not in top:
        return
    keys = campaigns.following(int(game["table"]["data_key"]))
    if len(keys) == 1:
        top["chapter"].fail('only a campaign has chapters: name it, "options": {"campaign": ...}')
    number = top["chapter"].whole(1, len(keys)) - 1
    game["table"]["chapter"], game["table"]["data_key"] = number, keys[number]


def start_flags(arrays: Any, table: Any, seat: int | None = None) -> list[int]:
    """The flags that are set when the scenario begins: the world's, or a player's (DS-CAMP-4, DS-DATA-22)."""
    link = arrays["link"]
    facts, taken, flag = (
        (table["facts"], link["taken"], link["fact"])
        if seat is None
        else (table["pfacts"][seat], link["ptaken"], link["pfact"])
    )
    held = {int(flag[number]) for number in range(len(flag)) if int(facts) & int(taken) & 1 << number}
    given = [int(arrays["flags"])] if seat is None else [int(word) for word in arrays["pflags"]]
    held |= {FLAG_BITS * n + bit for n, word in enumerate(given) for bit in range(FLAG_BITS) if word >> bit & 1}
    assert N_FLAG_WORDS * FLAG_BITS > max(held, default=0)
    return sorted(held)


def read_campaign(reader: "Reader") -> None:
    """What the chapters before have left."""
    top, table = reader.top, reader.table
    n = int(table["chapter"]) + (int(table["over"]) if table["last_chapter"] else 0)
    given = top["past"].items(most=n) if "past" in top else []
    for number in range(n):
        read_past(reader, number, given[number].table() if number < len(given) else {})
    link = reader.scenario.link
    if link is None:
        for key in ("past", "facts"):
            if key in top:
                top[key].fail("only a campaign has it")
        return
    facts = w.ids("fact", link.campaign.facts)
    table["facts"] = sum(1 << fact for fact in reader.numbers("facts", facts))


def read_past(reader: "Reader", number: int, entries: dict[str, Any]) -> None:
    past, n_seats = reader.table["past"][number], reader.n_seats
    forms = forms_at(reader.table, number, n_seats)
    form = past_form(forms, n_seats)
    for key in entries:
        if key not in (*form.keys, *LISTS):
            entries[key].fail(f"unknown key; there are: {', '.join((*form.keys, *LISTS))}")
    form.read(entries, past)
    read: tuple[tuple[str, str, Codec, int], ...] = (
        ("worth", "worth", WORTH, 0),
        ("characters", "character", forms.character, NONE),
        ("destinies", "destiny", forms.destiny, NONE),
    )
    for key, field, codec, default in read:
        past[field][:n_seats] = default
        if key in entries:
            past[field][:n_seats] = [codec.read(item) for item in entries[key].items(exactly=n_seats)]


def write_campaign(writer: "Writer") -> dict[str, Any]:
    table, link = writer.table, writer.scenario.link
    if link is None:
        return {}
    n = int(table["chapter"]) + int(table["over"])
    held = [fact for number, fact in enumerate(link.campaign.facts) if int(table["facts"]) >> number & 1]
    return {
        "chapter": int(table["chapter"]) + 1 if table["chapter"] else None,
        "past": [write_past(writer, number) for number in range(n)],
        "facts": held,
    }


def write_past(writer: "Writer", number: int) -> dict[str, Any]:
    past, n_seats = writer.table["past"][number], writer.n_seats
    forms = forms_at(writer.table, number, n_seats)
    written: dict[str, Any] = past_form(forms, n_seats).write(past)
    if past["worth"].any():
        written["worth"] = [int(worth) for worth in past["worth"][:n_seats]]
    if (past["character"][:n_seats] >= 0).all():
        written["characters"] = [forms.character.write(one) for one in past["character"][:n_seats]]
    if (past["destiny"][:n_seats] >= 0).all():
        written["destinies"] = [forms.destiny.write(one) for one in past["destiny"][:n_seats]]
    return written


def read_player(reader: "Reader", seat: int, entries: dict[str, Any]) -> None:
    """What a player has of earlier chapters."""
    link, table = reader.scenario.link, reader.table
    if link is None:
        for key in ("facts", "legacies"):
            if key in entries:
                entries[key].fail("only in a campaign players have it")
        return
    facts, legacies = player_words(link)
    table["pfacts"][seat] = sum(1 << fact for fact in reader.numbers("facts", facts, entries))
    table["legacies"][seat] = sum(1 << one for one in reader.numbers("legacies", legacies, entries))


def write_player(writer: "Writer", seat: int) -> dict[str, Any]:
    link, table = writer.scenario.link, writer.table
    if link is None:
        return {}
    facts, legacies = player_words(link)
    return {
        "facts": [name for name, number in facts.numbers.items() if int(table["pfacts"][seat]) >> number & 1],
        "legacies": [name for name, number in legacies.numbers.items() if int(table["legacies"][seat]) >> number & 1],
    }


def player_words(link: Any) -> tuple[Any, Any]:
    return w.ids("fact", link.campaign.pfacts), w.ids("legacy", link.chapter.legacies)
