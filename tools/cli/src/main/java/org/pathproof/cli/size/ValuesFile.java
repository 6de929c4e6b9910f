// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.size;

import java.math.BigDecimal;
import java.util.Locale;

/** Writes a plan as values for the chart. Addresses of Kafka and Redis belong in another file. */
final class ValuesFile {
    private ValuesFile() {}

    static String of(Network network, Plan plan) {
        return String.format(
                        Locale.ROOT,
                        """
                        # Made by ./pathproof size for %d routers with %d peers of %d routes each, and %d feeds.
                        kafka:
                          replicationFactor: %d
                          routePartitions: %d
                          retention: {routesSize: %dGB, routesTime: %ds}
                        """,
                        network.routers(),
                        network.peers(),
                        network.routes(),
                        network.feeds(),
                        network.replication(),
                        plan.partitions(),
                        (long) Math.ceil(plan.routesSize() / 1e9),
                        network.retention().plus(network.tableTime()).toSeconds())
                + pods("collector", plan.collector(), "")
                + pods(
                        "validator",
                        plan.validator(),
                        "  standbyReplicas: 1\n  config: {pathproof.validator.threads: " + plan.validatorThreads()
                                + "}\n")
                + pods("policyApi", plan.policyApi(), "");
    }

    private static String pods(String name, Plan.Pods pods, String others) {
        return String.format(
                Locale.ROOT,
                """
                %s:
                  replicas: %d
                %s  resources:
                    requests: {cpu: "%s", memory: %dMi}
                    limits: {memory: %dMi}
                """,
                name,
                pods.replicas(),
                others,
                BigDecimal.valueOf(pods.cpu()).stripTrailingZeros().toPlainString(),
                pods.memory(),
                pods.limit());
    }
}
