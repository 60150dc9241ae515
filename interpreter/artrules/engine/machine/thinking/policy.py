"""Choosing by what was learned of options: a policy that is linear in traits of options.

A trait is something that an option has or hasn't: its branch, a number in it, the look of a card in it, how that card
compares with others. Traits follow from what content declares, and of cards from what the player who chooses sees, so a
policy needs no hints. What each trait is worth is learned from games (`practice.py`). Traits are numbered by hashes, so
nobody has to list those that there may be (feature hashing: Weinberger and others 2009).
"""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.engine import activate
from artrules.engine.machine.hidden.sight import may_see
from artrules.engine.machine.intrinsics import fill_words, mixed_below, reserve
from artrules.engine.machine.memory import (
    ALL_AT_ONCE, attributes, branch_shapes, candidates, cards_in_zone, changing, changing_first, clock, field_first,
    field_means, first_branch, first_in_zone, heap, held_cards, highest_printed, kind_of, last_in_zone, look_of,
    lowest_printed, met_cards, met_places, next_in_zone, offered_count, offered_first, offered_player, option_liked,
    option_score, player_of_zone, printed, printed_first, row_words, scene_count, scene_first, scene_kind, scene_traits,
    set_first, set_means, set_of_players, shape_count, shape_first, shape_kind, shape_of_attribute, shape_parts, stack,
    top_of_stack, trait_worth, traits, variables, waiting, zone_alike, zone_of,
)
from artrules.engine.machine.numbers import (
    HAS_OPTION_HINTS, IS_A_PLAYER, IS_CARD, IS_FIELDS, IS_LIST, IS_NUMBER, IS_POWER, IS_WIDE_SET, MOST_CARDS_HELD,
    MOST_CARDS_MET, MOST_TRAITS, NIL, NONE, PLAIN, PLAYERS, PRINTED_PLACES, PRINTED_VALUES, SCENES, SCENE_OF_PLAYERS,
    SCENE_VARIABLE, SETS, SLOTS, TRAITS, ZERO_PRINTED, ZONES,
)
from artrules.engine.machine.registers import cards_held, cards_met, scored_count, scenes_noted, trait_total
from artrules.engine.machine.rules.actions import definition_of
from artrules.engine.machine.thinking.liking import like_offered, think_below
# fmt: on


# What the options of a decision have in common: the position as its player sees it, and the cards with which those of
# options are compared.

MOST_SIZE = 31
"""The largest of the sizes in which numbers are told apart."""


def look_at_decision() -> None:
    """Get ready to describe options of the first decision that waits."""
    global cards_held, cards_met, scenes_noted
    index = waiting[0]
    activate(index)
    decision = stack[top_of_stack[index] - 1]
    first = offered_first[index]
    words = row_words[decision]
    player = offered_player[index]
    cards_held = -1
    scenes_noted = 0
    for option in range(1, offered_count[index]):
        if scenes_noted == 0 and candidates[first + option * words] != candidates[first]:
            look_around(player)
    cards_met = 0
    for zone in range(ZONES - 1):
        if player_of_zone[zone] == 0 and cards_in_zone[zone]:
            meet_card(first_in_zone[zone], 2 * zone, player)
            if last_in_zone[zone] != first_in_zone[zone]:
                meet_card(last_in_zone[zone], 2 * zone + 1, player)
    fill_words(lowest_printed, 0, PRINTED_PLACES, PRINTED_VALUES)
    fill_words(highest_printed, 0, PRINTED_PLACES, -1)
    for option in range(offered_count[index]):
        note_extremes(decision, first + option * words, player)
    if HAS_OPTION_HINTS:
        like_offered(index)


def look_around(player: int) -> None:
    """Note what there is to say of the position, which matters where options are of several branches: numbers of the
    player and of the table, and how the player is ahead in them, where the player sees that."""
    global scenes_noted
    for i in range(SCENES):
        mine = scene_value(i, player)
        ahead = 0
        if scene_kind[i] & SCENE_OF_PLAYERS and PLAYERS > 1 and not clock[ALL_AT_ONCE]:
            best = NONE
            for other in range(PLAYERS):
                if other != player and scene_value(i, other) > best:
                    best = scene_value(i, other)
            ahead = 1 + (mine > best) + (mine >= best)
        scene_traits[i] = SCENE + (i * 64 + 32 + size_of(mine)) * 4 + ahead
    scenes_noted = SCENES


