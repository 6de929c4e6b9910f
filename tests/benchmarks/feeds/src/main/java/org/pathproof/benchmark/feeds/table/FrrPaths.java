// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds.table;

import java.io.IOException;
import java.nio.file.Path;
import org.pathproof.wire.Prefix;
import tools.jackson.databind.JsonNode;

/** The best paths of FRR, through the socket of vtysh. */
public final class FrrPaths implements Poller.Source {
    private final FrrVty vty;
    private final String instance;

    /** @param instance {@code view NAME}, or empty for the default instance */
    public FrrPaths(Path vty, String instance) throws IOException {
        this.vty = new FrrVty(vty);
        this.instance = instance;
    }

    @Override
    public Best best(Prefix prefix) throws IOException {
        JsonNode table = vty.json("show bgp " + instance + " ipv4 unicast " + prefix + " json");
        for (JsonNode path : table.path("paths")) {
            if (path.at("/bestpath/overall").asBoolean(false)) {
                return Best.of(
                        path.at("/nexthops/0/ip").asString(""),
                        path.path("locPrf").asLong(0),
                        path.at("/peer/peerId").asString(""),
                        path.at("/aspath/string").asString(""));
            }
        }
        return Best.NONE;
    }

    @Override
    public void close() throws IOException {
        vty.close();
    }
}
