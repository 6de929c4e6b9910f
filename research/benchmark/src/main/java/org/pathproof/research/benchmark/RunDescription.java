// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import org.pathproof.benchmark.kit.Machine;
import org.pathproof.benchmark.kit.MarkdownText;

/**
 * Describes a run on its pages: the machine, its load, and the rates of OpenSSL in the same run.
 *
 * @param quick true for a run with small samples
 */
record RunDescription(Machine machine, OpenSslRates openSsl, boolean quick) {
    String text() {
        StringBuilder text = new StringBuilder();
        text.append(MarkdownText.wrap(
                        (quick ? "Quick run of " : "Run of ") + LocalDate.ofInstant(machine.when(), ZoneOffset.UTC)
                                + " with `./pathproof bench schemes`, CPU time of one thread: "
                                + machine.processor() + ", " + machine.processors() + " processors, " + machine.java()
                                + "; load averages before the run " + machine.load()
                                + (quick ? ". Quick runs measure each operation for a second." : ".")))
                .append("\n\n")
                .append(MarkdownText.wrap(
                        "For comparison, `openssl speed` in the same run (" + openSsl.version() + "):"))
                .append("\n\n| algorithm | signatures/s | verifications/s |\n|---|--:|--:|\n");
        for (OpenSslRates.Rate rate : openSsl.rates()) {
            text.append(String.format(
                    Locale.ROOT, "| %s | %,.0f | %,.0f |%n", rate.algorithm(), rate.sign(), rate.verify()));
        }
        return text.toString();
    }
}
