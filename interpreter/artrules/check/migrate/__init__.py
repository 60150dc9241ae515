"""Brings content to the newest version of the language: texts of files → the same texts with small edits.

`migrate.py` goes through the versions; `names.py` renames what has become a word of the language, `starts.py` writes
down starts that went without saying. Comments and everything else stay as they are. Start with `migrate.migrate_file`.
"""
