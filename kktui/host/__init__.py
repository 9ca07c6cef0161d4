"""Games over ssh: the lobby, the seats, the sessions. The host is the only authority."""
