"""Does a sentence put words, a wish or a decision into the principal's mouth?

The rule of DESIGN §3. Mistakes are not equal: a missed attribution lets an invented opinion in, a
needless one asks for a quote. So a pronoun of a person, and a verb that no table knows behind the
name, need the principal's own words, and so does a statement that cannot be read.

    attribution --> attributed --> names --> sounds                who is meant
                               --> english --> predicate           what an English sentence says
                               --> ellipsis                        the same, and nobody is named
                               --> tongues --> languages           which language it is in
                                           --> tongues_west …      other languages with spaces
                               --> runs --> runs_words             Chinese, Japanese, Korean, Thai
"""

from collections.abc import Sequence


def needs_own_words(sentence: str, principal: str, aliases: Sequence[str] = ()) -> str | None:
    """None for a neutral sentence, else in a few words what it attributes to the principal.

    Without a principal the rule is off: always None. Any string is read; one of more than 50,000
    characters is answered with "too long to be read".
    """
    if not principal.strip():
        return None
    # Thirty languages' words are loaded when a statement is judged, not when the plugin starts.
    from .attributed import reason

    return reason(sentence, principal, aliases)


def key_needs_own_words(key: str, principal: str, aliases: Sequence[str] = ()) -> str | None:
    """The same for a fact key, whose parts are words too: `alex.decided_to_move`.

    Read as a sentence and as what the first part owns, so `alex.favourite_editor` is a preference.
    """
    if not principal.strip() or not key:
        return None
    from .attributed import key_reason

    return key_reason(key, principal, aliases)
