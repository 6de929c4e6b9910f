#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the alerts of the chart: documented metrics, and a severity, a runbook in alerts.md and a test for each alert.

Other documents name existing alerts only, and have no rules of their own.

usage: alerts.py REPOSITORY
"""
import pathlib
import re
import sys

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
    tested = (root / "tests/deploy/alerts_test.yaml").read_text(encoding="utf-8")
    problems += [f"alerts_test.yaml has no test of {name}" for name in sorted(names) if f"alertname: {name}\n" not in tested]
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
