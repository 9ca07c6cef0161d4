"""The panes beside the battlefield: the order of the turn, the roster, the log, the odds."""
