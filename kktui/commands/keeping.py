"""The games that are kept: listed, told again, carried away, brought in, proved."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from kktui.commands import streams
from kktui.commands.common import Unhappy, say
from kktui.commands.playing import Face
from kktui.store import Store
from kktui.store.carry import Carried, exported, imported, read_file
from kktui.store.database import Listed


def games() -> int:
    """A line for every game."""
    listed = Store().list()
    if not listed:
        print("No games yet; 'kktui play' begins one.")
    for each in listed:
        print(_line(each))
    return 0


def _line(game: Listed) -> str:
    from kktui.text import clean

    seats = clean(game.players)
    when = clean(game.updated[:16].replace("T", " "))
    return f"{game.id:20}  {when}  {clean(game.title, 40)} [{game.ruleset}]  {seats}  {game.standing}"


def replay(wanted: str, face: Face) -> int:
    """A battle seen again from its first event, or told."""
    from kktui.store.shown import shown

    name, found = _find(wanted)
    kept = shown(name, found.record, found.seed)
    if found.redacted:
        say("This battle was exported while it was going on: told as a spectator saw it.")
    if face is Face.SCREEN:
        from kktui.tui import app, ways

        return app.run(lambda host: ways.see(host, found.record, found.seed, kept.game))
    from kktui import plain

    return plain.replay(kept, sys.stdout, plain.Options(streams.width()))


def export(wanted: str, output: Path | None) -> int:
    """A game as a file, or on the standard output."""
    store = Store()
    name = store.name_of(wanted)
    text = exported(store, name)
    if output is None:
        sys.stdout.write(text)
    else:
        _write(output, text)
        say(f"Game {name} is in {output}.")
    if store.read(name).result is None:
        say("The battle is still going on: exported without its seed, its choices and what is hidden.")
    return 0


def _write(path: Path, text: str) -> None:
    """The whole file or none of it."""
    if path.exists():
        raise Unhappy(f"{path} is there already; name another file", 1)
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise Unhappy(f"{path} cannot be written: {error.strerror}", 1) from None


def bring_in(path: Path) -> int:
    """A game out of a file, proved and kept under a new id."""
    name = imported(Store(), path)
    print(f"Imported and verified as game {name}.")
    return 0


def verify(wanted: str) -> int:
    """Whether a game is honest, and what that rests on."""
    from kktui.store.proof import prove

    name, found = _find(wanted)
    if found.redacted:
        raise Unhappy(f"{name} was exported while the battle was going on: its seed is not told yet", 1)
    proof = prove(found.record, found.seed)
    print(f"{name} is verified:")
    for line in proof.lines():
        print(f"  {line}")
    return 0


def _find(wanted: str) -> tuple[str, Carried]:
    """A game by its id, or in a file."""
    if os.sep in wanted or wanted.endswith(".toml"):
        return wanted, read_file(Path(wanted))
    store = Store()
    name = store.name_of(wanted)
    record = store.read(name)
    return name, Carried(record, store.seed(name, record.header), redacted=False)


def backup(file: Path) -> int:
    """Copy the whole store, also while games are played."""
    Store().backup(file)
    say(f"The games are copied to {file}.")
    return 0
