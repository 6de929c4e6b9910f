// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the commands for events, RPKI sources, overrides, and VRPs by an option. */
final class FeedQueriesTest {
    private static final String EVENTS = """
            : heartbeat
            id: s1-v1

            id: s1-v2
            data: {"type":"ris_message","data":{"timestamp":1793491200.25,"peer":"192.0.2.1","peer_asn":"65001","host":"r1","type":"UPDATE","path":[65001,64496],"announcements":[{"next_hop":"192.0.2.1","prefixes":["203.0.113.0/24"]}],"withdrawals":[],"validity":{"state":"VALID","origin":{"state":"valid"}}}}

            id: s1-v3
            data: {"type":"ris_message","data":{"timestamp":1793491201,"peer":"192.0.2.1","peer_asn":"65001","host":"r1","type":"UPDATE","announcements":[],"withdrawals":["203.0.113.0/24"]}}

            id: s2-v3
            data: {"type":"ris_message","data":{"timestamp":1793491202,"peer":"192.0.2.1","peer_asn":"65001","host":"r1","type":"RIS_PEER_STATE","state":"down","session_state":"LOST"}}

            """;

    private FakeApi api;

    @BeforeEach
    void start() throws IOException {
        api = new FakeApi();
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void printsEventsWithTimesInUtc() {
        api.answers.put("/api/v1/events?state=NOT_VALID&type=UPDATE", EVENTS);
        assertThat(api.query("events", "--state", "NOT_VALID", "--type", "UPDATE", "-o", "table"))
                .as("the stream has ended")
                .isEqualTo(1);
        assertThat(api.requests).containsExactly("text/event-stream /api/v1/events?state=NOT_VALID&type=UPDATE");
        assertThat(api.out.toString().lines().toList())
                .satisfiesExactly(
                        title -> assertThat(title).startsWith("TIME ").contains("PREFIX", "STATE", "AS PATH"),
                        event -> assertThat(event)
                                .startsWith("2026-11-01T00:00:00.250Z  announce ")
                                .containsPattern(
                                        "r1 +192\\.0\\.2\\.1 +65001 +203\\.0\\.113\\.0/24 +VALID +valid +65001 64496$"),
                        event -> assertThat(event)
                                .startsWith("2026-11-01T00:00:01Z ")
                                .contains("withdraw", "203.0.113.0/24"),
                        event -> assertThat(event)
                                .startsWith("2026-11-01T00:00:02Z ")
                                .contains("session", "LOST"));
        assertThat(api.err.toString()).contains("the event stream has ended; --after s2-v3 continues it");
    }

    @Test
    void printsEventsAsJsonUpToALimit() {
        api.answers.put("/api/v1/events?last_event_id=s1-v1", EVENTS);
        assertThat(api.query("events", "--after", "s1-v1", "--limit", "1")).isZero();
        assertThat(api.out.toString().lines())
                .singleElement()
                .asString()
                .startsWith("{\"type\":\"ris_message\"")
                .endsWith("}");
    }

    @Test
    void anErrorOfTheStreamEndsTheCommand() {
        api.answers.put(
                "/api/v1/events",
                "data: {\"type\":\"ris_error\",\"data\":{\"message\":\"the token is no longer accepted\"}}\n\n");
        assertThat(api.query("events")).isEqualTo(2);
        assertThat(api.err.toString()).contains("the token is no longer accepted");
    }

    @Test
    void printsTheSourcesOfRpkiData() {
        api.answers.put("/api/v1/rpki/sources", """
                {"sources":[{"name":"rtr.example:323","kind":"rtr","group":0,"in_use":true,"works":false,"problem":"refused","router_keys":1,"vrps":2,"aspas":3,"extra":0,"missing":0,"refused":0}],
                 "slurm":{"files":["a.json"],"entries":[{"file":"a.json","kind":"assertion","entry":"192.0.2.0/24","objects":1}]}}
                """);
        assertThat(api.query("sources", "-o", "table")).isZero();
        assertThat(api.out.toString())
                .containsPattern("SOURCE +KIND +GROUP +IN USE")
                .containsPattern("rtr\\.example:323 +rtr +0 +true +false +1 +2 +3 +0 +0 +0 +refused")
                .containsPattern("a\\.json +assertion +192\\.0\\.2\\.0/24 +1");
    }

    @Test
    void printsOverridesAndTheCausesForMissingPaths() {
        api.answers.put("/api/v1/overrides", """
                {"routers":[{"router":"r1","group":"border","policy":"reject-not-valid","without_accepted_path":4,"hints":["no paths"],"suspended":[],"prefixes":9,"active":2,"waiting":0,"held":0,"tagged":0,"use":{"pending":0,"in_use":1,"not_in_use":1,"unknown":0},
                 "overrides":[{"prefix":"198.51.100.0/24","path":{"peer":"192.0.2.2","state":"VALID","as_path":[65002,64500]},"since":"2026-11-22T10:20:08Z","use":{"state":"not-in-use","since":"2026-11-22T10:20:14Z","reason":"next-hop","explanation":"no route","seen_in":"Loc-RIB","instead":{"as_path":[65001,64500]}}}]}]}
                """);
        assertThat(api.query("overrides", "-o", "table")).isZero();
        assertThat(api.out.toString())
                .containsPattern("ROUTER +GROUP +POLICY +WITHOUT ACCEPTED PATH +PREFIXES")
                .containsPattern("r1 +border +reject-not-valid +4 +9 +2")
                .contains("r1: no paths", "1 of the 2 overrides of r1 are shown")
                .containsPattern(
                        "r1 +198\\.51\\.100\\.0/24 +VALID +192\\.0\\.2\\.2 +65002 64500 +not-in-use +next-hop +65001 64500 +2026-11-22T10:20:08Z")
                .containsPattern("ACTIVE +IN USE +NOT IN USE +UNKNOWN +PENDING");
    }

    @Test
    void printsTheRequirementsOfARouter() {
        api.answers.put("/api/v1/feeds/check/r1", """
                {"router":"r1","ready":false,"requirements":[
                 {"requirement":"bmp","state":"met","words":"the router monitors 2 neighbors"},
                 {"requirement":"next-hops","state":"not-met","words":"use force"}]}
                """);
        assertThat(api.query("feeds", "check", "r1", "-o", "table")).isZero();
        assertThat(api.out.toString())
                .containsPattern("bmp +met +the router monitors 2 neighbors")
                .containsPattern("next-hops +not-met +use force");
        assertThat(api.query("feeds")).isEqualTo(2);
        assertThat(api.err.toString()).contains("missing subcommand; the subcommand is check");
    }

    @Test
    void explainsTheDecisionAboutAPrefix() {
        api.answers.put("/api/v1/overrides/r1/198.51.100.0%2F24", """
                {"router":"r1","prefix":"198.51.100.0/24","decision":"announce","reason":"not-valid","use":{"state":"not-in-use","since":"2026-11-22T10:20:14Z","reason":"next-hop","explanation":"the router does not use the override: no route","seen_in":"Loc-RIB","instead":{"peer":"192.0.2.1","as_path":[65001]}},"waiting":true,"routers":["r2"],
                 "elsewhere":[{"router":"r2","path":{"peer":"192.0.2.7","state":"VALID","as_path":[65007]}}],"paths":[{"path":{"peer":"192.0.2.1","state":"NOT_VALID","as_path":[65001]},"role":"refused","refusal":"not-valid","selectable":true}]}
                """);
        assertThat(api.query("overrides", "r1", "198.51.100.0/24", "-o", "table"))
                .isZero();
        assertThat(api.out.toString())
                .contains("198.51.100.0/24 at r1: announce (not-valid)", "waits for a limit")
                .contains("  not-in-use: the router does not use the override: no route")
                .contains("  the router uses AS path 65001 from 192.0.2.1")
                .contains("  routers r2")
                .containsPattern("r2 +192\\.0\\.2\\.7 +VALID +65007")
                .containsPattern("192\\.0\\.2\\.1 +NOT_VALID +refused +not-valid +65001 +true");
        assertThat(api.query("overrides", "r1")).isEqualTo(2);
        assertThat(api.err.toString()).contains("a router needs a prefix");
    }

    @Test
    void vrpsTakeThePrefixAsAnOptionToo() {
        assertThat(api.query("vrps", "--prefix", "10.0.0.0/8")).isZero();
        assertThat(api.query("vrps", "10.0.0.0/8")).isZero();
        assertThat(api.requests)
                .hasSize(2)
                .allSatisfy(request -> assertThat(request).endsWith("/api/v1/vrps?prefix=10.0.0.0%2F8"));
        assertThat(api.query("vrps", "10.0.0.0/8", "--prefix", "10.0.0.0/8")).isEqualTo(2);
        assertThat(api.err.toString()).contains("alternatives");
    }
}
