// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.command;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.standalone.console.StartFailure;
import org.pathproof.standalone.network.HttpHost;
import org.pathproof.standalone.settings.OperatorSettings;
import picocli.CommandLine.Option;

/** Options of both {@code up} and {@code demo}. */
final class SiteOptions {
    static final int BMP_PORT = 11019;
    static final int HTTP_PORT = 8080;
    static final int RTR_PORT = 8282;

    @Option(
            names = "--bmp-port",
            paramLabel = "PORT",
            description = "port of BMP from routers (default: pathproof.collector.bmp-port of --config, else "
                    + BMP_PORT + ")")
    @Nullable
    Integer bmpPort;

    @Option(
            names = "--http-host",
            paramLabel = "ADDRESS",
            description = "local address of REST and the dashboard; 0.0.0.0 for all addresses (default: server.address"
                    + " of --config, else " + HttpHost.LOOPBACK + ")")
    @Nullable
    String httpHost;

    @Option(
            names = "--http-port",
            paramLabel = "PORT",
            description = "port of REST and the dashboard (default: server.port of --config, else " + HTTP_PORT + ")")
    @Nullable
    Integer httpPort;

    @Option(
            names = "--rtr-port",
            paramLabel = "PORT",
            description =
                    "port of the RTR server for routers (default: pathproof.policy-api.rtr-port of --config, else "
                            + RTR_PORT + ")")
    @Nullable
    Integer rtrPort;

    @Option(names = "--data", paramLabel = "DIR", description = "folder for all data")
    @Nullable
    Path data;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "file with further settings, YAML or properties (docs/reference/settings.md lists them)")
    @Nullable
    Path config;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description = {
                "size of the Java heap, for example 768m or 4g; also PATHPROOF_HEAP",
                "(default: a quarter of the memory, at least 512m and at most 8g)"
            })
    @Nullable
    String heap; // read by the launcher, which starts the JVM

    /**
     * Returns the address of {@code --http-host}.
     *
     * @throws StartFailure if this machine does not have the address
     */
    Optional<String> httpHost() {
        if (httpHost != null) {
            InetAddress _ = HttpHost.parse("--http-host", httpHost);
        }
        return Optional.ofNullable(httpHost);
    }

    /** Returns the address on which the port of the web server must be free. */
    InetAddress httpAddress(OperatorSettings given) {
        return httpHost == null
                ? HttpHost.parse("server.address", given.text("server.address").orElse(HttpHost.LOOPBACK))
                : HttpHost.parse("--http-host", httpHost);
    }

    Optional<Path> config() {
        return Optional.ofNullable(config);
    }
}
