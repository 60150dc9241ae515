"""The memory of the machine: every region, declared once."""

from __future__ import annotations

from artrules.engine.machine.language import I32, I64, U8, U16, Kept, Region

# -- tables, which the program fills

kind_of = Region(U16, "CARDS", Kept.TABLE)
"""By card: the index of its kind."""
look_of = Region(U16, "CARDS", Kept.TABLE)
"""By card: a number that is equal for cards that were printed alike."""
own_count = Region(U16, "CARDS", Kept.TABLE)
"""By card: how many powers it has of its own."""
own_first = Region(I32, "CARDS", Kept.TABLE)
"""By card: where in `own_powers` its own powers begin."""
own_powers = Region(U16, "", Kept.TABLE)
"""The definitions of the cards' own powers, one card after another."""
passes = Region(U8, "PASSING_TESTS * POWERS", Kept.TABLE)
"""By test and definition: whether a power passes a test of its attributes."""
own_passing = Region(U8, "PASSING_TESTS * CARDS", Kept.TABLE)
"""By test and card: whether one of the card's own powers passes."""

seen_by = Region(I32, "ZONES", Kept.TABLE)
"""By zone: the seats that see a card there, as bits."""
seen_down_by = Region(I32, "ZONES", Kept.TABLE)
"""By zone: the seats that see a card there although it lies face down."""
open_places = Region(U8, "ZONES", Kept.TABLE)
"""By zone: which of its cards those see who see it (`hidden/sight.py`)."""
is_pile = Region(U8, "ZONES", Kept.TABLE)
is_loose = Region(U8, "ZONES", Kept.TABLE)
usual_face = Region(U8, "ZONES", Kept.TABLE)
player_of_zone = Region(U8, "ZONES", Kept.TABLE)
"""By zone: 0 for the table, else a player counted from 1."""
zone_holds_kind = Region(U8, "ZONES * KINDS", Kept.TABLE)
"""By zone and kind: whether such cards may lie there."""
resets_cards = Region(U8, "ZONES", Kept.TABLE)
"""By zone: whether a card that leaves it gets start values back."""
made_of = Region(U8, "CARDS", Kept.TABLE)
"""By card: the number of its batch of pieces, from 1, if that goes back to where it starts; else 0 …"""
made_home = Region(I32, "MADE", Kept.TABLE)
"""… by batch: where it starts …"""
made_lies = Region(U8, "MADE * ZONES", Kept.TABLE)
"""… and by batch and zone whether its cards may lie there."""

power_limits_first = Region(I32, "POWERS + 1", Kept.TABLE)
"""By definition: where in `power_limits` its limits begin; they end where those of the next definition begin."""
power_limits = Region(U16, "", Kept.TABLE)
limit_per_card = Region(U8, "LIMITS", Kept.TABLE)
power_cost = Region(I32, "POWERS", Kept.TABLE)
"""By definition: units of work that its code counts when it begins."""
power_can_fail = Region(U8, "POWERS", Kept.TABLE)

event_is_kept = Region(U8, "EVENTS", Kept.TABLE)
event_shape = Region(U16, "EVENTS", Kept.TABLE)
"""By event: the shape of its fields."""
watch_event = Region(U16, "WATCH_CODES", Kept.TABLE)
watch_every = Region(I32, "WATCH_CODES", Kept.TABLE)
watch_cost = Region(I32, "WATCH_CODES", Kept.TABLE)
watch_has_condition = Region(U8, "WATCH_CODES", Kept.TABLE)
watch_shape = Region(U16, "WATCH_CODES", Kept.TABLE)
"""By code of a watch: the shape of the values that it keeps."""

question_cost = Region(I32, "QUESTIONS", Kept.TABLE)
question_shape = Region(U16, "QUESTIONS", Kept.TABLE)
"""By question that several players are asked at once: the shape of the values that it keeps."""

life_ends_limit = Region(U8, "LIVES * LIMITS", Kept.TABLE)
life_ends_event = Region(U8, "LIVES * EVENTS", Kept.TABLE)
life_ends_watch = Region(U8, "LIVES * WATCH_CODES", Kept.TABLE)
life_ends_for = Region(U8, "LIVES", Kept.TABLE)
"""By life: whether each player has one of their own."""
life_takes_powers = Region(U8, "LIVES", Kept.TABLE)
"""By life: whether cards of some kind lose the powers that they gained when it ends (`loses_powers`)."""
loses_powers = Region(U8, "LIVES * CARDS", Kept.TABLE)

