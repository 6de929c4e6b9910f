// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.io.IOException;
import java.nio.file.Path;
import org.pathproof.benchmark.feeds.table.FrrPaths;
import org.pathproof.benchmark.feeds.table.Lan;
import org.pathproof.benchmark.feeds.table.Lan.Upstream;
import org.pathproof.benchmark.feeds.table.Poller;
import org.pathproof.benchmark.feeds.table.Timeline;
import org.pathproof.harness.FrrBgpd;
import org.pathproof.wire.Prefix;

/**
 * FRR as border router. With a LAN, zebra writes routes to the kernel. Without one, FRR has no zebra and runs in a
 * view, where every next hop counts as reachable.
 */
final class FrrBorder implements Border {
    private final Timeline best = new Timeline("FRR");
    private final FrrBgpd router;
    private final Poller poller;

    FrrBorder(Path folder, int port, int bmpPort) throws IOException {
        String instance = Lan.isOwnNamespace() ? "" : "view border";
        router = new FrrBgpd(folder, Lan.BORDER, port, "bmp", config(instance, bmpPort), Lan.isOwnNamespace());
        poller = new Poller(best, new FrrPaths(router.vty(), instance));
    }

    private static String config(String instance, int bmpPort) {
        StringBuilder config = new StringBuilder("""
                ip prefix-list pathproof-nothing seq 5 deny any
                router bgp %d %s
                 bgp router-id 10.0.0.1
                 no bgp ebgp-requires-policy
                """.formatted(Workload.LOCAL_AS, instance));
        for (Upstream upstream : Upstream.values()) {
            config.append("""
                     neighbor %1$s remote-as %2$d
                     neighbor %1$s passive
                     neighbor %1$s disable-connected-check
                     address-family ipv4 unicast
                      neighbor %1$s soft-reconfiguration inbound
                     exit-address-family
                    """.formatted(upstream.address, upstream.asn));
        }
        config.append(internal(Lan.BIRD))
                .append(internal(Lan.FRR))
                .append(feed(Lan.PATHPROOF))
                .append(feed(Lan.REPLICA));
        return config.append("""
                 bmp mirror buffer-limit 134217728
                 bmp targets pathproof
                  bmp connect 127.0.0.1 port %d min-retry 100 max-retry 1000
                  bmp monitor ipv4 unicast pre-policy
                  bmp monitor ipv4 unicast post-policy
                  bmp mirror
                 exit
                exit
                """.formatted(bmpPort)).toString();
    }

    private static String feed(String address) {
        return internal(address) + """
                 address-family ipv4 unicast
                  neighbor %1$s route-reflector-client
                  neighbor %1$s prefix-list pathproof-nothing out
                 exit-address-family
                """.formatted(address);
    }

    private static String internal(String address) {
        return """
                 neighbor %1$s remote-as %2$d
                 neighbor %1$s passive
                """.formatted(address, Workload.LOCAL_AS);
    }

    @Override
    public Timeline best() {
        return best;
    }

    @Override
    public void watch(Prefix prefix) {
        poller.watch(prefix);
    }

    @Override
    public void close() throws IOException {
        poller.close();
        router.close();
    }
}
