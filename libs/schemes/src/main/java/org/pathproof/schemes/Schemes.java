// SPDX-License-Identifier: Apache-2.0
package org.pathproof.schemes;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** Finds the registered schemes. */
public final class Schemes {
    private Schemes() {}

    /** Returns all registered schemes, sorted by name. */
    public static List<PathSecurityScheme> all() {
        return ServiceLoader.load(PathSecurityScheme.class, Schemes.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(PathSecurityScheme::name))
                .toList();
    }

    /** Returns the scheme with this name. */
    public static Optional<PathSecurityScheme> named(String name) {
        return all().stream().filter(scheme -> scheme.name().equals(name)).findFirst();
    }
}
