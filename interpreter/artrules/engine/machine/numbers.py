"""Numbers: those that are fixed for one program, and those of the machine itself."""

from __future__ import annotations

from artrules.engine.machine.language import bound, number

# -- fixed for one program

PLAYERS = number()
STACKS = number()
"""A stack for the table, and one for each player."""
CARDS = number()
ZONES = number()
"""All zones. The last one is the place for cards that take no part in the game."""
KINDS = number()
"""Kinds of cards."""
POWERS = number()
"""Definitions of powers."""
RANKS = number()
"""How many equal powers of a card are told apart when they are remembered: 256 where there are fewer than 512
definitions."""
LIMITS = number()
EVENTS = number()
WATCH_CODES = number()
"""Places in the code that set watches."""
QUESTIONS = number()
"""Places in the code that ask several players at once."""
LIVES = number()
HAS_NEXT_TURN = number()
"""1 where something lasts until a player's next turn begins."""
BLOCKS = number()
BRANCHES = number()
PHASES = number()
PHASE_RULES = number()
"""Keys of phases whose code says how they run (`rules/flow.py`)."""
BOUNDARIES = number()
"""Starts and ends of rounds, turns and phases."""
HAS_BOUNDARIES = number()
"""1 where some code waits for one of them."""
SETUP_STEPS = number()
FINAL_STEPS = number()
SCORE_PARTS = number()
HAS_SIDES = number()
"""1 where the content says who is on whose side."""
WINNING_KEYS = number()
"""How many keys `winning_value` has."""
LAST_ROUND = number()
"""The number of the last round; 0 where only the content's own rule ends the game."""
HAS_UNTIL = number()
"""1 where the content has a rule that ends the game."""
VARIABLES = number()
"""Words for the values of variables."""
HIDDEN_VALUES = number()
"""Words for values that somebody doesn't see, and that may be dealt anew."""
LIMITED_ZONES = number()
"""1 where content says of some zone which cards may lie there."""
MADE = number()
"""Batches of pieces that go back to where they start, from where they aren't there."""
ATTRIBUTES = number()
"""Words for the values of attributes that aren't printed."""
STREAMS = number()
"""Random streams: one for each purpose and owner."""
PASSING_TESTS = number()
"""Tests of powers by their attributes (`analyses/power_tests.py`)."""
CONSTANTS = number()
"""Words at the beginning of the heap that hold constant lists."""
CARD_VARIABLES = number()
"""Rows in `card_variables`."""
CARD_ATTRIBUTES = number()
"""Rows in `card_attributes`."""
WORDS_WITH_CARDS = number()
"""Words in those rows."""
HAS_LISTS = number()
"""1 where a variable, attribute, event, watch, question or frame may hold a list."""
FOREIGN_WORDS = number()
"""The most words that a function which isn't machine code takes; 0 where there is none."""
SHOWS = number()
"""1 where code shows cards (`knowledge.py`)."""
MARKS = number()
"""Attributes of cards that everybody sees wherever the cards lie (`carried.py`)."""
MOVERS = number()
"""1 where code asks who has moved a card (`mover_of`)."""
HAS_POSITION_HINT = number()
"""1 where content says how much a player likes a position."""
HAS_OPTION_HINTS = number()
"""1 where content says how much a player likes an option."""
HAS_STORY = number()
"""1 where content says what the log tells of an option."""
FEATURES = number()
"""Numbers that each player has, by which positions are judged (`judging.py`)."""
SCENES = number()
"""Numbers by which a policy knows a position (`policy.py`)."""
SETS = number()
"""Variables that hold sets of what is printed on cards (`policy.py`)."""
WITHHOLDING = number()
"""Definitions of powers that may be withheld from seats: all of them in games that withhold any, else 0."""
TOKENS = number()
"""Parts of the state that can be told apart when positions are compared while looking ahead."""

# -- for how much there is room (`language.py`)

