// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.pathproof.harness.ProcessGroup;

/** One Pathproof for all networks with two border routers. */
final class Networks implements AutoCloseable {
    private static final int REPETITIONS = 5;
    private static final Duration QUIET = Duration.ofSeconds(2);
    private static final Duration QUICK_QUIET = Duration.ofMillis(800);
    private static final Duration LIMIT = Duration.ofSeconds(15);
    private static final Duration QUICK_LIMIT = Duration.ofSeconds(6);

    private final Path temporary = Files.createTempDirectory("pathproof-feeds");
    private final ProcessGroup processes = ProcessGroup.in(temporary);
    private final Core core = new Core();
    private final Chain chain;
    private final ScenarioRun run;

    Networks(Path launcher, boolean quick) throws IOException {
        Path folder = processes.folder("networks");
        try {
            chain = new Chain(processes, folder, launcher, FeedPlan.twoBorders(), Flow.keys(Shape.allUpstreams()));
        } catch (IOException | RuntimeException e) {
            closeFiles();
            throw e;
        }
        run = new ScenarioRun(
                core, chain, folder, quick ? QUICK_QUIET : QUIET, quick ? QUICK_LIMIT : LIMIT, quick ? 1 : REPETITIONS);
    }

    Chain chain() {
        return chain;
    }

    ScenarioRun run() {
        return run;
    }

    private void closeFiles() throws IOException {
        core.close();
        processes.close();
        Files.deleteIfExists(temporary);
    }

    @Override
    public void close() throws IOException {
        chain.close();
        closeFiles();
    }
}
