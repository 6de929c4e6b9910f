// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.command;

import org.pathproof.lab.paths.RandomPaths;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of commands that create random paths. */
final class PathOptions {
    @Option(
            names = "--count",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Number of paths (default: ${DEFAULT-VALUE}).")
    private int count;

    @Option(
            names = "--keys",
            paramLabel = "N",
            defaultValue = "100",
            description = "Number of ASes, each with one key (default: ${DEFAULT-VALUE}).")
    private int keys;

    @Option(
            names = "--hops",
            paramLabel = "N",
            defaultValue = "4",
            description = "Number of ASes in each path (default: ${DEFAULT-VALUE}).")
    private int hops;

    @Option(
            names = "--seed",
            paramLabel = "TEXT",
            defaultValue = "pathproof",
            description = "Seed of paths, keys and signatures (default: ${DEFAULT-VALUE}).")
    private String seed = "";

    String seed() {
        return seed;
    }

    /**
     * Returns the paths that the options describe.
     *
     * @throws ParameterException if an option is out of its range
     */
    RandomPaths paths(CommandSpec spec) {
        try {
            return new RandomPaths(seed, keys, hops, count);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
