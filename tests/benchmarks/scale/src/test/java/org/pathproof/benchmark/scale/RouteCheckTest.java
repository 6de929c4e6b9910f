// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.networkrecords.NetworkRecords;
import org.pathproof.networkrecords.NetworkTable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RouteCheckTest {
    private static final int PREFIX = 700;
    private static final int SESSION = 5;
    private static final int VERSION = 3;

    private final NetworkRecords records = new NetworkRecords(NetworkTable.random(1_000), 12, 20, 40);
    private final Expectation expected = new Expectation(records);
    private final RouteCheck check = new RouteCheck(records, expected);

    RouteCheckTest() {
        expected.setNeighbor(PREFIX, SESSION, 7);
        expected.note(PREFIX, SESSION, VERSION);
    }

    private JsonNode route(int session, String state, int neighbor, int version) {
        Instant time = Instant.EPOCH.plus(NetworkRecords.receivedUs(PREFIX, session, version), ChronoUnit.MICROS);
        return JsonMapper.shared()
                .readTree(
                        "{\"router_name\":\"%s\",\"peer_ip\":\"%s\",\"is_adj_rib_in_post_policy\":%b,\"prefix\":\"%s\",\"prefix_len\":%d,\"as_path\":[%d],\"validity\":{\"state\":\"%s\"},\"timestamp\":\"%s\"}"
                                .formatted(
                                        NetworkRecords.routerOf(session),
                                        NetworkRecords.peerOf(session),
                                        NetworkRecords.isPostPolicy(session),
                                        records.prefix(PREFIX).address(),
                                        records.prefix(PREFIX).length(),
                                        NetworkRecords.asOf(neighbor),
                                        state,
                                        time));
    }

    private String state() {
        return records.isNotValid(PREFIX, expected.last(PREFIX, SESSION))
                ? "NOT_VALID"
                : records.isSigned(PREFIX) ? "VALID" : "UNSIGNED";
    }

    @Test
    void acceptsTheLastVersionOnce() {
        JsonNode route = route(SESSION, state(), 7, VERSION);
        assertThatCode(() -> check.check(route)).doesNotThrowAnyException();
        assertThatThrownBy(() -> check.check(route)).hasMessageStartingWith("shown twice");
    }

    @ParameterizedTest
    @CsvSource({"5, 6, 3", "5, 7, 2", "5, 7, 4", "9, 7, 3"})
    void refusesAnotherVersion(int session, int neighbor, int version) {
        JsonNode route = route(session, state(), neighbor, version);
        assertThatThrownBy(() -> check.check(route)).hasMessageStartingWith("expected");
    }

    @Test
    void refusesAnotherState() {
        JsonNode route = route(SESSION, "MALFORMED", 7, VERSION);
        assertThatThrownBy(() -> check.check(route)).hasMessageStartingWith("expected");
    }

    @Test
    void refusesAnEndedSession() {
        expected.end(SESSION);
        JsonNode route = route(SESSION, state(), 7, VERSION);
        assertThatThrownBy(() -> check.check(route)).hasMessageStartingWith("expected");
    }
}
