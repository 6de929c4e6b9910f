// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.size;

import java.util.List;

/**
 * The size of a deployment. Sizes are in bytes.
 *
 * @param partitions partitions of pathproof.routes and pathproof.verdicts
 * @param validatorThreads stream threads of each validator
 * @param routesSize bound of pathproof.routes, before replication
 * @param kafkaDisk disk of all brokers together
 * @param kafkaCores cores of all brokers together
 * @param kafkaInput bytes that producers send a second
 * @param redisMemory memory of Redis
 * @param feedsOfApi BGP sessions of each replica of the policy API
 * @param notes limits of the plan, one sentence each
 */
record Plan(
        int partitions,
        int validatorThreads,
        Pods collector,
        Pods validator,
        Pods policyApi,
        double routesSize,
        double kafkaDisk,
        double kafkaCores,
        double kafkaInput,
        double redisMemory,
        int feedsOfApi,
        List<String> notes) {
    /**
     * The pods of a service.
     *
     * @param replicas number of pods, including one that may fail
     * @param cpu requested cores of a pod
     * @param memory requested MiB of a pod
     * @param limit limit of memory of a pod in MiB
     */
    record Pods(int replicas, double cpu, long memory, long limit) {}

    Plan {
        notes = List.copyOf(notes);
    }
}
