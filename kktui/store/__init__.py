"""Games on the disk: kept, taken up again, carried away as a file, and proved honest."""

from kktui.store.database import Listed, Store
from kktui.store.keeper import Keeper, Start
from kktui.store.trouble import Altered, NoGame, Outgrown, StoreTrouble, Taken

__all__ = ["Altered", "Keeper", "Listed", "NoGame", "Outgrown", "Start", "Store", "StoreTrouble", "Taken"]
