// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.validator.stream.Events.TARGET;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.bgpsec.AspaProcedure;
import org.pathproof.bgpsec.AspaVerification;
import org.pathproof.bgpsec.BatchVerifier;
import org.pathproof.bgpsec.Finding;
import org.pathproof.bgpsec.OriginValidation;
import org.pathproof.bgpsec.PathContext;
import org.pathproof.bgpsec.PathResult;
import org.pathproof.bgpsec.PathValidator;
import org.pathproof.bgpsec.SignatureVerifier;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.SignatureEngines;
import org.pathproof.routes.ContractTypes;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/**
 * Compares the validator with a simple model after random events in random order. Readers must hold the same verdicts
 * as if all announced routes were validated from scratch under the newest RPKI set. The model has no proofs, caches,
 * slices or indexes.
 */
class ReferenceModelTest {
    private static final BatchVerifier VERIFIER =
            new BatchVerifier(SignatureEngines.select(EngineSettings.fromSystem()));
    private static final long[] ASES = {64501, 64502, 64503, 64504};
    private static final int SESSIONS = 3;
    private static final int STEPS = 600;
    private static final List<Prefix> PREFIXES = List.of(
            Prefix.parse("198.51.100.0/24"),
            Prefix.parse("198.51.100.128/25"),
            Prefix.parse("198.51.0.0/16"),
            Prefix.parse("203.0.113.0/24"),
            Prefix.parse("2001:db8::/32"),
            Prefix.parse("2001:db8:1::/48"));

    private final Map<RouteKey, Held> announced = new HashMap<>();
    private final long[] epochs = {1, 1, 1};
    private final long[] deadBefore = new long[SESSIONS];
    private final List<Session> delayed = new ArrayList<>();
    private final Set<RpkiObject> objects = new HashSet<>();

    private record Held(Announcement announcement, long epoch) {}

    /** The part of a verdict that the model predicts. */
    private record Expected(String state, List<String> findings, String origin, String aspa) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void readersHoldTheVerdictsOfValidationFromScratch(long seed) {
        Random random = new Random(seed);
        try (Bench bench = new Bench(seed % 2 == 0)) {
            Map<Prefix, List<Announcement>> choices = choices(bench.signer, random);
            List<RpkiObject> pool = new ArrayList<>(bench.signer.keys(ASES));
            pool.add(new Vrp(Prefix.parse("198.51.0.0/16"), 24, 64501));
            pool.add(new Vrp(Prefix.parse("198.51.100.0/24"), 25, 64502));
            pool.add(new Vrp(Prefix.parse("2001:db8::/32"), 32, 64503));
            pool.add(new Vrp(Prefix.parse("0.0.0.0/0"), 0, 0));
            pool.add(new Aspa(64501, List.of(64503L)));
            pool.add(new Aspa(64502, List.of(64503L, 64504L)));
            pool.add(new Aspa(64503, List.of(0L)));
            int ready = random.nextInt(STEPS / 4);
            for (int step = 0; step < STEPS; step++) {
                if (step == ready) {
                    objects.addAll(pool.subList(0, 5));
                    bench.rpki.begin(objects);
                }
                step(bench, random, choices, pool, step > ready);
            }
            delayed.forEach(bench::sendSession);
            bench.settleAll();
            assertThat(seen(bench))
                    .isNotEmpty()
                    .isEqualTo(predicted(bench.rpki.current().orElseThrow()));
        }
    }

