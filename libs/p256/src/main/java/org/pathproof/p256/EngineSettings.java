// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How this process chooses its engine and bounds it: from system properties, or else from the environment, where
 * {@code pathproof.p256.engine} is {@code PATHPROOF_P256_ENGINE}.
 *
 * @param engine {@code pathproof.p256.engine}: the name of the engine to use instead of the fastest
 * @param tableMemory {@code pathproof.p256.table-memory}: the most memory for tables of keys; octets, or with k, m or g behind
 * @param usesBeforeTable {@code pathproof.p256.uses-before-table}: with which use a key gets a table
 * @param checkOneIn {@code pathproof.p256.check-one-in}: one in so many answers is checked on Bouncy Castle; 0 checks none
 */
public record EngineSettings(Optional<String> engine, long tableMemory, int usesBeforeTable, int checkOneIn) {
    private static final long DEFAULT_TABLE_MEMORY = 1L << 30;
    private static final long SMALLEST_TABLE_MEMORY = 1L << 20;
    private static final long LARGEST_TABLE_MEMORY = 1L << 40;
    private static final int DEFAULT_USES = 1;
    private static final int DEFAULT_CHECK = 10_000;

    public EngineSettings {
        if (tableMemory < SMALLEST_TABLE_MEMORY || tableMemory > LARGEST_TABLE_MEMORY) {
            throw new IllegalArgumentException(
                    "pathproof.p256.table-memory is " + tableMemory + " octets: it has to be 1m to 1024g");
        }
        if (usesBeforeTable < 1) {
            throw new IllegalArgumentException("pathproof.p256.uses-before-table has to be 1 or more");
        }
        if (checkOneIn < 0) {
            throw new IllegalArgumentException("pathproof.p256.check-one-in has to be 0 or more");
        }
    }

    /** Those of this process. Throws IllegalArgumentException, saying which setting is wrong. */
    public static EngineSettings ofProcess() {
        return of(System.getenv());
    }

    /** Those of this process, if these were its environment variables. */
    static EngineSettings of(Map<String, String> environment) {
        return new EngineSettings(
                setting("pathproof.p256.engine", environment),
                setting("pathproof.p256.table-memory", environment)
                        .map(text -> octets("pathproof.p256.table-memory", text))
                        .orElse(DEFAULT_TABLE_MEMORY),
                number("pathproof.p256.uses-before-table", environment, DEFAULT_USES),
                number("pathproof.p256.check-one-in", environment, DEFAULT_CHECK));
    }

    private static Optional<String> setting(String name, Map<String, String> environment) {
        String variable = name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
        return Optional.ofNullable(System.getProperty(name))
                .or(() -> Optional.ofNullable(environment.get(variable)))
                .map(String::strip)
                .filter(text -> !text.isEmpty());
    }

    private static int number(String name, Map<String, String> environment, int standard) {
        long number = setting(name, environment).map(text -> parse(name, text)).orElse((long) standard);
        if (number < 0 || number > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(name + " has to be 0 to " + Integer.MAX_VALUE);
        }
        return (int) number;
    }

    private static long octets(String name, String text) {
        int shift = switch (Character.toLowerCase(text.charAt(text.length() - 1))) {
            case 'k' -> 10;
            case 'm' -> 20;
            case 'g' -> 30;
            default -> 0;
        };
        long number = parse(name, shift == 0 ? text : text.substring(0, text.length() - 1));
        if (number < 0 || number > Long.MAX_VALUE >> shift) {
            throw new IllegalArgumentException(name + " is \"" + text + "\": out of range");
        }
        return number << shift;
    }

    private static long parse(String name, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " is \"" + text + "\", not a number", e);
        }
    }
}
