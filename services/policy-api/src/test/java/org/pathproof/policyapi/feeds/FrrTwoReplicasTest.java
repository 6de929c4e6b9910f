// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.policyapi.feeds.FrrFeedTest.LIMIT;
import static org.pathproof.policyapi.feeds.FrrFeedTest.LONG;
import static org.pathproof.policyapi.feeds.FrrFeedTest.LONG_HOP;
import static org.pathproof.policyapi.feeds.FrrFeedTest.SHORT;
import static org.pathproof.policyapi.feeds.FrrFeedTest.SHORT_HOP;
import static org.pathproof.policyapi.feeds.FrrFeedTest.SHORT_KEY;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.valid;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.FrrBgpd;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.policyapi.RunningApi;
import org.pathproof.routerfeeds.bgp.FeedBench;
import org.springframework.core.env.Environment;
import tools.jackson.databind.JsonNode;

/** Tests two replicas that feed a real FRR, one of them as a process that is killed and started again. */
final class FrrTwoReplicasTest {
    private static final String JVM = "-Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1"
            + " --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow";
    private static final String FIRST = "127.0.0.2";
    /** The address of the process. Its BGP Identifier is the lowest, so FRR prefers its routes. */
    private static final String SECOND = "127.0.0.3";

    @TempDir
    Path folder;

    private static Map<String, Object> settings(FrrBgpd frr, Path policy, String identifier, String address) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("pathproof.feeds.routers[0].router", "r1");
        settings.put("pathproof.feeds.routers[0].neighbor", "127.0.0.1");
        settings.put("pathproof.feeds.routers[0].port", frr.bgpPort());
        settings.put("pathproof.feeds.routers[0].local-address", address);
        settings.put("pathproof.feeds.routers[0].password", "feed-secret");
        settings.put("pathproof.feeds.identifier", identifier);
        settings.put("pathproof.feeds.identifiers", "10.0.0.253,10.0.0.254");
        settings.put("pathproof.feeds.addresses", FIRST + "," + SECOND);
        settings.put("pathproof.feeds.policy", policy);
        return settings;
    }

    private static ChildProcess secondReplica(ProcessGroup processes, RunningApi api, FrrBgpd frr, Path policy) {
        Map<String, Object> settings = settings(frr, policy, "10.0.0.253", SECOND);
        settings.put(
                "pathproof.kafka.bootstrap-servers",
                api.bean(Environment.class).getRequiredProperty("pathproof.kafka.bootstrap-servers"));
        settings.put("server.address", "127.0.0.1");
        settings.put("server.port", 0);
        settings.put("pathproof.policy-api.rtr-port", 0);
        settings.put("pathproof.policy-api.rtr-bind", "127.0.0.1");
        return processes.java("replica", JVM, FeedingReplica.class.getName(), settings);
    }

    /** Returns the attributes of the best path that determine forwarding, here and in other routers of the AS. */
    private static String forwarding(FrrBgpd frr) {
        JsonNode best = FrrFeedTest.best(FrrFeedTest.table(frr).path("paths"));
        return best.at("/nexthops/0/ip").asString("") + " "
                + best.at("/aspath/string").asString("") + " "
                + best.at("/locPrf").asInt(0) + " "
                + best.at("/largeCommunity/string").asString("");
    }

    private static String bestPeer(FrrBgpd frr) {
        return FrrFeedTest.best(FrrFeedTest.table(frr).path("paths"))
                .at("/peer/peerId")
                .asString("");
    }

    /** Waits for a number of paths, and returns every forwarding state that FRR had until then. */
    private static Set<String> forwardingUntil(FrrBgpd frr, int paths) {
        Set<String> seen = new HashSet<>();
        Conditions.await(paths + " paths in FRR", LIMIT, () -> {
            seen.add(forwarding(frr));
            return FrrFeedTest.table(frr).path("paths").size() == paths;
        });
        seen.add(forwarding(frr));
        return seen;
    }

    private static String[] arguments(Map<String, Object> settings) {
        return settings.entrySet().stream()
                .map(setting -> setting.getKey() + "=" + setting.getValue())
                .toArray(String[]::new);
    }

    @Test
    void theLossOfOneReplicaChangesNothingInFrr() throws IOException {
        Path policy = Files.writeString(folder.resolve("policy.yaml"), FeedBench.POLICY);
        String config =
                FrrFeedTest.UPSTREAMS + FrrFeedTest.documentedSession(FIRST) + FrrFeedTest.documentedSession(SECOND);
        try (FrrBgpd frr = new FrrBgpd(folder, "bmp", config);
                Upstream shorter = FrrFeedTest.upstream(frr, "127.0.0.11", SHORT_HOP, SHORT);
                Upstream longer = FrrFeedTest.upstream(frr, "127.0.0.12", LONG_HOP, LONG);
                RunningApi api = new RunningApi(arguments(settings(frr, policy, "10.0.0.254", FIRST)));
                ProcessGroup processes = ProcessGroup.in(folder)) {
            assertThat(shorter).isNotSameAs(longer);
            FrrFeedTest.start(api);
            ChildProcess second = secondReplica(processes, api, frr, policy);
            FrrFeedTest.announce(api, SHORT_KEY, notValid(1, SHORT), SHORT_HOP);
            forwardingUntil(frr, 4);
            assertThat(bestPeer(frr)).isEqualTo(SECOND);
            String override = forwarding(frr);
            assertThat(override).startsWith("192.0.2.2 65002 64502 64500 101 ");

            second.kill();
            assertThat(forwardingUntil(frr, 3)).containsExactly(override);
            assertThat(bestPeer(frr)).isEqualTo(FIRST);
            second = secondReplica(processes, api, frr, policy);
            assertThat(forwardingUntil(frr, 4)).containsExactly(override);

            FrrFeedTest.announce(api, SHORT_KEY, valid(SHORT), SHORT_HOP);
            forwardingUntil(frr, 2);
            assertThat(forwarding(frr)).startsWith("192.0.2.1 ");
            second.requireAlive();
        }
    }
}
