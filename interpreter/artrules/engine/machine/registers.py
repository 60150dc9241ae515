"""The registers of the machine. An executor gives every instance its own."""

from __future__ import annotations

# -- part of the position

gained_count = 0
use_count = 0
record_count = 0
watch_count = 0
heap_top = 0
then_gained_count = 0

# -- part of what seats know

known_top = 0
then_known_count = 0

# -- of use only while the machine runs

status = 0
"""What the running code has come to: FINE, FAILED, COMMITTED, GAME_ENDS, FAULTY or PAUSES."""
failed_at = 0
"""The number of the place in content where something has failed or a fault was found; below 0 for none: -1 unknown, -2
minus the number of a block."""
fault = 0
"""The kind of a fault …"""
fault_low = 0
fault_high = 0
fault_found = 0
"""… and numbers for its message."""
steps = 0
"""Units of work so far in this step of the game."""
active = 0
"""The stack that runs now."""
stack_base = 0
stack_top = 0
"""Where in `stack` the active one begins, and where it ends."""
all_at_once = 0
"""Whether there are stacks of players now."""
begun_at_once = 0
"""Whether a phase has just begun that all play at once, so that other stacks must run."""
journal_top = 0
looking_ahead = 0
"""Whether the machine looks ahead: what it does will be undone."""
logging = 0
"""Whether the game keeps a log."""
knowing = 0
"""Whether the game keeps what seats know."""
knowledge_changed = 0
"""Whether what seats know may have changed since the host has set this to 0."""
pause_count = 0
"""How often the content has paused in this step of the game."""
pause_wanted = 0
"""At which of these pauses the machine stops, for the host to look at the game; 0 for none."""
choosing = -(1 << 31)
"""The player who decides, while the label of an option is made; NONE otherwise. Used only where code shows cards."""
left_sight = 0
"""The seats that know a card again that is being moved, from where it lay, as bits …"""
left_middle = 0
"""… and whether it lay between others."""
keys_changed = 0
"""Whether the machine has set the keys of the random streams since the host has."""
root_asked = 0
"""The seats that are asked in the position of which samples are made (`sampling.py`), as bits."""
root_at_once = 0
"""Whether several players choose at once there."""
sample_attempt = 0
"""The attempt, counted from 0, in which the latest sample came out."""
grouped_count = 0
happenings_noted = 0
"""Whether `happened` and `carried_now` are up to date."""
reading = 0
"""Where in `known_lists` the next word is read (`heap.py`)."""
place_kind = 0
place_number = 0
"""What holds the references that are being replaced (`carried.py`)."""
blank_top = 0
candidates_top = 0
row_count = 0
"""How many rows `list_candidates` has written."""
waiting_count = 0
given_result = 0
"""What the procedure has given that came to its end last …"""
given_shape = 0
"""… and its shape, where it may be a list."""
node_count = 0
node_slots_used = 0
option_node_count = 0
liked_count = 0
"""How many entries of `option_liked` there are."""
policy_seats = 0
"""The seats that choose by a policy in playouts (`policy.py`), as bits."""
explored_in = 16
"""Where there are hints or a policy, one choice in so many of a playout takes any option. More would break off what
takes several choices in a row."""
trait_total = 0
"""How many traits the option has that was described last."""
scenes_noted = 0
"""How many entries of `scene_traits` the options of a decision have."""
cards_met = 0
"""How many cards `met_cards` has …"""
cards_held = 0
"""… and `held_cards`, -1 where they haven't been looked for."""
scored_count = 0
"""How many entries of `option_score` there are."""
choices_practised = 0
"""How many choices were made since a game was taken up to practise, those of playouts among them (`practice.py`)."""
child_count = 0
"""How many entries of `option_child` there are."""
searching_seat = 0
"""The seat for which a bot thinks (`tree_search.py`)."""
sample_number = 0
"""The number of the next sample."""
iterations_counted = 0
"""How many tries of an option have counted."""
options_left = 0
"""How many options are still compared (`greedy_search.py`)."""
base_node = 0
"""The node of the option that is liked best, 0 where no option is liked better than others (`greedy_search.py`)."""
exploration = 0
"""How much the search explores (`tree_search.py`)."""
positions = 0
"""How many positions have been looked at for this decision."""
search_steps = 0
"""Units of work that looking ahead has taken for this decision."""
work_top = 0
"""The index in `work` after the last item."""
moved_top = 0
lots_top = 0
"""The index in `lots` after the last lot (`payments.py`)."""
first_lot = 0
"""The first lot of units that aren't fixed."""
lot_count = 0
lot_words = 0
"""How many words a lot has."""
cheapest_lot = 0
"""The lot at which going through all that aren't fixed begins, the cheapest first; -1 for none."""
resource_count = 0
"""The demanded resources are numbers below this …"""
wanted_resources = 0
"""… and bits in this."""
movable_resources = 0
"""Those of the units that may stand for several, as bits. Only these units make way for others."""
memo_count = 0
met_uses_count = 0
"""How many entries of `met_uses` there are (`position_key.py`)."""
unsure_used = 0
slots_used = 0
path_used = 0
text_top = 0
"""The index in `text` after the last token."""
message_top = 0
"""The index in `message` after the last byte."""

OF_KNOWLEDGE = frozenset(["known_top", "then_known_count"])
"""The registers that belong to what seats know."""
WIDE = frozenset(["fault_found"])
"""The registers that may need 64 bits."""
