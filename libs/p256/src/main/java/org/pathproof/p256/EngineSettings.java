// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Settings of the signature engines: the choice of an engine and its bounds. Programs that users start read them with
 * {@link #fromSystem()}; libraries receive the object.
 *
 * @param engine {@code pathproof.p256.engine}: name of the engine; empty for the fastest
 * @param tableMemory {@code pathproof.p256.table-memory}: maximum memory for tables of keys, in bytes; the text may
 *     have the suffix k, m or g
 * @param usesBeforeTable {@code pathproof.p256.uses-before-table}: number of the use at which a key gets a table; 1 for
 *     the first
 * @param checkOneIn {@code pathproof.p256.check-one-in}: fraction of results to recheck with Bouncy Castle, as 1 in N;
 *     0 disables it
 */
public record EngineSettings(Optional<String> engine, long tableMemory, int usesBeforeTable, int checkOneIn) {
    /**
     * The defaults: the fastest engine, 1 GiB for tables, a table at the first use, and rechecks of 1 in 10,000
     * results.
     */
    public static final EngineSettings DEFAULTS = new EngineSettings(Optional.empty(), 1L << 30, 1, 10_000);

    private static final long MIN_TABLE_MEMORY_BYTES = 1L << 20;
    private static final long MAX_TABLE_MEMORY_BYTES = 1L << 40;

    public EngineSettings {
        if (tableMemory < MIN_TABLE_MEMORY_BYTES || tableMemory > MAX_TABLE_MEMORY_BYTES) {
            throw new IllegalArgumentException(
                    "pathproof.p256.table-memory is " + tableMemory + " bytes: set 1m to 1024g");
        }
        if (usesBeforeTable < 1) {
            throw new IllegalArgumentException(
                    "pathproof.p256.uses-before-table is " + usesBeforeTable + ": set 1 or more");
        }
        if (checkOneIn < 0) {
            throw new IllegalArgumentException("pathproof.p256.check-one-in is " + checkOneIn + ": set 0 or more");
        }
    }

    /**
     * Returns the settings of this process. Each one comes from the system property of its name, or from the
     * environment, where {@code pathproof.p256.engine} is {@code PATHPROOF_P256_ENGINE}. {@link #DEFAULTS} has the
     * values of missing settings.
     *
     * @throws IllegalArgumentException if a setting is wrong; the message names it
     */
    public static EngineSettings fromSystem() {
        return fromSystem(Map.of());
    }

    /**
     * Returns the settings of this process like {@link #fromSystem()}. Settings that neither system properties nor the
     * environment have come from {@code fallbacks}.
     *
     * @param fallbacks values by the names of the settings, for example from a configuration file
     * @throws IllegalArgumentException if a setting is wrong; the message names it
     */
    public static EngineSettings fromSystem(Map<String, String> fallbacks) {
        return of(System.getenv(), fallbacks);
    }

    static EngineSettings of(Map<String, String> environment, Map<String, String> fallbacks) {
        return of(name -> Optional.ofNullable(System.getProperty(name))
                .or(() -> Optional.ofNullable(environment.get(variable(name))))
                .or(() -> Optional.ofNullable(fallbacks.get(name)))
                .map(String::strip)
                .filter(text -> !text.isEmpty()));
    }

    private static EngineSettings of(Function<String, Optional<String>> values) {
        return new EngineSettings(
                values.apply("pathproof.p256.engine"),
                values.apply("pathproof.p256.table-memory")
                        .map(text -> bytes("pathproof.p256.table-memory", text))
                        .orElse(DEFAULTS.tableMemory),
                number("pathproof.p256.uses-before-table", values, DEFAULTS.usesBeforeTable),
                number("pathproof.p256.check-one-in", values, DEFAULTS.checkOneIn));
    }

    private static String variable(String name) {
        return name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    private static int number(String name, Function<String, Optional<String>> values, int standard) {
        long number = values.apply(name).map(text -> parse(name, text)).orElse((long) standard);
        if (number < 0 || number > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(name + " is " + number + ": set 0 to " + Integer.MAX_VALUE);
        }
        return (int) number;
    }

    private static long bytes(String name, String text) {
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
