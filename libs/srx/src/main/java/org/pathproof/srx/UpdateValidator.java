// SPDX-License-Identifier: Apache-2.0
package org.pathproof.srx;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.OriginValidation;
import org.pathproof.bgpsec.PathContext;
import org.pathproof.bgpsec.PathResult;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.PathValidator;
import org.pathproof.bgpsec.SignatureCheck;
import org.pathproof.bgpsec.SignatureVerifier;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.srx.SrxResults;

/**
 * Validates the origins (RFC 6811) and the paths (RFC 8205 section 5.2) of updates. Positive results of signatures are
 * kept in memory; these signatures are not verified again. Not thread-safe.
 *
 * <p>The router itself makes the checks that need the session of the update: the first AS, loops, and pCount 0.
 */
final class UpdateValidator {
    private final SignatureVerifier verifier;
    private final Set<Proof> proofs;

    UpdateValidator(SignatureVerifier verifier, int maxProofs) {
        this.proofs = Collections.newSetFromMap(new BoundedMap<>(maxProofs));
        this.verifier = verifier.withEngine(checks -> results(verifier, checks));
    }

    /** A signature that verifies under a key. */
    private record Proof(Bytes digest, Bytes signature, Bytes publicKey) {}

    /** A map of at most {@code max} entries. A new entry replaces the oldest when the map is full. */
    private static final class BoundedMap<K> extends LinkedHashMap<K, Boolean> {
        private static final long serialVersionUID = 1;

        private final int max;

        BoundedMap(int max) {
            this.max = max;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, Boolean> eldest) {
            return size() > max;
        }
    }

    /** Returns the origin validation state of an update, as a number of the SRx protocol. */
    static int origin(UpdateContent update, RpkiSet rpki) {
        OriginState state = OriginValidation.of(update.prefix(), OptionalLong.of(update.originAs()), rpki::covering)
                .state();
        return switch (state) {
            case VALID -> SrxResults.VALID;
            case NOT_FOUND -> SrxResults.NOT_FOUND;
            case INVALID -> SrxResults.INVALID;
        };
    }

    /** Returns the results of path validation for signed updates, in the same order. */
    List<PathResult> paths(List<UpdateContent> updates, RpkiSet rpki) {
        List<PathValidator.Path> paths = updates.stream()
                .map(update -> new PathValidator.Path(update.bgpsecPathValue(), context(update)))
                .toList();
        return PathValidator.validateAll(paths, rpki::routerKeys, verifier, false);
    }

    /** Returns a path state as a number of the SRx protocol. A path without signatures has the result UNDEFINED. */
    static int number(PathState state) {
        return switch (state) {
            case VALID -> SrxResults.VALID;
            case NOT_VALID, MALFORMED -> SrxResults.INVALID;
            case UNSIGNED, UNVERIFIED -> SrxResults.UNDEFINED;
        };
    }

    private static PathContext context(UpdateContent update) {
        return new PathContext(
                OptionalLong.of(update.localAs()),
                OptionalLong.empty(),
                OptionalLong.empty(),
                update.isFromConfederation()
                        ? PathContext.PeerRelation.CONFEDERATION_MEMBER
                        : PathContext.PeerRelation.EXTERNAL,
                true,
                update.family(),
                update.prefix());
    }

    private BitSet results(SignatureVerifier engine, List<SignatureCheck> checks) {
        BitSet results = new BitSet(checks.size());
        List<SignatureCheck> open = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < checks.size(); i++) {
            if (proofs.contains(proof(checks.get(i)))) {
                results.set(i);
            } else {
                open.add(checks.get(i));
                places.add(i);
            }
        }
        BitSet verified = open.isEmpty() ? new BitSet() : engine.verify(open);
        verified.stream().forEach(i -> {
            results.set(places.get(i));
            proofs.add(proof(open.get(i)));
        });
        return results;
    }

    private static Proof proof(SignatureCheck check) {
        return new Proof(
                check.digest().compact(),
                check.signature().compact(),
                check.key().spki());
    }
}
