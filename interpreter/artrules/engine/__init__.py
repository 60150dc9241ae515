"""From a model to machine code, and the machine that runs it, in CPython and WebAssembly."""
