// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync;

import java.time.Duration;
import java.util.List;
import org.pathproof.rpki.RpkiBounds;
import org.pathproof.rpki.rtr.RtrClientSettings;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Key-sync's settings.
 *
 * @param caches RTR caches as host:port, the most preferred first; an IPv6 address in brackets
 * @param tls whether the caches speak RTR over TLS (RFC 8210 section 9.2), trusted by the JVM's trust store
 * @param minVersion the lowest RTR version to accept; 0 brings no router keys
 * @param maxVersion the highest RTR version to offer
 * @param file RPKI JSON of a validator, used when no cache works; read again when it changes; none when empty
 * @param slurm SLURM file (RFC 8416), read again when it changes; none when empty
 * @param poll how often files are looked at
 * @param failover how long a source may be away before a less preferred one is used
 * @param acceptEmpty whether a source that has no data at all may empty the set in force
 * @param lossHold how long a set waits that lacks a tenth of the VRPs, router keys or ASPAs in force, and a thousand at least; 0 for not at all
 * @param lease how long this instance may write without renewing its right; an instance that dies is replaced after so long
 * @param maxVrps VRPs that a source may have; a source with more is refused, and the last good set stays in force
 * @param maxRouterKeys router keys that a source may have, and 200 bytes for each
 * @param maxAspas ASPAs that a source may have
 * @param maxAspaProviders providers that all ASPAs of a source may have together
 * @param instance names this instance in the lease; the host's name and process when empty
 */
@ConfigurationProperties("pathproof.key-sync")
public record KeySyncSettings(
        @DefaultValue List<String> caches,
        @DefaultValue("false") boolean tls,
        @DefaultValue("1") int minVersion,
        @DefaultValue("2") int maxVersion,
        @DefaultValue("") String file,
        @DefaultValue("") String slurm,
        @DefaultValue("5s") Duration poll,
        @DefaultValue("30s") Duration failover,
        @DefaultValue("false") boolean acceptEmpty,
        @DefaultValue("5s") Duration lossHold,
        @DefaultValue("10s") Duration lease,
        @DefaultValue("4000000") int maxVrps,
        @DefaultValue("500000") int maxRouterKeys,
        @DefaultValue("500000") int maxAspas,
        @DefaultValue("4000000") int maxAspaProviders,
        @DefaultValue("") String instance) {
    public KeySyncSettings {
        if (minVersion < 0 || maxVersion > 2 || minVersion > maxVersion) {
            throw new IllegalArgumentException("pathproof.key-sync: RTR versions are 0 to 2, and min-version "
                    + minVersion + " must not be above max-version " + maxVersion);
        }
        caches = caches.stream().map(String::strip).filter(c -> !c.isEmpty()).toList();
        caches.forEach(KeySyncSettings::cache);
        bounds(maxVrps, maxRouterKeys, maxAspas, maxAspaProviders);
    }

    /** Returns the bounds of a source's set. */
    RpkiBounds bounds() {
        return bounds(maxVrps, maxRouterKeys, maxAspas, maxAspaProviders);
    }

    private static RpkiBounds bounds(int vrps, int routerKeys, int aspas, int providers) {
        return new RpkiBounds(vrps, routerKeys, aspas, providers);
    }

    /** A cache from host:port. */
    static RtrClientSettings cache(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon).replaceAll("^\\[(.*)]$", "$1");
        String port = text.substring(colon + 1);
        if (host.isEmpty()
                || !port.matches("\\d{1,5}")
                || Integer.parseInt(port) < 1
                || Integer.parseInt(port) > 65535) {
            throw new IllegalArgumentException("pathproof.key-sync.caches: \"" + text
                    + "\" is not host:port, as cache.example.net:323 or [2001:db8::1]:323");
        }
        return RtrClientSettings.of(host, Integer.parseInt(port));
    }
}
