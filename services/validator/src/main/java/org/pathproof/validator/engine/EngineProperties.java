// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.engine;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.p256.EngineSettings;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the P-256 engine. System properties of these names override configuration files, and so do environment
 * variables such as {@code PATHPROOF_P256_ENGINE}. All programs of Pathproof read these names.
 *
 * @param engine Signature engine. Where it cannot run, the next slower one is used. Empty: the fastest.
 * @param tableMemory Maximum memory for tables of router keys, outside the Java heap, in bytes or with suffix k, m or
 *     g.
 * @param usesBeforeTable Number of verifications with a router key at which the key gets a table: 1 for the first.
 * @param checkOneIn Fraction of results rechecked with Bouncy Castle, as 1 in N. A wrong result turns the fast engine
 *     off. 0 disables rechecking.
 */
@ConfigurationProperties(EngineProperties.PREFIX)
public record EngineProperties(
        @Nullable String engine,
        @DefaultValue("1g") String tableMemory,
        @DefaultValue("1") String usesBeforeTable,
        @DefaultValue("10000") String checkOneIn) {
    static final String PREFIX = "pathproof.p256";

    /**
     * Returns the settings of the engine: system properties and environment variables first, then these properties.
     *
     * @throws IllegalArgumentException if a setting is wrong; the message names it
     */
    public EngineSettings toEngineSettings() {
        Map<String, String> values = new HashMap<>();
        values.put(PREFIX + ".table-memory", tableMemory);
        values.put(PREFIX + ".uses-before-table", usesBeforeTable);
        values.put(PREFIX + ".check-one-in", checkOneIn);
        if (engine != null) {
            values.put(PREFIX + ".engine", engine);
        }
        return EngineSettings.fromSystem(values);
    }
}
