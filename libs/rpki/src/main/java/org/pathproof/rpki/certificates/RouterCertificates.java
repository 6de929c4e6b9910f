// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.certificates;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.rpki.RouterKey;

/**
 * Router certificates at one moment.
 *
 * @param accepted accepted router certificates
 * @param refusals refused certificates and CRLs
 * @param staleCrls stale CRLs of accepted authorities
 * @param nextChange earliest time at which a certificate or CRL becomes valid, expires or becomes stale; null for never
 */
public record RouterCertificates(
        List<Accepted> accepted,
        List<Refusal> refusals,
        List<Refusal> staleCrls,
        @Nullable Instant nextChange) {
    public RouterCertificates {
        accepted = List.copyOf(accepted);
        refusals = List.copyOf(refusals);
        staleCrls = List.copyOf(staleCrls);
    }

    /**
     * An accepted router certificate.
     *
     * @param name subject and serial number, for an operator
     * @param keys router keys, one for each AS number
     * @param expires earliest expiry of a certificate in the chain
     */
    public record Accepted(String file, String name, List<RouterKey> keys, Instant expires) {}

    /** A file, or a part of a file, and the reason for its refusal. */
    public record Refusal(String file, String reason) {
        @Override
        public String toString() {
            return file + ": " + reason;
        }
    }

    /** Returns the router keys of all accepted certificates. Two certificates may have the same key. */
    public List<RouterKey> routerKeys() {
        return accepted.stream()
                .flatMap(certificate -> certificate.keys().stream())
                .distinct()
                .toList();
    }

    /** Returns the accepted certificates that expire before {@code time}. */
    public List<Accepted> expiringBefore(Instant time) {
        return accepted.stream()
                .filter(certificate -> certificate.expires().isBefore(time))
                .toList();
    }

    /** Returns the earliest expiry of an accepted certificate; empty if there is none. */
    public Optional<Instant> firstExpiry() {
        return accepted.stream().map(Accepted::expires).min(Instant::compareTo);
    }
}
