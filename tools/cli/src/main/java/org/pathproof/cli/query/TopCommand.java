// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.pathproof.cli.io.CommandFailure;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.cli.io.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code pathproof top}: the present state of a running Pathproof, refreshed in place. */
@Command(
        name = "top",
        description = {
            "The present state of a running Pathproof, refreshed in place on a terminal: verdicts per second, states,"
                    + " sessions, lost routers and peers, and the newest NOT_VALID paths with rule and culprit.",
            "q or Ctrl-C ends it. NO_COLOR switches colors off.",
            "Exit code 0: success; 2: wrong usage, or with --once no connection."
        })
public final class TopCommand implements Callable<Integer> {
    private static final int MAX_INTERVAL = 3600;
    private static final Duration FIRST_COUNT = Duration.ofSeconds(1);

    /** Each count is a connection to the event stream, of which the policy API logs a line. */
    private static final long COUNT_NANOS = TimeUnit.SECONDS.toNanos(5);

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--url",
            paramLabel = "URL",
            defaultValue = QueryCommand.URL,
            description = "URL of the policy API (default ${DEFAULT-VALUE}).")
    private String url;

    @Option(
            names = "--token",
            paramLabel = "FILE",
            defaultValue = "${env:PATHPROOF_TOKEN}",
            description = "File with a bearer token, where Pathproof needs one; also PATHPROOF_TOKEN.")
    private @Nullable Path token;

    @Option(names = "--once", description = "Prints one screen as text, for scripts and pipes.")
    private boolean once;

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            defaultValue = "2",
            description = "Time between two refreshes in seconds, 1 to 3600 (default ${DEFAULT-VALUE}).")
    private int interval;

    private TopReading.@Nullable Count counted;
    private @Nullable Double rate;
    private @Nullable TopReading last;
    private @Nullable String fault;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (interval < 1 || interval > MAX_INTERVAL) {
            throw new ParameterException(
                    spec.commandLine(), "--interval " + interval + " is not a number of seconds of 1..3600");
        }
        try (Api api = QueryCommand.client(spec, "--url", url, token)) {
            if (!once && !TopTerminal.isThere()) {
                throw new CommandFailure("standard input and output are no terminal: --once prints one screen as text");
            }
            return once ? printOnce(api) : refresh(api);
        }
    }

    private int printOnce(Api api) throws IOException, InterruptedException {
        counted = TopReading.count(api);
        last = TopReading.read(api, Clock.systemUTC());
        if (counted != null) {
            TimeUnit.NANOSECONDS.sleep(FIRST_COUNT.toNanos());
            count(api);
        }
        PrintWriter out = spec.commandLine().getOut();
        screen(Integer.MAX_VALUE, 60).forEach(line -> out.println(line.text().stripTrailing()));
        out.flush();
        return ExitCode.OK;
    }

    private int refresh(Api api) throws InterruptedException {
        try (TopTerminal terminal = TopTerminal.open(spec.commandLine().getOut())) {
            do {
                read(api);
                TopTerminal.Size size = terminal.size();
                terminal.show(screen(size.width(), size.height()));
            } while (!terminal.awaitQuit(Duration.ofSeconds(interval)));
        }
        return ExitCode.OK;
    }

    /** Reads the present state. After a failure, the last state stays beside the reason. */
    void read(Api api) {
        try {
            last = TopReading.read(api, Clock.systemUTC());
            TopReading.Count before = counted;
            if (before == null || System.nanoTime() - before.nanos() >= COUNT_NANOS) {
                count(api);
            }
            fault = null;
        } catch (CommandFailure | IOException e) {
            fault = Table.printable(String.valueOf(e.getMessage()));
            rate = null;
            counted = null;
        }
    }

    private void count(Api api) throws IOException {
        TopReading.Count before = counted;
        TopReading.Count now = TopReading.count(api);
        // A topic that was created again has smaller offsets.
        rate = before == null || now == null || now.verdicts() < before.verdicts()
                ? null
                : (now.verdicts() - before.verdicts()) * 1e9 / Math.max(1, now.nanos() - before.nanos());
        counted = now;
    }

    /** Returns the lines of the present state. */
    List<TopScreen.Line> screen(int width, int height) {
        return TopScreen.lines(url, last, rate, fault, width, height);
    }
}
