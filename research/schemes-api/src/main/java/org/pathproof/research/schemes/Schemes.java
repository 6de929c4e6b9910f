// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** Finds the registered schemes. */
public final class Schemes {
    private Schemes() {}

    /** Returns all registered schemes of the class path, sorted by name. */
    public static List<PathSecurityScheme> all() {
        return all(Schemes.class.getClassLoader());
    }

    /**
     * Returns all registered schemes that a class loader finds, sorted by name.
     *
     * @throws java.util.ServiceConfigurationError if a registered class is no scheme
     */
    public static List<PathSecurityScheme> all(ClassLoader loader) {
        return ServiceLoader.load(PathSecurityScheme.class, loader).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(PathSecurityScheme::name))
                .toList();
    }

    /** Returns the scheme with this name. */
    public static Optional<PathSecurityScheme> named(String name) {
        return all().stream().filter(scheme -> scheme.name().equals(name)).findFirst();
    }
}
