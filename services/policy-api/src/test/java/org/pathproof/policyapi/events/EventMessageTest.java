// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.sessionId;
import static org.pathproof.verdictstore.Records.unsigned;
import static org.pathproof.verdictstore.Records.valid;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.SchemeResult;
import org.pathproof.contracts.v1.SchemeState;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.policyapi.rest.routes.ValidityJson;
import org.pathproof.verdictstore.input.ChangeListener;
import org.pathproof.verdictstore.input.Position;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.RouteChange;
import org.pathproof.verdictstore.store.RouteTable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests the bytes of an event. The validity equals that of the REST interface. */
final class EventMessageTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    static Stream<Verdict.Builder> verdicts() {
        return Stream.of(
                valid(65001, 64500, 64496),
                notValid(2, 65001, 64500, 64497)
                        .setOrigin(OriginState.ORIGIN_INVALID)
                        .setOriginReason("length"),
                valid(65001, 64500)
                        .setDerivedFrom(ByteString.copyFrom(key("10.0.0.0/8", 1).toBytes())),
                valid(65001, 64500).setDualPath(true),
                unsigned(65001, (int) 4_200_000_000L).addCommunities(0xffff_0001),
                unsigned(65001, 64500)
                        .setSchemeResult(SchemeResult.newBuilder()
                                .setState(SchemeState.SCHEME_PATH_FAILS)
                                .setScheme("S-BGP")
                                .setParameters("dsa-1024")
                                .setFinding("s-bgp-path-fails")
                                .setHop(2)
                                .setAsn((int) 4_200_000_000L)
                                .setMessage("the signature does not verify")),
                unsigned(65001, 64500).setSchemeResult(SchemeResult.getDefaultInstance()),
                Verdict.newBuilder());
    }

    @ParameterizedTest
    @MethodSource("verdicts")
    void validityEqualsThatOfTheRestInterface(Verdict.Builder verdict) {
        RouteTable table = new RouteTable();
        table.applySession(
                sessionId(1).bytes().toArray(),
                session(1, 1, 1).setRouterName("\"r\u00fc\"").build().toByteArray());
        RouteChange change = table.applyVerdict(
                key("203.0.113.0/24", 1).toBytes(), verdict.setEpoch(1).build().toByteArray());
        Route route = Objects.requireNonNull(change.after());
        Position next = Position.parse("s1.2-v3.4.5").orElseThrow();
        EventMessage message = new EventMessage(
                new StoreEvent.OfRoute(change, new ChangeListener.Origin(0, 2, 1_793_491_200_250L, next), false),
                0,
                next,
                new AtomicLong());

        String text = new String(message.encoded(JSON), StandardCharsets.UTF_8);
        assertThat(text).startsWith("id: s1.2-v3.4.5\ndata: {").endsWith("}\n\n");
        JsonNode data = JSON.readTree(text.substring(text.indexOf('{'))).get("data");
        assertThat(data.get("validity").toString())
                .isEqualTo(JSON.writeValueAsString(ValidityJson.of(route, route.verdict())));
        assertThat(data.get("host").asString()).isEqualTo("\"r\u00fc\"");
        assertThat(message.encoded(JSON)).as("written once").isSameAs(message.encoded(JSON));
    }
}
