// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Ahead-of-time caches (JEP 483, 514, 515) of the JVMs: loaded classes and profiles of a training run. Both shorten the
 * start. A JVM ignores a cache of other jars.
 *
 * @param folder folder of the caches
 * @param training true to write the caches, at the end of each part
 * @param broker true to give the broker a cache, too
 */
public record StartCache(Path folder, boolean training, boolean broker) {
    /**
     * Options of a JVM in training, after those of its service: the usual thresholds of C2. The cache then names more
     * methods as hot, which later run in the faster code of C1 until C2 compiles them (ADR 89).
     */
    static final List<String> TRAINING = List.of(
            "-XX:Tier4InvocationThreshold=5000",
            "-XX:Tier4MinInvocationThreshold=600",
            "-XX:Tier4CompileThreshold=15000",
            "-XX:Tier4BackEdgeThreshold=40000");

    /** Name of the folder of the caches, in the folder of workloads. */
    public static final String FOLDER = "start";

    /** Returns the caches that a training run has left in a folder, for all stages. */
    public static StartCache ofAllStages(Path folder) {
        return new StartCache(folder, false, true);
    }

    /** Returns the caches for Pathproof's services. The images of the services have caches; a broker's may not. */
    public static StartCache ofServices(Path folder) {
        return new StartCache(folder, false, false);
    }

    /** Returns a training run that creates caches in a folder. */
    public static StartCache inTraining(Path folder) {
        return new StartCache(folder, true, true);
    }

    /** Returns true if the cache of the validator exists. */
    public boolean exists() {
        return Files.isReadable(folder.resolve("validator.aot"));
    }

    /** Returns the arguments of the JVM of a stage. */
    String arguments(String stage) {
        if (stage.equals("broker") && !broker) {
            return "";
        }
        Path cache = folder.resolve(stage + ".aot");
        if (training) {
            try {
                Files.createDirectories(folder);
                Files.deleteIfExists(cache);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return " " + String.join(" ", TRAINING) + " -XX:AOTCacheOutput=" + cache;
        }
        return Files.isReadable(cache) ? " -XX:AOTCache=" + cache + " -Xlog:aot=off -Xlog:cds=off" : "";
    }
}
