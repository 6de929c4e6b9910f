// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.pathproof.bgpsec.BatchVerifier;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.SignatureEngines;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.validator.route.Incoming;
import org.pathproof.validator.route.KeptRow;
import org.pathproof.validator.route.PathVerifier;
import org.pathproof.validator.route.RouteRecord.Announced;
import org.pathproof.validator.route.RouteTable;
import org.pathproof.validator.route.RouteValidator;
import org.pathproof.validator.store.PagedStore;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Prefix;

/** Tests the pass over all sessions, in slices of one route, with changes of sessions between the slices. */
class SweepTest {
    private static final int SESSIONS = 4;
    private static final int PREFIXES = 60;
    private static final Optional<RpkiSnapshot> RPKI = Optional.of(RpkiSnapshot.empty(1, new Serial(1)));

    private final Map<RouteKey, Long> expected = new HashMap<>(); // routes that must remain, with their epochs
    private final KeyValueStore<Bytes, byte[]> store = RouteTable.stores().get();
    private final RouteTable table = new RouteTable(store, (PagedStore) store);
    private static final BatchVerifier VERIFIER =
            new BatchVerifier(SignatureEngines.select(EngineSettings.fromSystem()));

    private final PathVerifier pathVerifier = PathVerifier.using(VERIFIER);
    private final SessionBoard board = new SessionBoard();
    private final MockProcessorContext<byte[], byte[]> context = context();
    private final RouteMeters meters = new RouteMeters(new SimpleMeterRegistry());
    private final TaskRoutes routes =
            new TaskRoutes(table, board, context, meters, pathVerifier, VerdictTraces.OFF.ofTask());
    private final Sweep sweep = new Sweep(routes, board, meters);

    private final long[] epochs = {1, 1, 1, 1};
    private final long[] deadBefore = new long[SESSIONS];

    enum Kind {
        ANNOUNCE,
        PEER_DOWN,
        NEW_EPOCH,
        MARK,
        MARK_OF_FAMILY,
        DELETE,
        TAKE_UP,
        SLICE
    }

    record Action(Kind kind, int session, int prefix) {}

    @Provide
    Arbitrary<List<Action>> actions() {
        Arbitrary<Kind> kinds = Arbitraries.frequencyOf(
                Tuple.of(20, Arbitraries.just(Kind.ANNOUNCE)),
                Tuple.of(12, Arbitraries.just(Kind.SLICE)),
                Tuple.of(6, Arbitraries.of(Kind.class)));
        return Combinators.combine(
                        kinds,
                        Arbitraries.integers().between(0, SESSIONS - 1),
                        Arbitraries.integers().between(0, PREFIXES - 1))
                .as(Action::new)
                .list()
                .ofMinSize(100)
                .ofMaxSize(400);
    }

    @Property(tries = 300)
    void exactlyTheRoutesOfDeadEpochsAreWithdrawn(@ForAll("actions") List<Action> actions) {
        SweepTest fresh = new SweepTest(); // jqwik uses one instance for all tries
        actions.forEach(fresh::apply);
        fresh.finish();
        Map<RouteKey, Long> held = new HashMap<>();
        fresh.keys()
                .forEach(key -> held.put(
                        RouteKey.ofBytes(key.get()),
                        Objects.requireNonNull(fresh.routes.get(key)).epoch()));
        assertThat(held).isEqualTo(fresh.expected);
    }

    private void apply(Action action) {
        int session = action.session();
        switch (action.kind()) {
            case ANNOUNCE -> announce(route(action.prefix(), session), epochs[session]);
            case PEER_DOWN -> {
                epochs[session]++;
                deadBefore[session] = epochs[session];
                put(session);
                remove(session, 0);
            }
            case NEW_EPOCH -> {
                epochs[session]++;
                put(session);
            }
            case MARK -> mark(session, 0);
            case MARK_OF_FAMILY -> mark(session, AfiSafi.AFI_IPV4 << 8 | 1);
            case DELETE -> {
                put(session);
                board.put(Events.session(session), null);
                sweep.takeUp();
                epochs[session] = 1;
                deadBefore[session] = 0;
                expected.keySet().removeIf(route -> route.session().equals(Events.session(session)));
            }
            case TAKE_UP -> sweep.takeUp();
            case SLICE -> sweep.slice(1);
        }
    }

