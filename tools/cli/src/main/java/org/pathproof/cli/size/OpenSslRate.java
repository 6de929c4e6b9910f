// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.size;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Measures the P-256 verifications of OpenSSL on one core of this machine. */
final class OpenSslRate {
    private static final List<String> COMMAND = List.of("openssl", "speed", "-seconds", "1", "ecdsap256");
    private static final long TIMEOUT_SECONDS = 60;
    /** Operation, time of a signature, time of a verification, signatures a second, verifications a second. */
    private static final Pattern RESULT = Pattern.compile("\\(nistp256\\)\\s+\\S+s\\s+\\S+s\\s+[0-9.]+\\s+([0-9.]+)");

    private OpenSslRate() {}

    /** Returns the verifications a second of CPU time; empty if OpenSSL is missing or prints no rate. */
    static OptionalDouble measure() throws InterruptedException {
        try {
            Process process = new ProcessBuilder(COMMAND)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), UTF_8);
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return OptionalDouble.empty();
            }
            return parse(output);
        } catch (IOException e) {
            return OptionalDouble.empty(); // no OpenSSL
        }
    }

    /** Returns the rate in the output of {@code openssl speed ecdsap256}. */
    static OptionalDouble parse(String output) {
        Matcher result = RESULT.matcher(output);
        return result.find() ? OptionalDouble.of(Double.parseDouble(result.group(1))) : OptionalDouble.empty();
    }
}
