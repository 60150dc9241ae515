"""Tests for plugins. With artrules installed, pytest knows the fixture `examine_plugin`:

    def test_my_plugin(examine_plugin):
        report = examine_plugin("chronicle")
        assert not report.problems

`examine.py` says what is examined; `trial.py` is what runs in a process of its own.
"""