    private void put(int session) {
        board.put(
                Events.session(session),
                Session.newBuilder()
                        .setState(State.UP)
                        .setEpoch(epochs[session])
                        .setDeadBefore(deadBefore[session])
                        .build());
    }

    private void mark(int session, int family) {
        routes.mark(Events.session(session), family, epochs[session]);
        sweep.search(Events.session(session));
        remove(session, family);
    }

    private void remove(int session, int family) {
        expected.entrySet()
                .removeIf(entry -> entry.getKey().session().equals(Events.session(session))
                        && (family == 0 || entry.getKey().prefix().isIpv4())
                        && entry.getValue() < epochs[session]);
    }

    /** Announces a route in the same steps as {@link RouteTask}. */
    private void announce(RouteKey route, long epoch) {
        Bytes key = Bytes.wrap(route.toBytes());
        sweep.takeUp();
        sweep.prepareAnnouncement(key, route.session());
        KeptRow before = routes.get(key);
        Announced announced =
                new Announced(route, Announcement.newBuilder().addAsPath(64500).build(), ByteString.EMPTY, epoch, 1);
        if (before == null) {
            routes.put(key, null, RouteValidator.announced(Incoming.of(announced), null, RPKI, pathVerifier, 1));
        } else {
            routes.renew(key, before, epoch, 1);
        }
        expected.put(route, epoch);
    }

    @Example
    void marksOfThousandsOfSessionsShareOnePass() {
        int sessions = 2_000;
        int prefixes = 5;
        finish();
        for (int session = 0; session < sessions; session++) {
            for (int prefix = 0; prefix < prefixes; prefix++) {
                announce(new RouteKey(prefix(prefix), 1, session(session), 0), 1);
            }
        }
        for (int session = 0; session < sessions; session++) {
            routes.mark(session(session), 0, 2);
            sweep.search(session(session));
        }
        int limit = 50;
        int slices = 0;
        while (sweep.slice(limit)) {
            slices++;
        }
        assertThat(table.size()).isZero();
        assertThat(slices).isLessThanOrEqualTo(sessions * prefixes / limit);
    }

    @Example
    void aPassComparesRoutesThatStayAndTestsNoneOfThem() {
        finish();
        for (int session = 0; session < SESSIONS; session++) {
            for (int prefix = 0; prefix < PREFIXES; prefix++) {
                announce(route(prefix, session), 1);
            }
        }
        for (int session = 0; session < SESSIONS; session++) {
            routes.mark(Events.session(session), 0, 1);
            sweep.search(Events.session(session));
        }
        int slices = 1;
        while (sweep.slice(1)) {
            slices++;
        }
        assertThat(slices).isEqualTo(SESSIONS * PREFIXES / Sweep.COMPARED_PER_TESTED);
        assertThat(table.size()).isEqualTo(SESSIONS * PREFIXES);
    }

    private void finish() {
        sweep.takeUp();
        while (sweep.slice(1)) {
            sweep.takeUp();
        }
    }

    private List<Bytes> keys() {
        List<Bytes> keys = new ArrayList<>();
        table.scan(null, Integer.MAX_VALUE, Integer.MAX_VALUE, null, keys::add);
        return keys;
    }

    private static RouteKey route(int prefix, int session) {
        return new RouteKey(prefix(prefix), 1, Events.session(session), 0);
    }

    private static Prefix prefix(int number) {
        return Prefix.parse(number % 2 == 0 ? "10.0." + number + ".0/24" : "2001:db8:" + number + "::/48");
    }

    private static SessionId session(int number) {
        byte[] id = new byte[SessionId.LENGTH];
        id[6] = (byte) (number >> 8);
        id[7] = (byte) number;
        return new SessionId(org.pathproof.wire.Bytes.wrap(id));
    }

    private static MockProcessorContext<byte[], byte[]> context() {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "sweep");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "nowhere:1");
        MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>(properties);
        context.setCurrentSystemTimeMs(1);
        return context;
    }
}
