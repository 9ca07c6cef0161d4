"""The ways on from the title: each goes from screen to screen and comes back when the player does.

A screen is imported when a way leads to it, so that a battle opens at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from kktui.engine.game import Game
from kktui.match import Keeper as Kept
from kktui.store import Keeper, Listed, Start, Store, StoreTrouble
from kktui.store.offer import rulebooks
from kktui.store.record import HUMAN, Record

if TYPE_CHECKING:
    from textual.screen import Screen

    from kktui.tui.browser import Chosen
    from kktui.tui.settings import Config

T = TypeVar("T")


class Host(Protocol):
    """What the ways need of the app."""

    @property
    def config(self) -> Config: ...

    def take(self, config: Config) -> str:
        """The player has chosen other settings: use them and write them down; why that could not be, or nothing."""

    async def fight(self, opened: Callable[[], Kept], sides: Collection[str]) -> Game | None:
        """Open a game and fight it from these sides' chairs, or look on from none; the battle when it is over."""

    async def push_screen_wait(self, screen: Screen[T]) -> T: ...

    def notify(self, message: str, *, markup: bool, severity: Any) -> None: ...

    def exit(self) -> None: ...


async def play(host: Host) -> None:
    """Choose a battle and play it."""
    from kktui.tui.browser import BrowserScreen

    await _begin(host, await host.push_screen_wait(BrowserScreen(house=host.config.settings.house)))


async def watch(host: Host) -> None:
    """Choose a battle for the computer to fight with itself."""
    from kktui.tui.browser import BrowserScreen

    screen = BrowserScreen(watching=True, house=host.config.settings.house)
    await _begin(host, await host.push_screen_wait(screen))


async def _begin(host: Host, chosen: Chosen | None) -> None:
    if chosen is None:
        return
    battle = chosen.battle
    start = Start(battle.text, battle.ruleset, battle.house, chosen.seed)
    await fight(host, lambda: Keeper.create(Store(), start, chosen.seats), chosen.seats)


async def resume(host: Host) -> None:
    """Go on with a battle."""
    from kktui.tui.saved import SavedScreen

    going = [game for game in await _games(host) if game.result is None]
    name = await host.push_screen_wait(SavedScreen("Resume a battle", going, "There is no battle going on."))
    seats = next((game.seats for game in going if game.id == name), None)
    if name is not None and seats is not None:
        await fight(host, lambda: Keeper.open(Store(), name), seats)


async def replays(host: Host) -> None:
    """Choose a battle to see again."""
    from kktui.tui.saved import SavedScreen

    games = await _games(host)
    name = await host.push_screen_wait(SavedScreen("See a battle again", games, "No battle has been fought yet."))
    if name is not None:
        await replay(host, name)


async def replay(host: Host, name: str, at: int = 0) -> bool:
    """See a kept battle again; whether it was played on from some moment."""
    from kktui.store.shown import shown

    def read() -> tuple[Record, str, Game]:
        store = Store()
        record = store.read(name)
        seed = store.seed(name, record.header)
        return record, seed, shown(name, record, seed).game

    found = await _told(host, asyncio.to_thread(read))
    return found is not None and await see(host, *found, at=at)


async def see(host: Host, record: Record, seed: str, game: Game, at: int = 0) -> bool:
    """Show a battle on its reel, and play on from it if that is wished. Without a seed that cannot be."""
    from kktui.tui.replay import PlayOn, ReplayScreen

    humans = [side for side, seat in record.header.seats.items() if seat == HUMAN]
    side = humans[0] if len(humans) == 1 and seed else ""
    wish = await host.push_screen_wait(ReplayScreen(game, side=side, at=at))
    if not isinstance(wish, PlayOn):
        return False
    await fight(host, lambda: Keeper.branch(Store(), record, seed, wish.answers, wish.seats), wish.seats)
    return True


async def rules(host: Host) -> None:
    """Read a rulebook, and switch the rulings of the house."""
    from kktui.tui.picker import PickerScreen
    from kktui.tui.rulebook import RulebookScreen

    books = rulebooks()
    names = list(books)
    name = names[0]
    if len(names) > 1:
        picked = await host.push_screen_wait(
            PickerScreen("Which rules?", [(each, books[each].title) for each in names])
        )
        if picked is None:
            return
        name = picked
    house = host.config.settings.house
    screen = RulebookScreen(books[name].with_house_rules(house.get(name, {})), changing=True)
    switched = await host.push_screen_wait(screen)
    if switched is not None and dict(switched) != dict(house.get(name, {})):
        trouble = host.take(host.config.changed(house={**house, name: dict(switched)}))
        if trouble:
            host.notify(trouble, markup=False, severity="error")


async def options(host: Host) -> None:
    """Choose how the game looks and feels."""
    from kktui.tui.options import OptionsScreen

    await host.push_screen_wait(OptionsScreen(host.config, host.take))


async def leave(host: Host) -> None:
    host.exit()


WAYS: Mapping[str, Callable[[Host], Awaitable[None]]] = {
    "play": play,
    "resume": resume,
    "watch": watch,
    "replays": replays,
    "rules": rules,
    "options": options,
    "quit": leave,
}


async def fight(host: Host, opened: Callable[[], Kept], seats: Mapping[str, str]) -> None:
    """Fight a battle, and look back on it when it is over."""
    humans = [side for side, seat in seats.items() if seat == HUMAN]
    kept: list[str] = []

    def noted() -> Kept:
        keeper = opened()
        kept.append(keeper.id)
        return keeper

    game = await _told(host, host.fight(noted, humans))
    if game is not None:
        await look_back(host, game, kept[0])


async def look_back(host: Host, game: Game, name: str) -> None:
    """The end of a battle, and its replay as often as that is wished."""
    from kktui.tui.ending import EndingScreen

    at: int | None = 0
    while at is not None:
        at = (await host.push_screen_wait(EndingScreen(game, seen=at))).replay_at
        if at is not None and await replay(host, name, at):
            return


async def _games(host: Host) -> list[Listed]:
    return await _told(host, asyncio.to_thread(lambda: Store().list())) or []


async def _told(host: Host, done: Awaitable[T]) -> T | None:
    """What comes of it, or None after saying why nothing does."""
    try:
        return await done
    except StoreTrouble as trouble:
        host.notify(str(trouble), markup=False, severity="error")
        return None
