#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares bills of materials, and the images of the chart's values, with the published vulnerabilities that
packaging/advisories.json lists. Fails if a component is affected and the list does not explain why that is no danger.
Warns if the list is older than 30 days.

usage: advisories.py [--values VALUES_YAML] [--list ADVISORIES_JSON] [--today YYYY-MM-DD] BILL.cdx.json...
"""
import argparse
import datetime
import json
import pathlib
import re
import sys

MAX_AGE = datetime.timedelta(days=30)
ROOT = pathlib.Path(__file__).resolve().parents[2]
MEMBERS = {"ids", "package", "affected", "fixed", "explained"}
# Parts of versions that are no numbers precede the release, except these words of releases.
RELEASES = {"final", "release", "ga"}


class Invalid(Exception):
    pass


def key(version):
    """Returns a value that orders versions: 4.2.9 before 4.2.18, and 3.0.0-rc1 before 3.0.0."""
    parts = [part for part in re.findall(r"\d+|[a-z]+", version.lower().removeprefix("v")) if part not in RELEASES]
    if not parts or not parts[0].isdigit():
        raise Invalid(f"{version!r} is not a version")
    words = next((i for i, part in enumerate(parts) if not part.isdigit()), len(parts))
    numbers = parts[:words]
    while numbers and int(numbers[-1]) == 0:
        numbers.pop()
    parts = numbers + parts[words:]
    # A release ends with 1, which is above every word and below every further number.
    return [(2, int(part)) if part.isdigit() else (0, part) for part in parts] + [(1, "")]


def in_range(version, bounds):
    """Returns true for a version in "FROM..BEFORE", where both ends are optional. BEFORE is not included."""
    first, _, before = bounds.partition("..")
    return (not first or key(version) >= key(first)) and (not before or key(version) < key(before))


def package(component):
    return f"{component['group']}:{component['name']}" if component.get("group") else component["name"]


def images(values):
    """Returns the components of image references in the form of the chart's values."""
    for repository, tag in re.findall(r"\{registry: \S+, repository: (\S+), tag: \"?([^\",]*)\"?, digest", values):
        if tag:
            yield {"name": "image:" + repository, "version": tag}


def matches(pattern, name):
    return name.startswith(pattern[:-1]) if pattern.endswith("*") else name == pattern


def read(path):
    document = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    for entry in document["advisories"]:
        if not entry.keys() <= MEMBERS or not {"ids", "package", "affected"} <= entry.keys() or not entry["ids"]:
            raise Invalid(f"an entry needs ids, package and affected, and may have fixed and explained: {entry}")
        for bounds in entry["affected"]:
            in_range("1", bounds)
    return datetime.date.fromisoformat(document["date"]), document["advisories"]


def check(components, advisories):
    """Returns the faults, and the explanations of components that are affected without danger."""
    faults, explained = set(), set()
    for component in components:
        for entry in advisories:
            if matches(entry["package"], package(component)) and any(in_range(component["version"], b) for b in entry["affected"]):
                line = f"{package(component)} {component['version']}: {', '.join(entry['ids'])}"
                if entry.get("explained"):
                    explained.add(f"{line}: {entry['explained']}")
                else:
                    faults.add(f"{line}: update to {entry.get('fixed', 'another package')}, or explain in packaging/advisories.json")
    return sorted(faults), sorted(explained)


def main(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("--values", default=ROOT / "helm/pathproof/values.yaml")
    parser.add_argument("--list", default=ROOT / "packaging/advisories.json")
    parser.add_argument("--today", default=str(datetime.date.today()))
    parser.add_argument("bills", nargs="+")
    options = parser.parse_args(arguments)
    try:
        date, advisories = read(options.list)
        components = list(images(pathlib.Path(options.values).read_text(encoding="utf-8")))
        for bill in options.bills:
            components += json.loads(pathlib.Path(bill).read_text(encoding="utf-8")).get("components", [])
        # Own modules and the Java runtime are no packages of the list.
        components = {(package(c), c["version"]): c for c in components if c.get("version") and not package(c).startswith("org.pathproof:")}
        faults, explained = check([c for c in components.values() if re.match(r"v?\d", c["version"])], advisories)
    except (Invalid, KeyError, ValueError) as e:
        print(f"{options.list}: {e}", file=sys.stderr)
        return 1
    for line in explained:
        print(f"affected, and explained: {line}", file=sys.stderr)
    if datetime.date.fromisoformat(options.today) - date > MAX_AGE:
        print(f"WARNING: the advisories in {options.list} are of {date}, more than {MAX_AGE.days} days ago", file=sys.stderr)
    for line in faults:
        print(line, file=sys.stderr)
    print(f"{len(components)} components, {len(advisories)} advisories of {date}: {len(faults) or 'none'} {'apply' if len(faults) > 1 else 'applies'}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
