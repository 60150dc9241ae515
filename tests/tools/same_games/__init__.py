"""The same games: what the engine has played is recorded, and played again in tests (`docs/inside/properties.md`).

Everything here goes by what clients may use (`docs/extend/api.md`), so that an engine that is built otherwise can be
asked the same. Who plays is none of the engine's business: chance and the choices are the recorder's own.
"""
