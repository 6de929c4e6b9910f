// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.settings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.pathproof.rpki.RpkiBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of key-sync.
 *
 * @param caches RTR caches as host:port, the most preferred first. IPv6 addresses need brackets.
 * @param sources Further caches and files, each with a preference group, after those of caches.
 * @param combine Way to combine the sources of a preference group: first (data of one source) or union.
 * @param tls Enables TLS for the caches of caches (RFC 8210 section 9.2). The JVM's trust store verifies them.
 * @param minVersion Lowest accepted RTR version. Version 0 has no router keys.
 * @param maxVersion Highest offered RTR version.
 * @param file RPKI JSON file of an RPKI validator, used when no cache works. Reread after changes. Empty: none.
 * @param slurm SLURM files (RFC 8416), reread after changes. Files that conflict are refused. Empty: none.
 * @param poll Interval of the checks for changed files.
 * @param urlInterval Interval of the requests for the documents of URLs.
 * @param urlTimeout Maximum time of a request for a document.
 * @param urlMaxSize Maximum size of a document after decompression.
 * @param failover Downtime of a source after which a less preferred source is used.
 * @param acceptEmpty Allows a source without any data to empty the set in force.
 * @param lossHold Delay before a set of a source is accepted that lacks loss-share, and at least a thousand, of its
 *     VRPs, router keys or ASPAs; or half of them, and at least ten. 0: no delay.
 * @param lossShare Smallest share of a source's objects of a type that is a large loss, in percent.
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
        @DefaultValue List<SourceSettings> sources,
        @DefaultValue("first") Combination combine,
        @DefaultValue("false") boolean tls,
        @DefaultValue("1") int minVersion,
        @DefaultValue("2") int maxVersion,
        @DefaultValue("") String file,
        @DefaultValue List<String> slurm,
        @DefaultValue("5s") Duration poll,
        @DefaultValue("1m") Duration urlInterval,
        @DefaultValue("2m") Duration urlTimeout,
        @DefaultValue("512MB") DataSize urlMaxSize,
        @DefaultValue("30s") Duration failover,
        @DefaultValue("false") boolean acceptEmpty,
        @DefaultValue("5s") Duration lossHold,
        @DefaultValue("10") int lossShare,
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
        caches.forEach(cache -> SourceSettings.address("pathproof.key-sync.caches", cache));
        sources = List.copyOf(sources);
        slurm = slurm.stream()
                .map(String::strip)
                .filter(f -> !f.isEmpty())
                .distinct()
                .toList();
        checkNames(sources(caches, tls, sources, file));
        if (lossShare < 1 || lossShare > 100) {
            throw new IllegalArgumentException(
                    "pathproof.key-sync.loss-share: " + lossShare + " is not a percentage from 1 to 100");
        }
        bounds(maxVrps, maxRouterKeys, maxAspas, maxAspaProviders);
    }

    private static void checkNames(List<SourceSettings> sources) {
        Set<String> names = new HashSet<>();
        for (SourceSettings source : sources) {
            if (!names.add(source.name())) {
                throw new IllegalArgumentException(
                        "pathproof.key-sync: the source " + source.name() + " is configured twice");
            }
        }
    }

    private static List<SourceSettings> sources(
            List<String> caches, boolean tls, List<SourceSettings> further, String file) {
        List<SourceSettings> all = new ArrayList<>();
        caches.forEach(cache -> all.add(
                SourceSettings.ofCache(cache, tls ? SourceSettings.Transport.TLS : SourceSettings.Transport.TCP)));
        all.addAll(further);
        if (!file.isEmpty()) {
            all.add(SourceSettings.ofFile(file));
        }
        return all;
    }

    /** Returns all caches and files: those of caches, then sources, then file. */
    public List<SourceSettings> allSources() {
        return sources(caches, tls, sources, file);
    }

    /** Returns the bounds of a source's set. */
    public RpkiBounds bounds() {
        return bounds(maxVrps, maxRouterKeys, maxAspas, maxAspaProviders);
    }

    private static RpkiBounds bounds(int vrps, int routerKeys, int aspas, int providers) {
        return new RpkiBounds(vrps, routerKeys, aspas, providers);
    }
}
