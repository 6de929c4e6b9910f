// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.List;
import java.util.Optional;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.WireError;

/**
 * UPDATE (RFC 4271 section 4.3).
 *
 * <p>A malformed attribute does not damage the message (RFC 7606). The attribute becomes an {@link UnknownAttribute}
 * and its fault is added to {@code faults}. Only the first of repeated attributes is kept. {@link UpdateCheck} finds
 * the other faults, and the handling of all of them.
 *
 * @param withdrawn the Withdrawn Routes field: IPv4 unicast
 * @param attributes all path attributes in the order received
 * @param nlri the NLRI field: IPv4 unicast
 * @param faults the faults that decoding has found, in the order of the attributes
 */
public record Update(List<Nlri> withdrawn, List<PathAttribute> attributes, List<Nlri> nlri, List<AttributeFault> faults)
        implements BgpMessage {
    @Override
    public int type() {
        return TYPE_UPDATE;
    }

    /** Returns the errors of the faults. */
    public List<WireError> errors() {
        return faults.isEmpty()
                ? List.of()
                : faults.stream().map(AttributeFault::error).toList();
    }

    /** Returns true when the UPDATE announces prefixes of any family. */
    public boolean announces() {
        if (!nlri.isEmpty()) {
            return true;
        }
        for (PathAttribute attribute : attributes) {
            if (attribute instanceof MpReach reach) {
                return !reach.nlri().isEmpty() || !reach.otherNlri().isEmpty();
            }
        }
        return false;
    }

    /** Returns the first attribute of a kind. */
    public <A extends PathAttribute> Optional<A> find(Class<A> kind) {
        for (PathAttribute attribute : attributes) {
            if (kind.isInstance(attribute)) {
                return Optional.of(kind.cast(attribute));
            }
        }
        return Optional.empty();
    }

    /** Returns true when an attribute of this type code is present, malformed or not. */
    public boolean has(int typeCode) {
        for (PathAttribute attribute : attributes) {
            if (attribute.typeCode() == typeCode) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the AS path of an unsigned route. On a session of 2-octet AS numbers, AS_PATH is merged with AS4_PATH
     * (RFC 6793 section 4.2.3).
     */
    public Optional<AsPath> asPath(BgpSessionOptions options) {
        Optional<AsPath> asPath = find(AsPath.class);
        Optional<As4Path> as4Path = options.fourOctetAs() ? Optional.empty() : find(As4Path.class);
        if (asPath.isEmpty() || as4Path.isEmpty() || aggregatedByOldSpeaker()) {
            return asPath;
        }
        return Optional.of(asPath.get().mergedWith(as4Path.get().segments()));
    }

    /**
     * Returns true when a speaker without 4-octet AS numbers aggregated the route: AS4_AGGREGATOR is present and the AS
     * of AGGREGATOR is not AS_TRANS (RFC 6793 section 4.2.3).
     */
    private boolean aggregatedByOldSpeaker() {
        boolean as4 = false;
        boolean old = false;
        for (PathAttribute attribute : attributes) {
            if (attribute instanceof Aggregator aggregator) {
                as4 |= aggregator.typeCode() == PathAttribute.AS4_AGGREGATOR;
                old |= aggregator.typeCode() == PathAttribute.AGGREGATOR && aggregator.asn() != AsPath.AS_TRANS;
            }
        }
        return as4 && old;
    }

    /** Returns the family of an End-of-RIB marker (RFC 4724 section 2). Empty for every other UPDATE. */
    public Optional<AfiSafi> endOfRib() {
        if (!withdrawn.isEmpty() || !nlri.isEmpty() || !faults.isEmpty()) {
            return Optional.empty();
        }
        if (attributes.isEmpty()) {
            return Optional.of(AfiSafi.IPV4_UNICAST);
        }
        return attributes.size() == 1
                        && attributes.getFirst() instanceof MpUnreach m
                        && m.withdrawn().isEmpty()
                        && m.otherNlri().isEmpty()
                ? Optional.of(m.family())
                : Optional.empty();
    }
}
