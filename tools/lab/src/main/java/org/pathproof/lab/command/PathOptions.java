// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.command;

import org.pathproof.lab.RandomPaths;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Which paths are wanted. */
final class PathOptions {
    @Option(
            names = "--count",
            paramLabel = "N",
            defaultValue = "1000",
            description = "How many paths (default: ${DEFAULT-VALUE}).")
    private int count;

    @Option(
            names = "--keys",
            paramLabel = "N",
            defaultValue = "100",
            description = "How many ASes, each with one key (default: ${DEFAULT-VALUE}).")
    private int keys;

    @Option(
            names = "--hops",
            paramLabel = "N",
            defaultValue = "4",
            description = "How many ASes are in each path (default: ${DEFAULT-VALUE}).")
    private int hops;

    @Option(
            names = "--seed",
            paramLabel = "TEXT",
            defaultValue = "pathproof",
            description = "Paths, keys and signatures follow from it (default: ${DEFAULT-VALUE}).")
    private String seed = "";

    String seed() {
        return seed;
    }

    /** Throws ParameterException, with a sentence, when there can be no such paths. */
    RandomPaths paths(CommandSpec spec) {
        try {
            return new RandomPaths(seed, keys, hops, count);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
