// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.rtr;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of further RTR listeners.
 *
 * @param listeners Further RTR listeners, each with its own transport (tcp, tls or ssh), port and rules. The fields are
 *     in docs/operators/rtr-listeners.md.
 */
@ConfigurationProperties("pathproof.policy-api.rtr")
public record RtrListenersSettings(@DefaultValue List<RtrListenerSettings> listeners) {
    public RtrListenersSettings {
        listeners = List.copyOf(listeners);
        Set<String> names = new HashSet<>(Set.of(RtrListenerSettings.DEFAULT_NAME));
        for (RtrListenerSettings listener : listeners) {
            if (!names.add(listener.name())) {
                throw new IllegalArgumentException(RtrListenerSettings.PREFIX + ": the name \"" + listener.name()
                        + "\" is used twice"
                        + (listener.name().equals(RtrListenerSettings.DEFAULT_NAME) ? " (it names rtr-port)" : ""));
            }
        }
    }
}
