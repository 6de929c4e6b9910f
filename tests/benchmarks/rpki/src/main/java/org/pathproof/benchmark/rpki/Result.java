// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.rpki;

import java.util.List;

/**
 * The results with one kind of Redis.
 *
 * @param redis standalone or cluster
 * @param writeMilliseconds time in which the writer wrote the first set
 * @param loads each in a new process
 * @param changes milliseconds from the call of the writer until a change of one key is in force
 * @param writes milliseconds of the writer in these changes
 * @param memory memory of the validator after the changes
 */
record Result(
        String redis,
        double writeMilliseconds,
        List<ValidatorProcess.Load> loads,
        List<Double> changes,
        List<Double> writes,
        ValidatorProcess.Memory memory) {
    List<Double> loadMilliseconds() {
        return loads.stream().map(ValidatorProcess.Load::milliseconds).toList();
    }

    List<Double> processMilliseconds() {
        return loads.stream().map(ValidatorProcess.Load::processMilliseconds).toList();
    }

    List<Double> cpuMilliseconds() {
        return loads.stream().map(ValidatorProcess.Load::cpuMilliseconds).toList();
    }

    static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    static double least(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    }

    static double greatest(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    }
}
