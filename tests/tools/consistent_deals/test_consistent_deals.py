"""A share of `python -m tests.tools.consistent_deals`, and what it finds where the ruleset says less."""

from __future__ import annotations

import shutil
from pathlib import Path

import artrules
from artrules.play.game.inspection.position import Position, Zone

from .deals import contradictions, hands_of, is_penalty

HEARTS = Path(__file__).parents[3] / "rulesets" / "hearts"


def test_what_is_dealt_does_not_contradict_what_has_been_seen() -> None:
    accounts = list(contradictions(artrules.load("hearts"), 60, 5))
    assert len(accounts) == 300
    assert not any(accounts)


def test_it_is_found_where_nothing_is_known_of_suits(tmp_path: Path) -> None:
    shutil.copytree(HEARTS, tmp_path / "hearts")
    play, told = tmp_path / "hearts" / "play.yaml", "c.suit not in p.void"
    text = play.read_text(encoding="utf-8")
    assert text.count(told) == 1
    play.write_text(text.replace(told, "yes"), encoding="utf-8")
    assert any(contradictions(artrules.load(tmp_path / "hearts"), 60, 2))


def test_who_has_played_a_penalty_card_in_the_first_trick_has_nothing_else() -> None:
    """That is too rare to happen by chance."""
    game = artrules.load("hearts").fresh_game(4, 1)

    def prepare(position: Position) -> None:
        position.run_setup()
        cards = {position.label(card): card for card in position.cards}
        penalties = [cards[name] for name in cards if is_penalty(name)]
        others = [card for card in position.cards if card not in penalties]
        hands = [penalties[:12], others[:13], others[13:26], [*others[26:], penalties[12]]]
        zones = {Zone("hand", player): hand for player, hand in enumerate(hands)}
        position.arrange({**zones, Zone("pack", 0): []}, [])
        position.set_variable("bare", 0, True)
        phase = [each.name for each in position.model.flow.phases].index("tricks")
        position.go_on_from(1, phase, 2)

    game.inspect.begin(prepare)
    before = hands_of(game)
    for seed in range(20):
        after = hands_of(game.think.resample(2, seed))
        assert all(map(is_penalty, after[1])) and after[2] == before[2] and after[3] != before[3]
