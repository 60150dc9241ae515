"""The usual mistakes in code that the parser has refused, and what to write instead.

Some are habits of other languages and of rulebooks, some are brackets without their counterparts. Nothing of this is
needed for right code, so it is imported only when there is something to explain.
"""

import re
from collections.abc import Callable
from functools import cache

from artrules.text.record import dataclass
from artrules.text.syntax.problem import Replacement, SyntaxProblem
from artrules.text.syntax.words import TOKEN_WORDS

# Habits of other languages and of rulebooks: how they are recognised in code, and what is written here instead.
#
# The rows are tried in their order at a place that the parser has refused. In a pattern the
# group `at` is what is underlined, else all of it; `cut` is what `instead` replaces, else what is underlined. The
# refused place must lie in the group `here`, else in the match. The other groups may be named in the texts.

_V = r"(?:my )?[a-z0-9_]+(?:\.[a-z0-9_]+|\[[a-z0-9_]+\])*"
"""A value that is one word, or a few: `n`, `my coins`, `c.cost`, `stall[1]`."""
_START = r"(?:^|: ) *"
"""Where a statement begins: a line, or after a colon."""


@dataclass(frozen=True, slots=True)
class Habit:
    """One habit. With `instead`, it is one only where the code can be read further after the replacement."""

    pattern: str
    message: str
    expected: str
    instead: str | None = None
    sure: bool = True
    """Whether the replacement means what the author meant, so that it is a fix."""
    only: str | None = None
    """The kind of code in which it is one, if not in all."""
    before: str | None = None
    """What begins the next line where it is one, if not wherever it stands."""

    @property
    def seen(self) -> re.Pattern[str]:
        """What recognises it in a line."""
        return _compiled(self.pattern)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _word(pattern: str, instead: str, *, sure: bool = True) -> Habit:
    """A word or sign for which the language has another."""
    return Habit(pattern, f"`{{at}}` is written `{instead}` here", f"`{instead}`", instead, sure)


_HEAD = r"^ *(?=(?:if|elif|else|for|repeat|as|may|choose one|watch|ask|at)\b|\").*"
_NO_COLON = "there is no `:` at the end of this line"
_ENDS = "what belongs together ends where the lines are less deep"
_BRACES = Habit(
    r"\{ *$|^ *\}", "suites aren't put in braces", "`:` at the end of the line, and deeper lines below, without braces"
)

