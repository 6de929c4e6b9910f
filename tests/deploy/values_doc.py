#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes helm/pathproof/README.md from the comments of values.yaml, and compares values.yaml with values.schema.json.

usage: values_doc.py CHART_DIRECTORY [--write]
"""
import json
import pathlib
import re
import sys
import textwrap

HEAD = """# Values of the chart

For operators: all values of the Helm chart, in the order of `values.yaml`.
[deploy.md](../../docs/operators/deploy.md) describes an installation, and [upgrade.md](../../docs/operators/upgrade.md)
an upgrade. `tests/deploy/run --render` generates this page from `values.yaml`. Values that several parts have in common
are at the end.

"""
REPEATED = "Values of several parts"


def entries(text):
    """Yields (path, default, comment) of every line with a key. The default of a map with keys of its own is None."""
    lines = text.splitlines()
    keys, comment = [], []
    for number, line in enumerate(lines):
        if line.lstrip().startswith("#"):
            comment.append(line.lstrip("# ").rstrip())
            continue
        found = re.match(r"^( *)([A-Za-z][A-Za-z0-9]*):(?: (.*))?$", line)
        if not found:
            comment = []
            continue
        depth = len(found.group(1)) // 2
        keys = keys[:depth] + [found.group(2)]
        following = next((l for l in lines[number + 1 :] if l.strip() and not l.lstrip().startswith("#")), "")
        nested = not found.group(3) and following.startswith(" " * (2 * depth + 2))
        yield ".".join(keys), None if nested else found.group(3) or "", " ".join(comment)
        comment = []


def meaning(path, comment, schema):
    """Returns the comment of a value, or the description in the schema where there is no comment."""
    definitions, found = schema["definitions"], schema
    for key in path.split("."):
        if "$ref" in found:
            found = definitions[found["$ref"].rsplit("/", 1)[1]]
        found = found.get("properties", {}).get(key, {})
    if not comment and "description" not in found and "$ref" in found:
        found = definitions[found["$ref"].rsplit("/", 1)[1]]
    return comment or found.get("description", "")


def leaves(path, default):
    """Yields the paths of a default in one line, for example {registry: "", tag: ""}."""
    if default and re.match(r"^\{[a-z]+: ", default):
        yield from (f"{path}.{key}" for key in re.findall(r"[{ ]([A-Za-z]+):(?= )", default))
    elif default is not None:
        yield path


def common(rows):
    """Returns the parts that have a value of the same name, default and meaning, where there are three or more."""
    parts = {}
    for path, shown, text in rows:
        part, _, key = path.rpartition(".")
        if part and shown and text and key not in ("enabled", "type", "requests", "limits"):
            parts.setdefault((key, shown, text), []).append(part)
    return {row: found for row, found in parts.items() if len(found) > 2}


def readme(values, schema):
    rows, sections = [], {}
    for path, default, comment in entries(values):
        if default is None and "." not in path:
            sections[len(rows)] = (path, comment)
            continue
        shown = "" if default is None else f"`{default}`" if default else "empty"
        text = meaning(path, comment, schema).replace("|", "/")
        if shown or (text and text != "Kubernetes resource requests and limits"):
            rows.append((path, shown, text))
    repeated = common(rows)
    head = "| value | default | meaning |\n|---|---|---|\n"
    page = [HEAD]
    if 0 not in sections:
        page.append(head)
    for number, (path, shown, text) in enumerate(rows):
        if number in sections:
            title, comment = sections[number]
            page.append(("\n" if number else "") + f"## {title}\n\n" + (textwrap.fill(comment, 120) + "\n\n" if comment else ""))
            page.append(head)
        if (path.rpartition(".")[2], shown, text) not in repeated or "." not in path:
            page.append(f"| `{path}` | {shown} | {text} |\n")
    page.append(f"\n## {REPEATED}\n\n| value | of | default | meaning |\n|---|---|---|---|\n")
    for (key, shown, text), found in repeated.items():
        page.append(f"| `{key}` | {', '.join(f'`{part}`' for part in found)} | {shown} | {text} |\n")
    return "".join(page)


def schema_leaves(schema, definitions, path=""):
    if schema.get("$ref") == "#/definitions/resources":
        yield path
        return
    if "$ref" in schema:
        schema = definitions[schema["$ref"].rsplit("/", 1)[1]]
    if "properties" not in schema:
        yield path
        return
    for key, value in schema["properties"].items():
        yield from schema_leaves(value, definitions, f"{path}.{key}" if path else key)


def main(chart, write=False):
    chart = pathlib.Path(chart)
    text = (chart / "values.yaml").read_text(encoding="utf-8")
    schema = json.loads((chart / "values.schema.json").read_text(encoding="utf-8"))
    problems = []
    known = set(schema_leaves(schema, schema["definitions"])) - {"global"}
    values = {leaf for path, default, _ in entries(text) for leaf in leaves(path, default)}
    values = {re.sub(r"\.(requests|limits)\b.*", "", value) for value in values}
    problems += [f"values.schema.json has no {value}" for value in sorted(values - known)]
    problems += [f"values.yaml has no {value}, which is in values.schema.json" for value in sorted(known - values)]
    page = readme(text, schema)
    unexplained = re.findall(r"^\| `(.+?)` \|.*\|  \|$", page, re.M)
    problems += [f"{value} has neither a comment in values.yaml nor a description in values.schema.json" for value in unexplained]
    if write:
        (chart / "README.md").write_text(page, encoding="utf-8")
    elif (chart / "README.md").read_text(encoding="utf-8") != page:
        problems.append("README.md differs from values.yaml; update it: tests/deploy/run --render")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], "--write" in sys.argv[2:]))
