# SPDX-License-Identifier: Apache-2.0
"""Reads the reports that JUnit's console launcher writes in the format of Open Test Reporting."""

import xml.etree.ElementTree as ElementTree
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

FAILURES = ("FAILED", "ERRORED")
SKIPS = ("SKIPPED", "ABORTED")


class Result(NamedTuple):
    """The result of a class or of a test. A test without its class is one that a class starts, such as a JVM."""

    module: str
    class_name: str
    test: str
    status: str
    reason: str
    seconds: float
    is_class: bool = False
    is_test: bool = True

    @property
    def is_failed(self) -> bool:
        return self.status in FAILURES

    @property
    def is_skipped(self) -> bool:
        return self.status in SKIPS

    def __str__(self) -> str:
        return f"{self.module} {self.class_name}" + ("" if self.is_class else f": {self.test}")


def local(element: ElementTree.Element) -> str:
    """Returns the name of an element without its namespace."""
    return element.tag.rsplit("}", 1)[-1]


def text(element: ElementTree.Element, name: str) -> str:
    """Returns the text of the first element below with a name, or nothing."""
    return next((found.text or "" for found in element.iter() if local(found) == name), "")


def class_in(unique_id: str) -> str:
    """Returns the name of the top-level class in a unique identifier such as [engine:jqwik]/[class:a.B]."""
    for segment in unique_id.split("/"):
        kind, _, name = segment.strip("[]").partition(":")
        if kind == "class":
            return name
    return ""


def read(folder: Path, module: str) -> list[Result]:
    """Returns the classes and tests of the report in a folder. Throws ParseError if the report is absent or not complete."""
    file = folder / "open-test-report.xml"
    if not file.exists():
        raise ElementTree.ParseError(f"no {file}")
    return read_file(file, module)


def read_file(file: Path, module: str) -> list[Result]:
    results = []
    started: dict[str, ElementTree.Element] = {}
    for event in ElementTree.parse(file).getroot():
        if local(event) == "started":
            started[event.get("id", "")] = event
        elif local(event) == "finished":
            start = started[event.get("id", "")]
            unique_id = text(start, "uniqueId")
            name = class_in(unique_id)
            outcome = next(found for found in event.iter() if local(found) == "result")
            status = outcome.get("status", "")
            is_class = unique_id.rsplit("/", 1)[-1].startswith("[class:")
            is_test = text(start, "type") == "TEST"
            # Other containers, such as engines and templates of tests, matter only if they fail or are skipped.
            if name and (is_class or is_test or status != "SUCCESSFUL"):
                seconds = (time_of(event) - time_of(start)).total_seconds()
                reason = "".join(outcome.itertext()).strip()
                results.append(Result(module, name, start.get("name", ""), status, reason, seconds, is_class, is_test))
    return results


def time_of(event: ElementTree.Element) -> datetime:
    # Python 3.9 reads neither a Z nor nanoseconds.
    moment, _, fraction = event.get("time", "").rstrip("Z").partition(".")
    return datetime.fromisoformat(f"{moment}.{(fraction + '000000')[:6]}")
