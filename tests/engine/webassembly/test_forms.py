"""Single functions that a translator may get wrong, as text: they do what CPython does with them."""

from __future__ import annotations

import pytest

from engine.machine_code.verifier import verify_functions
from engine.webassembly.forms import FORMS, difference, program
from engine.webassembly.small_modules import SmallModule, names_of


@pytest.mark.parametrize("name", FORMS)
def test_forms_do_the_same(name: str) -> None:
    form = program(name)
    assert verify_functions(form.functions, names_of(form), inferring=True) == []
    assert difference(name, SmallModule) == ""