HABITS = (
    # ---------------------------------------------------------------- signs
    _word(r"=<", "<="),
    _word(r"=>", ">="),
    _word(r"! +=", "!="),
    _word(r"!==|<>|~=|≠|/=", "!="),
    _word(r"={2,3}", "="),
    Habit(r"(?P<at>:?={1,3}|<-)", "a value is given by `becomes`; `=` compares", "`becomes`", "becomes"),
    _word(r":=", "="),
    _word(r"&&?", "and"),
    _word(r"\|\|?", "or"),
    _word(r"!(?!=)(?! *[\w.]+ *[=<>!])", "not"),
    _word(r"!(?!=)", "not", sure=False),
    _word("≤", "<="),
    _word("≥", ">="),
    _word("\u00d7", "*"),
    _word("÷", "/"),
    _word("[\u2212\u2013]", "-"),
    Habit("[\u00a0\u2007\u202f]", "this blank is no ordinary one", "an ordinary blank", " "),
    Habit(
        rf"(?P<x>{_V}) ?\+\+|\+\+ ?(?P<y>{_V})",
        "`++` is written as an addition here",
        "`{x}{y} += 1`",
        "{x}{y} += 1",
    ),
    Habit(
        rf"(?P<x>{_V}) ?--|-- ?(?P<y>{_V})",
        "`--` is written as a subtraction here",
        "`{x}{y} -= 1`",
        "{x}{y} -= 1",
    ),
    Habit(rf"(?P<x>{_V}) ?(?P<at>(?P<sign>[*/%])=)", "there is no `{at}`", "`{x} becomes {x} {sign} …`"),
    Habit(r"(?P<at>\*\*|\^)", "there is no sign for powers", "a product, such as `n * n`"),
    Habit(r"//(?= *(?:[A-Za-z]+ +[A-Za-z]|$))", "a comment begins with `#`", "`#`", "#"),
    Habit(r"/\*", "a comment begins with `#`", "`#`"),
    _word(r"//(?= *\d)", "/"),
    Habit(r"//", "`//` means nothing here", "`/`, which rounds down, or `#` before a comment"),
    Habit(r"(?P<at>\?).*", "`?` doesn't choose between two values", "`one if condition else other`"),
    Habit(r"(?P<at>;) *$", "no sign ends a statement", "the end of the line", ""),
    Habit(r";", "each statement has a line of its own", "a new line"),
    Habit(r"\{(?P<x>[^{}]*)\}", "a list stands in square brackets", "`[{x}]`", "[{x}]"),
    Habit(
        r"\[(?P<x>[^\[\]]+?) for (?P<b>[^\[\]]+)\]",
        "a list of what is gone through is made by `list`",
        "`list({x} for {b})`",
        "list({x} for {b})",
    ),
    _BRACES,
    Habit(r"[$@](?=\w)", "names stand without `{at}`", "the name alone", ""),
    _word(r"(?<=\w)(?:->|::)(?=\w)", "."),
    Habit(r"[0-9]+\.[0-9]+", "there are no fractions", "a whole number"),
    # ---------------------------------------------------------------- comparisons in words
    _word(r"(?:is )?(?:greater|more|bigger|higher|larger) than or equal to|(?:is )?at least", ">="),
    _word(r"(?:is )?(?:less|fewer|smaller|lower) than or equal to|(?:is )?at most", "<="),
    _word(r"(?:is )?(?:greater|more|bigger|higher|larger) than", ">"),
    _word(r"(?:is )?(?:less|fewer|smaller|lower) than", "<"),
    Habit(
        rf"(?:is )?between (?P<a>{_V}) and (?P<b>{_V})",
        "a range is written with two dots",
        "`in {a}..{b}`",
        "in {a}..{b}",
    ),
    _word(r"is not equal to|isn['\u2019]t equal to|does not equal|not equals?", "is not"),
    _word(r"is equal to|equals?(?: to)?|is (?:the )?same as", "is"),
    _word(r"is not (?:in|one of|among)|isn['\u2019]t (?:in|one of|among)", "not in"),
    _word(r"is (?:in|one of|among)", "in"),
    _word(r"isn['\u2019]t", "is not"),
    _word(r"(?<=\w )(?P<at>not) \w", "is not"),
    _word(r"(?<= )(?:contains|includes)(?= )", "has"),
    _word(r"(?<= )plus(?= )", "+"),
    _word(r"(?<= )minus(?= )", "-"),
    _word(r"(?<= )mod(?= )", "%"),
    _word(r"(?<= )divided by(?= )", "/"),
    Habit(
        rf"(?P<a>{_V}) *(?P<p>[<>]=?) *(?P<b>{_V}) *(?P<at>[<>]=?) *(?P<c>{_V})",
        "a comparison is of two values",
        "`{a} {p} {b} and {b} {at} {c}`",
    ),
    Habit(
        r"(?:[<>=]|\bis\b|\bin\b|\bhas\b)[^,()]*?(?P<at>(?P<here>[<>=]=?|!=|\bis\b|\bin\b|\bhas\b))",
        "a comparison is of two values",
        "`and` between two comparisons, or brackets round one of them",
    ),
    # ---------------------------------------------------------------- names and texts
    Habit(r"[“”„](?P<t>[^“”„\"]*)[“”„]", "texts stand in straight quotes", '`"{t}"`', '"{t}"'),
    Habit(r"(?P<x>\w+)['\u2019]s (?P<y>[a-z]\w*)", "what belongs to something follows a dot", "`{x}.{y}`", "{x}.{y}"),
    Habit(
        r"'(?P<t>[^'\"]*)['\"](?!\w)|\"(?P<u>[^'\"]*)'(?!\w)",
        "a text stands in double quotes",
        '`"{t}{u}"`',
        '"{t}{u}"',
    ),
    Habit(r"(?P<at>\"[^\"]*\") *\+|\+ *(?P<z>\"[^\"]*\")", "texts aren't added", 'braces in one text: `"… {{n}} …"`'),
    Habit(r"\"[^\"]*\" *(?P<at>\+)", "texts aren't added", 'braces in one text: `"… {{n}} …"`'),
    Habit(_START + r"say (?P<at>[^\"'“„ ][^\"]*?) *$", "a text stands in quotes", '`say "{at}"`', '"{at}"'),
    Habit(r"^ *may (?P<at>(?!choose\b|use\b)[^\":]+?) *:.*", "a label stands in quotes", '`may "{at}":`', '"{at}"'),
    Habit(r"^ *(?P<at>[A-Za-z][\w ]*?) *:.*", "a label stands in quotes", '`"{at}":`', '"{at}"'),
    Habit(
        r"(?:print|echo|log|write|message|display)\b ?\(? *(?P<t>\"[^\"]*\") *\)?",
        "a text is put into the log by `say`",
        "`say {t}`",
        "say {t}",
    ),
    Habit(r"['\"](?P<t>[a-z][a-z0-9_]*)['\"]", "names stand without quotes", "`{t}`", "{t}"),
    Habit(r"\bmy(?P<cut>(?P<at>\.) *)", "`my` stands before a name without a dot", "`my` and a blank", " "),
    _word(r"\bme(?= [a-z])", "my"),
    _word(r"\b(?:None|NONE|Null|NULL|Nil|NIL)\b", "none"),
    _word(r"\b(?:True|TRUE|Yes|YES)\b", "yes"),
    _word(r"\b(?:False|FALSE|No|NO)\b", "no"),
    Habit(
        r"\b(?:[A-Za-z]\w*)?[A-Z]\w*",
        "the words of the language are written in small letters",
        "`{lower}`",
        "{word}",
    ),
    Habit(r"\b(?:[A-Za-z]\w*)?[A-Z]\w*", "names are written in small letters", "`{lower}`"),
    # ---------------------------------------------------------------- sizes, functions
    Habit(
        rf"(?:the )?(?:number|count) of (?:the )?cards in (?P<x>{_V})",
        "how many there are is said by `size`",
        "`size({x})`",
        "size({x})",
    ),
    Habit(
        rf"(?P<x>{_V}?)\.(?:length|size|count|len)\(\)|\bcount\((?P<y>{_V})\)"
        rf"|(?:the )?(?:size|length|count|number) of (?P<z>{_V})",
        "how many there are is said by `size`",
        "`size({x}{y}{z})`",
        "size({x}{y}{z})",
    ),
    Habit(
        rf"\b(?P<y>[a-z]\w*) of (?P<x>{_V})",
        "what belongs to somebody or something follows a dot",
        "`{x}.{y}`, or `{y}({x})` if it is a function",
        "{x}.{y}",
        sure=False,
    ),
    Habit(
        r"\.(?P<f>[a-z]\w*)\(",
        "no function follows a dot",
        "`{f}(…)` with the value before the dot inside the brackets",
    ),
    Habit(
        _START + r"(?P<at>def|function|func|fn|procedure|sub)\b.*",
        "functions and procedures aren't declared in code",
        "an entry under `functions` or `procedures`",
    ),
    Habit(r"^ *(?P<at>return +).*", "the value stands alone", "the value without `return`", "", only="expression"),
    Habit(
        _START + r"(?P<at>return)\b.*",
        "nothing is given back by `return`",
        "`result becomes …` in a procedure that `gives` something",
    ),
    # ---------------------------------------------------------------- suites
    _word(r"^ *(?P<at>else +if|else?if|elsif|elif +if)\b.*", "elif"),
    _word(r"^ *(?P<at>otherwise)\b.*", "else"),
    Habit(r"^ *(?P<cut>(?P<at>unless) (?P<c>.+?)) *:.*", "there is no `unless`", "`if not ({c}):`", "if not ({c})"),
    _word(r"\b(?P<at>for (?:each|every|all)|foreach|for_each)\b.*?\bin\b", "for"),
    Habit(
        r"\bfor (?P<at>(?P<x>\w+) (?:=|from|in) (?P<a>\w+) to (?P<b>\w+))",
        "a range is written with two dots",
        "`for {x} in {a}..{b}`",
        "{x} in {a}..{b}",
    ),
    Habit(r"\bfor (?P<at>\((?P<b>[^;]*)\)) *(?:[:{]|$)", "no brackets are needed after `for`", "`for {b}:`", "{b}"),
    Habit(
        r"\b(?P<at>for) *\(.*", "such a `for` isn't known here", "`for n in 1..5:`, `for c in my hand:` or `repeat …:`"
    ),
    _word(r"(?:^|\bfor|\bchoose|\brandom|\(|,) *\w+ (?P<at>of|from|within|inside)\b", "in"),
    Habit(
        r"^ *(?P<at>(?:for +)?each +|for +)(?=\w+ in ).*",
        "only the name and `in` are needed here",
        "a name and `in`, such as `c in my hand`",
        "",
        only="bindings",
    ),
    _word(r"(?<= )if\b", "where"),
    _word(_START + r"(?P<at>while)\b.*", "repeat while"),
    _word(_START + r"(?P<at>until)\b.*", "repeat until"),
    Habit(
        rf"\b(?P<at>(?:repeat|for|loop) (?P<n>{_V})(?: times)?)(?= *:)",
        "how often is said with `times`",
        "`repeat {n} times:`",
        "repeat {n} times",
    ),
    Habit(r"(?P<cut> +(?P<at>then|do)\b:?)", "a suite begins with `:`", "`:`", ":"),
    Habit(r"\{", "suites aren't put in braces", _BRACES.expected),
    Habit(r"\}", "suites aren't put in braces", _ENDS),
    Habit(
        rf"{_HEAD}(?P<at>[^\s:]) *$",
        _NO_COLON,
        "`:`, or all that comes before it on one line",
        before=r" +(?:if|where|for|and|or|else|in)\b",
    ),
    Habit(rf"{_HEAD}(?P<at>[^\s:])(?P<cut>) *$", _NO_COLON, "`:`", ":"),
    Habit(r": *\w.*?\b(?P<at>(?P<here>else|elif))\b", "`{at}` begins a line of its own", "a new line before it"),
    Habit(r"^ *(?P<at>end ?(?:if|for|while)?|fi|done|next)$", "no word ends a suite", _ENDS),
    Habit(r"\bthe best\b", "`the best` stands alone or in brackets", "`(the best …)`"),
    Habit(
        r"\bwhere\b.*?(?P<at>(?P<here>\bif\b))",
        "`if` can't stand in this condition without brackets",
        "`(one if condition else other)`",
    ),
    # ---------------------------------------------------------------- statements
    _word(_START + r"(?P<at>break)$", "stop"),
    Habit(_START + r"(?P<at>continue)$", "there is no `continue`", "an `if` round what is to be left out"),
    _word(r"\blet \w+ (?P<at>be|is|becomes|to)\b.*", "="),
    _word(_START + r"(?P<at>var|const|local|int|dim|auto|bool|boolean|string|number) \w+ *:?=.*", "let"),
    Habit(r"\blet \w+(?P<at> *: *\w[\w. ]*?) *=.*", "`let` needs no type", "the name alone", ""),
    Habit(
        _START + rf"(?P<at>set (?P<x>{_V}) (?:to|=|as)).*",
        "a value is given by `becomes`",
        "`{x} becomes …`",
        "{x} becomes",
    ),
    Habit(_START + rf"(?P<at>increase (?P<x>{_V}) by).*", "a number is added by `+=`", "`{x} += …`", "{x} +="),
    Habit(_START + rf"(?P<at>decrease (?P<x>{_V}) by).*", "a number is taken away by `-=`", "`{x} -= …`", "{x} -="),
    Habit(
        _START + rf"(?P<at>add (?P<n>{_V}) to (?P<x>{_V})).*", "a number is added by `+=`", "`{x} += {n}`", "{x} += {n}"
    ),
    Habit(
        _START + rf"(?P<at>subtract (?P<n>{_V}) from (?P<x>{_V})).*",
        "a number is taken away by `-=`",
        "`{x} -= {n}`",
        "{x} -= {n}",
    ),
    Habit(
        _START + rf"{_V} (?P<at>is now|is|gets)\b.*",
        "a value is given by `becomes`",
        "`becomes`",
        "becomes",
        sure=False,
    ),
    _word(r"\b(?P<at>end the game)\b", "end game"),
    Habit(r"\bmove .+?(?P<at>\bfrom\b).*", "a card knows where it lies", "`move … to …` without `from`"),
    _word(r"\bmove .+?(?P<at>\b(?:into|onto|in|on))\b.*", "to", sure=False),
    Habit(
        r"\bmove (?P<at>(?P<n>[0-9]+|all|an?|one|the) (?:[a-z_]+ )?cards?)\b.*",
        "say which cards are moved",
        "such as `move top 1 of … to …`",
    ),
    Habit(_START + r"(?P<at>put|place)\b.*", "cards are moved by `move`", "`move … to …`"),
    Habit(r"\brequire .*?(?P<at>,)(?= *\")", "the reason follows `else`", "`else`", " else"),
    Habit(
        rf"(?P<a>[0-9]+) ?(?:to|\.\.\.|…|\.\.=) ?(?P<b>{_V})",
        "a range is written with two dots",
        "`{a}..{b}`",
        "{a}..{b}",
    ),
)