MOST_USES = bound(100_000, parts=1)
"""Uses that are counted against limits."""
MOST_GAINED = bound(100_000, parts=1)
"""Powers that cards have gained."""
MOST_KEPT = bound(1_000_000, parts=16)
"""Words in lists of a position at rest, uses, gained powers and kept happenings."""
HEAP_WORDS = bound(8_000_000, parts=128)
"""Words in lists while code runs."""
HEAP_ROOM = bound(2_000_000, parts=64)
"""When the heap has more words than this, it is compacted as soon as no code runs."""
WORK_WORDS = bound(8_000_000, parts=64)
"""Items of lists in the making."""
MOVED_WORDS = bound(4_000_000, parts=64)
"""Words in lists that are left when the heap is compacted. They must fit on the heap again."""
KNOWN_WORDS = bound(8_000_000, parts=64)
"""Words in lists of what seats know."""
ROW_WORDS = bound(8_000_000, parts=64)
"""Words in rows of candidates: of the decisions that wait, and of those on the path while looking ahead."""
TEXT_WORDS = bound(8_000_000, parts=32)
"""Words of texts and log entries that the host hasn't taken yet."""
JOURNAL_WORDS = bound(64_000_000, parts=192)
"""Words of the journal of what looking ahead has changed."""
MOST_WORDS_AHEAD = bound(16_000_000, parts=192)
"""Words that are kept of the positions on the path while looking ahead (`looking_ahead.py`)."""
MOST_MEMO_WORDS = bound(8_000_000, parts=192)
"""Words in keys of positions that are remembered while looking ahead."""

# -- of the machine

NONE = -(1 << 31)
"""The value `none`, and what stands for nobody."""
NIL = 65535
"""No card: where the row of a zone's cards ends."""
MOST_POWERS = 256
"""The most powers on a card."""
SLOTS = 131_072
"""The number of a power on a card is card * SLOTS + its index among the card's powers. Numbers behind these indices say
the definition: they are of powers that are remembered, whatever their card loses (`rules/actions.py`)."""
FACE_UP = 0
FACE_DOWN = 1

# statuses: what running code has come to
FINE = 0
FAILED = 1
"""Something can't be done, so the option that led here isn't offered."""
COMMITTED = 2
"""Looking ahead may stop: the action can be completed."""
GAME_ENDS = 3
FAULTY = 4
"""The content did something that it must not do."""

# what is foreseen of a candidate (`foresee_option`)
UNFORESEEN = 0
ENDS_SUITE = 1
NEVER_FAILS = 2
PAUSES = 5
"""Somebody wants to look at the game where the content pauses."""

# faults
OUT_OF_BOUNDS = 1
SET_OUT_OF_BOUNDS = 2
NOT_IN_A_SET = 3
LIST_TOO_LONG = 4
LIST_TOO_LARGE = 5
TOO_MANY_RECORDS = 6
TOO_MANY_WATCHES = 7
TOO_MANY_USES = 8
TOO_MANY_GAINED = 9
TOO_MANY_POWERS = 10
TOO_MANY_OPTIONS = 11
TOO_NESTED = 12
TOO_DEEP = 13
TOO_LONG = 14
TOO_MUCH_LOOKED_AT = 15
TOO_MANY_POSITIONS = 16
TOO_MUCH_KEPT = 17
TOO_MUCH_TOLD = 18
FORGOTTEN = 19
DEAD_END = 20
STARTS_NOWHERE = 21
NOT_APART = 22
NOTHING_IN_SETUP = 23
FOREIGN_FAILED = 24
UNFIT_VALUES = 25
ASKED_WITHIN = 26
UNFIT_CARD = 27
LISTS_FULL = 28
KNOWN_FULL = 29
OPTIONS_FULL = 30
AHEAD_FULL = 31

# the engine's own frames
ACTION = 0
SETUP = 1
ROUND = 2
PHASE = 3
TURN = 4
AFTER_TURN = 5
JOIN = 6
RUN_WATCHES = 7
FINAL = 8
FINISH = 9
AFTER_PHASE = 10
ENTER = 11
END_OF_ROUND = 12
POWER_ENDS = 13
ASKED = 14
ANSWER = 15
PLAY_PHASE = 16
PLAY_TURN = 17
CLOSE_TURN = 18
CLOSE_PHASE = 19
CLOSE_ROUND = 20
FIRST_BLOCK = 32
"""The number of the first block of content's code."""

