"""Lowers a model, for one configuration, to a program. The passes in order:

    analyse       what depends on the sets in play alone                          frames.py
      collect     find the code in play, split bodies that may ask into blocks    graph_analyses.py, graphs.py
      liveness    find what each block's frame must hold                          graph_analyses.py
      failures    find the blocks from which something may fail                   graph_analyses.py
      relevance   find what can still affect whether something fails              relevance.py
    cut points    find the blocks that are pushed, not called                     blocks.py
    blocks        lower blocks and decisions                                      blocks.py, decisions.py
    reasons       lower why decisions offer nothing about things, if asked for    reasons.py
    entries       lower what begins graphs                                        functions.py
    straight code lower code that asks nothing, and start values                  functions.py, start_values.py
    tables        make the tables                                                 tables.py, program_tables.py

All code is made of statements and expressions: `statements.py`, `expressions.py`.
"""

from artrules.engine.lower.blocks import BlockLowering, find_cut_points
from artrules.engine.lower.configuration import Configuration
from artrules.engine.lower.decisions import DecisionLowering, number_limits
from artrules.engine.lower.frames import FrameFinder, analyse_code
from artrules.engine.lower.functions import FunctionLowering, lower_entries
from artrules.engine.lower.layout import lay_out
from artrules.engine.lower.lowering import Counters, LoweringContext
from artrules.engine.lower.program import FrameTable, Program
from artrules.engine.lower.program_tables import make_function_tables, make_numbers, make_tables
from artrules.engine.lower.reasons import ReasonLowering
from artrules.engine.lower.start_values import StartLowering
from artrules.engine.lower.statements import StatementLowering
from artrules.engine.machine_code.program import Functions
from artrules.model.ir.model import Model


def lower_model(
    model: Model, configuration: Configuration, counting: bool = False, with_reasons: bool = False
) -> Program:
    """Lower a model for one configuration. The model must have passed all checks.

    With `counting`, the code counts what runs, for coverage. With `with_reasons`, there is code that says why nothing
    can be done with a thing (`reasons.py`).
    """
    in_play = model.in_play(configuration.sets_in_play())
    layout = lay_out(model, configuration)
    analysed = analyse_code(model, in_play)
    code, failing = analysed.code, analysed.failing
    context = LoweringContext(layout, Counters() if counting else None)
    cut_points = find_cut_points(code.graphs, context.work)

    statements = StatementLowering(context, code.watch_numbers, code.ask_numbers)
    blocks = BlockLowering(statements, failing, cut_points, code.graphs)
    decisions = DecisionLowering(blocks, number_limits(code.decisions))
    for graph in code.graphs.values():
        blocks.graph(graph)
    for block, end in code.decisions:
        decisions.decision(block, end)
    if with_reasons:
        reasons = ReasonLowering(decisions)
        for block, end in code.decisions:
            reasons.decision(block, end)
    functions = FunctionLowering(statements)
    lower_entries(functions, blocks, code)
    functions.procedures(code.in_play, code.graphs)
    functions.powers(code.in_play)
    functions.watch_conditions(code.watches, code.later_owners)
    functions.labels()
    functions.layout(code.in_play)
    functions.flow()
    StartLowering(functions).all()

    tables = make_tables(context, code, decisions, functions, cut_points, analysed.relevance)
    all_functions = [*context.functions.values(), *functions.functions, *blocks.functions]
    return Program(
        model=model,
        configuration=configuration,
        layout=layout,
        functions=Functions(lambda: all_functions),
        function_tables=make_function_tables(code, blocks, decisions, functions),
        tables=tables,
        own_regions=dict(context.regions),
        foreign_functions=context.foreign_functions,
        numbers=make_numbers(context, code, tables, functions),
        texts=list(context.texts),
        sites=context.sites,
        decisions={block.number: decisions.describe(block, end) for block, end in code.decisions},
        frames={b.number: FrameTable(b.graph.name, tuple(b.needs)) for b in code.blocks},
        places={b.number: b.instructions[0].at if b.instructions else b.graph.at for b in code.blocks},
        counters=context.counters.all if context.counters is not None else [],
        find_frames=FrameFinder(model, in_play),
        in_play=in_play,
        watches=code.watches,
        asks=code.asks,
    )
