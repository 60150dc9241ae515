"""What `page/vendor/lock.json` says of the libraries of others that the page brings along, and whether that is so."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from artrules.text.record import dataclass

VENDOR = Path(__file__).parents[3] / "interpreter" / "artrules" / "table" / "page" / "vendor"
LOCK = VENDOR / "lock.json"


@dataclass(frozen=True, slots=True)
class File:
    """A file of a package: as what it lies here, where in the package, and the pairs of texts that are replaced in it,
    because a browser without a build step finds modules by their paths only. `sha256` is of the file here."""

    name: str
    path: str
    replaces: tuple[tuple[str, str], ...]
    sha256: str


@dataclass(frozen=True, slots=True)
class Package:
    """A package of npm. `integrity` is what npm says of its archive: `sha512-` and the sum in base64."""

    name: str
    version: str
    licence: str
    integrity: str
    files: tuple[File, ...]


def sha256(data: bytes) -> str:
    """The sum by which the lock file knows a file's bytes."""
    return hashlib.sha256(data).hexdigest()


def read_lock(path: Path = LOCK) -> tuple[Package, ...]:
    """The packages of a lock file."""
    return tuple(package_from(each) for each in json.loads(path.read_text("utf-8"))["packages"])


def package_from(data: dict[str, object]) -> Package:
    """A package as the lock file writes it."""
    files = data["files"]
    assert isinstance(files, list)
    return Package(
        **{name: str(data[name]) for name in ("name", "version", "licence", "integrity")},
        files=tuple(
            File(each["name"], each["path"], tuple((a, b) for a, b in each["replaces"]), each["sha256"])
            for each in files
        ),
    )


def write_lock(packages: tuple[Package, ...], path: Path = LOCK) -> None:
    """Write the lock file of these packages."""
    data = [
        {
            "name": package.name,
            "version": package.version,
            "licence": package.licence,
            "integrity": package.integrity,
            "files": [
                {"name": f.name, "path": f.path, "replaces": [list(pair) for pair in f.replaces], "sha256": f.sha256}
                for f in package.files
            ],
        }
        for package in packages
    ]
    path.write_text(json.dumps({"packages": data}, indent=2) + "\n", "utf-8")


def mistakes(folder: Path = VENDOR) -> Iterator[str]:
    """What differs between a folder of libraries and the lock file in it, in sentences."""
    packages = read_lock(folder / LOCK.name)
    known = {file.name: file for package in packages for file in package.files}
    there = {path.name for path in folder.iterdir()} - {LOCK.name}
    for name in sorted(there - set(known)):
        yield f"{name} isn't in {LOCK.name}."
    for name, file in known.items():
        if name not in there:
            yield f"{name} is in {LOCK.name}, but not in the folder."
        elif sha256((folder / name).read_bytes()) != file.sha256:
            yield f"{name} isn't the file that {LOCK.name} describes."
    for package in packages:
        if not any(file.name.startswith("LICENSE") for file in package.files):
            yield f"The licence of {package.name} is missing."
