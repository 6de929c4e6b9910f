// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.scheme;

import static org.slf4j.MarkerFactory.getMarker;

import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.SchemePath;
import org.pathproof.contracts.v1.SchemeResult;
import org.pathproof.contracts.v1.SchemeState;
import org.pathproof.schemes.ConfiguredScheme;
import org.pathproof.schemes.PathVerifier;
import org.pathproof.schemes.SchemeAttribute;
import org.pathproof.schemes.SchemeId;
import org.pathproof.schemes.SecuredPath;
import org.pathproof.schemes.SecuredRoute;
import org.pathproof.schemes.Verification;
import org.pathproof.validator.route.RouteRecord.Announced;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Judges paths with the loaded schemes. Confined to one thread, because verifiers are. */
final class TaskSchemeJudge implements SchemeJudge {
    /** Maximum number of hops of a judged path. It bounds the time of a judgement. */
    static final int MAX_HOPS = 64;

    private static final Logger log = LoggerFactory.getLogger(TaskSchemeJudge.class);
    /** Number of routes after which a verifier is replaced, because some verifiers keep results without a limit. */
    private static final int ROUTES_PER_VERIFIER = 10_000;

    private static final int MAX_MESSAGE_CHARACTERS = 300;

    private final Map<SchemeId, KnownScheme> known;
    private final Clock clock;
    private final Map<SchemeId, Used> verifiers = new HashMap<>();

    /** A verifier, with the number of routes that it has judged. */
    private static final class Used {
        private final PathVerifier verifier;
        private int routes;

        Used(PathVerifier verifier) {
            this.verifier = verifier;
        }
    }

    TaskSchemeJudge(Map<SchemeId, KnownScheme> known, Clock clock) {
        this.known = known;
        this.clock = clock;
    }

    @Override
    public Announced judged(Announced event) {
        Announcement announcement = event.announcement();
        if (!announcement.hasSchemePath()) {
            return event;
        }
        SchemeResult.Builder result;
        try {
            result = judge(event, announcement.getSchemePath());
        } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
            verifiers.clear();
            log.warn(
                    getMarker("scheme-judging-failed"),
                    "path of an experimental scheme not judged, route kept: prefix={}",
                    event.route().prefix(),
                    e);
            result = notJudged("scheme-judging-failed", "Judging the path failed because of an error: " + e + ".");
        }
        return event.withAnnouncement(announcement.toBuilder()
                .clearSchemePath()
                .setSchemeResult(result.setMessage(shortened(result.getMessage())))
                .build());
    }

    private SchemeResult.Builder judge(Announced event, SchemePath carried) {
        if (!carried.getDefect().isEmpty()) {
            return notJudged(
                    "scheme-attribute-unusable", "The path attribute is unusable: " + carried.getDefect() + ".");
        }
        Bytes value = Bytes.wrap(carried.getAttribute().toByteArray());
        return switch (SchemeAttribute.decode(value)) {
            case Decoded.Damaged<SchemeAttribute>(WireError error, Bytes _) ->
                notJudged("scheme-attribute-unusable", "The path attribute is unusable: " + error.message() + ".");
            case Decoded.Ok<SchemeAttribute>(SchemeAttribute attribute) ->
                judge(event, attribute.withoutSecret())
                        .setScheme(attribute.id().scheme())
                        .setParameters(attribute.id().parameters());
        };
    }

    private SchemeResult.Builder judge(Announced event, SchemeAttribute attribute) {
        SchemeId id = attribute.id();
        KnownScheme scheme = known.get(id);
        Announcement announcement = event.announcement();
        int hops = attribute.path().hops().size();
        if (scheme == null) {
            return notJudged(label(id, "keys-unknown"), "The key file has no key for " + id + ".");
        }
        if (!announcement.hasTargetAs()) {
            return notJudged(label(id, "target-unknown"), "The AS of the router is not known yet.");
        }
        if (hops > MAX_HOPS) {
            return notJudged(
                    label(id, "path-too-long"),
                    "The path has " + hops + " hops, and paths with up to " + MAX_HOPS + " are judged.");
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
        SecuredRoute route =
                new SecuredRoute(event.route().prefix(), Integer.toUnsignedLong(announcement.getTargetAs()), path);
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

    private static SchemeResult.Builder notJudged(String finding, String message) {
        return SchemeResult.newBuilder()
                .setState(SchemeState.SCHEME_NOT_JUDGED)
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

    private static String shortened(String message) {
        String line = message.replaceAll("\\p{Cntrl}", " ");
        return line.length() > MAX_MESSAGE_CHARACTERS ? line.substring(0, MAX_MESSAGE_CHARACTERS) + "…" : line;
    }
}