# bounds of the language (docs/write/statements.md, Limits)
MOST_STEPS = 60_000_000
MOST_STEPS_OF_TEXT = 2_000_000
"""The most units of work for making one text that people read."""
BLOCK_STEPS = 100
"""Units of work that every block counts at least."""
DEEPEST = 64
"""How deeply powers and the watches of events nest."""
STACK_WORDS = 8192
"""The most values that wait on one stack."""
MOST_POSITIONS = 20_000
MOST_OPTIONS = 10_000
MOST_RECORDS = 10_000
MOST_WATCHES = 1_000
MOST_STANDING = 250_000_000
"""How far from 0 a key may be by which players stand."""
FULL_REWARD = 10_000
"""The reward of one who could not have done better."""
WEIGHT_ONE = 65_536
MOST_NOTED = 32
"""Positions that are noted of a game from which is learned."""
PROGRESS_ONE = 16
"""How far a game has gone when it has had as many rounds as usual."""
MOST_FEATURE = 100_000
"""How far from 0 a feature is taken to be."""
FULL_HEAP = 6_000_000
"""When the heap has more words than this, code has worked too long: it is compacted only when no code runs."""
LONG_LIST = 64
"""Making a list counts work if it has more items than this."""
LONGEST_LIST = 10_000
LARGEST_MEMBER = 255
LARGEST_NARROW_MEMBER = 30
"""A set whose type allows no larger members is a number, a bit for each member. Any other set is WIDE_WORDS words on
the heap."""
WIDE_WORDS = 9
"""Words of a wide set, 30 bits in each."""
WIDE_BITS = 30

MOST_LIKED = 1_000_000
"""A hint counts at most so much, and at least as much less."""

# kinds of features (`judging.py`)
FEATURE_KEY = 0
"""A key that decides who wins."""
FEATURE_TURN = 1
"""Whether the player decides next."""
FEATURE_VARIABLE = 2
"""A variable that each player has."""
FEATURE_CARDS = 3
"""How many cards lie in the player's zones of one name."""
FEATURE_PRINTED = 4
"""The sum of the numbers printed on these."""
FEATURE_ATTRIBUTE = 5
"""The sum of an attribute of these that changes."""

# what a policy knows (`policy.py`)
SCENE_OF_PLAYERS = 1
"""A bit of kinds of scenes: each player has the number."""
SCENE_VARIABLE = 2
"""A bit of kinds of scenes: it is a variable, not how many cards lie in zones."""
IS_A_PLAYER = 1
"""What `field_means` says of binders whose values are players."""
IS_NUMBER = 1
"""The bit of numbers of printed attributes that says that their values are numbers."""
PRINTED_VALUES = 4_096
"""Values of a printed attribute that are told apart …"""
ZERO_PRINTED = 1_024
"""… of which this stands for 0, where they are numbers."""
PRINTED_PLACES = 64
TRAITS = 16_384
"""Traits of options that are told apart, but for those whose hashes are equal."""
MOST_TRAITS = 120
"""An option has no more traits. Further ones are left out."""
MOST_CARDS_MET = 8
MOST_CARDS_HELD = 48

# areas in which positions are kept (`intrinsics.py`)
ROOT = 0
"""The position of which determinizations are made (`sampling.py`)."""
SAMPLE = 1
"""The sample in which options are tried (`greedy_search.py`); in between, the position that is hashed."""
PLAYED_OUT = 2
"""The position that is played out again and again (`playouts.py`)."""
KEPT_AREAS = 3

GAMES_AT_ONCE = 64
"""So many games are played inside before the host looks at them (`playouts.py`)."""

# digests (`chance.py`)
HASH_BLOCK = 128
"""Bytes that are hashed at once."""
DIGEST_BYTES = 16
"""Bytes of the digest of a position."""
DIGEST_KEY_BYTES = 32

# what somebody may ask about (`reasons.py`)
THING_CARD = 0
"""A card that the asker sees."""
THING_ZONE = 1
THING_PLAYER = 2
THING_NUMBER = 3
THING_MEMBER = 4
"""A member of the first enum; the next numbers stand for the other enums in their order."""

# shapes that every program has
PLAIN_SHAPE = 0
LIST_SHAPE = 1
"""A list of things that aren't cards, powers or lists."""

# kinds of shapes: what a word means, to those who must find cards and lists in it
PLAIN = 0
IS_CARD = 1
IS_POWER = 2
IS_LIST = 3
IS_FIELDS = 4
IS_WIDE_SET = 5
IS_RECORD = 6
"""The number of a kept happening."""
