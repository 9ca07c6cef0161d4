"""Words that every face says: the table, odds, distances, the log, how a battle begins and ends."""
