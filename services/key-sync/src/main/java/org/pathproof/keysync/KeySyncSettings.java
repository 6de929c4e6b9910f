// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync;

import java.time.Duration;
import java.util.List;
import org.pathproof.rpki.RpkiBounds;
import org.pathproof.rpki.rtr.RtrClientSettings;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of key-sync.
 *
 * @param caches RTR caches as host:port, the most preferred first. IPv6 addresses need brackets.
 * @param tls Enables TLS for RTR (RFC 8210 section 9.2). The JVM's trust store verifies the caches.
 * @param minVersion Lowest accepted RTR version. Version 0 has no router keys.
 * @param maxVersion Highest offered RTR version.
 * @param file RPKI JSON file of an RPKI validator, used when no cache works. It is reread after changes. Empty: none.
 * @param slurm SLURM file (RFC 8416), reread after changes. Empty: none.
 * @param poll Interval of the checks for changed files.
 * @param failover Downtime of a source after which a less preferred source is used.
 * @param acceptEmpty Allows a source without any data to empty the set in force.
 * @param lossHold Delay before a set is accepted that lacks a tenth, and at least a thousand, of the VRPs, router keys
 *     or ASPAs in force. 0: no delay.
 * @param lease Time without renewal after which another instance of key-sync becomes the writer.
 * @param maxVrps Maximum number of VRPs of a source. A larger set is refused, and the last good set stays in force.
 * @param maxRouterKeys Maximum number of router keys of a source. A key takes about 200 bytes of memory.
 * @param maxAspas Maximum number of ASPAs of a source.
 * @param maxAspaProviders Maximum number of providers in all ASPAs of a source.
 * @param instance Name of this instance in the lease. Empty: the host's name and the process id.
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

    /** Parses the address of a cache, host:port. */
    static RtrClientSettings cache(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon).replaceAll("^\\[(.*)]$", "$1");
        String port = text.substring(colon + 1);
        if (host.isEmpty()
                || !port.matches("\\d{1,5}")
                || Integer.parseInt(port) < 1
                || Integer.parseInt(port) > 65535) {
            throw new IllegalArgumentException("pathproof.key-sync.caches: \"" + text
                    + "\" is not host:port, such as cache.example.net:323 or [2001:db8::1]:323");
        }
        return RtrClientSettings.of(host, Integer.parseInt(port));
    }
}
