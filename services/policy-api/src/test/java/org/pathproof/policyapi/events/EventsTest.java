// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.unsigned;
import static org.pathproof.verdictstore.Records.valid;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.v1.State;
import org.pathproof.policyapi.RunningApi;
import tools.jackson.databind.JsonNode;

/** Tests the event stream over HTTP: format, filters, and clients that reconnect. */
final class EventsTest {
    private static final String SMALL_RING = "pathproof.policy-api.event-ring=2";

    private RunningApi api;

    @BeforeEach
    void start() {
        api = new RunningApi("pathproof.policy-api.event-heartbeat=200ms");
        api.putSession(1, session(1, 1, 1));
        api.putSession(2, session(2, 2, 2));
        api.putVerdict(key("10.0.0.0/24", 1), unsigned(65001, 64496));
        api.awaitRoutes(1);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private EventStream open(String query) {
        EventStream stream = new EventStream(api, query, null);
        EventStream.Event first = stream.any();
        assertThat(first.id()).as("a position from which to continue").isNotEmpty();
        return stream;
    }

    @Test
    void eventsHaveTheFormatOfRisLive() {
        try (EventStream stream = open("")) {
            api.putVerdict(key("203.0.113.0/24", 1), notValid(1, 65001, 64496).addCommunities(65001 << 16 | 7));
            EventStream.Event announced = stream.next();
            JsonNode data = announced.data().get("data");
            assertThat(announced.data().get("type").asString()).isEqualTo("ris_message");
            assertThat(data.get("id").asString()).isEqualTo(announced.id());
            assertThat(data.get("type").asString()).isEqualTo("UPDATE");
            assertThat(data.get("timestamp").isDouble()).isTrue();
            assertThat(data.get("peer").asString()).isEqualTo("192.0.2.1");
            assertThat(data.get("peer_asn").asString()).isEqualTo("65001");
            assertThat(data.get("host").asString()).isEqualTo("r1");
            assertThat(data.get("path").toString()).isEqualTo("[65001,64496]");
            assertThat(data.get("community").toString()).isEqualTo("[[65001,7]]");
            assertThat(data.get("announcements").toString())
                    .isEqualTo("[{\"next_hop\":\"192.0.2.1\",\"prefixes\":[\"203.0.113.0/24\"]}]");
            assertThat(data.get("withdrawals").toString()).isEqualTo("[]");
            assertThat(data.get("validity").get("state").asString()).isEqualTo("NOT_VALID");
            assertThat(api.get("/api/v1/routes/" + data.get("route").asString()).statusCode())
                    .isEqualTo(200);

            api.withdraw(key("203.0.113.0/24", 1));
            data = stream.next().data().get("data");
            assertThat(data.get("withdrawals").toString()).isEqualTo("[\"203.0.113.0/24\"]");
            assertThat(data.get("announcements").toString()).isEqualTo("[]");

            api.putSession(2, session(2, 2, 2).setState(State.DOWN).setEpoch(2).setDeadBefore(2));
            data = stream.next().data().get("data");
            assertThat(data.get("type").asString()).isEqualTo("RIS_PEER_STATE");
            assertThat(data.get("state").asString()).isEqualTo("down");
            assertThat(data.get("peer").asString()).isEqualTo("192.0.2.2");
        }
        await().atMost(Duration.ofSeconds(10))
                .until(() -> api.bean(EventHub.class).subscribers() == 0);
    }

    @Test
    void filtersIncludeEventsWhosePreviousRouteMatched() {
        try (EventStream bad = open("?state=NOT_VALID&prefix=203.0.113.0/24&match=covered&type=UPDATE")) {
            api.putVerdict(key("203.0.113.0/25", 1), valid(65001, 64496));
            api.putVerdict(key("198.51.100.0/24", 1), notValid(1, 65001, 64496));
            api.putVerdict(key("203.0.113.128/25", 2), notValid(1, 65002, 64496));
            api.putVerdict(key("203.0.113.128/25", 2), valid(65002, 64496));
            api.putVerdict(key("203.0.113.0/24", 2), notValid(1, 65002, 64497));
            // Events of one prefix are in order. Events of different partitions are in any order.
            assertThat(List.of(summary(bad.next()), summary(bad.next()), summary(bad.next())))
                    .containsSubsequence("NOT_VALID 203.0.113.128/25", "VALID 203.0.113.128/25")
                    .contains("NOT_VALID 203.0.113.0/24");
        }
    }

    private static String summary(EventStream.Event event) {
        JsonNode data = event.data().get("data");
        return data.get("validity").get("state").asString() + " "
                + data.get("announcements").get(0).get("prefixes").get(0).asString();
    }

    @Test
    void aReturningClientMissesNoEvent() {
        api.restart(SMALL_RING, "pathproof.policy-api.event-heartbeat=200ms");
        api.awaitRoutes(1);
        String last;
        try (EventStream stream = open("")) {
            api.putVerdict(key("203.0.113.0/24", 1), valid(65001, 64496));
            last = stream.next().id();
        }
        api.putVerdict(key("203.0.114.0/24", 1), valid(65001, 64496));
        api.awaitRoutes(3);
        try (EventStream fromRing = new EventStream(api, "?type=UPDATE", last)) {
            assertThat(summary(fromRing.next())).isEqualTo("VALID 203.0.114.0/24");
        }
        for (int i = 0; i < 5; i++) {
            api.putVerdict(key("203.0." + (115 + i) + ".0/24", 1), valid(65001, 64496));
        }
        api.withdraw(key("10.0.0.0/24", 1));
        api.awaitRoutes(7);
        try (EventStream stream = new EventStream(api, "?type=UPDATE", last)) {
            assertMissed(stream);
        }
        api.restart(SMALL_RING, "pathproof.policy-api.event-heartbeat=200ms");
        try (EventStream stream = new EventStream(api, "?type=UPDATE", last)) {
            assertMissed(stream);
            api.putVerdict(key("192.0.2.0/24", 1), valid(65001, 64496));
            assertThat(summary(stream.next())).as("new events follow").isEqualTo("VALID 192.0.2.0/24");
        }
    }

    private static void assertMissed(EventStream stream) {
        Set<String> seen = new TreeSet<>();
        for (int i = 0; i < 7; i++) {
            JsonNode data = stream.next().data().get("data");
            data.get("announcements")
                    .forEach(a -> seen.add(a.get("prefixes").get(0).asString()));
            data.get("withdrawals").forEach(w -> seen.add("-" + w.asString()));
        }
        assertThat(seen)
                .containsExactly(
                        "-10.0.0.0/24",
                        "203.0.114.0/24",
                        "203.0.115.0/24",
                        "203.0.116.0/24",
                        "203.0.117.0/24",
                        "203.0.118.0/24",
                        "203.0.119.0/24");
    }

    @Test
    void reportsAPositionOfAnotherStreamAndContinues() {
        try (EventStream stream = new EventStream(api, "", "s99-v0.0.0")) {
            JsonNode error = stream.next().data();
            assertThat(error.get("type").asString()).isEqualTo("ris_error");
            assertThat(error.get("data").get("message").asString()).contains("is not from this stream");
            stream.any();
            api.putVerdict(key("203.0.113.0/24", 1), valid(65001, 64496));
            assertThat(summary(stream.next())).isEqualTo("VALID 203.0.113.0/24");
        }
        assertThat(api.get("/api/v1/events", "Last-Event-ID", "banana").statusCode())
                .isEqualTo(400);
    }
}