def acts_unseen(owner: int, player: int) -> int:
    """Whether somebody (from 1; 0 for the table) may have changed their own things without the player's seeing it yet:
    what others do while all play at once. The table's things stay as they are until then."""
    return clock[ALL_AT_ONCE] and owner != 0 and owner != player + 1


def scene_value(scene: int, player: int) -> int:
    """A number of a player, or of the table: a variable, or how many cards lie in zones."""
    each = scene_count[scene]
    first = scene_first[scene]
    if scene_kind[scene] & SCENE_OF_PLAYERS:
        first += player * each
    if scene_kind[scene] & SCENE_VARIABLE:
        if variables[first] == NONE:
            return -1
        return variables[first]
    found = 0
    for zone in range(first, first + each):
        found += cards_in_zone[zone]
    return found


def size_of(value: int) -> int:
    """A number as one of few sizes: small ones as they are, others in steps that grow with them."""
    if value < 0:
        return -size_of(-value)
    size = 0
    while value >= 8:
        value -= 1 + value // 4
        size += 1
    if size + value > MOST_SIZE:
        return MOST_SIZE
    return size + value


def meet_card(card: int, place: int, player: int) -> None:
    """Note a card with which those of options are compared: one that lies open at an end of a zone of the table."""
    global cards_met
    if cards_met < MOST_CARDS_MET and may_see(player, card):
        met_cards[cards_met] = card
        met_places[cards_met] = place
        cards_met += 1


def note_extremes(decision: int, row: int, player: int) -> None:
    """Widen the ranges of the numbers that are printed on the cards of options by those of an option."""
    shape = branch_shapes[first_branch[decision] + candidates[row]]
    if shape_kind[shape] != IS_FIELDS:
        return
    for field in range(shape_count[shape]):
        card = candidates[row + 1 + field]
        if shape_kind[shape_parts[shape_first[shape] + field]] == IS_CARD and card != NONE and may_see(player, card):
            for i in range(printed_first[card], printed_first[card + 1]):
                place = place_of_printed(printed[i], field)
                value = printed[i] % PRINTED_VALUES
                if value < lowest_printed[place]:
                    lowest_printed[place] = value
                if value > highest_printed[place]:
                    highest_printed[place] = value