    private void step(
            Bench bench, Random random, Map<Prefix, List<Announcement>> choices, List<RpkiObject> pool, boolean ready) {
        int session = random.nextInt(SESSIONS);
        Prefix prefix = PREFIXES.get(random.nextInt(PREFIXES.size()));
        RouteKey route = new RouteKey(prefix, 1, Events.session(session), random.nextInt(2));
        List<Announcement> of = choices.getOrDefault(prefix, List.of());
        switch (random.nextInt(20)) {
            case 0, 1, 2 -> {
                bench.send(route, Events.withdrawn(epochs[session]));
                announced.remove(route);
            }
            case 3 -> { // the peer goes down; the record of the session may be read late
                epochs[session]++;
                deadBefore[session] = epochs[session];
                announced.keySet().removeIf(r -> r.session().equals(route.session()));
                delayed.add(Events.down(session, epochs[session]));
            }
            case 4 -> epochs[session]++; // a new BMP connection
            case 5 -> {
                bench.sendMark(session, epochs[session], 0);
                announced
                        .entrySet()
                        .removeIf(e -> e.getKey().session().equals(route.session())
                                && e.getValue().epoch() < epochs[session]);
            }
            case 6, 7 -> {
                if (ready) {
                    RpkiObject object = pool.get(random.nextInt(pool.size()));
                    if (objects.add(object)) {
                        bench.rpki.announce(object);
                    } else {
                        objects.remove(object);
                        bench.rpki.withdraw(object);
                    }
                }
            }
            case 8 -> bench.settle();
            case 9 -> {
                delayed.forEach(bench::sendSession);
                delayed.clear();
            }
            case 10 -> { // an announcement sent before the peer went down, and received after it
                if (epochs[session] > 1 && deadBefore[session] == epochs[session] && delayed.isEmpty()) {
                    bench.announce(route, of.getFirst().toBuilder(), epochs[session] - 1);
                }
            }
            default -> {
                Announcement chosen = of.get(random.nextInt(of.size())).toBuilder()
                        .setAspaProcedureValue(random.nextInt(4))
                        .build();
                Announcement announcement = rewritten(chosen, session, random);
                bench.announce(route, announcement.toBuilder(), epochs[session]);
                announced.put(route, new Held(announcement, epochs[session]));
            }
        }
    }

    /** Rewrites most announcements of the last session: adds a finding about AS_PATH beside BGPsec_PATH. */
    private static Announcement rewritten(Announcement a, int session, Random random) {
        if (session < SESSIONS - 1 || !a.hasBgpsecPath() || random.nextInt(4) == 0) {
            return a;
        }
        Announcement.Builder rewritten = a.toBuilder()
                .setRewrittenView(true)
                .addFindings(org.pathproof.contracts.v1.Finding.newBuilder()
                        .setRule("as-path-and-bgpsec-path")
                        .setMessage("both"));
        if (random.nextBoolean()) {
            rewritten.setPrePolicySession(bytes(Events.session(0)));
        }
        return rewritten.build();
    }

    private static ByteString bytes(SessionId session) {
        return ByteString.copyFrom(session.bytes().toArray());
    }

    /**
     * Returns announcements for each prefix: with good, forged, unsigned and damaged paths, with another target AS, and
     * without a target AS.
     */
    private static Map<Prefix, List<Announcement>> choices(Signer signer, Random random) {
        Map<Prefix, List<Announcement>> choices = new HashMap<>();
        for (Prefix prefix : PREFIXES) {
            long first = ASES[random.nextInt(2)];
            long last = ASES[2 + random.nextInt(2)];
            Bytes good = signer.path(prefix, TARGET, first, last);
            choices.put(
                    prefix,
                    List.of(
                            Events.announcement(good, first, last).build(),
                            Events.announcement(good, first, last)
                                    .addCommunities(7)
                                    .build(),
                            Events.announcement(signer.path(prefix, TARGET, last), last)
                                    .build(),
                            Events.announcement(
                                            Signer.forged(signer.signed(prefix, TARGET, first, last), 1), first, last)
                                    .build(),
                            Events.announcement(signer.path(prefix, TARGET + 1, first, last), first, last)
                                    .build(),
                            Events.announcement(good, first, last)
                                    .clearBgpsecPath()
                                    .build(),
                            Events.announcement(good, first, last)
                                    .setBgpsecPath(ByteString.copyFrom(
                                            good.slice(0, good.length() - 9).toArray()))
                                    .build(),
                            Events.announcement(good, first, last)
                                    .clearTargetAs()
                                    .build()));
        }
        return choices;
    }

    /** Returns the verdicts that a reader shows: those of routes that are alive by the records of their sessions. */
    private Map<String, Expected> seen(Bench bench) {
        Map<String, Expected> seen = new TreeMap<>();
        bench.table().forEach((route, verdict) -> {
            int session = route.session().bytes().u8(0);
            if (verdict.getEpoch() >= deadBefore[session]) {
                seen.put(name(route), expected(verdict));
            }
        });
        return seen;
    }

