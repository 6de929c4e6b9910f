// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark;

import java.util.List;
import java.util.Locale;
import org.pathproof.research.schemes.hors.ForgeryProbability;
import org.pathproof.research.schemes.hors.ForgerySimulation;
import org.pathproof.research.schemes.hors.HashFamily;
import org.pathproof.research.schemes.hors.HorsShape;

/** The page forgery.md: the formula beside the simulation. Fixed seeds give the same page each time. */
final class ForgeryPage {
    /** Name of the file in the folder of the pages. */
    static final String FILE = "forgery.md";

    private static final HorsShape SPV = HorsShape.of(256, 6);
    private static final HorsShape KC_MT = HorsShape.of(512, 3);
    private static final int SPV_SIGNATURES = 15;
    private static final int KEYS = 200;
    private static final int ATTEMPTS = 1000;

    private ForgeryPage() {}

    /** Runs the simulations and returns the page. */
    static String text() {
        StringBuilder page = new StringBuilder(String.format(Locale.ROOT, """
                # Forgery after k signatures: SPV and KC-MT

                For readers of the comparisons: how safe a HORS key is after k signatures, by formula and by simulation. The
                command `./pathproof bench schemes --page forgery` writes this page.

                A HORS signature discloses some of the n secret values of a key. A forger succeeds with a message that selects
                disclosed values only. The formula is exact for random messages; the bound (k m / n)^m is that of the HORS paper.
                The simulation attacks %,d keys with %,d messages each. The simulation verifies each forged signature against the
                public key. The error is one standard error.
                """, KEYS, ATTEMPTS));
        addSimulation(page, "SPV", SPV);
        addSimulation(page, "KC-MT", KC_MT);
        addShapes(page);
        return page.toString();
    }

    private static void addSimulation(StringBuilder page, String scheme, HorsShape shape) {
        page.append(String.format(Locale.ROOT, "\n## %s: HORS(%d, %d)\n\n", scheme, shape.leaves(), shape.selected()));
        page.append(
                "| signatures k | formula | formula as 2^x | bound | simulation | error |\n|---|---|---|---|---|---|\n");
        for (int signatures : List.of(1, 5, 10, 15, 20, 30, 60, 120)) {
            double exact = ForgeryProbability.exact(shape, signatures);
            ForgerySimulation.Result result =
                    new ForgerySimulation(shape, HashFamily.AES, 2007).run(signatures, KEYS, ATTEMPTS);
            page.append(String.format(
                    Locale.ROOT,
                    "| %d | %s | %s | %s | %s | %s |\n",
                    signatures,
                    number(exact),
                    exponent(exact),
                    number(ForgeryProbability.bound(shape, signatures)),
                    number(result.probability()),
                    number(result.standardError())));
        }
    }

    private static void addShapes(StringBuilder page) {
        double limit = ForgeryProbability.exact(SPV, SPV_SIGNATURES);
        page.append(String.format(Locale.ROOT, """

                ## Σ and size by (n, m)

                Figure 4 of the KC-MT paper varies n and m. Σ is the largest number of signatures whose forgery probability is at
                most that of SPV after %d signatures: %s, or 2^%s. The paper calls it "around 2^-11". The size is the mean of a
                signature with values of 16 bytes and nodes of 8 bytes. The paper prints 213 bytes for (512, 3).

                | n | m | Σ | bytes |
                |---|---|---|---|
                """, SPV_SIGNATURES, number(limit), exponent(limit)));
        for (int leaves : List.of(256, 512, 1024)) {
            for (int selected = 2; selected <= 6; selected++) {
                HorsShape shape = HorsShape.of(leaves, selected);
                page.append(String.format(
                        Locale.ROOT,
                        "| %d | %d | %d | %.1f |\n",
                        leaves,
                        selected,
                        ForgeryProbability.maxSignatures(shape, limit),
                        ForgeryProbability.expectedBytes(shape, HashFamily.AES.create())));
            }
        }
        page.append(String.format(
                Locale.ROOT,
                """

                An attacker on KC-MT chooses its own attestation key, which is part of the signed message. So it can try messages
                offline until one needs disclosed values only: about %,.0f attempts after Σ signatures. The paper counts one message.
                With HORS(4096, 16), the probability stays below 2^-64 for %d signatures, and a signature has %,.0f bytes with values
                and nodes of 16 bytes. BGPsec needs about 100 bytes a hop.
                """,
                1 / limit,
                ForgeryProbability.maxSignatures(HorsShape.of(4096, 16), 0x1p-64),
                ForgeryProbability.expectedBytes(HorsShape.of(4096, 16), HashFamily.SHA256.create())));
    }

    private static String number(double value) {
        return value == 0
                ? "0"
                : value >= 0.01 ? String.format(Locale.ROOT, "%.3f", value) : String.format(Locale.ROOT, "%.2e", value);
    }

    private static String exponent(double value) {
        return String.format(Locale.ROOT, "%.1f", Math.log(value) / Math.log(2));
    }
}
