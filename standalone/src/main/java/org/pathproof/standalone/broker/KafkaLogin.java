// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.broker;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/**
 * The only user of the embedded broker. Its password is created at each start and held in memory. Clients authenticate
 * with SASL PLAIN over the loopback address; traffic is not encrypted.
 */
final class KafkaLogin {
    private static final String USER = "pathproof";
    private static final String MECHANISM = "PLAIN";
    private static final String PROTOCOL = "SASL_PLAINTEXT";
    private static final int PASSWORD_BYTES = 24;

    private final String password;

    private KafkaLogin(String password) {
        this.password = password;
    }

    static KafkaLogin random() {
        byte[] bytes = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(bytes);
        return new KafkaLogin(HexFormat.of().formatHex(bytes));
    }

    /** Returns the settings that every client of the broker needs. */
    Map<String, String> client() {
        return Map.of("security.protocol", PROTOCOL, "sasl.mechanism", MECHANISM, "sasl.jaas.config", module("") + ";");
    }

    /** Configures the broker to refuse other users on these listeners. */
    void require(Properties broker, String... listeners) {
        StringBuilder protocols = new StringBuilder();
        for (String listener : listeners) {
            protocols
                    .append(protocols.isEmpty() ? "" : ",")
                    .append(listener)
                    .append(':')
                    .append(PROTOCOL);
            String prefix = "listener.name." + listener.toLowerCase(Locale.ROOT) + ".";
            broker.put(prefix + "sasl.enabled.mechanisms", MECHANISM);
            broker.put(prefix + "plain.sasl.jaas.config", module(" user_" + USER + "=\"" + password + "\"") + ";");
        }
        broker.put("listener.security.protocol.map", protocols.toString());
        broker.put("sasl.enabled.mechanisms", MECHANISM);
        broker.put("sasl.mechanism.inter.broker.protocol", MECHANISM);
        broker.put("sasl.mechanism.controller.protocol", MECHANISM);
    }

    private String module(String options) {
        return "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"" + USER + "\" password=\""
                + password + "\"" + options;
    }
}