    private static Expected expected(Verdict v) {
        List<String> findings = v.getFindingsList().stream()
                // The model has no history, so it cannot distinguish a withdrawn key from an unknown one.
                .map(f -> f.getRule().replace("key-withdrawn", "key-not-found") + "@" + f.getHop())
                .toList();
        return new Expected(
                v.getState().name(),
                findings,
                v.getOrigin().name() + v.getOriginReason(),
                v.getAspa().name());
    }

    private Map<String, Expected> predicted(RpkiSet rpki) {
        Map<String, Expected> predicted = new TreeMap<>();
        announced.forEach((route, held) -> predicted.put(
                name(route),
                held.announcement().getRewrittenView()
                        ? derive(route, held.announcement(), rpki)
                        : validate(route, held.announcement(), rpki)));
        return predicted;
    }

    /**
     * Derives the expectation from routes with the same BGPsec_PATH. The route of the pre-policy session with the
     * lowest path id comes first. Without such a route, the states of all routes must be equal.
     */
    private Expected derive(RouteKey route, Announcement a, RpkiSet rpki) {
        Expected unsigned = validate(route, a.toBuilder().clearBgpsecPath().build(), rpki);
        Map<RouteKey, Expected> same = new HashMap<>();
        announced.forEach((other, held) -> {
            Announcement b = held.announcement();
            if (other.prefix().equals(route.prefix())
                    && !b.getRewrittenView()
                    && b.hasBgpsecPath()
                    && b.getBgpsecPath().equals(a.getBgpsecPath())) {
                same.put(other, validate(other, b, rpki));
            }
        });
        Expected found = same.entrySet().stream()
                .filter(e -> bytes(e.getKey().session()).equals(a.getPrePolicySession()))
                .min(Map.Entry.comparingByKey(Comparator.comparingLong(RouteKey::pathId)))
                .map(Map.Entry::getValue)
                .orElse(null);
        if (found == null
                && same.values().stream().map(Expected::state).distinct().count() == 1) {
            found = same.values().iterator().next();
        }
        return found == null
                ? new Expected("UNVERIFIED", List.of("path-rewritten@0"), unsigned.origin(), unsigned.aspa())
                : new Expected(found.state(), found.findings(), unsigned.origin(), unsigned.aspa());
    }

    private static Expected validate(RouteKey route, Announcement a, RpkiSet rpki) {
        OriginValidation origin = OriginValidation.of(
                route.prefix(), OptionalLong.of(Integer.toUnsignedLong(a.getOriginAs())), rpki::covering);
        String expected = "ORIGIN_" + origin.state().name() + origin.reason().orElse("");
        AspaProcedure procedure = ContractTypes.toDomain(a.getAspaProcedure());
        String aspa = procedure == AspaProcedure.NONE
                ? "ASPA_NOT_VERIFIED"
                : "ASPA_"
                        + AspaVerification.of(
                                        a.getAsPathList().stream()
                                                .mapToLong(Integer::toUnsignedLong)
                                                .toArray(),
                                        procedure,
                                        rpki::aspa)
                                .state();
        if (!a.hasBgpsecPath()) {
            return new Expected("UNSIGNED", List.of(), expected, aspa);
        }
        SignatureVerifier engine = VERIFIER;
        PathContext context = new PathContext(
                a.hasTargetAs() ? OptionalLong.of(TARGET) : OptionalLong.empty(),
                OptionalLong.of(a.getFirstAs()),
                OptionalLong.of(TARGET),
                PathContext.PeerRelation.EXTERNAL,
                false,
                new AfiSafi(route.prefix().afi(), 1),
                route.prefix());
        PathResult pathResult = PathValidator.validate(
                Bytes.wrap(a.getBgpsecPath().toByteArray()), context, rpki::routerKeys, engine, false);
        List<String> findings = pathResult.findings().stream()
                .map((Finding f) -> f.rule().label() + "@" + f.hop())
                .toList();
        return new Expected(pathResult.state().name(), findings, expected, aspa);
    }

    private static String name(RouteKey route) {
        return route.prefix() + " " + route.session() + " " + route.pathId();
    }
}
