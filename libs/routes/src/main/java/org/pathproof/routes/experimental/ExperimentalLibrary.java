// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routes.experimental;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Loads the implementation of {@link ExperimentalAttribute} from the folder that the operator names. */
public final class ExperimentalLibrary {
    private ExperimentalLibrary() {}

    /**
     * Loads the implementation.
     *
     * @param folder folder with the jars of the implementation, from {@code pathproof.schemes.library}; null for the
     *     class path
     * @throws IllegalArgumentException if no implementation can be loaded; the message names the setting
     */
    public static ExperimentalAttribute load(@Nullable Path folder) {
        try {
            return ServiceLoader.load(ExperimentalAttribute.class, loader(folder))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("pathproof.schemes.library "
                            + (folder == null ? "is empty, and the class path" : folder)
                            + " has no scheme: name a folder with pathproof-schemes-hook and the jars that it needs"));
        } catch (ServiceConfigurationError | LinkageError e) {
            throw new IllegalArgumentException(
                    "pathproof.schemes.library " + folder + ": a scheme cannot be loaded: " + e.getMessage(), e);
        }
    }

    /** Returns a loader of the jars in a folder. The loader stays open as long as the process runs. */
    private static ClassLoader loader(@Nullable Path folder) {
        ClassLoader own = ExperimentalLibrary.class.getClassLoader();
        if (folder == null) {
            return own;
        }
        List<URL> jars = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path jar : files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList()) {
                jars.add(jar.toUri().toURL());
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("pathproof.schemes.library: cannot list the folder: " + e, e);
        }
        return new URLClassLoader("schemes", jars.toArray(URL[]::new), own);
    }
}
