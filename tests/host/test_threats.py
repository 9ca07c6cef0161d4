"""Every threat of the model has tests that see it refused; those of the door itself are here."""

from __future__ import annotations

import ast
import asyncio
import stat
from pathlib import Path

import asyncssh
import pytest

from kktui.host.server import BadHostKey, host_key
from kktui.host.threads import MANY as LINES_WAITING
from kktui.host.threads import TypedLines
from kktui.host.typed import LONGEST, Typed
from tests.host.inn import Inn
from tests.host.test_door import visit

PROJECT = Path(__file__).resolve().parents[2]
THREATS = {
    "T1 escapes in names, talk, TERM and surroundings": (
        "test_what_the_client_says_of_its_surroundings_counts_for_nothing",
        "test_chat_is_cleaned_bounded_and_for_those_it_is_meant_for",
        "test_a_terminal_gets_what_it_can_show",
        "test_hostile_names_steer_no_terminal",
    ),
    "T2 markup, and one visitor's fault": (
        "test_surfaces_show_only_what_is_safe",
        "test_hostile_names_steer_no_terminal_on_any_surface",
        "test_a_fault_ends_one_visit_with_a_calm_word_and_goes_to_the_log",
    ),
    "T3 bombs for the parser": ("test_a_bomb_for_the_parser_is_refused_at_once",),
    "T4 odd values": ("test_an_odd_value_is_refused_at_its_line_or_makes_sense",),
    "T5 faults without a place": ("test_a_wrong_value_is_reported_at_its_own_line_and_column",),
    "T6 paths": ("test_no_name_leads_out_of_the_folder",),
    "T7 sizes": ("test_a_map_too_large_is_refused_at_once", "test_a_battle_too_large_is_refused_at_once"),
    "T8 code in content": ("test_nothing_that_is_read_is_ever_run",),
    "T9 windows of any size": (
        "test_any_window_becomes_one_that_can_be_painted",
        "test_a_window_a_far_mouse_or_an_impossible_number_cannot_be_typed",
        "test_a_window_of_any_size_is_painted",
    ),
    "T10 slow readers": (
        "test_a_visitor_who_does_not_read_costs_one_frame_more_than_the_bound",
        "test_whoever_does_not_read_is_let_go_and_the_next_one_too",
        "test_the_keys_of_somebody_who_does_not_read_wait_until_they_do",
    ),
    "T11 silent lines": (
        "test_those_who_say_nothing_are_few_and_are_shown_out",
        "test_a_line_that_has_gone_dead_is_noticed_and_let_go",
        "test_a_house_that_is_full_says_so",
    ),
    "T12 keys and handshakes": (
        "test_six_keys_may_be_offered_and_no_more",
        "test_an_address_has_so_many_lines_and_so_many_knocks",
        "test_an_address_knocks_so_often_a_minute_and_is_forgotten_in_the_end",
        "test_so_many_handshakes_a_second_the_others_wait",
    ),
    "T13 memory of visitors": (
        "test_nothing_is_left_of_a_visitor_who_has_gone",
        "test_one_connection_has_two_terminals_at_once_and_no_more",
        "test_a_deserted_game_is_put_away_and_it_is_still_known_whose_turn_it_is",
        "test_a_small_crowd_is_served_and_leaves_nothing_behind",
    ),
    "T14 pastes and floods of keys": (
        "test_keys_are_applied_no_faster_than_hands",
        "test_a_long_paste_is_cut",
        "test_a_flood_of_lines_is_bounded",
    ),
    "T15 talk": (
        "test_chat_is_cleaned_bounded_and_for_those_it_is_meant_for",
        "test_the_host_may_ask_for_silence",
        "test_whoever_is_banned_is_shown_out_of_every_door",
    ),
    "T16 borrowed names": (
        "test_no_name_passes_for_another",
        "test_a_borrowed_name_is_refused_at_the_door",
        "test_a_name_belongs_to_its_key",
    ),
    "T17 seats of others": (
        "test_the_newest_place_of_a_player_has_the_keys",
        "test_of_three_devices_that_sit_down_at_once_the_last_plays_and_the_others_are_told",
    ),
    "T18 answers that are not one's own": (
        "test_a_side_is_played_by_one_seat_and_answers_only_what_is_asked_of_it",
        "test_nobody_takes_what_is_not_theirs",
        "test_a_player_resigns_and_nobody_else_for_him",
    ),
    "T19 what is hidden": (
        "test_nobody_learns_where_the_hidden_are",
        "test_nobody_learns_who_and_how_many_the_hidden_are",
        "test_nobody_learns_what_is_decided_face_down",
        "test_where_units_are_hidden_a_side_is_given_up_whether_it_was_asked_or_not",
    ),
    "T20 the seed": ("test_the_seed_is_in_no_stream_no_log_and_no_running_export",),
    "T21 lucky dice": ("test_the_dice_are_committed_to_before_the_first_turn_on_the_screen_and_in_lines",),
    "T23 going back": ("test_draws_and_taking_back_need_both",),
    "T24 forged games": (
        "test_a_game_altered_in_the_database_is_refused",
        "test_no_flipped_bit_of_a_file_passes_for_the_game",
    ),
    "T25 forged log lines": (
        "test_an_event_is_one_line_whatever_is_in_it",
        "test_no_fact_of_an_event_has_a_name_that_the_log_keeps_for_itself",
    ),
    "T26 other requests": (
        "test_every_request_but_a_terminal_is_refused_and_the_battle_is_as_it_was",
        "test_nothing_but_a_terminal_or_the_word_plain",
        "test_nothing_is_forwarded",
        "test_neither_an_agent_nor_a_display_is_passed_on",
        "test_nothing_can_be_asked_for_in_another_order",
    ),
    "T27 the host's own key and the exchange of keys": (
        "test_the_hosts_key_is_made_once_for_its_owner_alone",
        "test_the_exchange_of_keys_is_strict",
    ),
    "T28 runs without end": ("test_two_workers_fight_the_same_battles_as_one",),
    "T29 a full disk": (
        "test_a_full_disk_stops_the_battle_until_it_is_tried_again",
        "test_who_talks_is_told_and_stays",
        "test_who_joins_calls_or_is_ready_is_told_and_stays",
        "test_somebody_new_is_told_why_they_cannot_come_in",
        "test_a_full_disk_is_told_and_the_same_answer_is_taken_later",
    ),
    "T30 other versions of what we stand on": ("test_a_lean_strip_is_cut_and_coloured_as_any_other",),
}
"""T22, that the host's operator can look, is told in docs/hosting.md: nothing prevents it."""


