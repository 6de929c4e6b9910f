#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks upgrades from earlier charts: their values still work, and what an upgrade must not change stays.

usage: upgrade.py CHART_DIRECTORY KUBERNETES_VERSION FOLDER...

Each folder has the values of an earlier installation (values.yaml) and its objects (manifests.yaml). An upgrade must
find the Deployments, StatefulSets and Services again. The API server refuses changes of their selectors and of most of
a StatefulSet; routers depend on the addresses and ports of Services.
"""
import pathlib
import subprocess
import sys

import documents

KINDS = ("Deployment", "StatefulSet", "Service")
# Parts of the spec of a StatefulSet that the API server permits to change.
MUTABLE = {
    "replicas",
    "ordinals",
    "template",
    "updateStrategy",
    "revisionHistoryLimit",
    "persistentVolumeClaimRetentionPolicy",
    "minReadySeconds",
}
SERVICE_FIELDS = ("type", "clusterIP", "selector", "externalTrafficPolicy", "publishNotReadyAddresses")


def index(objects):
    return {(o["kind"], o["metadata"]["name"]): o for o in objects if o["kind"] in KINDS}


def kept(kind, spec):
    """Returns the parts of a spec that an upgrade must not change, by their names."""
    if kind == "Deployment":
        return {"selector": spec["selector"]}
    if kind == "StatefulSet":
        return {name: value for name, value in spec.items() if name not in MUTABLE}
    ports = {f"port {port['name']}": port for port in spec["ports"]}
    return {name: spec.get(name) for name in SERVICE_FIELDS} | ports


def differences(before, after):
    """Yields what an upgrade would break. Arguments: the objects of the earlier and of this chart."""
    found = index(after)
    for (kind, name), earlier in index(before).items():
        now = found.get((kind, name))
        if now is None:
            yield f"{kind} {name} is missing: an upgrade deletes it"
            continue
        expected, actual = kept(kind, earlier["spec"]), kept(kind, now["spec"])
        # New ports of a Service are no fault.
        names = expected if kind == "Service" else expected | actual
        for part in names:
            if expected.get(part) != actual.get(part):
                yield f"{kind} {name}: {part} was {expected.get(part)} and is {actual.get(part)}"


def unrepeatable(objects):
    """Yields Jobs that an upgrade could not create again: a Job cannot be changed."""
    for job in objects:
        policy = job["metadata"].get("annotations", {}).get("helm.sh/hook-delete-policy", "")
        if job["kind"] == "Job" and "before-hook-creation" not in policy:
            yield f"Job {job['metadata']['name']} is not deleted before an upgrade (helm.sh/hook-delete-policy)"


def main(chart, version, *folders):
    problems = []
    for folder in map(pathlib.Path, folders):
        command = ["helm", "template", "pathproof", chart, "--namespace", "pathproof", "--kube-version", version]
        rendered = subprocess.run(command + ["-f", folder / "values.yaml"], capture_output=True, text=True)
        if rendered.returncode != 0:
            problems.append(f"{folder.name}: the chart refuses the earlier values: {rendered.stderr.strip()}")
            continue
        after = documents.read(rendered.stdout)
        before = documents.read((folder / "manifests.yaml").read_text())
        problems += [f"{folder.name}: {text}" for text in (*differences(before, after), *unrepeatable(after))]
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems or not folders else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
