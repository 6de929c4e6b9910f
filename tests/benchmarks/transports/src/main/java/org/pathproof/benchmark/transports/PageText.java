// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import java.util.Optional;
import java.util.stream.Collectors;
import org.pathproof.benchmark.kit.MarkdownText;

/** The texts of the page of results. */
final class PageText {
    static final String CERTIFICATES = """
            Each row has medians of three attempts, from the connect of a router at its relay. "router" is the certificate
            of the relay beside the router, "collector" that of the other side. The collector has one rule, for the name of
            the good router (`pathproof.collector.routers`). The collector and the relays read the CRL of the authority
            (`tls.crl`).
            """;

    private PageText() {}

    /** Returns the description of all figures. */
    static String method(Sizes sizes) {
        return """
                ## Method

                | figure | measurement |
                |---|---|
                | line | %,d routes, one every 50 ms, through ten relays that hold bytes back for 15 ms each: 150 ms if the transport itself took no time. From the due time at the router to the receipt by the collector |
                | paper | Wirtgen et al., *The Multiple Benefits of a Secure Transport for BGP* (2024), section 3.3: BIRD, ten routers, links of 15 ms, 30,000 routes, AMD Opteron 6176. "(sum)": stated as 0.4 ms more than TCP or TLS |
                | to the verdict | the same routes, which are signed, until a reader of `pathproof.verdicts` has the verdict |
                | table | %,d routes without signatures, with the AS paths of a real table, through one relay: from the first byte at the BMP socket to the last verdict, with one validator. The paper has its times of 1.2 million routes in a plot only |
                | CPU per update | one hop of the transport alone, kernel included: sending end and receiving end, for the bytes of the table in bulk. A pass with one relay fewer, and otherwise the same connections, is subtracted |
                | survives resets | five TCP resets with the exact sequence number, or five forged Initial packets of QUIC |
                | survives injection | five segments with the next sequence number, or five changed copies of an observed QUIC packet. "no" if the bytes reach the receiver or the session ends |

                The attacker reads all packets of the session, and sends by a raw socket. The forged packets have the TTL 64, as
                from some hops away. Every transport has the same table. Its routes are withdrawn before the next measurement.

                The relays run in one JVM, which also reads the verdicts. The collector has one listener for all kinds of
                TCP. With GTSM and TCP-AO, and with TCP-MD5 below TLS, the last hop to the collector is without them.
                """.formatted(sizes.updates(), sizes.routes());
    }

    /** Returns machine, load and command of a run. */
    static String machine(Run run) {
        String busy = run.machine().isBusy() ? "**Provisional: other programs used the machine.** " : "";
        return MarkdownText.wrap(busy + "Machine: " + run.machine().words() + ". Load before the run: "
                        + run.machine().loadOfMinute() + ". P-256: " + run.openssl() + ".")
                + "\n\n    ./pathproof bench transports --updates "
                + run.sizes().updates() + " --routes "
                + run.sizes().routes() + transports(run) + "\n";
    }

    /** Returns the option of a run that did not measure every transport. */
    private static String transports(Run run) {
        return run.results().size() == Kind.values().length
                ? ""
                : " --transport "
                        + run.results().stream().map(TransportResult::transport).collect(Collectors.joining(","));
    }

    /** Returns the comparison with remote blackholing. */
    static String blackholing(Optional<FeedTimes> feeds) {
        String own = feeds.map(FeedTimes::words).orElse("not measured yet (`./pathproof bench feeds`)");
        return """
                ## From an invalid path to the feed

                | | time | measurement |
                |---|---|---|
                | paper, secure remote blackholing | %s | section 5.2: from the first packet of a new session over TLS or QUIC, from Virginia to Belgium, to the receipt of the blackhole route |
                | Pathproof | %s | from the UPDATE with a wrong signature to the valid path at the border router, over a session that exists, on one machine: [feeds.md](feeds.md) |

                """.formatted(Paper.BLACKHOLE, own)
                + MarkdownText.wrap("The two differ: the paper's figure has the handshake and the round trips of an"
                        + " intercontinental line, and the victim asks for the route. Pathproof's figure has validation, and no"
                        + " person or victim acts.")
                + "\n";
    }
}
