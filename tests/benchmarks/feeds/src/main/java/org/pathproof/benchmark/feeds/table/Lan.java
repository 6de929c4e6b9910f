// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds.table;

import java.util.List;
import org.pathproof.harness.ChildProcess;

/**
 * Addresses of the run. In a network namespace of its own, the run has a LAN, because FRR with zebra accepts no
 * sessions on loopback addresses. Routers write routes with the next hops of the LAN to the kernel.
 */
public final class Lan {
    /** Address from which the border router sends BMP. */
    public static final String BMP_ROUTER = "127.0.0.1";

    public static final String BORDER = address(1);
    public static final String PATHPROOF = address(9);
    /** Address of the second replica. */
    public static final String REPLICA = address(8);

    public static final String BIRD = address(21);
    public static final String FRR = address(22);
    public static final String BGP_IDENTIFIER = "10.0.0.254";
    /** BGP Identifier of the second replica. A router selects the route of the lower one (RFC 4271 section 9.1.2.2). */
    public static final String REPLICA_IDENTIFIER = "10.0.0.250";

    /** Network of the next hops (RFC 2544). */
    public static final String NETWORK = "198.18.0.0/24";

    public static final String INTERFACE = "lan";

    private Lan() {}

    /** An upstream of the border router. No program has the address of its next hop. */
    public enum Upstream {
        /** The upstream with the shorter path, which the border router prefers. */
        SHORT(address(11), 64496, "198.18.0.101"),
        LONG(address(12), 64498, "198.18.0.102");

        public final String address;
        public final long asn;
        public final String nextHop;

        Upstream(String address, long asn, String nextHop) {
            this.address = address;
            this.asn = asn;
            this.nextHop = nextHop;
        }
    }

    private static String address(int host) {
        return (isOwnNamespace() ? "198.18.0." : "127.0.0.") + host;
    }

    /** Returns true for the address of a replica that feeds the border router. */
    public static boolean feeds(String address) {
        return address.equals(PATHPROOF) || address.equals(REPLICA);
    }

    /** Returns true if the launcher started this program in a network namespace of its own. */
    public static boolean isOwnNamespace() {
        return Boolean.getBoolean("pathproof.namespace");
    }

    /** Creates the LAN in the network namespace of this program. */
    public static void create() {
        runIp("link", "set", "lo", "up");
        runIp("link", "add", INTERFACE, "type", "veth", "peer", "name", INTERFACE + "-far");
        for (String address :
                List.of(BORDER, PATHPROOF, REPLICA, BIRD, FRR, Upstream.SHORT.address, Upstream.LONG.address)) {
            runIp("addr", "add", address + "/24", "dev", INTERFACE);
        }
        runIp("link", "set", INTERFACE, "up");
        runIp("link", "set", INTERFACE + "-far", "up");
    }

    private static void runIp(String... words) {
        String[] command = new String[words.length + 1];
        command[0] = "ip";
        System.arraycopy(words, 0, command, 1, words.length);
        ChildProcess.Outcome outcome = ChildProcess.run(command);
        if (outcome.exitCode() != 0) {
            throw new IllegalStateException(String.join(" ", command) + ": " + outcome.output());
        }
    }
}
