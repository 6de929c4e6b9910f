// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.site;

import java.time.Duration;
import java.util.Locale;
import org.pathproof.standalone.console.Console;
import org.springframework.boot.SpringApplication;

/**
 * Prints the begin and the end of the shutdown on the console, each once: after a signal, or after a command has ended.
 * Thread-safe.
 */
final class Shutdown {
    private final Console console;
    private long begunNanos;
    private boolean begun;
    private boolean ended;

    /** The end is also printed when Spring has stopped the services after a signal. */
    Shutdown(Console console) {
        this.console = console;
        SpringApplication.getShutdownHandlers().add(this::end);
    }

    /** Reports that the services begin to stop. */
    synchronized void begin() {
        if (!begun) {
            begun = true;
            begunNanos = System.nanoTime();
            console.say("Stopping the services, Redis and Kafka …");
        }
    }

    /** Reports that everything has stopped. */
    synchronized void end() {
        if (begun && !ended) {
            ended = true;
            double seconds = Duration.ofNanos(System.nanoTime() - begunNanos).toMillis() / 1000.0;
            console.say(String.format(Locale.ROOT, "Stopped in %.1f s.", seconds));
        }
    }
}
