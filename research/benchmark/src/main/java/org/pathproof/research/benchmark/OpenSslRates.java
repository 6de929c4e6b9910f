// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rates of OpenSSL on this machine, from {@code openssl speed}.
 *
 * @param version empty if OpenSSL is not installed
 */
record OpenSslRates(String version, List<Rate> rates) {
    /** Signatures and verifications per second. */
    record Rate(String algorithm, double sign, double verify) {}

    private static final List<String> ALGORITHMS = List.of("dsa1024", "rsa1024", "rsa2048", "ecdsap256", "ecdsap384");
    private static final Pattern RESULT = Pattern.compile(
            "^\\s*(?<name>(?:rsa|dsa)\\s+\\d+ bits|\\d+ bits? ecdsa \\(\\w+\\))(?:\\s+[\\d.]+s)+(?<rates>(?:\\s+[\\d.]+)+)\\s*$",
            Pattern.MULTILINE);

    /**
     * Measures each algorithm for a second. An algorithm that this OpenSSL does not support is left out.
     *
     * @throws IOException if OpenSSL is not installed
     */
    static OpenSslRates measure() throws IOException {
        String version = output(List.of("openssl", "version")).strip();
        List<Rate> rates = new ArrayList<>();
        for (String algorithm : ALGORITHMS) {
            rates.addAll(parse(output(List.of("openssl", "speed", "-seconds", "1", algorithm))));
        }
        return new OpenSslRates(version, rates);
    }

    /** Returns the results in the output of {@code openssl speed}. */
    static List<Rate> parse(String output) {
        List<Rate> rates = new ArrayList<>();
        Matcher matcher = RESULT.matcher(output);
        while (matcher.find()) {
            String[] columns = matcher.group("rates").strip().split("\\s+");
            String name = matcher.group("name").replaceAll("\\s+", " ");
            rates.add(new Rate(name, Double.parseDouble(columns[0]), Double.parseDouble(columns[1])));
        }
        return rates;
    }

    private static String output(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (InputStream in = process.getInputStream()) {
            String output = new String(in.readAllBytes(), UTF_8);
            process.waitFor();
            return output;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
