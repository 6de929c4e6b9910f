// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.schemes;

import java.util.List;
import java.util.Locale;

/**
 * The operations table of "High Performance BGP Security" (NANOG 69): rates of one core, published and here.
 *
 * @param results of all schemes; those of BGPsec are used
 */
record FastBgpsecTables(List<DetailedResult> results) {
    private static final double MICROS_PER_SECOND = 1e6;

    /** Rates with hash generation (slide "taraEcCRYPT Performance"). */
    private enum Published {
        P256("p-256", 40_076.27, 29_521.49),
        P384("p-384", 18_163.09, 10_706.65);

        private final String parameters;
        private final double sign;
        private final double verify;

        Published(String parameters, double sign, double verify) {
            this.parameters = parameters;
            this.sign = sign;
            this.verify = verify;
        }
    }

    String operations() {
        StringBuilder text = new StringBuilder("| operations/s | published | here |\n|---|--:|--:|\n");
        for (Published published : Published.values()) {
            DetailedResult result = results.stream()
                    .filter(one -> one.basic().scheme().equals("BGPsec")
                            && one.basic().parameters().equals(published.parameters))
                    .findFirst()
                    .orElseThrow();
            row(
                    text,
                    published,
                    "sign",
                    published.sign,
                    MICROS_PER_SECOND / result.basic().signMicros());
            row(
                    text,
                    published,
                    "verify, one path of 4 hops at a time",
                    published.verify,
                    MICROS_PER_SECOND / result.basic().verifyMicros());
        }
        return text.toString();
    }

    private static void row(StringBuilder text, Published published, String operation, double then, double here) {
        text.append(String.format(
                Locale.ROOT, "| %s: %s | %,.0f | %,.0f |%n", published.parameters, operation, then, here));
    }
}