def test_every_threat_has_its_tests() -> None:
    known = set()
    for path in (PROJECT / "tests").rglob("test_*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        known |= {each.name for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)}
    assert {test for tests in THREATS.values() for test in tests} - known == set()
    assert {f"T{number}" for number in range(1, 31)} - {each.split()[0] for each in THREATS} == {"T22"}
    assert "could look at hidden units" in (PROJECT / "docs" / "hosting.md").read_text("utf-8")


RUNS = {"eval", "exec", "compile", "__import__"}
READS_CODE = {"pickle", "marshal", "shelve", "yaml", "dill", "runpy"}


def test_nothing_that_is_read_is_ever_run() -> None:
    found = []
    for path in (PROJECT / "kktui").rglob("*.py"):
        for each in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id in RUNS:
                found.append(f"{path.name}:{each.lineno}")
            names = [alias.name for alias in each.names] if isinstance(each, ast.Import) else []
            names += [each.module or ""] if isinstance(each, ast.ImportFrom) else []
            found += [f"{path.name}: {name}" for name in names if name.partition(".")[0] in READS_CODE]
    assert found == []


def test_the_hosts_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "home"
    key = host_key(folder)
    path = folder / "host_key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert host_key(folder).get_fingerprint() == key.get_fingerprint()
    path.chmod(0o640)
    with pytest.raises(BadHostKey, match="can be read by others"):
        host_key(folder)
    path.chmod(0o600)
    path.write_text("nonsense")
    with pytest.raises(BadHostKey, match="holds no private key"):
        host_key(folder)


def test_the_exchange_of_keys_is_strict(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        writer.write(b"SSH-2.0-somebody\r\n")
        assert (await reader.readline()).startswith(b"SSH-2.0-kktui")
        offered = await reader.readuntil(b"kex-strict-s-v00@openssh.com")
        assert b"curve25519-sha256" in offered
        writer.close()

    visit(tmp_path, script)


def test_a_flood_of_lines_is_bounded() -> None:
    lines = TypedLines()
    for _ in range(10_000):
        lines.put("x")
    assert lines._lines.qsize() == LINES_WAITING

    async def typing() -> None:
        typed = Typed()
        typed.feed(b"x" * 100_000 + b"\n" + b"y\n" * 10_000)
        assert len(await typed.read() or "") == LONGEST
        assert typed._lines.qsize() < 100

    asyncio.run(typing())


PTY = (
    asyncssh.packet.String("xterm")
    + b"".join(map(asyncssh.packet.UInt32, (80, 24, 0, 0)))
    + asyncssh.packet.String(b"\0")
)
PLAIN = asyncssh.packet.String("plain")
ORDERS = {
    "a shell before its terminal": ((b"shell",), (b"pty-req", PTY), (b"shell",), (b"shell",)),
    "two terminals": ((b"pty-req", PTY), (b"shell",), (b"pty-req", PTY), (b"exec", PLAIN)),
    "a terminal after the word": ((b"exec", PLAIN), (b"pty-req", PTY), (b"shell",), (b"exec", PLAIN)),
}
TAKEN = {
    "a shell before its terminal": [False, True, False, False],
    "two terminals": [True, True, False, False],
    "a terminal after the word": [True, True, False, False],
}


@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_nothing_can_be_asked_for_in_another_order(tmp_path: Path, order: str) -> None:
    async def script(house: Inn) -> None:
        line = await house.connect("ann")
        channel = asyncssh.channel.SSHClientChannel(
            line, asyncio.get_running_loop(), "strict", None, "strict", 1 << 20, 1 << 15
        )
        (await channel._open(b"session")).check_end()
        channel._session = asyncssh.SSHClientSession()
        taken = [await asyncio.wait_for(channel._make_request(*each), 20) for each in ORDERS[order]]
        assert taken == TAKEN[order]
        assert len(house.server.visits) <= 1
        line.abort()
        await house.come("bob")

    visit(tmp_path, script)