# Finds which habit of another language stands at a place that the parser has refused.
#
# It looks at the words of the line around the place; what the grammar allows there, the parser itself says of the
# mended code.

_WORDS = re.compile(r"(?<=')[^'\n]*(?=')")
_MOST = 500
"""Maximum number of characters of a line that is looked at. Nobody writes a longer one by hand."""
_MOST_IN_ALL = 5_000
"""Maximum number of characters of code that is looked at: it is parsed again for each habit that it may be."""

Reach = Callable[[str], int]
"""How far the parser comes in a text: the offset of the first thing that it refuses, or the length."""


def habit_at(text: str, at: int, kind: str, reach: Reach) -> SyntaxProblem | None:
    """What to say of the habit at an offset that the parser has refused; None if there is none that is known.

    `text` is without comments.
    """
    begin = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    line = text[begin : end if end >= 0 else len(text)]
    if len(line) > _MOST or len(text) > _MOST_IN_ALL:
        return None
    place = min(at - begin, len(line))
    masked, following = _masked(line, kind), text[begin + len(line) + 1 :]
    for habit in HABITS:
        if habit.only not in (None, kind) or (habit.before and not re.match(habit.before, following)):
            continue
        for match in habit.seen.finditer(masked):
            first, last = match.span("here" if "here" in match.re.groupindex else 0)
            if first <= place <= last and (problem := _told(habit, match, text, begin, at, reach)) is not None:
                return problem
    return None


