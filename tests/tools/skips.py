# SPDX-License-Identifier: Apache-2.0
"""Compares skipped tests with the file tests/permitted-skips."""

from pathlib import Path

from junit_report import Result

FILE = Path(__file__).resolve().parents[1] / "permitted-skips"


def read_permitted() -> list[tuple[str, str, str]]:
    """Returns class, text and explanation of each line."""
    lines = [line for line in FILE.read_text().splitlines() if line and not line.startswith("#")]
    return [tuple(part.strip() for part in line.split("|")) for line in lines]  # type: ignore[misc]


def permitted(skipped: list[Result]) -> list[Result]:
    """Prints the skipped tests, and returns those that no line of the file permits."""
    lines = read_permitted()
    forbidden = []
    for result in skipped:
        name = result.class_name.rsplit(".", 1)[-1]
        reason = result.reason.splitlines()[0] if result.reason else ""
        why = next((why for of, has, why in lines if of in ("*", name) and has in result.reason), "")
        if why:
            print(f"SKIPPED, {why}: {name}: {result.test}")
        else:
            print(f"SKIPPED WITHOUT PERMISSION: {result}: {reason}")
            forbidden.append(result)
    return forbidden
