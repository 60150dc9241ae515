"""A game on one instance of the machine, call by call, with all that can be told of each call.

It does what a host does (`game/step.py`, `game/resample.py`), but makes nothing of it for people: what is told are
numbers as they lie in memory. So two executors can be compared.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial

from artrules.engine.execute.cpython import CPythonInstance
from artrules.engine.execute.instance import Instance, MachineTrap
from artrules.engine.execute.native import CompiledModule, NoWebAssembly
from artrules.engine.execute.wasm import WasmInstance
from artrules.engine.lower.program import Program
from artrules.engine.machine.numbers import FINE
from artrules.engine.machine.thinking.playouts import UNIFORM
from artrules.engine.machine_code.machine import find_machine
from artrules.engine.machine_code.printer import print_function
from artrules.engine.webassembly.module import build_module
from artrules.model.ir.code import names_of_parts
from artrules.play.game.offers import Asked, Offers
from artrules.play.game.runtime import Runtime

Answers = dict[str, object]
"""What came of a call, by what it is."""
MOST_ROUNDS = 1_000_000
MOST_LABELS = 12
"""Options of a decision whose labels are told: the first ones, and the last."""


class MachineGame:
    """Plays the games of a program on an instance, one after another. `stopped` says whether the last call set
    `status`; then the game stands where it stood before that call. `waiting` has the decisions that wait, none when the
    game is over."""

    def __init__(self, program: Program, instance: Instance) -> None:
        self.program = program
        self.instance = instance
        self.stopped = False
        self.given = 0
        """What the last call gave."""
        self.waiting: tuple[Asked, ...] = ()
        self._keys: Sequence[int] = ()
        self._log = False
        self._offers = Offers(program, instance)
        self.started = self._call("start")
        """What is told of laying out the pieces, which is done once."""
        self.position, self.knowledge = self._start = instance.save(), instance.save_knowledge()
        self.started |= self._kept()

    # -- playing

    def begin(self, keys: Sequence[int], *, log: bool) -> Answers:
        """Run a new game to its first decisions."""
        self._keys, self._log = keys, log
        self.position, self.knowledge = self._start
        self.waiting = ()
        self._take_up()
        return self._go_on("begin", ())

    def choose(self, which: int, option: int) -> Answers:
        """Take an option of a decision, and run to the next ones."""
        asked = self.waiting[which]
        others = tuple(each for each in self.waiting if each is not asked)
        self._take_up()
        offered = self.instance.region("offered_count")
        for stack in range(len(offered)):
            offered[stack] = next((each.count for each in others if each.stack == stack), 0)
        asked.put(option, self.program, self.instance)
        return self._go_on("choose", others, asked.stack)

    # -- playing without looking: the rows that were asked last are still in memory

    @property
    def offered(self) -> int:
        """How many options the first decision has; 0 where their rows are lost, because they hold lists."""
        return self.waiting[0].count if self.waiting and not any(asked.lists for asked in self.waiting) else 0

    def step(self, option: int) -> Answers:
        """Take an option of the first decision in one call, and bring the position to rest."""
        self.instance.set_register("text_top", 0)
        return self._inside(self._told_of(partial(self.instance.step, option)))

    def play(self, key: int, most: int) -> Answers:
        """Let the machine's own bot play, up to so many choices."""
        keys = self.instance.region("bot_key")
        keys[:] = [key + seat for seat in range(len(keys))]
        self.instance.region("bot_drawn")[:] = [0] * len(keys)
        self.instance.set_register("text_top", 0)
        return self._inside(self._call("play", most, MOST_ROUNDS, UNIFORM))

    def ask_again(self) -> Answers:
        """Ask who decides after that; after a fault in the position before."""
        self.waiting = ()
        self._take_up()
        return self._go_on("ask_anew", ())

    def _inside(self, answers: Answers) -> Answers:
        if not self.stopped:
            self.position, self.knowledge = self.instance.save(), self.instance.save_knowledge()
            answers |= self._kept()
        return answers

    # -- with a host

    def _take_up(self) -> None:
        instance = self.instance
        if instance.load(self.position):
            instance.load_knowledge(self.knowledge)
            instance.set_register("knowledge_changed", 0)
        instance.set_keys(self._keys)
        instance.set_register("logging", int(self._log))
        instance.set_register("knowing", 1)
        instance.set_register("text_top", 0)

    def _go_on(self, function: str, others: Sequence[Asked], *arguments: int) -> Answers:
        answers = self._call(function, *arguments)
        if self.stopped:
            return answers
        waiting = self._offers.asked_now(others)
        answers["rows"] = [asked.lists or asked.rows for asked in waiting]
        answers |= {f"{name} after rest": value for name, value in self._call("rest").items()}
        if not self.stopped:
            self.waiting = waiting
            self.position, self.knowledge = self.instance.save(), self.instance.save_knowledge()
            answers |= self._kept()
        return answers

    # -- asking

    def labels(self, which: int) -> Answers:
        """The texts of options of a decision, as tokens."""
        asked = self.waiting[which]
        answers: Answers = {}
        for option in {*range(asked.count)[: MOST_LABELS - 1], asked.count - 1}:
            self.instance.load(self.position)
            self.instance.set_register("steps", 0)
            asked.put(option, self.program, self.instance)
            answers |= self._ask(f"label of option {option}", "write_option_label", asked.stack)
        return answers

    def cards(self) -> Answers:
        """The texts of all cards, as tokens."""
        answers: Answers = {}
        self.instance.load(self.position)
        for card in range(self.program.numbers["CARDS"]):
            answers |= self._ask(f"text of card {card}", "write_card", card)
        return answers

    def result(self) -> Answers:
        """Scores and winners."""
        answers: Answers = {}
        self.instance.load(self.position)
        for part, written in enumerate(self.program.model.flow.score):
            for player in range(self.program.layout.players):
                if written.line is not None:
                    answers |= self._ask(f"lines of part {part} of player {player}", "write_score_lines", part, player)
        self.instance.load(self.position)
        answers |= self._ask("winners", "find_result")
        if self.instance.register("status") == FINE:
            answers["list of winners"] = self._offers.values.items(self.instance.ask("find_result"))
            answers["points"] = self.instance.region("points")[:]
        return answers

    def _ask(self, what: str, function: str, *arguments: int) -> Answers:
        result = self.instance.ask(function, *arguments)
        tokens = self.instance.region("text")[: self.instance.register("text_top")]
        return {what: (result, self.instance.register("status"), tokens)}

    # -- dealing anew

    def deal(self, seat: int, key: int) -> Answers:
        """A random determinization for a seat, and what it asks. The game stays where it is."""
        self._take_up()
        self.instance.region("deal_key")[0] = key
        self.instance.region("deal_drawn")[0] = 0
        answers: Answers = {}
        dealing = ("deal", seat, 0), ("lay_cards", seat), ("deal_values", seat, 0)
        for step in (("take_up",), ("rewind_others", seat), *dealing):
            answers |= {f"{what} of the deal after {step[0]}": value for what, value in self._call(*step).items()}
            if self.stopped:
                return answers
        before = self.position, self.knowledge, self.waiting
        answers |= {f"{what} of the deal": value for what, value in self._go_on("ask_anew", ()).items()}
        self.position, self.knowledge, self.waiting = before
        return answers

    # -- telling

    def _call(self, function: str, *arguments: int) -> Answers:
        return self._told_of(partial(self.instance.call, function, *arguments))

    def _told_of(self, call: Callable[[], int]) -> Answers:
        try:
            self.given = call()
        except MachineTrap as trap:
            self.stopped = True
            return {"too deep" if trap.too_deep else "trap": True}
        register, region = self.instance.register, self.instance.region
        answers: Answers = {f"register {name}": register(name) for name in find_machine().registers}
        answers["result"] = self.given
        answers["text"] = region("text")[: register("text_top")]
        self.stopped = register("status") != FINE
        return answers

    def _kept(self) -> Answers:
        return {"position": self.position.data, "knowledge": self.knowledge.data}


# A game on both executors side by side, so that what they leave in memory can be compared.

Make = Callable[[Program], tuple[Instance, Instance]]
"""Makes the two instances of a program that are compared."""


def both_executors(program: Program) -> tuple[Instance, Instance]:
    """An instance on each executor. Raises NoWebAssembly."""
    return CPythonInstance(program), WasmInstance(program, CompiledModule.compile(build_module(program)))


@lru_cache(maxsize=16)
def games_on_both(program: Program, make: Make = both_executors) -> tuple[MachineGame, MachineGame] | None:
    """What plays games of a program on two instances, the same at each call; None on a machine without WebAssembly."""
    try:
        here, there = make(program)
    except NoWebAssembly:
        return None
    return MachineGame(program, here), MachineGame(program, there)


# The machine code of a ruleset's declarations, as text (docs/inside/machine.md).


def print_machine_code(runtime: Runtime, name: str) -> list[str]:
    """The text of each machine function that has code of a declaration, in games of a configuration.

    `name` is its full name, such as `procedure draw`. The list is empty where it has no code of its own: it isn't in
    play, nothing uses it, or its code stands in what uses it.
    """
    names = {name, *names_of_parts(runtime.model, name)}
    return [print_function(function) for function in runtime.program.functions if function.of in names]
