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
    # Variables of a Service such as pathproof-collector-bmp would replace settings.
    "enableServiceLinks: false": "no variables of Services",
    "type: RuntimeDefault": "the default seccomp profile",
    "requests:": "resource requests",
    "limits:": "resource limits",
}
# Services of Pathproof also need these texts. Other programs are Kafka and Redis.
SERVICES = {"collector", "validator", "key-sync", "policy-api"}
# Workloads that the values can add.
OPTIONAL = {"policy-api-feeds", "history"}
SERVICE_RULES = {"name: SERVER_ADDRESS": "an address that probes reach"}


def component(workload):
    return re.search(r"^    app.kubernetes.io/component: (.+)$", workload, re.M).group(1)


def main(path):
    with open(path, encoding="utf-8") as manifests:
        documents = manifests.read().split("\n---")
    workloads = [d for d in documents if re.search(r"^kind: (Deployment|StatefulSet)$", d, re.M)]
    broken = [
        f"{re.search(r'^  name: (.+)$', workload, re.M).group(1)} does not have {what}"
        for workload in workloads
        for text, what in (RULES | (SERVICE_RULES if component(workload) in SERVICES | OPTIONAL else {})).items()
        if text not in workload
    ]
    if SERVICES - {component(workload) for workload in workloads}:
        broken.append(f"no workload runs {', '.join(sorted(SERVICES - {component(w) for w in workloads}))}")
    for line in broken:
        print(line, file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
