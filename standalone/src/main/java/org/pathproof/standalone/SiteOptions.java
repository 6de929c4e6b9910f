// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that {@code up} and {@code demo} have in common. */
final class SiteOptions {
    static final int BMP_PORT = 11019;
    static final int HTTP_PORT = 8080;
    static final int RTR_PORT = 8282;

    @Option(
            names = "--bmp-port",
            paramLabel = "PORT",
            description = "where routers connect with BMP (default: " + BMP_PORT + ")")
    @Nullable
    Integer bmpPort;

    @Option(
            names = "--http-host",
            paramLabel = "ADDRESS",
            description =
                    "local address of REST and the dashboard; 0.0.0.0 for all (default: " + HttpHost.LOOPBACK + ")")
    @Nullable
    String httpHost;

    @Option(
            names = "--http-port",
            paramLabel = "PORT",
            description = "REST and the dashboard (default: " + HTTP_PORT + ")")
    @Nullable
    Integer httpPort;

    @Option(
            names = "--rtr-port",
            paramLabel = "PORT",
            description = "the RTR server for routers (default: " + RTR_PORT + ")")
    @Nullable
    Integer rtrPort;

    @Option(names = "--data", paramLabel = "DIR", description = "the folder of everything that is kept")
    @Nullable
    Path data;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "a file of further settings (YAML or properties), as docs/reference/settings.md lists them")
    @Nullable
    Path config;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description = {
                "size of the Java heap, as 768m or 4g; also as environment variable PATHPROOF_HEAP",
                "(default: a quarter of the memory, at least 512m and at most 8g)"
            })
    @Nullable
    String heap; // the launcher reads it, before there is a JVM

    /** The address of the web server if one is named; throws StartFailure when it is not one of this machine. */
    Optional<String> httpHost() {
        InetAddress _ = httpAddress();
        return Optional.ofNullable(httpHost);
    }

    /** The address at which the port of the web server has to be free. */
    InetAddress httpAddress() {
        return HttpHost.parse(httpHost == null ? HttpHost.LOOPBACK : httpHost);
    }

    Optional<Path> config() {
        return Optional.ofNullable(config);
    }
}
