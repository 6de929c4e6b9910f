// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.pathproof.p256.EngineSettings;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The P-256 engine of this process. System properties of these names and the environment variables {@code PATHPROOF_P256_ENGINE},
 * {@code PATHPROOF_P256_TABLE_MEMORY} and so on, which all programs read, go before configuration files.
 *
 * @param engine Signature engine. Where it cannot run, the next slower one is used. Empty: the fastest.
 * @param tableMemory Maximum memory for tables of router keys, outside the Java heap, in bytes or with suffix k, m or
 *     g.
 * @param usesBeforeTable Number of the use with which a router key gets a table.
 * @param checkOneIn Fraction of results rechecked with Bouncy Castle, as 1 in N. A wrong result turns the fast engine
 *     off. 0 disables rechecking.
 */
@ConfigurationProperties(EngineProperties.PREFIX)
record EngineProperties(
        @Nullable String engine,
        @DefaultValue("1g") String tableMemory,
        @DefaultValue("1") String usesBeforeTable,
        @DefaultValue("10000") String checkOneIn) {
    static final String PREFIX = "pathproof.p256";

    /** Hands the settings to the engines, which read system properties. Throws IllegalArgumentException, saying which one is wrong. */
    EngineSettings apply() {
        set("engine", engine);
        set("table-memory", tableMemory);
        set("uses-before-table", usesBeforeTable);
        set("check-one-in", checkOneIn);
        return EngineSettings.ofProcess();
    }

    private static void set(String name, @Nullable String value) {
        String property = PREFIX + '.' + name;
        String variable = property.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
        if (value != null && System.getProperty(property) == null && System.getenv(variable) == null) {
            System.setProperty(property, value);
        }
    }
}