def _masked(line: str, kind: str) -> str:
    """The line, with what stands in texts replaced, so that nothing in them is taken for code."""
    parts = line.split('"')
    if len(parts) % 2:
        parts[1::2] = ["~" * len(part) if not re.fullmatch(r"[a-z][a-z0-9_]*", part) else part for part in parts[1::2]]
        line = '"'.join(parts)
    return _WORDS.sub(lambda words: "~" * len(words[0]), line) if kind == "hole" else line


def _told(habit: Habit, match: re.Match[str], text: str, begin: int, at: int, reach: Reach) -> SyntaxProblem | None:
    """What to say of a match; None if its replacement can't be read further than the text as it is."""
    groups = match.re.groupindex
    start, end = (begin + offset for offset in match.span("at" if "at" in groups else 0))
    said = {name: _of(text, begin, match.span(name)) for name in groups}
    said["at"] = text[start:end]
    said["lower"] = _small(said["at"])
    said["word"] = said["at"].lower() if said["at"].lower() in TOKEN_WORDS else said["at"]
    replacement, sure = None, habit.sure
    if habit.instead is not None:
        cut = tuple(begin + offset for offset in match.span("cut")) if "cut" in groups else (start, end)
        replacement = _padded(text, cut[0], cut[1], habit.instead.format_map(said))
        mended = replacement.in_text(text)
        reached, after = reach(mended), replacement.start + len(replacement.text)
        if mended == text or reached < after or (at >= cut[1] and reached <= at + len(mended) - len(text)):
            return None
        if mended[reached : reached + 1] == "=" and not mended[after:reached].strip():
            sure = False  # `a = = b` is no slip of one word
    return SyntaxProblem(
        habit.message.format_map(said),
        start,
        end,
        expected=habit.expected.format_map(said),
        found=f"`{said['at']}`" if said["at"].strip() else None,
        fix=replacement if sure else None,
    )


