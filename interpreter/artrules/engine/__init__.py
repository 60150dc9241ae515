"""From a model to a program, and the machine that runs it.

In: a `Model` and a configuration: players, sets, variant, settings. Out: a `Program`, machine code with its tables, and
positions, which are plain bytes.

Begin with `machine/`, the run time in readable Python, then `lower/lower.py`, which makes functions of the machine of
content. `machine_code/` is that language as data, `execute/` has the two executors, which run it in CPython or as
WebAssembly, and `webassembly/` compiles it for the second. `chance.py` has the streams of random numbers.

It imports `text` and `model`; the machine imports nothing but itself.
"""