phase_who = Region(U8, "PHASES", Kept.TABLE)
"""By phase: 0 nobody, 1 in turn, 2 all at once."""
phase_cost = Region(I32, "PHASES", Kept.TABLE)
phase_has_rule = Region(U8, "PHASE_RULES * PHASES", Kept.TABLE)
"""By rule and phase: whether the phase has such a rule."""
phase_back_to = Region(U16, "PHASES", Kept.TABLE)
"""By phase: the phase that is entered again after it."""
phase_is_open = Region(U8, "PHASES", Kept.TABLE)
"""By phase: whether its own rules say when play in turn is over, not that everybody has had a turn."""
phase_ends_first = Region(I32, "PHASES + 1", Kept.TABLE)
"""By phase: where in `phase_ends` the lives that end with it begin."""
phase_ends = Region(U16, "", Kept.TABLE)
boundary_event = Region(I32, "BOUNDARIES", Kept.TABLE)
"""By boundary (`flow.py`): the event that some watch in the code waits for, or NONE."""
life_of_next_turns = Region(U16, "1", Kept.TABLE)
"""The index of the life `next_turn`."""
life_of_rounds = Region(U16, "1", Kept.TABLE)
"""The index of the life `round`."""

block_cost = Region(I32, "BLOCKS", Kept.TABLE)
"""By block, the engine's own frames included: units of work that it counts when it begins."""
frame_words = Region(U16, "BLOCKS", Kept.TABLE)
"""By block: the words of its frame, with the block's number, which is the last."""
frame_shapes_first = Region(I32, "BLOCKS + 1", Kept.TABLE)
"""By block: where in `frame_shapes` the shapes of the values in its frame begin."""
frame_shapes = Region(U16, "", Kept.TABLE)
frame_has_lists = Region(U8, "BLOCKS", Kept.TABLE)
may_fail = Region(U8, "BLOCKS", Kept.TABLE)
"""By block: whether something may fail from there to the end of its code."""
is_decision = Region(U8, "BLOCKS", Kept.TABLE)
has_suites = Region(U8, "BLOCKS", Kept.TABLE)
"""By decision: no for a plain `choose`, whose action includes the code after it."""
row_words = Region(U8, "BLOCKS", Kept.TABLE)
"""By decision: the words of a candidate's row: its branch, then the values of the binders, filled up with 0."""
rows_have_lists = Region(U8, "BLOCKS", Kept.TABLE)
"""By decision: whether candidates' rows may hold lists, which are lost when the position is brought to rest."""
first_branch = Region(I32, "BLOCKS", Kept.TABLE)
"""By decision: the number of its first branch."""
decision_can_fail = Region(U8, "BLOCKS", Kept.TABLE)
"""By decision: whether something may fail after one of its options, up to the end of the code."""
suites_can_fail = Region(U8, "BLOCKS", Kept.TABLE)
"""By decision: whether something may fail in the suite of one of its options."""
is_secret_choice = Region(U8, "BLOCKS", Kept.TABLE)
"""By decision: whether its options may depend on what other players don't see."""
is_in_window = Region(U8, "BLOCKS", Kept.TABLE)
"""By decision: whether it may be asked in a window."""
branch_can_fail = Region(U8, "BRANCHES", Kept.TABLE)
branch_suite_can_fail = Region(U8, "BRANCHES", Kept.TABLE)
branch_uses_power = Region(U8, "BRANCHES", Kept.TABLE)
"""By branch: whether it only uses a power that its guard has tested, and nothing can fail after it."""
branch_is_foreseen = Region(U8, "BRANCHES", Kept.TABLE)
"""By branch: whether `foresee_option` ever tells anything."""
branch_ends = Region(U8, "BRANCHES", Kept.TABLE)
"""By branch: whether it ends what its player is doing, while another one of the decision doesn't."""
branch_shapes = Region(U16, "BRANCHES", Kept.TABLE)
"""By branch: the shape of its binders' values together."""

