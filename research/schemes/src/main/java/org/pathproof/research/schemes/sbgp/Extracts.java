// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.sbgp;

import java.security.PublicKey;
import java.security.interfaces.DSAPublicKey;
import java.security.interfaces.ECPublicKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/**
 * The fields of verified certificates and address attestations that a router needs.
 *
 * @param routers by AS
 * @param addresses by AS
 * @param rejected reasons of objects that the NOC rejected
 */
public record Extracts(Map<Long, Router> routers, Map<Long, Addresses> addresses, List<String> rejected) {
    /** AS (4 bytes), end of validity (4). */
    private static final int FIXED_BYTES = 8;

    private static final int PREFIX_HEADER_BYTES = 2;

    public Extracts {
        routers = Map.copyOf(routers);
        addresses = Map.copyOf(addresses);
        rejected = List.copyOf(rejected);
    }

    public Optional<Router> router(long asn) {
        return Optional.ofNullable(routers.get(asn));
    }

    public Optional<Addresses> addressesOf(long asn) {
        return Optional.ofNullable(addresses.get(asn));
    }

    /** The extract of a router's certificate. */
    public record Router(long asn, Bytes certificateId, PublicKey key, Instant notAfter) {
        /** Returns the length of the fields in bytes. Domain parameters of DSA are common to all keys. */
        public int bytes() {
            int keyBytes = switch (key) {
                case DSAPublicKey dsa -> (dsa.getParams().getP().bitLength() + 7) / 8;
                case ECPublicKey ec -> 2 * ((ec.getParams().getOrder().bitLength() + 7) / 8);
                default -> key.getEncoded().length;
            };
            return FIXED_BYTES + certificateId.length() + keyBytes;
        }
    }

    /** The extract of an address attestation. */
    public record Addresses(long asn, List<Prefix> prefixes, Instant notAfter) {
        /** Returns the length of the fields in bytes. */
        public int bytes() {
            return FIXED_BYTES
                    + prefixes.stream()
                            .mapToInt(prefix -> PREFIX_HEADER_BYTES + prefix.nlriBytes().length)
                            .sum();
        }
    }
}
