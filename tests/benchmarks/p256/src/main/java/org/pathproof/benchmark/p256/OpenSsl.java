// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * OpenSSL as a reference: called directly, by its command, or absent, in this order of preference.
 *
 * @param remark reason why OpenSSL is not called directly, in one line
 */
record OpenSsl(Optional<Contestant.OtherProcess> contestant, Optional<NativeRunner> runner, Optional<String> remark)
        implements AutoCloseable {
    static OpenSsl open(Workload workload, Path scratch, List<Integer> processors) throws IOException {
        return switch (NativeRunner.open(workload, scratch, processors)) {
            case NativeRunner.Opened.Running(NativeRunner runner) ->
                new OpenSsl(Optional.of(runner.openSsl()), Optional.of(runner), Optional.empty());
            case NativeRunner.Opened.Absent(String reason) ->
                OpenSslCommand.find(processors)
                        .map(
                                command -> new OpenSsl(
                                        Optional.of(command),
                                        Optional.empty(),
                                        Optional.of(
                                                "the native runner " + reason
                                                        + "; \"openssl speed\" replaces it, and is less exact (install gcc and libssl-dev)")))
                        .orElseGet(() -> new OpenSsl(
                                Optional.empty(),
                                Optional.empty(),
                                Optional.of("no comparison with OpenSSL: the native runner " + reason
                                        + ", and the command openssl is missing")));
        };
    }

    @Override
    public void close() throws IOException {
        if (runner.isPresent()) {
            runner.get().close();
        }
    }
}