shape_kind = Region(U8, "", Kept.TABLE)
"""By shape: its kind (PLAIN and the others in `numbers.py`). Shape 0 is plain."""
shape_first = Region(I32, "", Kept.TABLE)
"""By shape: for a list the shape of its items; for fields, where their shapes begin in `shape_parts`."""
shape_count = Region(U16, "", Kept.TABLE)
"""By shape: how many fields."""
shape_parts = Region(U16, "", Kept.TABLE)
card_variables = Region(I32, "", Kept.TABLE)
"""Rows of words in `variables` that hold cards, powers or lists: the first, the one after the last, their shape."""
card_attributes = Region(I32, "", Kept.TABLE)
"""The same for `attributes`."""
shape_of_attribute = Region(U16, "ATTRIBUTES", Kept.TABLE)
"""By word of `attributes`: the shape of its values."""
mark_of_attribute = Region(U8, "ATTRIBUTES", Kept.TABLE)
"""By word of `attributes`: 0 for what isn't a mark, else a number: equal for marks of one name on cards of any kind."""
player_of_variable = Region(U8, "VARIABLES", Kept.TABLE)
"""By word of `variables`: 0 for what isn't a player's own, else a player counted from 1."""
hidden_word = Region(I32, "HIDDEN_VALUES", Kept.TABLE)
"""Hidden values that may be dealt anew (`hidden_values.py`): where they are in `variables` …"""
hidden_seen_by = Region(I32, "HIDDEN_VALUES", Kept.TABLE)
"""… the seats that see them, as bits …"""
hidden_low = Region(I32, "HIDDEN_VALUES", Kept.TABLE)
"""… the lowest value …"""
hidden_count = Region(I32, "HIDDEN_VALUES", Kept.TABLE)
"""… how many values there are, with `none` …"""
hidden_may_be_none = Region(U8, "HIDDEN_VALUES", Kept.TABLE)
"""… and whether they may be `none`."""
is_limited = Region(U8, "LIMITED_ZONES * ZONES", Kept.TABLE)
"""By zone: whether content says which cards may lie there (`places.py`)."""
changing_first = Region(I32, "CARDS + 1", Kept.TABLE)
"""By card: where in `changing` the indices in `attributes` of the card's own attributes begin."""
changing = Region(I32, "", Kept.TABLE)
constant_words = Region(I32, "", Kept.TABLE)
"""What the heap begins with: constant lists."""
token_first = Region(I32, "TOKENS", Kept.TABLE)
"""By token, for those that stand for a variable or attribute: where its words begin …"""
token_last = Region(I32, "TOKENS", Kept.TABLE)
"""… where they end …"""
token_shape = Region(U16, "TOKENS", Kept.TABLE)
"""… their shape …"""
token_is_attribute = Region(U8, "TOKENS", Kept.TABLE)
"""… and whether they are in `attributes`, not in `variables`."""
relevance_of = Region(I32, "BLOCKS", Kept.TABLE)
"""By block: the index in `relevance` of what says which tokens matter to its frame."""
relevance = Region(I32, "", Kept.TABLE)
"""Which tokens matter to frames (`lower/program_tables.py`)."""
token_sets = Region(I32, "", Kept.TABLE)
"""Sets of tokens: how many, then the tokens."""
uses_at = Region(I32, "", Kept.TABLE)
"""Powers of cards that code may use, by number: where in the frame the card is …"""
passes_use = Region(U8, "", Kept.TABLE)
"""… and times POWERS, by definition, whether it may be one of those powers."""
tokens_of_test = Region(I32, "POWERS", Kept.TABLE)
"""By definition: the index in `token_sets` of what its condition and limits read …"""
tokens_of_use = Region(I32, "POWERS", Kept.TABLE)
"""… and of that and what its code reads."""

feature_kind = Region(U8, "FEATURES", Kept.TABLE)
"""Numbers that each player has, by which positions are judged (`judging.py`): the kind …"""
feature_first = Region(I32, "FEATURES", Kept.TABLE)
"""… the first key, variable or zone …"""
feature_each = Region(U16, "FEATURES", Kept.TABLE)
"""… how many such zones each player has …"""
feature_cards = Region(U16, "FEATURES", Kept.TABLE)
"""… the kind of the cards whose numbers are summed …"""
feature_plus = Region(I32, "FEATURES", Kept.TABLE)
"""… and what is added to a card's number for the place of its number, in `feature_numbers` or in `attributes`."""
feature_numbers = Region(I32, "", Kept.TABLE)
"""Numbers printed on cards."""

printed_first = Region(I32, "CARDS + 1", Kept.TABLE)
"""By card: where in `printed` begins what is printed on it."""
printed = Region(I32, "", Kept.TABLE)
"""What is printed on cards, a word for each attribute: the attribute * PRINTED_VALUES + its value. Attributes with odd
numbers are numbers; these are counted from ZERO_PRINTED."""
zone_alike = Region(U16, "ZONES", Kept.TABLE)
"""By zone: a number that is equal for zones that only their players tell apart."""
field_first = Region(I32, "BRANCHES + 1", Kept.TABLE)
"""By branch: where in `field_means` its binders begin."""
field_means = Region(U8, "", Kept.TABLE)
"""By binder: IS_A_PLAYER, or more by 1 + the number of the attribute whose values it has, which is printed on cards."""
set_first = Region(I32, "SETS", Kept.TABLE)
"""Variables that hold sets: the first word …"""
set_means = Region(U8, "SETS", Kept.TABLE)
"""… what is in them, as in `field_means` …"""
set_of_players = Region(U8, "SETS", Kept.TABLE)
"""… and whether each player has one."""
scene_kind = Region(U8, "SCENES", Kept.TABLE)
"""Numbers by which a policy knows a position: the kind, as bits (`numbers.py`) …"""
scene_first = Region(I32, "SCENES", Kept.TABLE)
"""… the first variable or zone …"""
scene_count = Region(U16, "SCENES", Kept.TABLE)
"""… and how many zones there are, for each player where they have their own."""

key_texts = Region(U8, "", Kept.TABLE)
"""Texts of which the keys of random streams are made (`chance.py`), one after another …"""
key_text_first = Region(I32, "", Kept.TABLE)
"""… and where each begins; the last one ends where the next would begin."""
hash_constants = Region(I64, "8", Kept.TABLE)
hash_orders = Region(U8, "160", Kept.TABLE)
"""What hashing mixes in (`chance.py`): constants, and in which order the 16 words of a block, by round."""
is_drawn = Region(U8, "STREAMS", Kept.TABLE)
"""By random stream: whether anything may be drawn from it. Others need no key."""
digest_key = Region(U8, "DIGEST_KEY_BYTES", Kept.TABLE)
"""The key of the digests of positions, which follows from the content; 0 until a host sets it."""