def place_of_printed(word: int, field: int) -> int:
    """Where the range is of an attribute on the cards of a field of options. Some may share one."""
    return (word // PRINTED_VALUES + 8 * field) % PRINTED_PLACES


# Traits of an option: hashes of its decision and branch, which of its values it is about, and what is so about that.

TRAIT_BOUND = 1 << 30
KIND_OF_TRAIT = 1 << 20
OUT_OF_SIGHT = 1 * KIND_OF_TRAIT
LIES_IN = 2 * KIND_OF_TRAIT
LOOKS = 3 * KIND_OF_TRAIT
PRINTED = 4 * KIND_OF_TRAIT
OTHERS_ALIKE = 5 * KIND_OF_TRAIT
EXTREME = 6 * KIND_OF_TRAIT
CHANGED = 7 * KIND_OF_TRAIT
BESIDE = 8 * KIND_OF_TRAIT
DEFINED = 9 * KIND_OF_TRAIT
LENGTH = 10 * KIND_OF_TRAIT
SIZE = 11 * KIND_OF_TRAIT
SEATED = 12 * KIND_OF_TRAIT
SCENE = 13 * KIND_OF_TRAIT
LIKED = 14 * KIND_OF_TRAIT
APART = 15 * KIND_OF_TRAIT
HELD = 16 * KIND_OF_TRAIT
RIVAL = 17 * KIND_OF_TRAIT
IN_SET = 18 * KIND_OF_TRAIT
"""What a trait is about."""
MOST_ITEMS = 6
"""So many items of a list have traits."""
MOST_LOOKED_AT = 16
"""With so many cards of its zone a card is compared."""
MOST_ALIKE = 6
LIKED_STEP = 16
"""How much an option is liked is told apart in steps of so much (`like_offered`)."""


def trait_key(key: int, value: int) -> int:
    """The key that goes on with a value."""
    return mixed_below(key, value, TRAIT_BOUND)


def note_trait(key: int, value: int) -> None:
    """Note a trait of the option that is being described."""
    global trait_total
    if trait_total < MOST_TRAITS:
        traits[trait_total] = mixed_below(key, value, TRAITS)
        trait_total += 1


def describe(option: int) -> None:
    """Write the traits of an option of the first decision that waits, which `look_at_decision` was called for, into
    `traits`."""
    global trait_total
    index = waiting[0]
    decision = stack[top_of_stack[index] - 1]
    row = offered_first[index] + option * row_words[decision]
    key = trait_key(decision, candidates[row])
    trait_total = 0
    note_trait(key, 0)
    if HAS_OPTION_HINTS:
        note_trait(LIKED, option_liked[option] // LIKED_STEP)
        note_trait(key, LIKED + option_liked[option] // LIKED_STEP)
    for i in range(scenes_noted):
        note_trait(key, scene_traits[i])
    describe_fields(key, decision, row, offered_player[index])


def describe_fields(key: int, decision: int, row: int, player: int) -> None:
    """Note the traits of the values of an option."""
    branch = first_branch[decision] + candidates[row]
    shape = branch_shapes[branch]
    first = field_first[branch]
    count = field_first[branch + 1] - first
    for i in range(count):
        value = candidates[row + 1 + i]
        means = field_means[first + i]
        field = trait_key(key, i + 1)
        part = PLAIN
        if shape_kind[shape] == IS_FIELDS:
            part = shape_parts[shape_first[shape] + i]
        if means == IS_A_PLAYER and value != NONE:
            describe_player(field, value, player)
        else:
            describe_value(field, part, value, player, i)
        if means > IS_A_PLAYER and value != NONE:
            note_trait(field, HELD + count_held(printed_word(means, value), player))
            note_sets(field, means, value, player)
            for j in range(count):
                other = candidates[row + 1 + j]
                if field_means[first + j] == IS_A_PLAYER and other != NONE and not acts_unseen(other + 1, player):
                    note_sets(trait_key(field, j), means, value, other)


def printed_word(means: int, value: int) -> int:
    """The word in `printed` for a value of what a field means."""
    attribute = means - IS_A_PLAYER - 1
    return attribute * PRINTED_VALUES + (attribute & IS_NUMBER) * ZERO_PRINTED + value


def describe_value(key: int, shape: int, value: int, player: int, field: int) -> None:
    """Note the traits of a value of a shape."""
    kind = shape_kind[shape]
    if value == NONE:
        note_trait(key, NONE)
    elif kind == IS_CARD:
        describe_card(key, value, player, field)
    elif kind == IS_POWER:
        if may_see(player, value // SLOTS):
            note_trait(key, DEFINED + definition_of(value))
        describe_card(key, value // SLOTS, player, field)
    elif kind == IS_LIST or kind == IS_FIELDS:
        note_trait(key, LENGTH + size_of(heap[value]))
        for i in range(heap[value]):
            if i < MOST_ITEMS and kind == IS_LIST:
                describe_value(key, shape_first[shape], heap[value + 1 + i], player, field)
            elif i < MOST_ITEMS:
                describe_value(
                    trait_key(key, i), shape_parts[shape_first[shape] + i], heap[value + 1 + i], player, field
                )
    elif kind != IS_WIDE_SET:
        note_trait(key, value)
        note_trait(key, SIZE + size_of(value))


def describe_player(key: int, other: int, player: int) -> None:
    """Note the traits of a player: the seat as seen from the one who chooses, and how the player stands."""
    note_trait(key, SEATED + (other + PLAYERS - player) % PLAYERS)
    if acts_unseen(other + 1, player):
        return
    for i in range(SCENES):
        if scene_kind[i] & SCENE_OF_PLAYERS:
            value = scene_value(i, other)
            mine = scene_value(i, player)
            note_trait(key, RIVAL + (i * 64 + 32 + size_of(value)) * 4)
            note_trait(key, RIVAL + i * 4 + 1 + (mine > value) + (mine >= value))


def note_sets(key: int, means: int, value: int, owner: int) -> None:
    """Note in which of the sets that a player has something is, or that the table has."""
    for i in range(SETS):
        members = variables[set_first[i] + owner * set_of_players[i]]
        if set_means[i] == means and members != NONE:
            note_trait(key, IN_SET + 2 * i + (members >> value & 1))


def describe_card(key: int, card: int, player: int, field: int) -> None:
    """Note the traits of a card: where it lies, and what its player sees of it."""
    zone = zone_of[card]
    if acts_unseen(player_of_zone[zone], player):
        return
    note_trait(key, LIES_IN + 2 * zone_alike[zone] + (player_of_zone[zone] == player + 1))
    if not may_see(player, card):
        note_trait(key, OUT_OF_SIGHT)
        return
    note_trait(key, LOOKS + look_of[card])
    for i in range(printed_first[card], printed_first[card + 1]):
        word = printed[i]
        attribute = word // PRINTED_VALUES
        note_trait(key, PRINTED + word)
        note_trait(key, OTHERS_ALIKE + attribute * 16 + count_alike(card, word, player))
        if attribute & IS_NUMBER:
            place = place_of_printed(word, field)
            lowest = word % PRINTED_VALUES == lowest_printed[place]
            highest = word % PRINTED_VALUES == highest_printed[place]
            note_trait(key, EXTREME + attribute * 4 + lowest + 2 * highest)
    first = changing_first[card]
    for i in range(changing_first[card + 1] - first):
        value = attributes[changing[first + i]]
        if shape_kind[shape_of_attribute[changing[first + i]]] == PLAIN and value != NONE:
            note_trait(key, CHANGED + (kind_of[card] * 32 + i) * 64 + 32 + size_of(value))
    for i in range(cards_met):
        if met_cards[i] != card:
            note_relation(trait_key(key, met_places[i]), card, met_cards[i])


def count_alike(card: int, word: int, player: int) -> int:
    """How many of the other cards where a card lies have something printed on them that it has, up to a few."""
    found = 0
    looked_at = 0
    other = first_in_zone[zone_of[card]]
    while other != NIL and looked_at < MOST_LOOKED_AT and found < MOST_ALIKE:
        if other != card and may_see(player, other):
            found += bears(other, word)
        looked_at += 1
        other = next_in_zone[other]
    return found


def bears(card: int, word: int) -> int:
    """Whether something is printed on a card."""
    for i in range(printed_first[card], printed_first[card + 1]):
        if printed[i] == word:
            return 1
    return 0


def count_held(word: int, player: int) -> int:
    """How many of the cards that a player has, and sees, have something printed on them."""
    if cards_held < 0:
        find_held(player)
    found = 0
    for i in range(cards_held):
        found += bears(held_cards[i], word)
    return found


def find_held(player: int) -> None:
    """Find the cards that a player has, and sees."""
    global cards_held
    cards_held = 0
    for zone in range(ZONES):
        if player_of_zone[zone] == player + 1:
            card = first_in_zone[zone]
            while card != NIL and cards_held < MOST_CARDS_HELD:
                if may_see(player, card):
                    held_cards[cards_held] = card
                    cards_held += 1
                card = next_in_zone[card]


def note_relation(key: int, card: int, other: int) -> None:
    """Note how two cards compare by what is printed on both, attribute by attribute, and by all of them together."""
    together = 0
    for i in range(printed_first[card], printed_first[card + 1]):
        one = printed[i]
        attribute = one // PRINTED_VALUES
        for j in range(printed_first[other], printed_first[other + 1]):
            two = printed[j]
            if two // PRINTED_VALUES == attribute:
                together = together * 4 % 1024 + (one == two)
                if attribute & IS_NUMBER:
                    together += 2 * (one > two)
                    note_trait(key, APART + attribute * 64 + 32 + size_of(one - two))
    note_trait(key, BESIDE + together)


# Chooses by what traits are worth.

NEARLY_EQUAL = 50 * 1024
"""Options whose scores differ by no more are equally good: so much may be an error of what was learned, and who always
chooses the same is easily foreseen. Scores are counted in parts of a reward (`practice.py`)."""


def score_of(option: int) -> int:
    """What the traits of an option are worth together."""
    describe(option)
    score = 0
    for i in range(trait_total):
        score += trait_worth[traits[i]]
    return score


def option_of_policy() -> int:
    """The option of the first decision that waits whose traits are worth most; one by chance of those that are worth
    nearly as much."""
    global scored_count
    count = offered_count[waiting[0]]
    look_at_decision()
    scored_count = 0
    reserve(option_score, count)
    scored_count = count
    most = 0
    for option in range(count):
        option_score[option] = score_of(option)
        if option == 0 or option_score[option] > most:
            most = option_score[option]
    best = 0
    level = 0
    for option in range(count):
        if option_score[option] >= most - NEARLY_EQUAL:
            level += 1
            if think_below(level) == 0:
                best = option
    return best
