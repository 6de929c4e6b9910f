// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.chaos.site.ChaosSite;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.harness.Ports;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.harness.RedisSentinel;
import org.pathproof.harness.RedisServer;
import org.pathproof.lab.Lab;
import org.pathproof.lab.LabSettings;
import org.pathproof.lab.attacks.Attack.KeyEvent;
import org.pathproof.rpki.rtr.RtrServerListener;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/**
 * Two instances of key-sync and two of the policy API, with a Redis that Sentinel watches. The writing key-sync is
 * killed, then stopped and continued. Redis fails over. Then one policy API is killed and started again, and the other
 * one is stopped and continued. Routers at both policy APIs must see a new serial for each change of the data and for
 * nothing else, always in the same session. Verdicts must change only with a key.
 */
final class KeySyncFailoverTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(3);
    private static final Duration QUIET = Duration.ofSeconds(2);
    private static final List<String> WRITERS = List.of("key-sync-1", "key-sync-2");
    private static final String LEASE = "{pathproof:rpki}:lease";
    private static final String REPORT = "{pathproof:rpki}:sources";

    @TempDir
    Path folder;

    @Test
    void routersAndVerdictsSeeOnlyChangesOfData() throws Exception {
        int firstRtr = Ports.free();
        int secondRtr = Ports.free();
        try (ProcessGroup processes = ProcessGroup.in(folder.resolve("run"));
                RedisSentinel redis = new RedisSentinel(folder);
                Lab lab = Lab.build(LabSettings.demo());
                ChaosSite site = new ChaosSite(processes, 1, Optional.empty(), lab.rpki(), RtrServerListener.NONE)) {
            start(site, redis.uri(), firstRtr, secondRtr);
            try (RecordingRouter first = new RecordingRouter(firstRtr);
                    RecordingRouter second = new RecordingRouter(secondRtr)) {
                List<RecordingRouter> routers = List.of(first, second);
                await("RPKI data at both routers")
                        .atMost(TIMEOUT)
                        .until(() -> routers.stream()
                                .noneMatch(router -> router.history().isEmpty()));
                lab.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), site.bmpPort(1)));
                try (VerdictRecorder verdicts = new VerdictRecorder(site.bootstrapServers())) {
                    awaitTable(verdicts, lab.routes());

                    killAndRestartWriter(site, redis.master());
                    stopWriter(site, processes, redis.master(), () -> changeVrp(lab, 1), routers);
                    failOver(redis);
                    changeVrp(lab, 2);
                    awaitSerials(routers, 3);
                    killAndRestartPolicyApi(site, "policy-api-1", first, () -> changeVrp(lab, 3), second);
                    stopPolicyApi(site, "policy-api-2", () -> changeVrp(lab, 4), first);
                    awaitSerials(routers, 5);
                    awaitQuiet(verdicts);
                    assertThat(verdicts.changes()).isEmpty();

                    withdrawKey(lab);
                    awaitSerials(routers, 6);
                    await("verdicts without the key").atMost(TIMEOUT).until(() -> verdicts.read());
                    awaitQuiet(verdicts);
                    assertThat(verdicts.changes()).isNotEmpty().allMatch(change -> change.endsWith(" -> NOT_VALID"));
                }
                assertThat(first.history()).hasSize(6).isEqualTo(second.history());
                assertThat(first.disconnections()).isEqualTo(1);
                // A started server may lack the change that its router missed (RFC 8210 section 8.4).
                assertThat(first.resets()).isLessThanOrEqualTo(1);
                assertThat(second.disconnections()).isZero();
                assertThat(second.resets()).isZero();
                assertOneSessionWithConsecutiveSerials(first.history());
            }
        }
    }

    private static void start(ChaosSite site, String redis, int firstRtr, int secondRtr) throws Exception {
        for (String name : WRITERS) {
            site.configure(
                    name,
                    Map.of(
                            "pathproof.redis.uri",
                            redis,
                            "pathproof.key-sync.instance",
                            name,
                            "pathproof.key-sync.lease",
                            "3s"));
        }
        site.configure("validator-1", Map.of("pathproof.redis.uri", redis));
        site.configure("policy-api-1", policyApi(redis, firstRtr));
        site.configure("policy-api-2", policyApi(redis, secondRtr));
        site.start("broker-1");
        WRITERS.forEach(site::start);
        site.awaitReady("broker-1");
        List<String> others = List.of("collector-1", "validator-1", "policy-api-1", "policy-api-2");
        others.forEach(site::start);
        for (String name : others) {
            site.awaitReady(name);
        }
    }

    private static Map<String, Object> policyApi(String redis, int rtrPort) {
        return Map.of(
                "pathproof.redis.uri",
                redis,
                "pathproof.policy-api.rtr-bind",
                "127.0.0.1",
                "pathproof.policy-api.rtr-port",
                rtrPort,
                "pathproof.policy-api.rtr-notify-interval",
                "100ms");
    }

    private static void awaitTable(VerdictRecorder verdicts, int routes) {
        await("verdicts")
                .atMost(TIMEOUT)
                .until(() -> !verdicts.read()
                        && verdicts.states().size() >= routes
                        && !verdicts.states().containsValue(PathState.UNVERIFIED));
        awaitQuiet(verdicts);
        verdicts.changes();
    }

    private static void awaitQuiet(VerdictRecorder verdicts) {
        await("no further verdicts").atMost(TIMEOUT).during(QUIET).until(() -> !verdicts.read());
    }

    /** Returns the instance that holds the lease; empty without one. */
    private static Optional<String> writer(RedisServer redis) {
        String lease = redis.cli("get", LEASE).strip();
        return WRITERS.stream().filter(name -> lease.endsWith(":" + name)).findFirst();
    }

    /** Waits until an instance holds the lease and has written: a step ends with a new report about the sources. */
    private static String awaitWriter(RedisServer redis, List<String> candidates) {
        String before = redis.cli("get", REPORT);
        await("a writer among " + candidates).atMost(TIMEOUT).until(() -> {
            String report = redis.cli("get", REPORT);
            return !report.equals(before)
                    && writer(redis)
                            .filter(name -> candidates.contains(name) && report.contains('"' + name + '"'))
                            .isPresent();
        });
        return writer(redis).orElseThrow();
    }

    private static List<String> without(String name) {
        return WRITERS.stream().filter(other -> !other.equals(name)).toList();
    }

    private static void killAndRestartWriter(ChaosSite site, RedisServer redis) throws InterruptedException {
        String killed = awaitWriter(redis, WRITERS);
        site.kill(killed);
        awaitWriter(redis, without(killed));
        site.start(killed);
        site.awaitReady(killed);
    }

    /** Stops the writer, lets its successor write a change, and continues the stopped writer. */
    private static void stopWriter(
            ChaosSite site, ProcessGroup processes, RedisServer redis, Runnable change, List<RecordingRouter> routers)
            throws InterruptedException {
        String stopped = awaitWriter(redis, WRITERS);
        site.freeze(stopped);
        try {
            awaitWriter(redis, without(stopped));
            change.run();
            awaitSerials(routers, 2);
        } finally {
            site.thaw(stopped);
        }
        Supplier<Stream<String>> logs = () -> processes.of(stopped).stream().map(process -> process.output());
        await("the loss of the lease")
                .atMost(TIMEOUT)
                .until(() -> logs.get().anyMatch(log -> log.contains("Lease lost")));
        assertThat(writer(redis)).isNotEqualTo(Optional.of(stopped));
    }

    /** Kills a policy API. The data changes before its router connects again and asks for the changes. */
    private static void killAndRestartPolicyApi(
            ChaosSite site, String name, RecordingRouter router, Runnable change, RecordingRouter other)
            throws InterruptedException {
        int serials = other.history().size();
        site.kill(name);
        await("the disconnection").atMost(TIMEOUT).until(() -> router.disconnections() == 1);
        change.run();
        awaitSerials(List.of(other), serials + 1);
        site.start(name);
        site.awaitReady(name);
        awaitSerials(List.of(router), serials + 1);
    }

    /** Stops a policy API, and continues it after a change has reached the router of the other one. */
    private static void stopPolicyApi(ChaosSite site, String name, Runnable change, RecordingRouter other)
            throws InterruptedException {
        int serials = other.history().size();
        site.freeze(name);
        try {
            change.run();
            awaitSerials(List.of(other), serials + 1);
        } finally {
            site.thaw(name);
        }
    }

    private static void failOver(RedisSentinel redis) {
        redis.master().awaitReplication();
        redis.master().kill();
        redis.awaitFailover();
        awaitWriter(redis.replica(), WRITERS);
    }

    /** Announces a VRP that no route of the lab concerns. */
    private static void changeVrp(Lab lab, int number) {
        lab.rpki().apply(List.of(new Vrp(Prefix.parse("203.0.113.0/24"), 24, 64511L + number)), List.of());
    }

    private static void withdrawKey(Lab lab) {
        KeyEvent event = lab.attacks().stream()
                .flatMap(attack -> attack.keyEvents().stream().limit(1))
                .filter(KeyEvent::withdrawn)
                .findFirst()
                .orElseThrow();
        lab.apply(event);
    }

    private static void awaitSerials(List<RecordingRouter> routers, int count) {
        await(count + " serials at " + routers.size() + " routers")
                .atMost(TIMEOUT)
                .until(() ->
                        routers.stream().allMatch(router -> router.history().size() >= count));
    }

    private static void assertOneSessionWithConsecutiveSerials(List<String> history) {
        String session = history.getFirst().replaceFirst("/.*", "");
        int serial = Integer.parseInt(history.getFirst().replaceFirst(".*/", ""));
        for (int i = 0; i < history.size(); i++) {
            assertThat(history.get(i)).isEqualTo(session + "/" + (serial + i));
        }
    }
}