# -- the position

clock = Region(I32, "8", Kept.POSITION)
"""The engine's own numbers, by the indices below."""
serials = Region(I32, "PLAYERS", Kept.POSITION)
"""By player: the serial number of that player's next watch."""
zone_of = Region(U16, "CARDS", Kept.POSITION)
face_of = Region(U8, "CARDS", Kept.POSITION)
next_in_zone = Region(U16, "CARDS", Kept.POSITION)
previous_in_zone = Region(U16, "CARDS", Kept.POSITION)
first_in_zone = Region(U16, "ZONES", Kept.POSITION)
last_in_zone = Region(U16, "ZONES", Kept.POSITION)
cards_in_zone = Region(U16, "ZONES", Kept.POSITION)
"""By zone: how many cards lie there."""
shown_to = Region(I32, "SHOWS * CARDS", Kept.POSITION)
"""By card: the seats to which it has been shown where it lies, as bits (`knowledge.py`)."""
mover_of = Region(I32, "MOVERS * CARDS", Kept.POSITION)
"""By card: the player in whose name it was moved to where it lies, counted from 1; 0 for nobody."""
withheld = Region(I32, "WITHHOLDING", Kept.POSITION)
"""By definition of a power: the seats for which it does nothing, as bits. The host sets them before a game begins."""
variables = Region(I32, "VARIABLES", Kept.POSITION)
attributes = Region(I32, "ATTRIBUTES", Kept.POSITION)
drawn = Region(I64, "STREAMS", Kept.POSITION)
"""By random stream: how many numbers have been drawn."""
gained_by = Region(U16, "CARDS", Kept.POSITION)
"""By card: how many powers it has gained."""
gained_card = Region(U16, "64", Kept.POSITION, used="gained_count", most="MOST_GAINED")
"""The powers that cards have gained: the card, in rising order, and in the order in which it gained them …"""
gained_power = Region(U16, "64", Kept.POSITION, used="gained_count", most="MOST_GAINED")
"""… and the definition."""
use_limit = Region(I32, "64", Kept.POSITION, used="use_count", most="MOST_USES")
"""Uses that limits count, in rising order: limit * PLAYERS + player …"""
use_what = Region(I32, "64", Kept.POSITION, used="use_count", most="MOST_USES")
"""… what is counted: a power on a card, a definition, or -1 minus the number of a branch …"""
use_times = Region(I32, "64", Kept.POSITION, used="use_count", most="MOST_USES")
"""… and how often."""
record_serial = Region(I32, "32", Kept.POSITION, used="record_count", most="MOST_RECORDS")
"""Kept happenings, the oldest first: the number of the happening …"""
record_event = Region(U16, "32", Kept.POSITION, used="record_count", most="MOST_RECORDS")
record_player = Region(I32, "32", Kept.POSITION, used="record_count", most="MOST_RECORDS")
record_fields = Region(I32, "32", Kept.POSITION, used="record_count", most="MOST_RECORDS")
"""… and the list of its fields on the heap."""
watch_owner = Region(U8, "32", Kept.POSITION, used="watch_count", most="MOST_WATCHES")
"""Watches, by owner and serial number."""
watch_serial = Region(I32, "32", Kept.POSITION, used="watch_count", most="MOST_WATCHES")
watch_code = Region(U16, "32", Kept.POSITION, used="watch_count", most="MOST_WATCHES")
watch_times = Region(I32, "32", Kept.POSITION, used="watch_count", most="MOST_WATCHES")
watch_values = Region(I32, "32", Kept.POSITION, used="watch_count", most="MOST_WATCHES")
"""The list of the values that a watch keeps, on the heap."""
heap = Region(I32, "CONSTANTS + 4096", Kept.POSITION, used="heap_top", most="CONSTANTS + HEAP_WORDS")
"""Lists: how many items, then the items. A list in a list is the index where it begins. Lists never change."""
stack = Region(I32, "STACKS * 8192", Kept.POSITION)
"""The stacks, STACK_WORDS words for each. A frame is its values, then the number of its block."""
top_of_stack = Region(I32, "STACKS", Kept.POSITION)
"""By stack: the index in `stack` after its last word. That of the active stack is in the register `stack_top`."""

# the position when a phase began that all play at once; all zero otherwise
then_zone_of = Region(U16, "CARDS", Kept.POSITION)
then_face_of = Region(U8, "CARDS", Kept.POSITION)
then_next_in_zone = Region(U16, "CARDS", Kept.POSITION)
then_first_in_zone = Region(U16, "ZONES", Kept.POSITION)
then_shown_to = Region(I32, "SHOWS * CARDS", Kept.POSITION)
then_mover_of = Region(I32, "MOVERS * CARDS", Kept.POSITION)
then_variables = Region(I32, "VARIABLES", Kept.POSITION)
then_attributes = Region(I32, "ATTRIBUTES", Kept.POSITION)
then_drawn = Region(I64, "STREAMS", Kept.POSITION)
then_serials = Region(I32, "PLAYERS", Kept.POSITION)
then_gained_card = Region(U16, "64", Kept.POSITION, used="then_gained_count", most="MOST_GAINED")
then_gained_power = Region(U16, "64", Kept.POSITION, used="then_gained_count", most="MOST_GAINED")

