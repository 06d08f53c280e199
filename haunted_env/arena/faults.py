"""What an agent did wrong, in words that can be written down whatever it was."""

LONGEST = 500


class AgentError(Exception):
    """A fault whose words say all there is to say."""


class AgentGoneError(AgentError):
    """The agent has ended its process, or takes too long: there is nothing left to ask."""


def words(error: BaseException) -> str:
    """The type and the message of an error. Those of an agent's own may fail at that, or speak in what no file can
    hold; what is not printable is escaped, so that it cannot command a terminal either."""
    try:
        text = f"{error}" if isinstance(error, AgentError) else f"{type(error).__name__}: {error}"
        return plain(text)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return "an error that cannot be put into words"


def plain(text: str) -> str:
    shown = str.__str__(text)[:LONGEST]
    return "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in shown)
