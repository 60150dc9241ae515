"""The validators of the formats in which diagnostics are written."""

from __future__ import annotations

import json
from pathlib import Path

from jsonschema import Draft4Validator, Draft202012Validator

from artrules.check.formats.json_schema import json_schema

SARIF = Draft4Validator(json.loads((Path(__file__).parent / "sarif-2.1.0-rtm.5.json").read_text(encoding="utf-8")))
JSON = Draft202012Validator(json_schema())
