"""What players read where something isn't possible: the answers of why-not in random games, with names and numbers
replaced, and how often each comes.

At some decisions of each game the player who decides asks about everything that could be meant: options that were
offered before in this game, cards in sight, entries of menus. Somebody who doesn't decide asks, too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import artrules
from artrules.model.ir.model import Model
from artrules.play.game.decision import CardPlace

DECISIONS = 6
"""How many decisions of a game are looked at."""
QUESTIONS = 12
"""How many questions of each sort are asked at each of them."""
LAST_RESORT = "the rules don't allow it now"
"""What an answer says where the rules have no words for the reason."""
_QUOTED = re.compile(r"`[^`]*`")
_BRACES = re.compile(r"\{[^}]*\}")
_CODE = re.compile(r"[`_<>=\[\]{}|\\]|\.yaml\b|\w\(|\b\w+\.\w|\b(?:none|me|my|self|not in)\b|(?<!\$)\{|…")


@dataclass
class Census:
    """Refusals, with names and numbers replaced."""

    asked: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)
    """For each refusal the first one that was like it, as a player read it."""
    unclear: set[str] = field(default_factory=set)
    """Those that aren't words for a player."""

    def add(self, answer: artrules.WhyNot, labels: Collection[str], names: re.Pattern[str]) -> None:
        """Count an answer to somebody to whom options with some labels are offered."""
        refusal = _replaced(answer.reason, names)
        self.refusals[refusal] += 1
        self.examples.setdefault(refusal, answer.text)
        if fault_of(answer, labels) is not None:
            self.unclear.add(refusal)

    def lines(self, unclear: bool = False) -> Iterator[str]:
        """The refusals, the most frequent first, each with an example."""
        for refusal, count in self.refusals.most_common():
            if not unclear or refusal in self.unclear:
                yield f"{count:6} {'!' if refusal in self.unclear else ' '} {refusal}"
                yield f"             {self.examples[refusal]!r}"


def is_beginning(text: str, label: str | None) -> bool:
    """Whether a text is a long label, cut."""
    return label is not None and text.endswith("…") and label.startswith(text[:-1].rstrip())


def fault_of(answer: artrules.WhyNot, labels: Collection[str]) -> str | None:
    """What in an answer isn't for players: a piece of code, the name of a file, or a sentence without a reason. None
    where nothing is wrong. What stands between backticks must be a label, or what was asked."""
    asked = " ".join(answer.asked.split())
    spoken = {*labels, answer.matched, asked}
    quoted = {text[1:-1] for text in _QUOTED.findall(answer.text)} - spoken
    quoted = {text for text in quoted if not any(is_beginning(text, label) for label in spoken)}
    if quoted:
        return min(quoted)
    said = _QUOTED.sub("", answer.text)
    match = _CODE.search(said)
    if match is not None:
        return str(match[0])
    return LAST_RESORT if LAST_RESORT in said else None


def census(ruleset: artrules.Ruleset, seeds: Sequence[int]) -> Census:
    """The refusals of one game for each seed."""
    result = Census()
    for seed in seeds:
        random = Random(seed)
        players = [*ruleset.player_counts][seed % len(ruleset.player_counts)]
        game = _begun(ruleset, players, seed)
        names = _names(game)
        whole = game.copy()
        whole.play(seed=seed)
        length = len(whole.choices)
        looked_at = {random.randrange(length) for _ in range(DECISIONS)} if length else set()
        offered: dict[str, None] = {}
        for choice in range(length):
            if choice in looked_at:
                for player, asked in _questions(game, list(offered), random):
                    answer = game.why_not(player, asked)
                    result.asked += 1
                    if not answer.possible:
                        result.add(answer, [o.label for d in game.decisions for o in d.options], names)
            offered |= dict.fromkeys(o.label for d in game.decisions for o in d.options)
            game.choose(whole.choices[choice])
    return result


def _begun(ruleset: artrules.Ruleset, players: int, seed: int) -> artrules.Game:
    settings = {name: "random" for name, setting in ruleset.model.settings.items() if setting.group is not None}
    return ruleset.new_game(players, seed, settings)


def _questions(game: artrules.Game, offered: Sequence[str], random: Random) -> Iterator[tuple[int, str | CardPlace]]:
    decision = game.decisions[random.randrange(len(game.decisions))]
    player = decision.player
    now = {option.label for option in decision.options}
    before = [label for label in offered if label not in now]
    entries = list(_menu_entries(game.inspect.model))
    cards = list(_cards(game.view(player), player))
    sorts: tuple[Sequence[str | CardPlace], ...] = (before, entries, cards)
    for questions in sorts:
        for each in random.sample(questions, min(QUESTIONS, len(questions))):
            yield player, each
    others = [p for p in range(1, game.players + 1) if p != player]
    if others and offered:
        yield random.choice(others), random.choice(offered)
    yield player, "sing a song"


def _menu_entries(model: Model) -> Iterator[str]:
    for menu in model.menus.values():
        for entry in menu.entries:
            yield _BRACES.sub(" ", entry.label_text)


def _cards(view: dict[str, Any], player: int) -> Iterator[CardPlace]:
    """The places of the cards that a seat sees."""
    things = [(0, view["zones"]), *((number, view["players"][number]) for number in view["players"])]
    for owner, zones in things:
        for zone, cards in zones.items():
            if isinstance(cards, list):
                for index, card in enumerate(cards):
                    if isinstance(card, dict) and "card" in card and "unseen" not in card:
                        yield CardPlace(zone, owner, index)


def _names(game: artrules.Game) -> re.Pattern[str]:
    """The names of cards, of members and of powers."""
    model, description = game.inspect.model, game.description
    names = {look.title for look in description.looks} | {title for _, title, _ in description.powers}
    names |= {power.label_text for power in model.powers if power.label_text}
    names |= {str(card["card"]) for card in _all_cards(game.inspect.view())}
    for enum in model.enums.values():
        names |= {str(member).replace("_", " ") for member in enum.members}
    for members in description.members.values():
        names |= {member.title for member in members.values()}
    longest_first = sorted((name for name in names if len(name) > 2), key=len, reverse=True)
    return re.compile(r"\b(?:" + "|".join(map(re.escape, longest_first)) + r")(?!\w)", re.IGNORECASE)


def _all_cards(view: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for zones in (view["zones"], *view["players"].values()):
        for cards in zones.values():
            if isinstance(cards, list):
                yield from (card for card in cards if isinstance(card, dict) and "card" in card)


def _replaced(text: str, names: re.Pattern[str]) -> str:
    """A text in which names read NAME and numbers N; lists of names read alike, however long."""
    said = _QUOTED.sub("`LABEL`", text)
    said = re.sub(r"[0-9]+", "N", names.sub("NAME", said))
    said = re.sub(r"`LABEL`(?:(?:, | and | or )(?:`LABEL`|N more))+", "`LABEL` …", said)
    return re.sub(r"\b(?:NAME|N)(?:,? (?:and |or )?(?:NAME|N))+\b", "NAME", said)
