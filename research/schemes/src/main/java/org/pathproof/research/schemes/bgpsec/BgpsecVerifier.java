// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.bgpsec;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.pathproof.bgpsec.Finding;
import org.pathproof.bgpsec.KeyLookup;
import org.pathproof.bgpsec.PathContext;
import org.pathproof.bgpsec.PathResult;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.PathValidator;
import org.pathproof.bgpsec.SignatureVerifier;
import org.pathproof.research.schemes.PathVerifier;
import org.pathproof.research.schemes.SecuredRoute;
import org.pathproof.research.schemes.Verification;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.BgpsecPathCodec;

/** Verifies routes like the validators of Pathproof: all signatures of a call in one batch. */
final class BgpsecVerifier implements PathVerifier {
    private final Curve curve;
    private final KeyLookup keys;
    private final SignatureVerifier signatures;

    BgpsecVerifier(Curve curve, KeyLookup keys, SignatureVerifier signatures) {
        this.curve = curve;
        this.keys = keys;
        this.signatures = signatures;
    }

    @Override
    public Verification verify(SecuredRoute route, Instant now) {
        return verifyAll(List.of(route), now).getFirst();
    }

    @Override
    public List<Verification> verifyAll(List<SecuredRoute> routes, Instant now) {
        List<PathValidator.Path> paths = new ArrayList<>(routes.size());
        for (SecuredRoute route : routes) {
            paths.add(new PathValidator.Path(
                    BgpsecPathCodec.encode(SecurePaths.toRfc8205(route.path(), curve.suite)), context(route)));
        }
        return PathValidator.validateAll(paths, keys, signatures, false).stream()
                .map(BgpsecVerifier::verification)
                .toList();
    }

    private static PathContext context(SecuredRoute route) {
        Prefix prefix = route.prefix();
        return new PathContext(
                OptionalLong.of(route.targetAs()),
                OptionalLong.empty(),
                OptionalLong.of(route.targetAs()),
                PathContext.PeerRelation.EXTERNAL,
                false,
                new AfiSafi(prefix.afi(), AfiSafi.SAFI_UNICAST),
                prefix);
    }

    private static Verification verification(PathResult result) {
        if (result.state() == PathState.VALID) {
            return Verification.valid();
        }
        Finding first = result.findings().getFirst();
        return Verification.ofHop(first.hop(), first.asn().orElse(0), first.message());
    }
}
