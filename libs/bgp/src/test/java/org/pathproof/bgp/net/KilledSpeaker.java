// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.pathproof.bgp.session.SessionSettings.GracefulRestart;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Conditions;

/** A speaker in a process of its own, which gets SIGKILL. */
final class KilledSpeaker {
    static final String ROUTE = "10.1.0.0/16";
    static final Duration RESTART_TIME = Duration.ofSeconds(5);

    private static final Duration HOLD_TIME = Duration.ofSeconds(30);
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private KilledSpeaker() {}

    /**
     * Announces the route on a connection to 127.0.0.1, until the process is killed.
     *
     * @param args the port of the router, and the Restart Time in seconds; 0 for no graceful restart
     */
    @SuppressWarnings("resource") // the process ends by a signal
    public static void main(String[] args) throws IOException, InterruptedException {
        Duration restart = Duration.ofSeconds(Long.parseLong(args[1]));
        TestSpeaker speaker = new TestSpeaker(0);
        speaker.source.announce(ROUTE);
        speaker.speaker.add(
                TestSpeaker.neighbor(
                        Integer.parseInt(args[0]),
                        TestSpeaker.session(
                                false,
                                HOLD_TIME,
                                "10.0.0.1",
                                restart.isZero() ? Optional.empty() : Optional.of(new GracefulRestart(restart, true)))),
                speaker.source);
        new CountDownLatch(1).await();
    }

    /**
     * Starts a speaker, kills it when the router has the route, and returns the time for which the route stays.
     *
     * @param port BGP port of the router on 127.0.0.1, which must not connect itself
     * @param hasRoute returns true while the router has the route
     */
    static Duration stay(Path folder, int port, Duration restart, BooleanSupplier hasRoute) {
        try (ChildProcess speaker = ChildProcess.start(
                folder.resolve("speaker.log"),
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledSpeaker.class.getName(),
                        String.valueOf(port),
                        String.valueOf(restart.toSeconds())))) {
            Conditions.await("the route of a speaker that is to be killed", LIMIT, hasRoute);
            long killed = System.nanoTime();
            speaker.kill();
            Conditions.await("the end of the route", LIMIT, () -> !hasRoute.getAsBoolean());
            return Duration.ofNanos(System.nanoTime() - killed);
        }
    }
}
