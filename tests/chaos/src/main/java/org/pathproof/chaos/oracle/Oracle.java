// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.oracle;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.pathproof.bgpsec.BatchVerifier;
import org.pathproof.bgpsec.OriginValidation;
import org.pathproof.bgpsec.PathContext;
import org.pathproof.bgpsec.PathResult;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.PathValidator;
import org.pathproof.bgpsec.SignatureCheck;
import org.pathproof.bgpsec.SignatureVerifier;
import org.pathproof.chaos.load.RouteName;
import org.pathproof.chaos.load.World;
import org.pathproof.p256.BouncyCastleEngine;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.Communities;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.rpki.RouterKey;

/**
 * The reference model: validates the routes of the routers from scratch under the current RPKI. The oracle has no
 * sessions, epochs or proofs. Bouncy Castle verifies each signature once, because the result for a signature never
 * changes.
 */
public final class Oracle {
    private final SignatureVerifier engine = new BatchVerifier(new BouncyCastleEngine());
    private final Map<Check, Boolean> results = new HashMap<>();

    private record Check(RouterKey key, Bytes digest, Bytes signature) {}

    /** Returns the verdict of every route that is announced now. */
    public Map<RouteName, Row> table(World world, RpkiSet rpki) {
        SignatureVerifier remembering = engine.withEngine(this::verify);
        Map<RouteName, Row> table = new HashMap<>();
        for (World.Neighbor neighbor : world.neighbors()) {
            neighbor.router()
                    .announced(neighbor.peer())
                    .forEach((nlri, update) -> table.put(
                            neighbor.name(nlri),
                            validate(nlri, update, neighbor.peer().asn(), rpki, remembering)));
        }
        return table;
    }

    private BitSet verify(List<SignatureCheck> checks) {
        BitSet verified = new BitSet();
        for (int i = 0; i < checks.size(); i++) {
            SignatureCheck check = checks.get(i);
            verified.set(
                    i,
                    results.computeIfAbsent(
                            new Check(check.key(), check.digest(), check.signature()),
                            q -> engine.verify(List.of(check)).get(0)));
        }
        return verified;
    }

    private static Row validate(Nlri nlri, Update update, long peerAs, RpkiSet rpki, SignatureVerifier verifier) {
        int number = update.find(Communities.class).orElseThrow().values().getFirst();
        BgpsecPath attribute = update.find(BgpsecPath.class).orElse(null);
        if (attribute == null) {
            List<Integer> asPath = new ArrayList<>();
            AsPath whole = update.asPath(BgpSessionOptions.DEFAULT).orElseThrow();
            whole.segments().forEach(s -> s.asns().forEach(asn -> asPath.add(asn.intValue())));
            return new Row(number, "UNSIGNED", List.of(), origin(nlri, whole.originAs(), rpki), 0, asPath);
        }
        AfiSafi family = new AfiSafi(nlri.prefix().afi(), AfiSafi.SAFI_UNICAST);
        PathContext context = new PathContext(
                OptionalLong.of(World.LOCAL_AS),
                OptionalLong.of(peerAs),
                OptionalLong.of(World.LOCAL_AS),
                PathContext.PeerRelation.EXTERNAL,
                false,
                family,
                nlri.prefix());
        PathResult result = PathValidator.validate(attribute.value(), context, rpki::routerKeys, verifier, false);
        List<Integer> asPath = new ArrayList<>();
        // RFC 6811 does not cover a route whose path is unreadable: its origin AS is unknown.
        String origin =
                origin(nlri, OptionalLong.empty(), rpki).replace("ORIGIN_INVALIDas", "ORIGIN_UNVERIFIEDorigin-unknown");
        if (BgpsecPathCodec.decode(attribute.value()) instanceof Decoded.Ok<SecurePath>(SecurePath path)) {
            path.segments().forEach(s -> asPath.add((int) s.asn()));
            origin = origin(nlri, OptionalLong.of(path.segments().getLast().asn()), rpki);
        }
        return new Row(
                number,
                result.state().name(),
                result.state() == PathState.NOT_VALID
                        ? result.findings().stream()
                                .map(f -> f.rule().label() + "@" + f.hop())
                                .toList()
                        : List.of(),
                origin,
                digest(attribute.value()),
                asPath);
    }

    private static String origin(Nlri nlri, OptionalLong originAs, RpkiSet rpki) {
        OriginValidation validation = OriginValidation.of(nlri.prefix(), originAs, rpki::covering);
        return "ORIGIN_" + validation.state().name() + validation.reason().orElse("");
    }

    private static long digest(Bytes value) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(value.toArray());
            return new ByteReader(Bytes.wrap(digest)).u64();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
