// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes;

import java.util.regex.Pattern;

/**
 * A scheme with a parameter set, as path attributes and key files name it.
 *
 * @param scheme name of the scheme, for example {@code S-BGP}
 * @param parameters name of the parameter set, for example {@code dsa-1024}
 */
public record SchemeId(String scheme, String parameters) {
    /** Maximum number of characters of each name. */
    public static final int MAX_NAME_LENGTH = 64;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9.-]{1," + MAX_NAME_LENGTH + "}");

    /**
     * Checks the names.
     *
     * @throws IllegalArgumentException if a name is empty, too long, or has other characters than letters, digits, dots
     *     and hyphens
     */
    public SchemeId {
        check("name of the scheme", scheme);
        check("name of the parameter set", parameters);
    }

    /** Returns true if a text can be the name of a scheme or of a parameter set. */
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    private static void check(String field, String name) {
        if (!isName(name)) {
            throw new IllegalArgumentException(field + " of " + name.length() + " characters: must have 1 to "
                    + MAX_NAME_LENGTH + " letters, digits, dots and hyphens");
        }
    }

    @Override
    public String toString() {
        return scheme + " " + parameters;
    }
}
