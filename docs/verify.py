"""Check the dice and cards of an exported battle without any of kktui's code.

    python3 docs/verify.py battle.toml

The seed was fixed before turn 1 by its fingerprint. Every roll has a purpose (turn, reason, who) and a number
that counts how often this purpose came up before; a keyed hash of both gives the faces, and bytes that would
favour low faces are thrown away.
"""

import hashlib
import json
import sys
import tomllib
from collections import Counter


def key_of(seed, words):
    message = b"kktui dice" + b"".join(f"|{len(word.encode())}:{word}".encode() for word in words)
    return hashlib.blake2b(message, key=hashlib.sha256(seed.encode()).digest(), digest_size=32).digest()


def faces_from(key, purpose, sides, count):
    if sides == 1:
        return [1] * count
    width = 2 if sides > 256 else 1
    fair = 256**width // sides * sides
    faces, block = [], 0
    while len(faces) < count:
        digest = hashlib.blake2b(f"{purpose}|{block}".encode(), key=key, digest_size=64).digest()
        numbers = (int.from_bytes(digest[at : at + width], "big") for at in range(0, 64, width))
        faces += [number % sides + 1 for number in numbers if number < fair]
        block += 1
    return faces[:count]


def lasting(entries):
    """Every answer and event that was not taken back, in order."""
    items = []
    for entry in entries:
        left = {"answer": entry["kept"][0], "event": entry["kept"][1]}
        kept = []
        for kind, turn, fact in items:
            if left[kind]:
                left[kind] -= 1
                kept.append((kind, turn, fact))
        answers = [("answer", entry["turn"], answer) for answer in entry.get("answers", [])]
        events = [("event", entry["turn"], json.loads(event)) for event in entry.get("events", [])]
        items = kept + answers + events
    return items


def expected(key, turn, answer, thrown, decks):
    """What the seed makes of a roll or a draw."""
    kind, _, what, _ = answer
    dice, _, reason = what.partition("|")
    purpose = f"{turn}|{reason}" if kind == "roll" else f"{turn}|draw {dice}|"
    times = thrown[purpose]
    thrown[purpose] += 1
    if kind == "roll":
        count, _, sides = dice.partition(" ")[0].partition("d")
        return faces_from(key, f"{purpose}|{times}", int(sides), int(count))
    # A card comes off a deck that was made before; a lot is drawn among those who are named with it.
    cards = reason.split(",") if reason else sorted(decks[what])
    card = cards[faces_from(key, f"{purpose}|{times}", len(cards), 1)[0] - 1]
    if not reason:
        decks[what].remove(card)
    return card


def main(path):
    with open(path, "rb") as file:
        battle = tomllib.load(file)
    if battle["redacted"]:
        return "this battle was still going on: its seed is not told yet"
    if hashlib.sha256(b"kktui seed|" + battle["seed"].encode()).hexdigest() != battle["commitment"]:
        return "the seed is not the one that was committed to"
    key = key_of(battle["seed"], battle["words"])
    thrown, counted, decks = Counter(), Counter(), {}
    for kind, turn, fact in lasting(battle["entry"]):
        if kind == "event":
            if fact["event"] == "DeckMade":
                decks[fact["deck"]] = list(fact["cards"])
        elif fact[1] == "table" and fact[0] != "end":  # nothing is thrown for a draw that is agreed on
            should = expected(key, turn, fact, thrown, decks)
            if should != fact[3]:
                return f"turn {turn}, {fact[2]}: the file says {fact[3]}, the seed gives {should}"
            counted[fact[0]] += 1
    print(f"The seed fits its commitment; {counted['roll']} rolls and {counted['draw']} draws come from it.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
