#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the Grafana dashboards of the chart: texts, units, queries with documented metrics and labels, links to runbooks.

usage: dashboards.py REPOSITORY
"""
import json
import pathlib
import re
import sys

# Metrics of the JVM, of HTTP and of Prometheus' alerts, with their labels.
OTHER_METRICS = {
    "process_cpu_usage": set(),
    "system_cpu_count": set(),
    "jvm_memory_used_bytes": {"area"},
    "jvm_memory_max_bytes": {"area"},
    "jvm_gc_pause_seconds": {"action", "cause"},
    "http_server_requests_seconds": {"method", "outcome", "status", "uri"},
    "ALERTS": {"alertname", "alertstate", "severity"},
}
# Labels that Prometheus adds to each metric.
TARGET_LABELS = {"namespace", "instance"}
SUFFIX = re.compile(r"_(bucket|sum|count|max)$")
TYPES = {"stat", "timeseries", "table", "bargauge"}


def documented(root):
    """Returns the labels of each metric of docs/reference/metrics.md."""
    page = (root / "docs/reference/metrics.md").read_text(encoding="utf-8")
    return {name: set(filter(None, labels.split(", "))) for name, labels in re.findall(r"^\| `(\w+)` \| ([\w, ]*) \|", page, re.M)}


def query_problems(query, metrics):
    code = re.sub(r'"[^"]*"', '""', query)
    names = set(re.findall(r"\b(pathproof_\w+|process_\w+|system_\w+|jvm_\w+|http_\w+|ALERTS)\b", code))
    labels = set(re.findall(r"[{,]\s*(\w+)\s*(?:=|!)", code))
    for group in re.findall(r"\b(?:by|on|without|group_left)\s*\(([^)]*)\)", code):
        labels |= {label.strip() for label in group.split(",") if label.strip()}
    allowed = set(TARGET_LABELS)
    if not names:
        yield "no metric"
    for name in names:
        base = name if name in metrics else SUFFIX.sub("", name)
        if base not in metrics:
            yield f"docs/reference/metrics.md has no {name}"
        allowed |= metrics.get(base, set()) | ({"le"} if name.endswith("_bucket") else set())
    yield from (f"no metric of the query has the label {label}" for label in sorted(labels - allowed))
    if "ALERTS" not in names and 'namespace=~"$namespace"' not in query:
        yield "does not select the namespace"
    if re.search(r"_total\b", code) and not re.search(r"\b(rate|increase)\(", code) and "sum(" not in code and "max(" not in code:
        yield "shows a counter without a rate"


def panel_problems(panel, metrics, sections):
    if panel["type"] not in TYPES:
        yield f"unknown type {panel['type']}"
    if len(panel.get("description", "")) < 10 or not panel["description"].endswith("."):
        yield "no description"
    if not panel["fieldConfig"]["defaults"].get("unit"):
        yield "no unit"
    if panel.get("datasource", {}).get("uid") != "${datasource}":
        yield "does not use the variable datasource"
    queries = [target["expr"] for target in panel.get("targets", [])]
    if not queries or len(set(queries)) != len(queries):
        yield "no query, or the same query twice"
    if len({target["refId"] for target in panel.get("targets", [])}) != len(queries):
        yield "the same refId twice"
    for query in queries:
        yield from (f"{problem}: {query}" for problem in query_problems(query, metrics))
    for link in panel.get("links", []):
        section = link["url"].removeprefix("docs/operators/alerts.md#")
        if section not in sections:
            yield f"links to a runbook that does not exist: {link['url']}"
        elif sections[section] not in link["title"]:
            yield f"the title of the link to {link['url']} does not name {sections[section]}"


def layout_problems(panels):
    cells = {}
    for panel in panels:
        at = panel["gridPos"]
        if at["x"] + at["w"] > 24:
            yield panel["title"], "is wider than the page"
        for cell in ((x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])):
            if cell in cells:
                yield panel["title"], f"covers {cells[cell]}"
                break
            cells[cell] = panel["title"]
    for field in ("id", "title"):
        values = [panel[field] for panel in panels if panel["type"] != "row"]
        yield from ((value, f"the same {field} twice") for value in {v for v in values if values.count(v) > 1})


def problems(root):
    metrics = OTHER_METRICS | documented(root)
    runbooks = (root / "docs/operators/alerts.md").read_text(encoding="utf-8")
    sections = {name.lower(): name for name in re.findall(r"^#+ (\w+)$", runbooks, re.M)}
    files = sorted((root / "helm/pathproof/dashboards").glob("*.json"))
    uids = set()
    for file in files:
        board = json.loads(file.read_text(encoding="utf-8"))
        if board["uid"] != f"pathproof-{file.stem}" or not board["title"] or not board["description"]:
            yield f"{file.name}: uid, title or description"
        if [v["name"] for v in board["templating"]["list"]][:2] != ["datasource", "namespace"]:
            yield f"{file.name}: the first variables are not datasource and namespace"
        uids.add(board["uid"])
        panels = board["panels"]
        for panel in panels:
            if panel["type"] != "row":
                yield from (f"{file.name}: {panel['title']}: {p}" for p in panel_problems(panel, metrics, sections))
        yield from (f"{file.name}: {title}: {problem}" for title, problem in layout_problems(panels))
    if len(uids) < 5:
        yield "there must be five dashboards"


def main(root):
    found = list(problems(pathlib.Path(root)))
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
