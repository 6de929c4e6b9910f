// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.StreamSupport;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.rpki.RouterKey;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the examples of RFC 8208 appendix A and RFC 8608 appendix A from {@code rfc-updates.json}. */
final class RfcUpdates {
    private static final JsonNode JSON = read();

    private RfcUpdates() {}

    /** An example UPDATE; {@code digests} has one digest per hop, origin first. */
    record Example(String name, long targetAs, long peerAs, Prefix prefix, Bytes message, List<Bytes> digests) {
        Update update() {
            return (Update) BgpCodec.decode(message, BgpSessionOptions.DEFAULT).orThrow();
        }

        Bytes attribute() {
            return update().find(BgpsecPath.class).orElseThrow().value();
        }

        SecurePath path() {
            return BgpsecPathCodec.decode(attribute()).orThrow();
        }

        AfiSafi family() {
            return new AfiSafi(prefix.afi(), AfiSafi.SAFI_UNICAST);
        }

        PathContext context() {
            return new PathContext(
                    OptionalLong.of(targetAs),
                    OptionalLong.of(peerAs),
                    OptionalLong.of(targetAs),
                    PathContext.PeerRelation.EXTERNAL,
                    false,
                    family(),
                    prefix);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Example> all() {
        return StreamSupport.stream(JSON.path("updates").spliterator(), false)
                .map(u -> new Example(
                        u.path("name").asString(),
                        u.path("target_as").asLong(),
                        u.path("peer_as").asLong(),
                        Prefix.parse(u.path("prefix").asString()),
                        Bytes.fromHex(u.path("update").asString()),
                        StreamSupport.stream(u.path("digests").spliterator(), false)
                                .map(d -> Bytes.fromHex(d.asString()))
                                .toList()))
                .toList();
    }

    static List<RouterKey> keys() {
        return StreamSupport.stream(JSON.path("keys").spliterator(), false)
                .map(k -> new RouterKey(
                        k.path("asn").asLong(),
                        Bytes.fromHex(k.path("ski").asString()),
                        Bytes.fromHex(k.path("spki_der_hex").asString())))
                .toList();
    }

    static KeyLookup lookup() {
        return lookup(keys());
    }

    static KeyLookup lookup(List<RouterKey> keys) {
        return (asn, ski) ->
                keys.stream().filter(k -> k.asn() == asn && k.ski().equals(ski)).toList();
    }

    private static JsonNode read() {
        try (InputStream in = RfcUpdates.class.getResourceAsStream("rfc-updates.json")) {
            return JsonMapper.shared().readTree(Objects.requireNonNull(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
