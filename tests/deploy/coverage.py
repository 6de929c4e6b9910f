#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Changes each value of the chart and checks the effect: other objects, or a refusal in the chart's own words.

usage: coverage.py CHART_DIRECTORY KUBERNETES_VERSION
"""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

import documents

# Most values have an effect only where their feature is enabled.
EVERYTHING = {
    "redis.existingSecret": "",
    "redis.tls.secret": "redis-tls",
    "access.oidc": {"issuer": "https://idp.example", "audience": "pathproof"},
    "tracing.endpoint": "http://otel-collector:4318",
    "collector.tls.enabled": True,
    "collector.tls.existingSecret": "bmp-tls",
    "collector.tls.crlSecret": "bmp-crl",
    "collector.tls.quic.enabled": True,
    "policyApi.feeds.identifiers": [f"192.0.2.{i}" for i in range(1, 9)],
    "policyApi.feeds.addresses": ["10.0.0.0/16"],
    "policyApi.bgp.enabled": True,
    "policyApi.srx.enabled": True,
    "policyApi.derivedOrigin.enabled": True,
    "policyApi.ingress.enabled": True,
    "policyApi.ingress.tlsSecret": "tls",
    "podMonitor.enabled": True,
    "prometheusRule.enabled": True,
    "dashboards.enabled": True,
}
SERVICES = ("service", "rtr", "derivedOrigin", "srx", "bgp")
NODE_PORTS = {f"policyApi.{name}.type": "NodePort" for name in SERVICES} | {"history.service.type": "NodePort"}
LOAD_BALANCERS = {f"policyApi.{name}.type": "LoadBalancer" for name in SERVICES} | {"history.service.type": "LoadBalancer"}
AUTOSCALED = {f"{name}.autoscaling.enabled": True for name in ("collector", "validator", "policyApi")} | {
    "validator.autoscaling.lag.enabled": True
}
CERTIFICATE = {"collector.tls": {"enabled": True, "certManager": {"enabled": True, "issuer": "noc"}}}
EXTERNAL = {"kafka.bootstrapServers": "kafka:9092", "redis.uri": "redis://redis:6379"}
OPERATORS = {
    "kafka.bootstrapServers": "site-kafka-bootstrap:9093",
    "kafka.strimzi.topics": True,
    "kafka.strimzi.users": True,
    "kafka.strimzi.cluster": "site",
    "redis.operator.enabled": True,
    "redis.operator.persistence.enabled": True,
    "redis.operator.withoutPassword": True,
}
SEPARATE = {"policyApi.feeds.separate": True}
CONTEXTS = [
    EXTERNAL | EVERYTHING | NODE_PORTS,
    {"tryout.enabled": True, "tryout.kafka.persistence.enabled": True, "tryout.redis.password": "tryout"},
    EXTERNAL | EVERYTHING | LOAD_BALANCERS | AUTOSCALED,
    EXTERNAL | CERTIFICATE,
    OPERATORS,
    EXTERNAL | EVERYTHING | SEPARATE,
]


def leaves(values, path=""):
    if isinstance(values, dict) and values:
        for key, value in values.items():
            yield from leaves(value, f"{path}.{key}" if path else key)
    else:
        yield path, values


def changes(value):
    """Returns other values of the same type."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, (int, float)):
        return [value + 1]
    if isinstance(value, list):
        return [value + [{"name": "added"}], value + ["added:1"]]
    if isinstance(value, dict):
        return [{"added": "value"}]
    return [7] if value is None else [value + "added"]


class Chart:
    def __init__(self, path, version):
        self.command = ["helm", "template", "pathproof", str(path), "--kube-version", version, "--skip-schema-validation"]
        self.renders = [self.render(context) for context in CONTEXTS]

    def render(self, values):
        arguments = [f"--set-json={path}={json.dumps(value)}" for path, value in values.items()]
        result = subprocess.run(self.command + arguments, capture_output=True, text=True)
        return result.stdout if result.returncode == 0 or "execution error at" not in result.stderr else "refused"

    def has_effect(self, path, value):
        for context, before in zip(CONTEXTS, self.renders):
            for change in changes(context.get(path, value)):
                after = self.render(context | {path: change})
                if after and after != before:
                    return True
        return False


def main(path, version):
    path = pathlib.Path(path)
    chart = Chart(path, version)
    broken = [f"context {number} does not render" for number, render in enumerate(chart.renders) if render in ("", "refused")]
    values = list(leaves(documents.read((path / "values.yaml").read_text())[0]))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        effects = pool.map(lambda leaf: chart.has_effect(*leaf), values)
        broken += [f"{path} has no effect" for (path, _), effect in zip(values, effects) if not effect]
    for line in broken:
        print(line, file=sys.stderr)
    print(len(values))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
