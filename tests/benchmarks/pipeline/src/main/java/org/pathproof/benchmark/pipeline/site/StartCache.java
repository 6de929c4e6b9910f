// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Ahead-of-time caches (JEP 483, 514, 515) of the JVMs: loaded classes and profiles of a training run. They shorten the
 * start. Quick runs use them. A JVM ignores a cache of other jars.
 *
 * @param folder folder of the caches
 * @param training true to write the caches, at the end of each part
 */
public record StartCache(Path folder, boolean training) {
    /** Returns the arguments of the JVM of a stage. */
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
