"""Every command at a prompt, and what is said to lines that mean nothing."""

from io import BytesIO, StringIO, TextIOWrapper

import pytest

from kktui.plain.paper import Paper
from kktui.rules.argad import RULESET as ARGAD
from kktui.rules.knights_knaves import RULESET as KNAVES
from tests.plain.desk import DEPLOYED, bare, typed


def at_the_card_of_wat(*lines: str) -> str:
    """What is said to lines typed where Wat Reeve's men choose their action."""
    text = typed(bare(), [*DEPLOYED, *lines])
    return " ".join(text.partition("Wat Reeve's men: which action?")[2].split())


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("help", "Type the number of an option"),
        ("?", "rules, rules ID, rules WORD: the rulebook"),
        (
            "table",
            "Ketil's men: men 9 of 9, morale 8 of 10, leader Ketil; at 21.1 9.3; 18.4 inches north",
        ),
        ("map", "A Sir Aldous of Hale, B Wat Reeve's men"),
        (
            "ground",
            "0 0 is its far left corner, in the north-west. Distances are from Wat Reeve. "
            "crops from 8 24 to 16 28, 5.2 inches west. rough from 16 18 to 24 22, 6.7 inches north. ",
        ),
        ("ground", "a hedge along 33 25, 41 25, 12.4 inches east."),
        ("ground", "The ford: from 14 16 to 26 24, 4.7 inches north."),
        ("ground 10 26", "Distances are from 10 26. crops from 8 24 to 16 28, right here."),
        ("ground nowhere", "No figure, unit or zone is called 'nowhere'"),
        ("goals", "Wins by holding The ford alone, judged as turn 12 ends."),
        ("unit ketil", "Grim at"),
        ("unit grim", "Ketil's men: men 9 of 9"),
        ("unit Archer", "No unit is called 'Archer'"),
        ("look ketil's men", "Grim at"),
        ("unit", "Robin at 18.8 28.7: rank man, hits left 1 of 1, armour 1 of 4, weapon longbow"),
        ("look sir brand", "hits left 3 of 3 [KS-1.4]"),
        ("look sir brand", "touching nobody. nearest enemy Wat Reeve, 19 inches south"),
        ("look", "Wat Reeve, of Wat Reeve's men"),
        ("why", "march along the road: Its leader is not on a road [KS-4.2]"),
        ("why load", "load: There is nothing to load [KS-6.2]"),
        ("why hold", "That is open to you. No dice hang on that."),
        ("why shoot", "That is open to you. Shoot: Robin shoots at Asgar: D10, 9 or more. [KS-6.1]"),
        ("why xyzzy", "No option is called 'xyzzy'"),
        ("odds", "Robin shoots at Asgar: D10, 9 or more. [KS-6.1] miss: 80% (4/5)"),
        ("odds 1", "hit: 16% (4/25)"),
        ("odds move", "No dice hang on that."),
        ("measure Hob Ketil", "Hob to Ketil: 18.7 inches from edge to edge, north (350 degrees)."),
        ("measure Wat Reeve's men to Sir Hamo Crook", "inches from edge to edge"),
        ("measure 10 12 10 20.5", "10 12 to 10 20.5: 8.5 inches between the points, south (180 degrees)."),
        ("measure ketil", "Wat Reeve to Ketil"),
        ("measure hob the ford", "between the points"),
        ("measure A b", "inches from edge to edge"),
        ("unit A", "Sir Aldous of Hale: "),
        ("look b", "Ketil's men: "),
        ("measure", "Name two figures"),
        ("sight wat brand", "sight is clear; the second is in the open. through rough, 4 inches"),
        ("log 2", "Card drawn: Wat Reeve's men. >"),
        ("log x", "Log takes a number of lines"),
        ("rules", "[KS-2.3] Cards and turn (our reading): A card's turn is morale, one action, melee."),
        ("rules", "Charts: morale-class, armour"),
        ("rules KS-6.2", "crossbow 9 18 2"),
        ("rules [ks-2.1]", "Ruling cards: One card per group"),
        ("rules unhorsed", "[KS-7.1] Melee"),
        ("rules zzz", "No rule or chart has 'zzz'"),
        ("hint", "A sensible captain: shoot Type ok to do that."),
        ("save", "Every step is saved already. To go on another time: kktui resume 7"),
        ("quit", "Saved. To go on: kktui resume 7"),
        ("ok", "Nothing is offered"),
        ("xyzzy", "No option is called 'xyzzy'; there are shoot, move, take aim"),
        ("9", "There are options 1 to 5."),
        ("0", "There are options 1 to 5."),
        ("ta", "Wat Reeve's men: take aim. [KS-6.1]"),
    ],
)
def test_a_line_is_answered(line: str, said: str) -> None:
    assert said in at_the_card_of_wat(line)


