#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of upgrade.py."""
import copy
import unittest

import upgrade

OBJECTS = [
    {"kind": "ConfigMap", "metadata": {"name": "a"}, "data": {}},
    {"kind": "Deployment", "metadata": {"name": "a"}, "spec": {"replicas": 1, "selector": {"matchLabels": {"app": "a"}}}},
    {
        "kind": "StatefulSet",
        "metadata": {"name": "b"},
        "spec": {"replicas": 1, "serviceName": "b", "volumeClaimTemplates": [{"metadata": {"name": "data"}}], "template": {}},
    },
    {
        "kind": "Service",
        "metadata": {"name": "b"},
        "spec": {"type": "NodePort", "selector": {"app": "b"}, "ports": [{"name": "bmp", "port": 11019}]},
    },
]


class UpgradeTest(unittest.TestCase):
    def differences(self, change):
        after = copy.deepcopy(OBJECTS)
        change(after)
        return list(upgrade.differences(OBJECTS, after))

    def test_permits_what_the_api_server_permits(self):
        def change(objects):
            objects[0]["data"] = {"key": "value"}
            objects[1]["spec"]["replicas"] = 2
            objects[2]["spec"]["template"] = {"spec": {}}
            objects[2]["spec"]["minReadySeconds"] = 10
            objects[3]["spec"]["ports"].append({"name": "bmp-tls", "port": 11020})
            objects.append({"kind": "Service", "metadata": {"name": "c"}, "spec": {"ports": []}})

        self.assertEqual(self.differences(change), [])

    def test_names_each_object_that_is_missing(self):
        def change(objects):
            del objects[1:3]

        self.assertEqual(
            self.differences(change),
            ["Deployment a is missing: an upgrade deletes it", "StatefulSet b is missing: an upgrade deletes it"],
        )

    def test_refuses_changes_of_fixed_parts(self):
        def change(objects):
            objects[1]["spec"]["selector"]["matchLabels"]["app"] = "c"
            objects[2]["spec"]["serviceName"] = "c"
            objects[2]["spec"]["podManagementPolicy"] = "Parallel"
            del objects[2]["spec"]["volumeClaimTemplates"]
            objects[3]["spec"]["selector"]["app"] = "c"
            objects[3]["spec"]["ports"][0]["port"] = 11020

        parts = {line.split(" was ")[0] for line in self.differences(change)}
        self.assertEqual(
            parts,
            {
                "Deployment a: selector",
                "StatefulSet b: serviceName",
                "StatefulSet b: podManagementPolicy",
                "StatefulSet b: volumeClaimTemplates",
                "Service b: selector",
                "Service b: port bmp",
            },
        )

    def test_a_job_must_be_deleted_before_an_upgrade(self):
        job = {"kind": "Job", "metadata": {"name": "topics"}}
        hook = {"kind": "Job", "metadata": {"name": "hook", "annotations": {"helm.sh/hook-delete-policy": "before-hook-creation"}}}
        self.assertEqual(len(list(upgrade.unrepeatable([job, hook]))), 1)


if __name__ == "__main__":
    unittest.main()