def _of(text: str, begin: int, span: tuple[int, int]) -> str:
    """What stands in a group; nothing if the group has no part in the match."""
    return text[begin + span[0] : begin + span[1]] if span[0] >= 0 else ""


def _small(word: str) -> str:
    """A name as it is written here: `drawPile` → `draw_pile`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower()


def _padded(text: str, start: int, end: int, instead: str) -> Replacement:
    """A replacement, with a blank wherever words would run together."""
    if instead[:1].isalnum() and text[start - 1 : start].isalnum():
        instead = f" {instead}"
    if instead[-1:].isalnum() and text[end : end + 1].isalnum():
        instead = f"{instead} "
    return Replacement(start, end, instead)


# Finds brackets that are never closed, and those that close nothing.

_BRACKET = re.compile(r'"[^"\n]*"|[()\[\]\n]')
_CLOSING = {"(": ")", "[": "]"}


def open_bracket(text: str, at: int) -> SyntaxProblem | None:
    """What to say of brackets where the parser has refused something at an offset; None if these aren't the cause.

    Inside brackets a line break means nothing. So it is at the next line that the parser notices a bracket that is
    still open. `text` is without comments.
    """
    waiting: list[int] = []
    for match in _BRACKET.finditer(text):
        sign, place = match[0], match.start()
        if place > at:
            break
        if sign in _CLOSING:
            waiting.append(place)
        elif sign in (")", "]"):
            if not waiting:
                message = f"`{sign}` closes nothing"
                return SyntaxProblem(message, place, place + 1, expected="a bracket opened before it")
            if place < at:
                waiting.pop()
    line = text.rfind("\n", 0, at)
    if not waiting or text[at : at + 1] in (")", "]", ","):
        return None
    end = text.find("\n", at)
    begins_line = not text[line + 1 : at].strip()
    opens_suite = text[at : end if end >= 0 else None].strip() == ":"
    if text[at:].strip() and not opens_suite and not (begins_line and waiting[-1] <= line):
        return None
    opened = text[waiting[-1]]
    message, closing = f"`{opened}` is never closed", _CLOSING[opened]
    return SyntaxProblem(message, waiting[-1], waiting[-1] + 1, expected=f"`{closing}`")
