"""Fetches the packages of the lock file from npm, and writes their files as the page uses them."""

from __future__ import annotations

import base64
import hashlib
import json
import subprocess
import tarfile
import tempfile
from pathlib import Path

from .lock import LOCK, VENDOR, File, Package, read_lock, sha256, write_lock


def renew(versions: dict[str, str], folder: Path = VENDOR) -> list[str]:
    """Write all files and the lock file anew; `versions` says of which packages another version is wanted. What has
    changed, in sentences: where the versions are the same, nothing may."""
    changed = []
    packages = []
    for package in read_lock(folder / LOCK.name):
        fetched = fetch(package, versions.get(package.name, package.version), folder)
        if fetched.version == package.version and fetched != package:
            changed.append(f"{package.name} {package.version} at npm isn't what {LOCK.name} describes.")
        elif fetched != package:
            changed.append(f"{package.name}: {package.version} → {fetched.version}")
        packages.append(fetched)
    write_lock(tuple(packages), folder / LOCK.name)
    return changed


def fetch(package: Package, version: str, folder: Path) -> Package:
    """Fetch a version of a package and write its files into a folder."""
    with tempfile.TemporaryDirectory() as place:
        command = ["npm", "pack", f"{package.name}@{version}", "--json", "--pack-destination", place]
        told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)[0]
        archive = Path(place) / told["filename"]
        integrity = "sha512-" + base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
        if integrity != told["integrity"]:
            raise SystemExit(f"The archive of {package.name} isn't the one that npm describes.")
        with tarfile.open(archive) as opened:
            members = {member.name.partition("/")[2]: member for member in opened.getmembers() if member.isfile()}
            read = {name: opened.extractfile(member) for name, member in members.items()}
            contents = {name: stream.read() for name, stream in read.items() if stream is not None}
    licence = str(json.loads(contents["package.json"])["license"])
    files = tuple(write(file, contents, package.name, folder) for file in package.files)
    return Package(package.name, told["version"], licence, integrity, files)


def write(file: File, contents: dict[str, bytes], package: str, folder: Path) -> File:
    """Write a file of a package with its texts replaced."""
    if file.path not in contents:
        raise SystemExit(f"{package} has no file {file.path} in this version.")
    text = contents[file.path].decode()
    for old, new in file.replaces:
        if text.count(old) != 1:
            raise SystemExit(f"{file.path} of {package} doesn't have {old!r} once in this version.")
        text = text.replace(old, new)
    data = text.encode()
    (folder / file.name).write_bytes(data)
    return File(file.name, file.path, file.replaces, sha256(data))
