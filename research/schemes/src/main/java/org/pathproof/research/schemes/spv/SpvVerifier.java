// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.spv;

import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pathproof.research.schemes.KeyDirectory;
import org.pathproof.research.schemes.PathVerifier;
import org.pathproof.research.schemes.PublishedKeys;
import org.pathproof.research.schemes.SecuredPath.Hop;
import org.pathproof.research.schemes.SecuredRoute;
import org.pathproof.research.schemes.SignedFields;
import org.pathproof.research.schemes.Verification;
import org.pathproof.research.schemes.hors.TreeHash;
import org.pathproof.research.schemes.keys.RegularKey;
import org.pathproof.wire.Bytes;

/** Verifies paths of SPV. Keeps the certificates that it verified. */
final class SpvVerifier implements PathVerifier {
    private static final int MAX_CERTIFICATES = 100_000;

    private final SpvParameters parameters;
    private final KeyDirectory keys;
    private final TreeHash hash;
    private final Map<Certified, Boolean> certificates = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Certified, Boolean> eldest) {
            return size() > MAX_CERTIFICATES;
        }
    };

    /** A certificate with the bytes that it signs. */
    private record Certified(Bytes message, Bytes certificate) {}

    SpvVerifier(SpvParameters parameters, KeyDirectory keys) {
        this.parameters = parameters;
        this.keys = keys;
        this.hash = parameters.hash().create();
    }

    @Override
    public Verification verify(SecuredRoute route, Instant now) {
        List<Hop> hops = route.path().hops();
        if (hops.isEmpty() || hops.size() > parameters.positions()) {
            return Verification.ofPath(
                    "the path has " + hops.size() + " hops; SPV has keys for 1 to " + parameters.positions());
        }
        if (!route.path().shared().isEmpty()) {
            return Verification.ofPath("the path has a shared part");
        }
        Hop origin = hops.getFirst();
        Optional<MultiEpochKey> decoded = MultiEpochKey.decode(origin.content(), parameters, hash);
        if (decoded.isEmpty()) {
            return Verification.ofHop(1, origin.asn(), "the multi-epoch public key is malformed");
        }
        MultiEpochKey key = decoded.get();
        String defect = defect(route, origin, key, now);
        return defect.isEmpty() ? verifyHops(route, key) : Verification.ofHop(1, origin.asn(), defect);
    }

    /** Returns the reason why the multi-epoch public key cannot be used; empty if it can. */
    private String defect(SecuredRoute route, Hop origin, MultiEpochKey key, Instant now) {
        Optional<PublishedKeys> published = keys.of(origin.asn());
        if (published.isEmpty()) {
            return "the origin has no published key";
        }
        if (published.get().identity().prefixes().stream().noneMatch(own -> own.covers(route.prefix()))) {
            return "the origin may not announce " + route.prefix();
        }
        if (key.end(parameters) != origin.expires()) {
            return "the end of validity is not the end of the epoch";
        }
        if (now.getEpochSecond() > origin.expires()
                || now.isAfter(published.get().identity().notAfter())) {
            return "the epoch or the certificate of the origin has ended";
        }
        byte[] message = MultiEpochKey.certified(origin.asn(), route.prefix(), key.firstEnd(), key.root(), parameters);
        boolean certified = certificates.computeIfAbsent(
                new Certified(Bytes.wrap(message), key.certificate()),
                one -> RegularKey.verifies(
                        parameters.regular(), published.get().material(), message, one.certificate()));
        return certified ? "" : "the certificate of the multi-epoch public key does not verify";
    }

    private Verification verifyHops(SecuredRoute route, MultiEpochKey key) {
        List<Hop> hops = route.path().hops();
        byte[] epochKey = new byte[0];
        for (int i = 0; i < hops.size(); i++) {
            byte[] message =
                    SignedFields.of(route.prefix(), hops.subList(0, i + 1)).toArray();
            int position = i;
            Optional<byte[]> computed = PositionSignature.decode(hops.get(i).signature(), hash)
                    .flatMap(signature -> signature.epochKey(
                            message, position, parameters.level(position, hops.size()), parameters, hash));
            boolean valid = computed.isPresent()
                    && (i == 0 || hasSignatureOnly(hops.get(i)))
                    && (i == 0
                            ? key.covers(computed.get(), parameters, hash)
                            : Arrays.equals(computed.get(), epochKey));
            if (!valid) {
                return Verification.ofHop(
                        i + 1, hops.get(i).asn(), "the signature does not lead to the epoch public key");
            }
            epochKey = computed.get();
        }
        return Verification.valid();
    }

    /** Only the hop of the origin has a content and an end of validity. */
    private static boolean hasSignatureOnly(Hop hop) {
        return hop.expires() == 0 && hop.content().isEmpty();
    }
}