# -- what seats know (`knowledge.py`)

history_of = Region(I32, "PLAYERS * CARDS", Kept.KNOWLEDGE)
"""By seat and card: 0 for a card that the seat knows, else where in `known_lists` the card's history is: a list of
shuffle groups in order of time."""
carried_of = Region(I32, "PLAYERS * CARDS", Kept.KNOWLEDGE)
"""By seat and card that it doesn't know: what the card carried into its last shuffle group (`carried.py`)."""
assumed_by = Region(I32, "CARDS", Kept.KNOWLEDGE)
"""By card: the seats, as bits, that don't know it even where its history is empty, because this rests on what has only
been assumed."""
latest_assumed = Region(I32, "PLAYERS", Kept.KNOWLEDGE)
"""By seat: the latest shuffle group that a card has left by an assumption. What is left over in a group up to this one
is assumed, too."""
latest_group = Region(I32, "STACKS", Kept.KNOWLEDGE)
"""By stack: its latest shuffle group."""
known_places = Region(I32, "3", Kept.KNOWLEDGE)
"""Places in `known_lists`, by the indices below."""
history_then = Region(I32, "", Kept.KNOWLEDGE, used="then_known_count", most="PLAYERS * CARDS")
"""The same as `history_of` when that phase began …"""
carried_then = Region(I32, "", Kept.KNOWLEDGE, used="then_known_count", most="PLAYERS * CARDS")
"""… the same as `carried_of` …"""
assumed_then = Region(I32, "CARDS", Kept.KNOWLEDGE)
"""… and the same as `assumed_by`."""
known_lists = Region(I32, "256", Kept.KNOWLEDGE, used="known_top", most="KNOWN_WORDS")
"""Lists: how many words, then the words. They never change, and several seats and cards may share one."""

# -- scratch

