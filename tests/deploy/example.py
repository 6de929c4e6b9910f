#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes k8s/overlays/example/settings.yaml: the settings of k8s/base with the names of an example. Without --write,
compares the file with these settings.

usage: example.py REPOSITORY [--write]
"""
import pathlib
import re
import sys

HEAD = """# Settings of the five services for this cluster. Each ConfigMap replaces the one of the same name in the base, so it
# has all settings. Names to replace: those of Kafka, Redis and the RPKI caches. Made by tests/deploy/run --render.
"""
NAMES = {
    "bootstrap-servers: kafka:9092": "bootstrap-servers: kafka.streaming.svc:9092",
    "uri: redis://redis:6379": "uri: redis://redis.cache.svc:6379",
    "        caches: []": "        caches:\n          - rtr-1.example:323\n          - rtr-2.example:323",
}
CONFIG_MAP = r"^  name: (\S+)$.*?^(data:\n  (?:collector|validator|key-sync|policy-api|history)\.yaml: \|\n.*)"


def settings(base):
    documents = []
    for document in base.split("\n---\n"):
        found = "\nkind: ConfigMap\n" in document and re.search(CONFIG_MAP, document, re.M | re.S)
        if found:
            name, data = found.groups()
            documents.append(f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {name}\n{data.rstrip()}\n")
    text = HEAD + "---\n".join(documents)
    for name, example in NAMES.items():
        if name not in text:
            raise SystemExit(f"k8s/base/pathproof.yaml does not have '{name}'")
        text = text.replace(name, example)
    return text


def main(root, write=False):
    root = pathlib.Path(root)
    wanted = settings((root / "k8s/base/pathproof.yaml").read_text(encoding="utf-8"))
    file = root / "k8s/overlays/example/settings.yaml"
    if write:
        file.write_text(wanted, encoding="utf-8")
        return 0
    problems = []
    if file.read_text(encoding="utf-8") != wanted:
        problems.append("settings.yaml differs from the settings of the base; update it: tests/deploy/run --render")
    policy = (file.parent / "network-policy.yaml").read_text(encoding="utf-8")
    for port in sorted(set(re.findall(r"^ +- \S+\.example:(\d+)$", wanted, re.M))):
        if f"- port: {port}\n" not in policy:
            problems.append(f"network-policy.yaml does not permit port {port} of the RPKI caches")
    for problem in problems:
        print(f"k8s/overlays/example: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], "--write" in sys.argv[2:]))
