"""Who may come in: anybody, the keys of a file, or whoever knows the invitation."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from pathlib import Path

import asyncssh


class BadKeys(Exception):  # noqa: N818 - reads as a sentence where it is raised
    """A file of keys that cannot be read, with its place."""


@dataclass(frozen=True, slots=True)
class Access:
    """The door: with nothing set, nobody comes in."""

    anybody: bool = False
    keys: frozenset[str] = frozenset()
    """Fingerprints of the keys that are let in."""
    invitation: str = ""
    operators: frozenset[str] = frozenset()
    """Fingerprints of the keys that may see the operator's page."""
    guests: bool = False
    """Whether somebody without a key may look on as a guest."""

    def lets_in(self, fingerprint: str) -> bool:
        """Whether this key may come in without the invitation."""
        return self.anybody or fingerprint in self.keys

    def invited(self, word: str) -> bool:
        """Whether this is the invitation; takes the same time whatever was said."""
        return bool(self.invitation) and hmac.compare_digest(word.encode(), self.invitation.encode())

    @property
    def asks_for_invitation(self) -> bool:
        return bool(self.invitation)


def fingerprint(key: asyncssh.SSHKey) -> str:
    """The name of a key, as `ssh-keygen -l` prints it."""
    return key.get_fingerprint("sha256")


def keys_of(path: Path) -> frozenset[str]:
    """The fingerprints of a file of public keys, one a line as in `authorized_keys`."""
    try:
        lines = path.read_text("utf-8-sig", "replace").splitlines()
    except OSError as error:
        raise BadKeys(f"{path}: cannot be read: {error.strerror}") from None
    found = set()
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.lstrip().startswith("#"):
            found.add(_key(path, number, line))
    if not found:
        raise BadKeys(f"{path}: holds no key")
    return frozenset(found)


def _key(path: Path, number: int, line: str) -> str:
    try:
        return fingerprint(asyncssh.import_public_key(line))
    except asyncssh.KeyImportError:
        raise BadKeys(f"{path}:{number}:1: this is not a public key; one looks like 'ssh-ed25519 AAAA… name'") from None
