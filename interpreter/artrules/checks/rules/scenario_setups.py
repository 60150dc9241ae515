"""Scenarios whose game can't be set up: an impossible number of players, an unknown setting, a wrong value."""

from __future__ import annotations

from artrules.checks.check import scenario_check
from artrules.diagnostics.kinds.scenarios import BAD_POSITION
from artrules.diagnostics.report import Report
from artrules.scenario_files.file import ScenarioFile
from artrules.scenario_files.setup import BadSetup
from artrules.scenario_files.start import report_bad_setup


@scenario_check(BAD_POSITION)
def scenario_setups(file: ScenarioFile, report: Report) -> None:
    for scenario, setup in file.scenarios:
        if isinstance(setup, BadSetup):
            report_bad_setup(scenario, setup, report)
