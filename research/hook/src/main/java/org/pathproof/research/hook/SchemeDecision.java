// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.hook;

import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.SchemePath;
import org.pathproof.contracts.v1.SchemeResult;
import org.pathproof.contracts.v1.SchemeState;
import org.pathproof.research.schemes.ConfiguredScheme;
import org.pathproof.research.schemes.PathVerifier;
import org.pathproof.research.schemes.SchemeAttribute;
import org.pathproof.research.schemes.SchemeId;
import org.pathproof.research.schemes.SecuredPath;
import org.pathproof.research.schemes.SecuredRoute;
import org.pathproof.research.schemes.Verification;
import org.pathproof.routes.experimental.AttributeDecision;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/** Verifies paths with the loaded schemes. Confined to one thread, because verifiers are. */
final class SchemeDecision implements AttributeDecision {
    /** Maximum number of hops of a verified path. The limit bounds the time of a verification. */
    static final int MAX_HOPS = 64;

    /** Number of routes after which a verifier is replaced, because some verifiers keep results without a limit. */
    private static final int ROUTES_PER_VERIFIER = 10_000;

    private final Map<SchemeId, KnownScheme> known;
    private final Clock clock;
    private final Map<SchemeId, Used> verifiers = new HashMap<>();

    /** A verifier, with the number of routes that it has verified. */
    private static final class Used {
        private final PathVerifier verifier;
        private int routes;

        Used(PathVerifier verifier) {
            this.verifier = verifier;
        }
    }

    SchemeDecision(Map<SchemeId, KnownScheme> known, Clock clock) {
        this.known = known;
        this.clock = clock;
    }

    /** Creates new verifiers after an error of a scheme, which may have left the old ones in any state. */
    @Override
    public SchemeResult decide(RouteKey route, Announcement announcement) {
        try {
            return decide(route, announcement, announcement.getSchemePath()).build();
        } catch (RuntimeException | Error e) {
            verifiers.clear();
            throw e;
        }
    }

    private SchemeResult.Builder decide(RouteKey route, Announcement announcement, SchemePath carried) {
        if (!carried.getDefect().isEmpty()) {
            return notVerified(
                    "scheme-attribute-unusable", "The path attribute is unusable: " + carried.getDefect() + ".");
        }
        Bytes value = Bytes.wrap(carried.getAttribute().toByteArray());
        return switch (SchemeAttribute.decode(value)) {
            case Decoded.Damaged<SchemeAttribute>(WireError error, Bytes _) ->
                notVerified("scheme-attribute-unusable", "The path attribute is unusable: " + error.message() + ".");
            case Decoded.Ok<SchemeAttribute>(SchemeAttribute attribute) ->
                verify(route, announcement, attribute.withoutSecret())
                        .setScheme(attribute.id().scheme())
                        .setParameters(attribute.id().parameters());
        };
    }

    private SchemeResult.Builder verify(RouteKey key, Announcement announcement, SchemeAttribute attribute) {
        SchemeId id = attribute.id();
        KnownScheme scheme = known.get(id);
        int hops = attribute.path().hops().size();
        if (scheme == null) {
            return notVerified(label(id, "keys-unknown"), "The key file has no key for " + id + ".");
        }
        if (!announcement.hasTargetAs()) {
            return notVerified(label(id, "target-unknown"), "The AS of the router is not known yet.");
        }
        if (hops > MAX_HOPS) {
            return notVerified(
                    label(id, "path-too-long"),
                    "The path has " + hops + " hops, and paths with up to " + MAX_HOPS + " are verified.");
        }
        if (!asns(attribute.path()).equals(asPath(announcement))) {
            return fails(label(id, "as-path-differs"))
                    .setMessage("The signed path " + asns(attribute.path()) + " and AS_PATH " + asPath(announcement)
                            + " differ (origin first).");
        }
        SecuredPath path = readByScheme(scheme.scheme(), attribute.path());
        if (path == null) {
            return fails(label(id, "path-malformed")).setMessage("The path is malformed for " + id + ".");
        }
        SecuredRoute route = new SecuredRoute(key.prefix(), Integer.toUnsignedLong(announcement.getTargetAs()), path);
        return switch (verifier(id, scheme).verify(route, clock.instant())) {
            case Verification.Valid _ -> SchemeResult.newBuilder().setState(SchemeState.SCHEME_PATH_VERIFIES);
            case Verification.Invalid(int hop, long asn, String reason) -> {
                SchemeResult.Builder failed =
                        fails(label(id, "path-fails")).setHop(hop).setMessage(reason);
                yield asn == 0 ? failed : failed.setAsn((int) asn);
            }
        };
    }

    /** Passes a path through the scheme's own decoder, as verifiers require. Returns null if the scheme refuses it. */
    private static @Nullable SecuredPath readByScheme(ConfiguredScheme scheme, SecuredPath path) {
        Bytes encoded;
        try {
            encoded = scheme.encode(path);
        } catch (IllegalArgumentException e) {
            return null;
        }
        return scheme.decode(encoded) instanceof Decoded.Ok<SecuredPath>(SecuredPath read) ? read : null;
    }

    private PathVerifier verifier(SchemeId id, KnownScheme scheme) {
        Used used = verifiers.get(id);
        if (used == null || used.routes == ROUTES_PER_VERIFIER) {
            used = new Used(scheme.scheme().verifier(scheme.keys()));
            verifiers.put(id, used);
        }
        used.routes++;
        return used.verifier;
    }

    /** Returns the ASes of a path, origin first, without repetitions. */
    private static List<Long> asns(SecuredPath path) {
        return withoutRepetitions(path.asns());
    }

    private static List<Long> asPath(Announcement announcement) {
        return withoutRepetitions(announcement.getAsPathList().reversed().stream()
                .map(Integer::toUnsignedLong)
                .toList());
    }

    private static List<Long> withoutRepetitions(List<Long> path) {
        List<Long> distinct = new ArrayList<>(path.size());
        for (Long asn : path) {
            if (distinct.isEmpty() || !distinct.getLast().equals(asn)) {
                distinct.add(asn);
            }
        }
        return distinct;
    }

    private static SchemeResult.Builder notVerified(String finding, String message) {
        return SchemeResult.newBuilder()
                .setState(SchemeState.SCHEME_NOT_VERIFIED)
                .setFinding(finding)
                .setMessage(message);
    }

    private static SchemeResult.Builder fails(String finding) {
        return SchemeResult.newBuilder().setState(SchemeState.SCHEME_PATH_FAILS).setFinding(finding);
    }

    /** Returns a finding that begins with the name of the scheme. */
    private static String label(SchemeId id, String rule) {
        return id.scheme().toLowerCase(Locale.ROOT) + "-" + rule;
    }
}
