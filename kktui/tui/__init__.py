"""The Textual app. Importing this costs nothing; `kktui.tui.app` brings Textual with it."""
