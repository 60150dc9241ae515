"""The content of a ruleset that has been read: its files, its report, and its models.

`pipeline.py` makes it. What the cache gives back is the same without the files, which are read when somebody asks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from artrules.model.declare.overlay_conditions import ApplicableOverlays, Names, OverlaySetups
from artrules.model.ir.model import Model
from artrules.text.diagnostics.diagnostic import Diagnostic
from artrules.text.diagnostics.render import ContentError
from artrules.text.diagnostics.report import Report

if TYPE_CHECKING:
    from artrules.model.declare.ruleset_files import RulesetFiles

CONTENT_FORMAT = 1


@dataclass
class Content:
    """A ruleset that has been read and checked, with a model for each combination of overlays that was judged."""

    read_files: Callable[[], RulesetFiles]
    report: Report
    make: Callable[[Content, Names], tuple[Model, list[Diagnostic]]]
    """Makes a model of this content that wasn't judged, with what is wrong with it."""
    brought: dict[str, str] = field(default_factory=dict)
    """The settings that overlays add: the name of the overlay, by the name of the setting."""
    always: tuple[str, ...] = ()
    """The names of the expansions that always apply."""
    models: dict[Names, Model] = field(default_factory=dict)
    """Those that were judged, by the names of their overlays."""
    setups: dict[Names, OverlaySetups] = field(default_factory=dict)
    """How a game is set up for each combination that can apply."""
    _others: dict[Names, tuple[Model, list[Diagnostic]]] = field(default_factory=dict, repr=False)
    """Those that were made because a game or a scenario asked for them, with what is wrong with each."""
    _decoded: dict[str, str] = field(default_factory=dict, repr=False)

    @cached_property
    def files(self) -> RulesetFiles:
        """The files that were read. Content from the cache reads them there when they are first asked for."""
        return self.read_files()

    def model(self, names: Names) -> Model:
        """The model with a combination of overlays that can apply; one that wasn't judged is made when it is first
        asked for. Raises ContentError for what only shows then."""
        model, faults = self.model_with_faults(names)
        if faults:
            raise ContentError(faults, self.source_text)
        return model

    def model_with_faults(self, names: Names) -> tuple[Model, list[Diagnostic]]:
        """The same model as well as it can be made, with the errors that only show when it is made."""
        if names in self.models:
            return self.models[names], []
        if names not in self._others:
            self._others[names] = self.make(self, names)
        return self._others[names]

    @cached_property
    def base(self) -> Model:
        """The model of the game with the expansions that always apply, without overlays."""
        return self.models.get(self.always, self.models[()])

    @cached_property
    def applicable(self) -> ApplicableOverlays:
        """Which overlays apply to a setup. The content has no errors."""
        # Here, because content from the cache has it.
        from artrules.model.declare.overlay_combinations import applicable_overlays

        return applicable_overlays(self.base, self.files.overlays)

    @cached_property
    def added(self) -> tuple[str, ...]:
        """The sets and overlays from outside the ruleset's folder, such as `set river` and `overlay duel`."""
        return tuple(self.files.added)

    def source_text(self, shown: str) -> str | None:
        """The text of a file, by the name that diagnostics show; None if there is no such file.

        Texts are cached, because a file is asked for once for each of its diagnostics.
        """
        if shown not in self._decoded:
            text = self.files.content_of(shown)
            if text is None:
                return None
            self._decoded[shown] = text.decode("utf-8", "replace")
        return self._decoded[shown]

    @cached_property
    def hash(self) -> str:
        """A hash (BLAKE2b, 32 hexadecimal digits) of all files that hold rules, by their names and texts.

        Scenarios aren't included, because they change no game. Files from outside the ruleset's folder count by their
        text only: a set or a library is the same wherever it lies. Plugins that the ruleset requires count by name and
        version, and by the functions that they declare.
        """
        digest = blake2b(f"artrules content {CONTENT_FORMAT}".encode(), digest_size=16)
        for name in sorted(self.files.rules & set(self.files.texts)):
            text = self.files.texts[name]
            # A file name may hold bytes that aren't UTF-8.
            digest.update(f"\0{name}\0{len(text)}\0".encode(errors="surrogateescape") + text)
        for text in sorted(self.files.extra_texts[shown] for shown in self.files.outside_rules):
            digest.update(f"\0\0{len(text)}\0".encode() + text)
        for plugin, version in sorted(self.files.plugins.items()):
            digest.update(f"\0\0plugin {plugin} {version}\0".encode())
            for function in self.files.plugin_functions[plugin]:
                declared = f"{function.signature} {function.draws} {function.work}"
                digest.update(f"\0{declared}\0".encode())
        return digest.hexdigest()

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: everything but the files, which whoever restores it provides by `read_files`."""
        computed_values = {name: getattr(self, name) for name in ("hash", "added", "applicable")}
        left_out: dict[str, Any] = {"files": None, "read_files": None, "make": None, "_decoded": {}, "_others": {}}
        return {**self.__dict__, **computed_values, **left_out}

    def __setstate__(self, state: dict[str, Any]) -> None:
        del state["files"]
        self.__dict__.update(state)
