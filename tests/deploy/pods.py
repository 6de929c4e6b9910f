#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every pod of the chart has probes, requests and limits, and runs without root, privileges and a writable root file system.

usage: pods.py MANIFESTS
"""
import re
import sys

RULES = {
    "readinessProbe:": "a readiness probe",
    "livenessProbe:": "a liveness probe",
    "startupProbe:": "a startup probe",
    "runAsNonRoot: true": "runAsNonRoot",
    "readOnlyRootFilesystem: true": "a read-only root file system",
    "allowPrivilegeEscalation: false": "no privilege escalation",
    "automountServiceAccountToken: false": "no service account token",
    "type: RuntimeDefault": "the default seccomp profile",
    "name: SERVER_ADDRESS": "an address that probes reach",
    "requests:": "resource requests",
    "limits:": "resource limits",
}


def main(path):
    with open(path, encoding="utf-8") as manifests:
        documents = manifests.read().split("\n---")
    workloads = [d for d in documents if re.search(r"^kind: (Deployment|StatefulSet)$", d, re.M)]
    broken = [
        f"{re.search(r'^  name: (.+)$', workload, re.M).group(1)} does not have {what}"
        for workload in workloads
        for text, what in RULES.items()
        if text not in workload
    ]
    if len(workloads) != 4:
        broken.append(f"the chart has {len(workloads)} Deployments and StatefulSets, not 4")
    for line in broken:
        print(line, file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
