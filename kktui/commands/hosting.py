"""Hosting games over ssh."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kktui.commands.common import Unhappy, extras, say
from kktui.files.problem import shown
from kktui.text import clean

if TYPE_CHECKING:
    from kktui.host.access import Access
    from kktui.host.limits import Limits


@dataclass(frozen=True, slots=True)
class Place:
    """Where to listen, whom to tell, what to write down."""

    address: str
    port: int
    hook: str
    log: Path | None
    log_json: bool


def access_of(anybody: bool, keys: Path | None, invitation: str, guests: bool, operators: Path | None) -> Access:
    """Who may come in; nobody is no answer."""
    try:
        from kktui.host.access import Access, BadKeys, keys_of
    except ImportError:
        raise extras("hosting", "host") from None
    if not (anybody or keys or invitation):
        raise Unhappy("say who may come in: --open, --allow-keys FILE or --invite CODE")
    try:
        friends, running = (keys_of(each) if each else frozenset[str]() for each in (keys, operators))
        return Access(anybody, friends | running, invitation, running, guests)
    except BadKeys as trouble:
        raise Unhappy(str(trouble), 1) from None


def limits_of(visitors: int, per_address: int, knocks: int) -> Limits:
    """How many may come; as many as may come may stand at the door."""
    from kktui.host.limits import Limits

    usual = Limits()
    knocking = max(usual.knocking, per_address)
    return Limits(visitors=visitors, per_address=per_address, knocking=knocking, knocks_per_minute=knocks)


def host(place: Place, access: Access, limits: Limits) -> int:
    """Open the house until told to close it."""
    from kktui.host.run import Options, run
    from kktui.host.server import Address, BadHostKey
    from kktui.store.home import home

    address = Address(place.address, place.port)
    try:
        return run(Options(home(), address, access, limits, place.hook, place.log, place.log_json), say)
    except BadHostKey as trouble:
        raise Unhappy(str(trouble), 1) from None
    except OSError as error:
        raise Unhappy(_unopened(place, error), 1) from None


def _unopened(place: Place, error: OSError) -> str:
    """Which of the things that a host opens could not be."""
    what = f"{clean(str(error.filename), 400)} cannot be written" if error.filename else ""
    where = f" on {shown(place.address)}" if place.address else ""
    return f"{what or f'port {place.port}{where} cannot be opened'}: {error.strerror or error}"
