// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.size;

import java.io.PrintWriter;
import java.util.Locale;

/** Prints a plan for people. */
final class PlanText {
    private PlanText() {}

    static void print(Network network, Plan plan, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "network: %,d routers, %,.0f routes, %,.0f updates/s on a busy day, %,.0f while tables arrive%n",
                network.routers(),
                network.allRoutes(),
                network.churn(),
                network.tableRate());
        out.printf(
                Locale.ROOT,
                "node: OpenSSL verifies %,.0f signatures/s on a core; engine %s%n%n",
                network.verifications(),
                network.engine().label());
        out.printf("%-12s %5s %10s %11s %10s%n", "service", "pods", "cores each", "memory each", "limit");
        printPods(out, "collector", plan.collector());
        printPods(out, "validator", plan.validator());
        printPods(out, "policy API", plan.policyApi());
        out.println("key-sync      the chart's defaults");
        out.println();
        printLine(out, "partitions", String.format(Locale.ROOT, "%,d", plan.partitions()));
        printLine(out, "stream threads", plan.validatorThreads() + " in each validator");
        printLine(out, "Kafka", kafka(network, plan));
        printLine(out, "state", "no disk: rows are in the validators' memory, with a changelog in Kafka");
        printLine(out, "Redis", Math.round(Math.ceil(plan.redisMemory() / 1024 / 1024)) + " MiB");
        printLine(
                out,
                "feeds",
                String.format(Locale.ROOT, "%,d", plan.feedsOfApi())
                        + " of each replica of the policy API: a router has a session with every replica");
        plan.notes().forEach(note -> out.println("note: " + note));
    }

    private static void printPods(PrintWriter out, String name, Plan.Pods pods) {
        out.printf(
                Locale.ROOT,
                "%-12s %5d %10.1f %7d MiB %6d MiB%n",
                name,
                pods.replicas(),
                pods.cpu(),
                pods.memory(),
                pods.limit());
    }

    private static String kafka(Network network, Plan plan) {
        return String.format(
                Locale.ROOT,
                "%.1f cores, %,.1f MB/s in, %,.0f GB of disk; all brokers together, replication factor %d",
                plan.kafkaCores(),
                plan.kafkaInput() / 1e6,
                Math.ceil(plan.kafkaDisk() / 1e9),
                network.replication());
    }

    private static void printLine(PrintWriter out, String name, String text) {
        out.printf("%-15s %s%n", name, text);
    }
}
