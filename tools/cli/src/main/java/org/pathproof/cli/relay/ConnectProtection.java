// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.relay;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.pathproof.transport.tcp.TcpProtection;
import picocli.CommandLine.Option;

/** Options that protect the TCP connections from this relay. */
final class ConnectProtection {
    @Option(
            names = "--connect-md5",
            paramLabel = "FILE",
            description = "File with the TCP-MD5 password (RFC 2385) in its first line.")
    private @Nullable Path md5;

    @Option(
            names = "--connect-ao",
            paramLabel = "FILE",
            description = {
                "File with TCP-AO keys (RFC 5925), one a line: SEND-ID RECEIVE-ID ALGORITHM SECRET; or tls.",
                "A changed file applies to all connections."
            })
    private @Nullable Path ao;

    @Option(
            names = "--connect-hops",
            paramLabel = "N",
            defaultValue = "0",
            description = "Maximum number of hops to the other side (GTSM, RFC 5082). 0: no limit.")
    private int hops;

    TcpProtection protection() throws IOException {
        return SecretFiles.protection(md5, ao, hops);
    }
}
