// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A child process that runs {@code runner.c}. The program measures OpenSSL and the native kernels without a JVM. */
final class NativeRunner implements AutoCloseable {
    private static final String SOURCE = "runner.c";
    private static final String LIBRARY = "/native/linux-x86_64/libpathproof_p256.so";
    private static final List<String> COMPILERS = List.of("cc", "gcc", "clang");

    private final Process process;
    private final Writer commands;
    private final BufferedReader replies;

    private NativeRunner(Process process) {
        this.process = process;
        commands = process.outputWriter(UTF_8);
        replies = process.inputReader(UTF_8);
    }

    /** A runner, or the reason for its absence: the rest of a sentence that begins with "the native runner". */
    sealed interface Opened {
        record Running(NativeRunner runner) implements Opened {}

        record Absent(String reason) implements Opened {}
    }

    /**
     * Compiles and starts a runner.
     *
     * @param folder folder for the program and its library
     * @param processors processors for the threads of the runner
     */
    static Opened open(Workload workload, Path folder, List<Integer> processors) throws IOException {
        if (processors.isEmpty()) {
            return new Opened.Absent("cannot bind threads to processors on this system");
        }
        Path source = folder.resolve(SOURCE);
        copy(SOURCE, source);
        Path program = folder.resolve("runner");
        String problem = "finds no C compiler";
        for (String compiler : COMPILERS) {
            String output =
                    run(compiler, "-O2", "-pthread", source.toString(), "-o", program.toString(), "-lcrypto", "-ldl");
            if (output == null) {
                continue;
            }
            if (output.isEmpty()) {
                return new Opened.Running(new NativeRunner(start(program, workload, folder, processors)));
            }
            problem = "does not compile: "
                    + output.lines()
                            .filter(line -> line.contains("error"))
                            .findFirst()
                            .orElse(output);
            break;
        }
        return new Opened.Absent(problem);
    }

    private static Process start(Path program, Workload workload, Path folder, List<Integer> processors)
            throws IOException {
        Path library = folder.resolve("libpathproof_p256.so");
        boolean built = copy(LIBRARY, library);
        List<String> command = new ArrayList<>(
                List.of(program.toString(), workload.file().toString(), built ? library.toString() : "-"));
        processors.forEach(processor -> command.add(processor.toString()));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static boolean copy(String resource, Path to) throws IOException {
        try (InputStream in = NativeRunner.class.getResourceAsStream(resource)) {
            if (in == null) {
                return false;
            }
            Files.copy(in, to, StandardCopyOption.REPLACE_EXISTING);
            return true;
        }
    }

    /** Returns the output of a command that failed; empty after a success, null if the command does not exist. */
    private static @Nullable String run(String... command) throws IOException {
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            return null;
        }
        try (InputStream in = process.getInputStream()) {
            String output = new String(in.readAllBytes(), UTF_8);
            return process.waitFor() == 0 ? "" : output;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Returns OpenSSL with its fastest interface. */
    Contestant.OtherProcess openSsl() {
        return new Implementation(
                "OpenSSL", version(), false, false, Map.of(Job.VERIFY, "verify", Job.WHOLE_JOB, "whole-job"));
    }

    /** Returns OpenSSL with the interface of {@code openssl speed}, which takes the signature in DER. */
    Contestant.OtherProcess openSslEvp() {
        return new Implementation(
                "OpenSSL, EVP_PKEY_verify", version(), false, false, Map.of(Job.VERIFY, "evp-verify"));
    }

    private String version() {
        return send("version").substring("ok ".length());
    }

    /** Returns the kernels of Pathproof that run on this machine, called from C. */
    List<Contestant.OtherProcess> kernels() {
        List<Contestant.OtherProcess> kernels = new ArrayList<>();
        for (String kernel : List.of("ifma", "avx2", "scalar")) {
            if (send(kernel + " 1 1 1").startsWith("ok ")) {
                kernels.add(new Implementation(kernel + " in C", "Pathproof", true, true, Map.of(Job.VERIFY, kernel)));
            }
        }
        return kernels;
    }

    /** One of the implementations in the runner. */
    private final class Implementation implements Contestant.OtherProcess {
        private final String name;
        private final String version;
        private final boolean ours;
        private final boolean batches;
        private final Map<Job, String> commands;

        Implementation(String name, String version, boolean ours, boolean batches, Map<Job, String> commands) {
            this.name = name;
            this.version = version;
            this.ours = ours;
            this.batches = batches;
            this.commands = commands;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String version() {
            return version;
        }

        @Override
        public boolean ours() {
            return ours;
        }

        @Override
        public boolean batches() {
            return batches;
        }

        @Override
        public Set<Job> jobs() {
            return commands.keySet();
        }

        @Override
        public Sample measure(Job job, int batch, int threads, Duration length) {
            String reply = send(commands.get(job) + " " + batch + " " + threads + " " + length.toMillis());
            String[] words = reply.split(" ", -1);
            return new Sample(Long.parseLong(words[1]), threads, Long.parseLong(words[2]), Long.parseLong(words[3]));
        }
    }

    private synchronized String send(String command) {
        try {
            commands.write(command + "\n");
            commands.flush();
            String reply = replies.readLine();
            if (reply == null) {
                throw new IllegalStateException("the native runner has ended");
            }
            return reply;
        } catch (IOException e) {
            throw new UncheckedIOException("the native runner does not respond", e);
        }
    }

    @Override
    public void close() throws IOException {
        commands.close(); // the process ends when its standard input is closed
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
