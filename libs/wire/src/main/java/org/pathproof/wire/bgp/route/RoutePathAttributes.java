// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp.route;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.bgp.Aggregator;
import org.pathproof.wire.bgp.As4Path;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.MpUnreach;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.PathAttributes;
import org.pathproof.wire.bgp.RibAttributes;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.UnknownAttribute;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bgp.UpdateCheck;

/**
 * The path attributes that describe a route, without prefixes and next hop: MP_REACH_NLRI, MP_UNREACH_NLRI, NEXT_HOP
 * and BGPsec_PATH are left out. The encoding is that of a session with 4-octet AS numbers (RFC 6793): AS_PATH and
 * AGGREGATOR hold the true AS numbers, and AS4_PATH and AS4_AGGREGATOR are absent. Attributes without a decoder are
 * kept as received.
 */
public record RoutePathAttributes(List<PathAttribute> attributes) {
    /** Maximum length of the Path Attributes field of an UPDATE in bytes (RFC 4271 section 4.3). */
    public static final int MAX_BYTES = 0xffff;

    /** Maximum number of AS numbers of a path that is reconstructed from BGPsec_PATH. */
    private static final int MAX_RECONSTRUCTED_ASES = 4096;

    public RoutePathAttributes {
        attributes = List.copyOf(attributes);
    }

    /**
     * Returns the attributes of the routes that an UPDATE announces. A route with BGPsec_PATH and without AS_PATH gets
     * the AS_PATH of RFC 8205 section 4.4. Attributes that RFC 7606 discards are left out.
     *
     * @param checked the UPDATE with its faults
     * @param options the options with which the UPDATE was decoded
     * @return empty for an UPDATE that must be treated as a withdrawal (RFC 7606 section 2), without a usable path, or
     *     with more than {@value #MAX_BYTES} bytes of attributes
     */
    public static Optional<RoutePathAttributes> of(UpdateCheck checked, BgpSessionOptions options) {
        Update update = checked.usable();
        Optional<AsPath> path = update.has(PathAttribute.AS_PATH) ? update.asPath(options) : reconstructed(update);
        if (checked.withdraws() || path.isEmpty()) {
            return Optional.empty();
        }
        List<PathAttribute> kept = new ArrayList<>();
        kept.add(path.get());
        for (PathAttribute attribute : update.attributes()) {
            switch (attribute) {
                case AsPath _, As4Path _, NextHop _, MpReach _, MpUnreach _, BgpsecPath _ -> {}
                case Aggregator aggregator -> {
                    if (aggregator.typeCode() == PathAttribute.AGGREGATOR) {
                        kept.add(merged(aggregator, update, options));
                    }
                }
                case UnknownAttribute unknown -> {
                    if (!PathAttributes.hasDecoder(unknown.typeCode())) {
                        kept.add(unknown);
                    }
                }
                default -> kept.add(attribute);
            }
        }
        RoutePathAttributes all = new RoutePathAttributes(kept);
        return all.encode().length() > MAX_BYTES ? Optional.empty() : Optional.of(all);
    }

    private static Optional<AsPath> reconstructed(Update update) {
        return update.find(BgpsecPath.class)
                .flatMap(attribute ->
                        BgpsecPathCodec.decode(attribute.value()) instanceof Decoded.Ok<SecurePath>(SecurePath path)
                                ? path.asPath(MAX_RECONSTRUCTED_ASES)
                                : Optional.empty());
    }

    /**
     * Returns AGGREGATOR, or AS4_AGGREGATOR in its place if a session of 2-octet AS numbers sent AS_TRANS (RFC 6793
     * section 4.2.3).
     */
    private static Aggregator merged(Aggregator aggregator, Update update, BgpSessionOptions options) {
        if (options.fourOctetAs() || aggregator.asn() != AsPath.AS_TRANS) {
            return aggregator;
        }
        for (PathAttribute attribute : update.attributes()) {
            if (attribute instanceof Aggregator as4 && as4.typeCode() == PathAttribute.AS4_AGGREGATOR) {
                return new Aggregator(aggregator.flags(), PathAttribute.AGGREGATOR, as4.asn(), as4.address());
            }
        }
        return aggregator;
    }

    /**
     * Decodes the result of {@link #encode}.
     *
     * @return empty when an attribute is malformed
     */
    public static Optional<RoutePathAttributes> decode(Bytes field) {
        RibAttributes decoded = RibAttributes.decode(field, AfiSafi.IPV4_UNICAST, BgpSessionOptions.DEFAULT);
        return decoded.errors().isEmpty()
                ? Optional.of(new RoutePathAttributes(decoded.attributes()))
                : Optional.empty();
    }

    /** Returns the attributes as the Path Attributes field of an UPDATE (RFC 4271 section 4.3). */
    public Bytes encode() {
        ByteWriter out = new ByteWriter(128);
        attributes.forEach(attribute -> PathAttributes.write(attribute, out, BgpSessionOptions.DEFAULT));
        return out.toBytes();
    }

    /** Returns the first attribute of a kind. */
    public <A extends PathAttribute> Optional<A> find(Class<A> kind) {
        return attributes.stream().filter(kind::isInstance).map(kind::cast).findFirst();
    }
}
