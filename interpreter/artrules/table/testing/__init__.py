"""Tests for plugins. Where artrules is installed, pytest has the fixture `examine_plugin`:

    def test_my_plugin(examine_plugin):
        report = examine_plugin("chronicle")
        assert not report.problems

In: the name of a plugin. Out: an `Examination`, a list of problems. Start with `examine.py`, which runs
`plugin_process.py` in processes of their own; `fixture.py` registers the fixture.
"""
