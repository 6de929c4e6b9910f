// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs {@code openssl speed ecdsap256} where OpenSSL cannot be called directly. Of its results, only the rate of
 * verification counts, with one key and one thread.
 */
final class OpenSslCommand implements Contestant.OtherProcess {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    /** Matches the result. The last column has the verifications per second of CPU time. */
    private static final Pattern RESULT =
            Pattern.compile("256 bits? ecdsa \\(nistp256\\)\\s+\\S+\\s+\\S+\\s+\\S+\\s+(\\d+(?:\\.\\d+)?)");

    private final String version;
    private final List<Integer> processors;

    private OpenSslCommand(String version, List<Integer> processors) {
        this.version = version;
        this.processors = processors;
    }

    /** Returns the command; empty if OpenSSL is not installed. */
    static Optional<OpenSslCommand> find(List<Integer> processors) {
        try {
            return Optional.of(
                    new OpenSslCommand(output(List.of("openssl", "version")).strip(), processors));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Override
    public String name() {
        return "OpenSSL";
    }

    @Override
    public String version() {
        return version + " (openssl speed)";
    }

    @Override
    public boolean ours() {
        return false;
    }

    @Override
    public boolean batches() {
        return false;
    }

    @Override
    public Set<Job> jobs() {
        return Set.of(Job.VERIFY);
    }

    @Override
    public Sample measure(Job job, int batch, int threads, Duration length) {
        List<String> command = new ArrayList<>();
        if (!processors.isEmpty()) {
            command.addAll(List.of("taskset", "-c", processors.getFirst().toString()));
        }
        command.addAll(
                List.of("openssl", "speed", "-seconds", Long.toString(Math.max(1, length.toSeconds())), "ecdsap256"));
        try {
            String output = output(command);
            Matcher matcher = RESULT.matcher(output);
            if (!matcher.find()) {
                throw new IllegalStateException("the output of openssl speed has no rate: " + output);
            }
            long rate = Math.round(Double.parseDouble(matcher.group(1)));
            return new Sample(rate, 1, NANOS_PER_SECOND, NANOS_PER_SECOND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String output(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (InputStream in = process.getInputStream()) {
            String output = new String(in.readAllBytes(), UTF_8);
            if (process.waitFor() != 0) {
                throw new IOException(String.join(" ", command) + " ended with " + process.exitValue());
            }
            return output;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
