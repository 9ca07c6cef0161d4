"""Medieval miniature battles in a terminal: five tabletop rulesets on one engine."""

__version__ = "0.1.0"
