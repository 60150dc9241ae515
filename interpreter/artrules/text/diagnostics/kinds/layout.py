"""Kinds of diagnostic about the layout of a table: 2110 to 2129."""

from artrules.text.diagnostics.example import Example, Examples
from artrules.text.diagnostics.registry import declare

BAD_AREA = declare(
    2110,
    "bad-area",
    "an area that can't be laid out",
    """
    Each zone, variable or figure lies in one area at most. An area belongs to the table or to each player, so all that
    it holds does. What belongs to cards is shown on them.
    """,
    example="layout: {areas: {market: {holds: [deck, hand]}}}  # the deck is shared, each player has a hand",
)
BAD_COLOUR = declare(
    2111,
    "bad-colour",
    "a colour that there isn't",
    """
    A colour is one of the names of CSS, such as `teal` or `tomato`, or `#` and three or six hexadecimal digits, in
    quotes: `"#c33"` or `"#cc3333"`.
    """,
    example="layout: {members: {shade: {red: {colour: redd}}}}",
)
BAD_SYMBOL = declare(
    2112,
    "bad-symbol",
    "a symbol that there isn't",
    """
    A symbol is one of the shapes that every table can draw, or one or two characters. `docs/language.md` 2.17 lists
    the shapes.
    """,
    example="layout: {members: {shade: {red: {symbol: starr}}}}",
)
BAD_LOOK = declare(
    2113,
    "bad-look",
    "an attribute that can't be drawn so",
    """
    Members of enums have colours and symbols, so an attribute that is drawn as a colour or a symbol has an enum as its
    type. The title and the picture of a card are made of what is printed on it, and so never change.
    """,
    examples=Examples(
        fails=Example(
            "sections",
            """
            layout:
              cards:
                lantern: {title: "{self.dim}"}  #!
            """,
        ),
        repaired=Example(
            "sections",
            """
            layout:
              cards:
                lantern: {title: "{self.shade} {self.printed}"}
            """,
        ),
        near_misses=(
            Example(
                "sections",
                """
                layout:
                  cards:
                    lantern: {picture: "pictures/{self.shade}.png"}
                """,
            ),
        ),
    ),
)
BAD_FIGURE = declare(
    2114,
    "bad-figure",
    "a figure that there can't be",
    """
    A figure belongs to the table, or to each player, member, number or card of one kind, which `for` names: one name,
    and what it goes through. It is a number, `yes` or `no`, a member or a player. Figures of players alone may be seen
    by the `owner` only.
    """,
    example="layout: {figures: {price: {for: s in shade where s is red, is: 3}}}",
)