sights = Region(I32, "CARDS", Kept.SCRATCH)
"""By card: the seats that saw it, as bits, when `write_sights` was called last, or knew it in `write_knowledge`."""
candidates = Region(I32, "4096", Kept.SCRATCH, used="candidates_top", most="ROW_WORDS")
"""Rows of candidates: of the decisions that wait now, and beyond them of those that looking ahead comes to."""
offered_first = Region(I32, "STACKS", Kept.SCRATCH)
"""By stack: where in `candidates` the rows that its decision offers begin."""
offered_count = Region(I32, "STACKS", Kept.SCRATCH)
"""By stack: how many options its decision offers; 0 where none waits, or where nobody has been asked yet."""
offered_player = Region(U8, "STACKS", Kept.SCRATCH)
"""By stack: who decides there."""
offered_positions = Region(I32, "STACKS", Kept.SCRATCH)
"""By stack: how many positions were looked at for its decision."""
waiting = Region(U8, "STACKS", Kept.SCRATCH)
"""The stacks on which a decision waits, `waiting_count` of them."""
stream_key = Region(I64, "STREAMS", Kept.SCRATCH)
"""By random stream: its key, as 64 bits with a sign, 0 where nothing is drawn from it. The host sets them from the
game's seed."""
bot_key = Region(I64, "PLAYERS", Kept.SCRATCH)
"""By player: the key of the random stream by which the machine's own bot chooses (`playouts.py`). The host sets it …"""
bot_drawn = Region(I64, "PLAYERS", Kept.SCRATCH)
"""… and how many numbers have been drawn from that stream."""
foreign_words = Region(I32, "FOREIGN_WORDS", Kept.SCRATCH)
"""The values for a function that isn't machine code; before those of one that draws the number of its stream."""
times_won = Region(I32, "PLAYERS", Kept.SCRATCH)
"""By player: how many rollouts they won (`playouts.py`). The host begins with 0."""
points_won = Region(I64, "PLAYERS", Kept.SCRATCH)
"""By player: the points of all rollouts together."""
rolled_out = Region(I32, "1", Kept.SCRATCH)
"""How many rollouts `roll_out` has begun, or how many games `play_games` has."""
game_seed = Region(I64, "GAMES_AT_ONCE", Kept.SCRATCH)
"""By game that is played inside: its seed, 64 bits without a sign, which the host sets …"""
game_choices = Region(I32, "GAMES_AT_ONCE", Kept.SCRATCH)
"""… how many choices were made in it …"""
game_rounds = Region(I32, "GAMES_AT_ONCE", Kept.SCRATCH)
"""… how many rounds it had …"""
game_stalled = Region(U8, "GAMES_AT_ONCE", Kept.SCRATCH)
"""… whether the last round ended it …"""
game_winner_count = Region(I32, "GAMES_AT_ONCE", Kept.SCRATCH)
"""… how many have won …"""
game_winners = Region(U8, "GAMES_AT_ONCE * PLAYERS", Kept.SCRATCH)
"""… who, counted from 1, if it isn't more than there are players …"""
game_points = Region(I32, "GAMES_AT_ONCE * SCORE_PARTS * PLAYERS", Kept.SCRATCH)
"""… what `points` held …"""
game_sides = Region(I32, "GAMES_AT_ONCE * PLAYERS", Kept.SCRATCH)
"""… and `side_of` …"""
game_digest = Region(I64, "GAMES_AT_ONCE * 2", Kept.SCRATCH)
"""… and the digest of its last position (`playouts.py`)."""
points = Region(I32, "SCORE_PARTS * PLAYERS", Kept.SCRATCH)
"""By part of the score, and player: what it comes to (`rules/flow.py`)."""
side_of = Region(I32, "PLAYERS", Kept.SCRATCH)
"""By player: the first player of the player's side (`rules/flow.py`)."""
standing = Region(I32, "WINNING_KEYS * PLAYERS", Kept.SCRATCH)
"""By key that decides who wins, and player: how the player's side stands, turned so that larger is better
(`judging.py`)."""
reward = Region(I32, "PLAYERS", Kept.SCRATCH)
"""By player: how good a position or the end of a game is, from 0 to FULL_REWARD (`judging.py`)."""
features = Region(I32, "FEATURES * PLAYERS", Kept.SCRATCH)
"""By feature and player: its value (`judging.py`)."""
weights = Region(I64, "2 * FEATURES", Kept.SCRATCH)
"""By feature: what it is worth at the start of a game, in parts of WEIGHT_ONE of a reward; then by how much that grows
with each sixteenth of a game. The host sets them when they have been learned (`judging.py`)."""
usual = Region(I32, "3", Kept.SCRATCH)
"""What is usual in a game: how many rounds it has, how far players are apart by the first key at the end, and how many
choices a player makes in a row. The host sets them, at least 1."""
noted_features = Region(I32, "32 * FEATURES * PLAYERS", Kept.SCRATCH)
"""The features of positions that were noted of a game (`judging.py`) …"""
noted_progress = Region(U8, "32", Kept.SCRATCH)
"""… and how far the game had gone there."""
learning_row = Region(I64, "2 * FEATURES", Kept.SCRATCH)
"""What is added to the next two regions for a player in a position: its features as they are compared …"""
gram = Region(I64, "4 * FEATURES * FEATURES", Kept.SCRATCH)
"""… the sums of the products of any two of them, the second not before the first …"""
moments = Region(I64, "2 * FEATURES", Kept.SCRATCH)
"""… and the sums of their products with what the reward came to. The host begins with 0."""
learned_sums = Region(I64, "7", Kept.SCRATCH)
"""By the indices in `judging.py`: sums over games. The host begins with 0."""
trait_worth = Region(I32, "TRAITS", Kept.SCRATCH)
"""By trait of options: what it is worth (`policy.py`). The host sets them when they have been learned …"""
trait_count = Region(I32, "TRAITS", Kept.SCRATCH)
"""… and how often it has been met while this was learned (`practice.py`)."""
traits = Region(U16, "MOST_TRAITS", Kept.SCRATCH)
"""The traits of an option, `trait_total` of them."""
scene_traits = Region(I32, "SCENES", Kept.SCRATCH)
"""What the position adds to the traits of each option."""
met_cards = Region(U16, "MOST_CARDS_MET", Kept.SCRATCH)
"""Cards with which those of options are compared …"""
met_places = Region(U16, "MOST_CARDS_MET", Kept.SCRATCH)
"""… and at which end of which zone they lie."""
held_cards = Region(U16, "MOST_CARDS_HELD", Kept.SCRATCH)
"""Cards that a player has, and sees."""
lowest_printed = Region(I32, "PRINTED_PLACES", Kept.SCRATCH)
"""The lowest number of an attribute on the cards of options …"""
highest_printed = Region(I32, "PRINTED_PLACES", Kept.SCRATCH)
"""… and the highest one."""
option_score = Region(I32, "64", Kept.SCRATCH, used="scored_count", most="MOST_OPTIONS")
"""By option: what its traits are worth together …"""
option_brought = Region(I32, "64", Kept.SCRATCH, used="scored_count", most="MOST_OPTIONS")
"""… and what it has brought in a playout, -1 where it wasn't tried."""
think_key = Region(I64, "1", Kept.SCRATCH)
"""The key of the random stream by which a bot thinks. The host sets it …"""
think_drawn = Region(I64, "1", Kept.SCRATCH)
"""… and how many numbers have been drawn from it."""
node_slots = Region(I32, "64", Kept.SCRATCH, used="node_slots_used", most="131072")
"""A hash table of the nodes of a search tree (`tree_search.py`): their numbers + 1."""
node_parent = Region(I32, "64", Kept.SCRATCH, used="node_count", most="MOST_NODES")
"""By node: the node from which an option leads to it …"""
node_option = Region(I32, "64", Kept.SCRATCH, used="node_count", most="MOST_NODES")
"""… the key of that option and of who chose it …"""
node_visits = Region(I32, "64", Kept.SCRATCH, used="node_count", most="MOST_NODES")
"""… how often it was chosen …"""
node_available = Region(I32, "64", Kept.SCRATCH, used="node_count", most="MOST_NODES")
"""… how often it could be chosen …"""
node_reward = Region(I32, "64", Kept.SCRATCH, used="node_count", most="MOST_NODES")
"""… and the rewards that its chooser has got from that, together …"""
node_liked = Region(I64, "64", Kept.SCRATCH, used="node_count", most="MOST_NODES")
"""… how much its chooser likes the option by the hints of content, together …"""
node_ahead = Region(I64, "64", Kept.SCRATCH, used="node_count", most="MOST_NODES")
"""… by how much it has brought more than the option that is liked best in the same samples, together …"""
node_squares = Region(I64, "64", Kept.SCRATCH, used="node_count", most="MOST_NODES")
"""… the sum of the squares of that …"""
node_compared = Region(I32, "64", Kept.SCRATCH, used="node_count", most="MOST_NODES")
"""… and in how many samples."""
node_ends = Region(U8, "64", Kept.SCRATCH, used="node_count", most="MOST_NODES")
"""At the root: whether the option ends what its chooser is doing (`branch_ends`)."""
judged_sums = Region(I64, "3", Kept.SCRATCH)
"""How many rewards a search has met, their sum, and the sum of their squares."""
tried_node = Region(I32, "100", Kept.SCRATCH)
"""The nodes that a try has gone through, by depth …"""
tried_player = Region(U8, "100", Kept.SCRATCH)
"""… and who chose the way to each."""
option_node = Region(I32, "64", Kept.SCRATCH, used="option_node_count", most="MOST_OPTIONS")
"""By option of the decision that a bot thinks about: its node; alike options share one."""
option_allowed = Region(U8, "64", Kept.SCRATCH, used="option_node_count", most="MOST_OPTIONS")
"""Whether it may be chosen. The host may change that when the search has begun."""
option_liked = Region(I32, "64", Kept.SCRATCH, used="liked_count", most="MOST_OPTIONS")
"""By option of a decision: how much it is liked, from 0 to MOST_BIASED (`liking.py`)."""
option_child = Region(I32, "64", Kept.SCRATCH, used="child_count", most="MOST_OPTIONS")
"""By option that a try may take on its way: its node, 0 for none (`tree_search.py`)."""
order = Region(U16, "CARDS", Kept.SCRATCH)
"""Cards of a zone while it is shuffled."""
row_slots = Region(I32, "64", Kept.SCRATCH, used="slots_used", most="32768")
"""A hash table of rows of candidates, while it is asked which are alike (`alike.py`)."""
blank_attributes = Region(I32, "ATTRIBUTES", Kept.SCRATCH)
"""The attributes' start values; for lists and wide sets, where they begin in `blank_words` (`carried.py`)."""
blank_words = Region(I32, "16", Kept.SCRATCH, used="blank_top", most="MOST_KEPT")
"""How many words, then a list or wide set as words (`heap.py`)."""
looked_alike = Region(U8, "CARDS", Kept.SCRATCH)
"""By card: whether it bore the same marks as the card that is leaving its zone."""
grouped = Region(U16, "CARDS", Kept.SCRATCH)
"""Cards that are about to become a shuffle group, or that are in one."""
happened = Region(U8, "CARDS", Kept.SCRATCH)
"""By card: what may have happened to it, as bits (`carried.py`)."""
carried_now = Region(I32, "CARDS", Kept.SCRATCH)
"""By card: what it carries now, -1 where that hasn't been asked (`carried.py`)."""
moving = Region(U8, "CARDS", Kept.SCRATCH)
"""By card that really lies somewhere: whether another one may lie there in a determinization (`determinization.py`)."""
may_lie_in = Region(U8, "LIMITED_ZONES * ZONES * CARDS", Kept.SCRATCH)
"""By zone and card: 1 and whether the card may lie there by what content says; 0 where that hasn't been asked."""
card_there = Region(U16, "CARDS", Kept.SCRATCH)
"""By card that really lies somewhere: the card that lies there in the determinization."""
came_by = Region(I32, "CARDS", Kept.SCRATCH)
"""By card that moves: its history in the determinization."""
deal_key = Region(I64, "1", Kept.SCRATCH)
"""The key of the random stream that determinizations are made by. The host sets it."""
deal_drawn = Region(I64, "1", Kept.SCRATCH)
"""How many numbers have been drawn from that stream."""
root_key = Region(I64, "STREAMS", Kept.SCRATCH)
"""By random stream: its key in sample 0 (`sampling.py`). The host sets them."""
set_attributes = Region(I32, "ATTRIBUTES", Kept.SCRATCH)
"""The attributes before the cards are laid anew."""
old_attributes = Region(I32, "ATTRIBUTES", Kept.SCRATCH)
old_faces = Region(U8, "CARDS", Kept.SCRATCH)
old_shown = Region(I32, "SHOWS * CARDS", Kept.SCRATCH)
old_movers = Region(I32, "MOVERS * CARDS", Kept.SCRATCH)
followed_by = Region(I32, "SHOWS * CARDS", Kept.SCRATCH)
"""By card: the seats to which it has been shown since anybody chose, as bits."""
wanted_units = Region(I32, "31", Kept.SCRATCH)
"""By resource of a payment: how many units of it are demanded (`rules/payments.py`) …"""
met_units = Region(I32, "31", Kept.SCRATCH)
"""… and how many of them are met."""
fixed_units = Region(I32, "31", Kept.SCRATCH)
"""By resource: how many fixed units stand for it alone."""
kept_met = Region(I32, "31", Kept.SCRATCH)
"""What `met_units` held when it was kept."""
came_lot = Region(I32, "31", Kept.SCRATCH)
"""By resource: the lot of which a unit would move to it, where `lots` has it …"""
came_from = Region(I32, "31", Kept.SCRATCH)
"""… and the resource from which; -1 for the unit that has no place yet."""
lots = Region(I32, "1024", Kept.SCRATCH, used="lots_top", most="LOTS_WORDS")
"""The lots of a payment, `lot_words` words each."""
row_of_look = Region(I32, "CARDS", Kept.SCRATCH)
"""By look: the row that has last been met whose card looks so (`alike.py`)."""
work = Region(I32, "1024", Kept.SCRATCH, used="work_top", most="WORK_WORDS")
"""Items of the lists that are in the making."""
moved_heap = Region(I32, "4096", Kept.SCRATCH, used="moved_top", most="MOVED_WORDS")
"""Where lists go while the heap is compacted. It is shorter than the heap: all fits there, after the constants."""
journal = Region(I32, "1024", Kept.SCRATCH, used="journal_top", most="JOURNAL_WORDS")
"""What looking ahead has changed (`zones.py`)."""
memo_answer = Region(U8, "64", Kept.SCRATCH, used="memo_count", most="MOST_POSITIONS")
"""By key of a position that was looked at: what is known of it (`looking_ahead.py`)."""
memo_depth = Region(I32, "64", Kept.SCRATCH, used="memo_count", most="MOST_POSITIONS")
unsure = Region(I32, "64", Kept.SCRATCH, used="unsure_used", most="MOST_POSITIONS")
"""The keys of positions of which it isn't sure that nothing leads on from them."""
path_key = Region(I32, "64", Kept.SCRATCH, used="path_used", most="MOST_POSITIONS + 1")
"""The path of positions that are being looked at, by depth: its key …"""
path_first = Region(I32, "64", Kept.SCRATCH, used="path_used", most="MOST_POSITIONS + 1")
"""… where in `candidates` the rows of its decision begin …"""
path_count = Region(I32, "64", Kept.SCRATCH, used="path_used", most="MOST_POSITIONS + 1")
"""… how many rows there are …"""
path_left = Region(I32, "64", Kept.SCRATCH, used="path_used", most="MOST_POSITIONS + 1")
"""… how many rows are left …"""
path_leans = Region(I32, "64", Kept.SCRATCH, used="path_used", most="MOST_POSITIONS + 1")
"""… the depth of the outermost position that it leads back to …"""
path_unsure = Region(I32, "64", Kept.SCRATCH, used="path_used", most="MOST_POSITIONS + 1")
"""… how many positions were unsure before …"""
path_words = Region(I32, "64", Kept.SCRATCH, used="path_used", most="MOST_POSITIONS + 1")
"""… and how many words are kept of the positions up to it."""
relevant = Region(U8, "TOKENS", Kept.SCRATCH)
"""By token: whether this part of the state can still affect whether something fails (`position_key.py`)."""
met_uses = Region(I32, "64", Kept.SCRATCH)
"""Which powers of cards the frames of an action may use: their numbers in `uses_at`."""
text = Region(I32, "1024", Kept.SCRATCH, used="text_top", most="TEXT_WORDS")
"""Tokens of a text in the making, and log entries that the host hasn't taken yet (`texts.py`)."""
reason_state = Region(I32, "6", Kept.SCRATCH)
"""What is known of a reason that is looked for, by the indices in `reasons.py`."""
message = Region(U8, "256", Kept.SCRATCH, used="message_top", most="POSITION_BYTES + 256")
"""The bytes that are hashed (`chance.py`): a packed position after a block with its key, or the text of a key."""
hash_block = Region(I64, "16", Kept.SCRATCH)
hash_state = Region(I64, "8", Kept.SCRATCH)
executed = Region(I32, "", Kept.SCRATCH)
"""Coverage: how often each counter has been passed."""

# indices in `clock`
ROUND_NUMBER = 0
PHASE_NUMBER = 1
ON_TURN = 2
NEXT_RECORD = 3
FINISHED = 4
STALLED = 5
ALL_AT_ONCE = 6
"""Whether a phase is in progress that all play at once, or a question that several players are asked at once."""
SINGLE_OPTIONS = 7
"""Whether players are asked even where they have one option: the client wants it so."""

# indices in `known_places`
USES_THEN = 0
"""The uses that were counted when a phase began that all play at once."""
WATCHES_THEN = 1
"""The watches that there were then."""
COMPACTED = 2
"""Where `known_lists` ended when it was compacted last."""
