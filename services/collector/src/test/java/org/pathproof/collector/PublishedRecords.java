// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.pathproof.contracts.Gaps;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Collector;
import org.pathproof.contracts.v1.Gap;
import org.pathproof.contracts.v1.Reject;
import org.pathproof.contracts.v1.RouteEvent;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.harness.kafka.EmbeddedKafka;
import org.pathproof.wire.Bytes;

/** The records that collectors have written. Each call reads a whole topic. */
final class PublishedRecords {
    private final EmbeddedKafka kafka;

    PublishedRecords(EmbeddedKafka kafka) {
        this.kafka = kafka;
    }

    /** Returns the state of the newest session record of a router. */
    Optional<State> state(String router) {
        return session(router).map(Session::getState);
    }

    /** Returns the newest session record of a router. */
    Optional<Session> session(String router) {
        List<Session> all = sessions(router);
        return all.isEmpty() ? Optional.empty() : Optional.of(all.getLast());
    }

    /** Returns the session records of a router, in the order of the topic. */
    List<Session> sessions(String router) {
        return sessions().stream().filter(s -> s.getRouterName().equals(router)).toList();
    }

    List<Session> sessions() {
        return read(Topics.SESSIONS, Session.parser(), record -> !Gaps.isGap(record.key()));
    }

    List<Gap> gaps() {
        return read(Topics.SESSIONS, Gap.parser(), record -> Gaps.isGap(record.key()));
    }

    List<Reject> rejects() {
        return read(Topics.REJECTS, Reject.parser(), record -> true);
    }

    List<Collector> heartbeats() {
        return read(Topics.COLLECTORS, Collector.parser(), record -> record.value() != null);
    }

    /** Returns the number of prefixes that were announced, by router name, peer and view. */
    Map<String, Long> announcedBySession() {
        Map<String, String> names = new HashMap<>();
        for (Session s : sessions()) {
            names.put(
                    Bytes.wrap(s.getSessionId().toByteArray()).toHex(),
                    s.getRouterName() + " " + s.getPeerIp() + " " + s.getView());
        }
        Map<String, Long> counts = new HashMap<>();
        Set<RouteKey> seen = new HashSet<>();
        for (ConsumerRecord<byte[], byte[]> record : kafka.read(Topics.ROUTES)) {
            if (RouteKey.isSessionMarker(record.key())) {
                continue;
            }
            RouteKey key = RouteKey.ofBytes(record.key());
            if (parse(RouteEvent.parser(), record.value()).hasAnnouncement() && seen.add(key)) {
                counts.merge(names.getOrDefault(key.session().toString(), "?"), 1L, Long::sum);
            }
        }
        return counts;
    }

    private <T> List<T> read(String topic, Parser<T> parser, Predicate<ConsumerRecord<byte[], byte[]>> which) {
        List<T> all = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : kafka.read(topic)) {
            if (which.test(record)) {
                all.add(parse(parser, record.value()));
            }
        }
        return all;
    }

    private static <T> T parse(Parser<T> parser, byte[] value) {
        try {
            return parser.parseFrom(value);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException(e);
        }
    }
}
