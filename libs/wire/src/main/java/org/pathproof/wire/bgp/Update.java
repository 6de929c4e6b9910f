// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.List;
import java.util.Optional;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.WireError;

/**
 * UPDATE (RFC 4271 section 4.3).
 *
 * <p>Damage inside an attribute does not lose the message: the attribute is kept as {@link UnknownAttribute} and the
 * damage is listed in {@code errors} (RFC 7606), so that what was announced can still be treated as withdrawn. A repeated
 * attribute is an error, and only the first is kept. Which attributes must be there (RFC 7606 section 3(d)) is a rule
 * about routes, and not checked here.
 *
 * @param withdrawn the Withdrawn Routes field: IPv4 unicast
 * @param attributes all path attributes in the order received
 * @param nlri the NLRI field: IPv4 unicast
 * @param errors what was wrong inside, in the order found; empty for a well-formed update
 * @param treatAsWithdraw whether the errors turn the announcements of this update into withdrawals (RFC 7606 section 2);
 *     false where they only discard attributes
 */
public record Update(
        List<Nlri> withdrawn,
        List<PathAttribute> attributes,
        List<Nlri> nlri,
        List<WireError> errors,
        boolean treatAsWithdraw)
        implements BgpMessage {
    /** An update of one's own making, or one whose errors are all grave. */
    public Update(List<Nlri> withdrawn, List<PathAttribute> attributes, List<Nlri> nlri, List<WireError> errors) {
        this(withdrawn, attributes, nlri, errors, !errors.isEmpty());
    }

    @Override
    public int type() {
        return TYPE_UPDATE;
    }

    /** The first attribute of a kind. */
    public <A extends PathAttribute> Optional<A> find(Class<A> kind) {
        for (PathAttribute attribute : attributes) {
            if (kind.isInstance(attribute)) {
                return Optional.of(kind.cast(attribute));
            }
        }
        return Optional.empty();
    }

    /** Whether an attribute of this type code is there, damaged or not. */
    public boolean has(int typeCode) {
        for (PathAttribute attribute : attributes) {
            if (attribute.typeCode() == typeCode) {
                return true;
            }
        }
        return false;
    }

    /**
     * The AS path of a plain BGP route: AS_PATH, on a session of 2-octet AS numbers with AS4_PATH put in (RFC 6793 section
     * 4.2.3).
     */
    public Optional<AsPath> asPath(BgpSessionOptions options) {
        Optional<AsPath> asPath = find(AsPath.class);
        Optional<As4Path> as4Path = options.fourOctetAs() ? Optional.empty() : find(As4Path.class);
        if (asPath.isEmpty() || as4Path.isEmpty() || aggregatedByOldSpeaker()) {
            return asPath;
        }
        return Optional.of(asPath.get().mergedWith(as4Path.get()));
    }

    /** Whether a speaker that does not know of AS4_PATH made the AS path: AS4_AGGREGATOR is there, and AGGREGATOR is not AS_TRANS. */
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

    /** The family for which this is an End-of-RIB marker (RFC 4724 section 2), if it is one. */
    public Optional<AfiSafi> endOfRib() {
        if (!withdrawn.isEmpty() || !nlri.isEmpty() || !errors.isEmpty()) {
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
