// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * OpenSSL in the best way that this machine allows: called directly, by its command, or not at all.
 *
 * @param remark one line about what is not as it could be
 */
record OpenSsl(Optional<Contestant.Elsewhere> contestant, Optional<NativeRunner> runner, Optional<String> remark)
        implements AutoCloseable {
    static OpenSsl open(Workload workload, Path scratch, List<Integer> processors) throws IOException {
        return switch (NativeRunner.open(workload, scratch, processors)) {
            case NativeRunner.Opened.Running(NativeRunner runner) ->
                new OpenSsl(Optional.of(runner.openSsl()), Optional.of(runner), Optional.empty());
            case NativeRunner.Opened.Absent(String reason) ->
                OpenSslCommand.find(processors)
                        .map(command -> new OpenSsl(
                                Optional.of(command),
                                Optional.empty(),
                                Optional.of("the native runner " + reason
                                        + "; \"openssl speed\" is asked instead (libssl-dev and gcc would do better)")))
                        .orElseGet(() -> new OpenSsl(
                                Optional.empty(),
                                Optional.empty(),
                                Optional.of("no OpenSSL to compare with: the native runner " + reason
                                        + ", and there is no command openssl")));
        };
    }

    @Override
    public void close() throws IOException {
        if (runner.isPresent()) {
            runner.get().close();
        }
    }
}
