"""What seats know of where cards are, as data. The machine keeps it in memory (`machine/knowledge.py`).

In: that memory, or the part of a save that holds it. Out: JSON data, or proved knowledge to put back into memory. Start
with `saved_knowledge.py`.

- `saved_knowledge.py`: from memory to data, and back
- `knowledge_proof.py`: checks such data from a save before it is used
"""