def test_where_nobody_is_asked_about_each_unit_is_told_its_nearest_enemy() -> None:
    text = " ".join(typed(bare(rules=ARGAD), ["", "", "", "table"]).split())
    assert "Wat Reeve's men: men 9 of 9; at 21.7 28.7; nearest enemy" in text
    assert "Distances are from" not in text


def test_a_unit_that_nobody_has_placed_yet_stands_nowhere() -> None:
    text = " ".join(typed(bare(), ["", "table"]).split())
    assert "Sir Aldous of Hale: men 1 of 1, morale 9 of 10; at 22.8 29.8" in text
    assert "Wat Reeve's men: men 9 of 9, morale 8 of 10, leader Wat Reeve; not drawn up yet." in text
    assert "Ketil's men: men 9 of 9, morale 8 of 10, leader Ketil; not drawn up yet." in text


def test_how_to_answer_is_told_in_full_to_those_who_have_not_often_heard_it() -> None:
    lines = [*[""] * 6, *["stay"] * 7, ""]
    text = typed(bare("raid-on-thornby", ["raiders"], rules=KNAVES), lines, ["raiders"])
    before, asked_again, _ = text.rsplit("> \n", 2)
    assert before.count("where to? [KK-6.") == 8
    assert before.count("Type n 6, 12.5 30, toward NAME") == 3
    assert "Type n 6, 12.5 30, toward NAME" in asked_again


def test_a_question_often_asked_still_says_what_enter_does() -> None:
    text = typed(bare("rings-on-the-carse", ["spears"], rules=KNAVES), [""] * 4, ["spears"])
    assert text.count("Enter: as proposed. show lists the places; help tells how to change them.") == 3
    assert text.count("  Enter: as proposed.\n") == 2


def test_the_legend_of_the_map_holds_signs_and_commas_apart() -> None:
    text = typed(bare("meeting-at-the-ford"), ["map"], ["hale"])
    assert "Ground: open '.', woods '%', crops ':', bushes ';', rough ',', water '~', hedge" in text


def test_a_name_that_means_several_lists_each_once() -> None:
    text = " ".join(typed(bare("even-field", humans=["red"]), ["measure sir", "measure blue-b"], seats=["red"]).split())
    assert "'sir' may be Sir Roger, Sir Reynold, Sir Bertrand, Sir Baldwin." in text
    assert "'blue-b' may be Blue bows, Botolf, Archer 5, Archer 6, Archer 7, Archer 8 and 4 more." in text


def test_a_barred_option_is_refused_with_its_rule_and_the_nearest_is_offered() -> None:
    text = at_the_card_of_wat("charge", "ok")
    assert "Refused: No enemy in sight is near enough to charge [KS-5.1]." in text
    assert "Nearest allowed: shoot. Type ok to take it. > ok" in text
    assert "shoot at whom?" in text


def test_a_choice_may_be_taken_back_until_somebody_answers() -> None:
    keeper = bare()
    text = typed(keeper, ["", "undo", "undo", "", "", "", "undo"])
    assert text.count("Sir Aldous of Hale: where to stand when the battle begins?") == 2
    assert "Not taken back. There is no choice of yours to take back." in text
    assert "Not taken back. An answer by The Ormeside band has come since." in text


def test_the_resume_command_is_whatever_the_caller_says() -> None:
    assert "Saved. To go on: kktui play --last" in typed(bare(), ["quit"], resume="kktui play --last")


def test_long_lines_are_cut_and_strange_characters_cleaned() -> None:
    text = typed(bare(), ["\x1b[2J" * 400, "x" * 100_000, "\ud800\x00\u202e hold"])
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert text.count("Enter takes the places as shown") == 3


def test_equal_lines_are_counted_not_repeated() -> None:
    out = StringIO()
    paper = Paper(out)
    paper.all(["Hob misses.", "Hob misses.", "Hob misses.", "Tam hits."])
    paper.close()
    assert out.getvalue() == "Hob misses. (x3)\nTam hits.\n"


def test_a_terminal_without_the_letters_gets_question_marks() -> None:
    raw = BytesIO()
    paper = Paper(TextIOWrapper(raw, encoding="ascii"))
    paper.say("Étienne turns 90° \u2013 \u201cso\u201d")
    paper.close()
    assert raw.getvalue() == b'?tienne turns 90 degrees - "so"\n'
