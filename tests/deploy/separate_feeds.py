#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the chart with feeds in pods of their own (policyApi.feeds.separate) with the chart without them.

usage: separate_feeds.py TOGETHER SEPARATE

Both files are manifests of the same values. Routers must not notice the difference: their Services keep names, addresses
and ports. Sessions, settings and Secrets of routers are only in the pods of the feeds, and web clients only reach the
others.
"""
import json
import sys

import documents

API, FEEDS = "policy-api", "policy-api-feeds"
COMPONENT = "app.kubernetes.io/component"
# Texts of the values that belong to the sessions with routers.
PRIVATE = ("R1_PASSWORD", "router-passwords", "router-keys", "/etc/pathproof-rtr-tls", "192.0.2.10")


def read(path):
    with open(path, encoding="utf-8") as manifests:
        objects = documents.read(manifests.read())
    return {(o["kind"], o["metadata"]["name"]): o for o in objects}


def service_problems(before, after):
    """Yields Services that differ in more than the pods that they select."""
    for (kind, name), old in before.items():
        if kind != "Service":
            continue
        new = after.get((kind, name))
        if new is None:
            yield f"Service {name} is missing"
            continue
        strip = lambda service: {key: value for key, value in service["spec"].items() if key != "selector"}
        if strip(old) != strip(new):
            yield f"Service {name} changes: {strip(old)} is now {strip(new)}"
        was, now = old["spec"]["selector"], new["spec"]["selector"]
        expected = FEEDS if was[COMPONENT] == API and name != "pathproof-policy-api" else was[COMPONENT]
        if now[COMPONENT] != expected:
            yield f"Service {name} selects {now[COMPONENT]} in place of {expected}"
        pod = "statefulset.kubernetes.io/pod-name"
        if now.get(pod) != was.get(pod, "").replace(API, FEEDS) and pod in was:
            yield f"Service {name} selects the pod {now.get(pod)}"


def pod_problems(after):
    api, feeds = after["Deployment", f"pathproof-{API}"], after["StatefulSet", f"pathproof-{FEEDS}"]
    settings = {part: after["ConfigMap", f"pathproof-{part}"]["data"][f"{API}.yaml"] for part in (API, FEEDS)}
    texts = {API: json.dumps(api) + settings[API], FEEDS: json.dumps(feeds) + settings[FEEDS]}
    for text in PRIVATE:
        if text in texts[API]:
            yield f"the pods with REST have {text}"
        if text not in texts[FEEDS]:
            yield f"the pods of the feeds lack {text}"
    ports = [port["name"] for port in api["spec"]["template"]["spec"]["containers"][0]["ports"]]
    if ports != ["http", "health"]:
        yield f"the pods with REST have the ports {ports}"
    for workload in (api, feeds):
        name, labels = workload["metadata"]["name"], workload["spec"]["template"]["metadata"]["labels"]
        for kind in ("PodMonitor", "PodDisruptionBudget", "NetworkPolicy", "ServiceAccount"):
            found = after.get((kind, name))
            selector = (found or {}).get("spec", {})
            selector = selector.get("selector", selector.get("podSelector", {})).get("matchLabels", {})
            if found is None or not selector.items() <= labels.items():
                yield f"{kind} {name} is missing or selects other pods"
    scaled = [o["spec"]["scaleTargetRef"]["name"] for (kind, _), o in after.items() if kind == "HorizontalPodAutoscaler"]
    if scaled != [f"pathproof-{API}"]:
        yield f"autoscalers change the number of {scaled}"


def network_problems(before, after):
    def rules(objects, name):
        return objects["NetworkPolicy", name]["spec"]["ingress"]

    api, feeds = rules(after, f"pathproof-{API}"), rules(after, f"pathproof-{FEEDS}")
    together = rules(before, f"pathproof-{API}")
    if api != together[:1]:
        yield f"the network policy of the pods with REST is {api}"
    if feeds[1:] != together[1:] or [port["port"] for port in feeds[0]["ports"]] != ["http", "health"]:
        yield f"the network policy of the feeds is {feeds}"
    if "web" in json.dumps(feeds) or "monitoring" not in json.dumps(feeds[0]):
        yield f"web clients reach the feeds, or Prometheus does not: {feeds[0]}"


def main(together, separate):
    before, after = read(together), read(separate)
    problems = [*service_problems(before, after), *pod_problems(after), *network_problems(before, after)]
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
