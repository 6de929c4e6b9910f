#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the alerts of the chart: documented metrics, and a severity, a runbook in alerts.md and a test for each alert.

An alert with offset, increase, rate or another look-back needs a test that lasts longer than the look-back.

Other documents name existing alerts only, and have no rules of their own.

usage: alerts.py REPOSITORY
"""
import pathlib
import re
import sys

SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}
ALERT = re.compile(r"\bPathproof[A-Z]\w+")


def runbook_problems(runbook, severity, metrics):
    """Yields the parts that a runbook lacks: severity and meaning, a query, and numbered steps."""
    if not runbook.lstrip().lower().startswith(severity + ". "):
        yield f"its runbook does not begin with '{severity.capitalize()}. '"
    see = re.search(r"^See: (.*?)\n\n", runbook, re.M | re.S)
    if not see:
        yield "its runbook has no line 'See: '"
    else:
        yield from (f"its runbook names {m}, which metrics.md does not have" for m in set(re.findall(r"pathproof_\w+", see.group(1))) - metrics)
    if not re.search(r"^1\. ", runbook, re.M):
        yield "its runbook has no numbered step"


def seconds(duration):
    """Returns the seconds of a duration of Prometheus, for example 1d12h."""
    return sum(int(number) * SECONDS[unit] for number, unit in re.findall(r"(\d+)([smhdw])", duration))


def windows(file):
    """Returns the longest look-back of each alert that has one, in seconds, with that of the recording rules it uses."""
    rules = re.split(r"^      - (?=alert: |record: )", file.read_text(encoding="utf-8"), flags=re.M)[1:]
    names = {re.match(r"(?:alert|record): (\S+)", rule).group(1): re.sub(r"\n        (for|labels|annotations):.*", "", rule, flags=re.S) for rule in rules}

    def window(name, seen=()):
        spans = [seconds(span) for span in re.findall(r"(?:\[|offset )((?:\d+[smhdw])+)", names[name])]
        used = (other for other in names if other != name and other not in seen and ":" in other and other in names[name])
        return max([*spans, *(window(other, (*seen, name)) for other in used)], default=0)

    return {name: span for name in names if ":" not in name and (span := window(name))}


def end_problems(name, window, tests, runbook):
    """Yields a problem unless a test shows the alert for longer than its look-back, or the end of an event."""
    for group in re.split(r"^  - interval: ", tests, flags=re.M):
        fires = [seconds(time) for time in re.findall(rf"alertname: {name}\n +eval_time: (\S+)", group)]
        if fires and max(fires) - min(fires) > window:
            return
        silent = [seconds(time) for time in re.findall(rf"alertname: {name}, eval_time: (\w+), exp_alerts: \[\]", group)]
        if fires and "An event" in runbook and max(silent, default=0) > max(fires):
            return
    yield f"it looks back {window} s, and no test lasts longer: state or event (\"An event\" in its runbook) with an end?"


def main(root):
    root = pathlib.Path(root)
    alerts = (root / "helm/pathproof/alerts.yaml").read_text(encoding="utf-8").split("- alert: ")[1:]
    metrics = set(re.findall(r"^\| `(\w+)` \|", (root / "docs/reference/metrics.md").read_text(encoding="utf-8"), re.M))
    page = (root / "docs/operators/alerts.md").read_text(encoding="utf-8")
    sections = dict(section.split("\n", 1) for section in page.split("\n## ")[1:])
    problems, names = [], set()
    for alert in alerts:
        name = alert.split("\n", 1)[0]
        names.add(name)
        problems += [f"{name}: metrics.md has no {m}" for m in set(re.findall(r"pathproof_\w+", alert)) - metrics]
        if f"runbook_url: docs/operators/alerts.md#{name.lower()}\n" not in alert:
            problems.append(f"{name}: its runbook_url is not docs/operators/alerts.md#{name.lower()}")
        severity = re.search(r"labels: \{severity: (warning|critical)\}", alert)
        if not severity:
            problems.append(f"{name}: no severity")
        problems += [f"{name}: {p}" for p in runbook_problems(sections.get(name, ""), severity.group(1) if severity else "", metrics)]
    tested = "".join(file.read_text(encoding="utf-8") for file in sorted((root / "tests/deploy").glob("alerts*_test.yaml")))
    problems += [f"no alerts*_test.yaml has a test of {name}" for name in sorted(names) if f"alertname: {name}\n" not in tested]
    problems += [f"{name}: {p}" for name, window in sorted(windows(root / "helm/pathproof/alerts.yaml").items()) for p in end_problems(name, window, tested, sections.get(name, ""))]
    problems += [f"docs/operators/alerts.md has no section {name}" for name in sorted(names - sections.keys())]
    problems += [f"docs/operators/alerts.md describes {name}, which does not exist" for name in sorted(sections.keys() - names)]
    for document in [root / "CHANGELOG.md", *sorted((root / "docs").rglob("*.md"))]:
        text = document.read_text(encoding="utf-8")
        problems += [f"{document.relative_to(root)} names the alert {name}, which does not exist" for name in sorted(set(ALERT.findall(text)) - names)]
        if "- alert:" in text:
            problems.append(f"{document.relative_to(root)} has rules of its own: helm/pathproof/alerts.yaml is the only list")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems or not alerts else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
