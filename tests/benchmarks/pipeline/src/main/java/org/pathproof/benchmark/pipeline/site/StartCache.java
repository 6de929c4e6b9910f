// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Ahead-of-time caches (JEP 483, 514, 515) of the parts that are JVMs: loaded classes and profiles of a training run,
 * so that parts start in a third of the time. A quick run uses what is there. They fit the jars that they were made
 * with; a JVM leaves aside what does not fit.
 *
 * @param folder where the caches are
 * @param training whether they are made, at the regular end of each part
 */
public record StartCache(Path folder, boolean training) {
    /** What the JVM of a stage is started with. */
    String arguments(String stage) {
        Path cache = folder.resolve(stage + ".aot");
        if (training) {
            try {
                Files.createDirectories(folder);
                Files.deleteIfExists(cache);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return " -XX:AOTCacheOutput=" + cache;
        }
        return Files.isReadable(cache) ? " -XX:AOTCache=" + cache + " -Xlog:aot=off -Xlog:cds=off" : "";
    }
}
