// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark;

import java.util.List;
import java.util.Map;

/**
 * Figures that the keychain paper publishes ("Securing BGP through Keychain-based Signatures"), measured on a Pentium 4
 * with 1.8 GHz.
 */
final class KeychainFigures {
    /** Average length of AS paths in the paper's estimates. */
    static final double HOPS = 3.7;

    /** Speed of handling an UPDATE as a multiple of S-BGP (Table I). */
    static final Map<String, String> SPEEDUP =
            Map.of("S-BGP", "1", "SAS-V", "2", "SPV", "13", "KC-RSA", "2", "KC-MT", "34");

    /** Signing and verification of one signature in microseconds (Table III), S-BGP with prepared nonces. */
    static final Map<String, Operation> OPERATIONS = Map.of(
            "S-BGP", new Operation("3,802/30", "4,607"),
            "SPV", new Operation("703", "191"),
            "SAS-V", new Operation("6,800", "350"),
            "KC-RSA", new Operation("6,800", "350"),
            "KC-MT", new Operation("90", "111"));

    /** Average and maximum delay in seconds (Table V). */
    static final Map<String, Delay> DELAYS = Map.of(
            "S-BGP", new Delay("0.600/3.201", "515.842/952.834"),
            "SPV", new Delay("0.038/0.215", "4.163/14.09"),
            "KC-RSA", new Delay("0.183/1.038", "251.9/454.3"),
            "KC-MT", new Delay("0.015/0.088", "0.809/3.224"));

    /** Messages per second under saturation (section V-A.3). */
    static final Map<String, String> SATURATED =
            Map.of("S-BGP", "60", "SAS-V", "120", "KC-RSA", "120", "SPV", "800", "KC-MT", "2,500");

    /** Signature bytes of a hop (section V-B); 128 in all for the aggregates. */
    static final Map<String, String> BYTES = Map.of(
            "S-BGP",
            "40 a hop",
            "SPV",
            "353 a hop",
            "SAS-V",
            "128 in all",
            "KC-RSA",
            "128 in all",
            "KC-MT",
            "213 a hop");

    /** Routers and their published memory in MB (Table VI). */
    static final List<Router> ROUTERS = List.of(
            new Router(1221, 211_721, 3.555, memory("28.7", "253", "25.8", "152.5", "102.1", "76.7")),
            new Router(4637, 163_918, 3.356, memory("21", "185", "20", "111.5", "75.7", "57.2")),
            new Router(7660, 167_288, 4.46, memory("28.5", "250.8", "20.4", "151.2", "96", "70.8")));

    private KeychainFigures() {}

    record Operation(String sign, String verify) {}

    record Delay(String normal, String pathological) {}

    /** A router of Table VI. */
    record Router(int asn, int entries, double hops, Map<String, String> memory) {}

    private static Map<String, String> memory(
            String sbgp, String spv, String rsa, String mt, String equal, String moreRsa) {
        return Map.of(
                "S-BGP", sbgp,
                "SPV", spv,
                "KC-RSA", rsa,
                "SAS-V", rsa,
                "KC-MT", mt,
                "KC-Hybrid 1-1", equal,
                "KC-Hybrid 2-1", moreRsa);
    }
}
