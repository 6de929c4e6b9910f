// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * The processes of a run and their folder. The processes end on {@link #close} and when this JVM ends. Where setpriv is
 * installed, they also end when this JVM is killed. The next run removes the files of a killed run.
 */
public final class ProcessGroup implements AutoCloseable {
    private static final String RUN = "run-";

    private final Path folder;
    private final List<ChildProcess> processes = new CopyOnWriteArrayList<>();
    private final AtomicInteger started = new AtomicInteger();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Optional<String> setpriv = Programs.find("setpriv");
    private final Thread hook = new Thread(this::killAtExit, "process-group-end");

    private ProcessGroup(Path folder) {
        this.folder = folder;
    }

    /** Creates the group of a run whose files are below {@code parent}, and removes the files of dead runs. */
    public static ProcessGroup in(Path parent) throws IOException {
        Files.createDirectories(parent);
        removeLeftovers(parent);
        Path folder = Files.createDirectories(
                parent.resolve(RUN + ProcessHandle.current().pid()));
        ProcessGroup group = new ProcessGroup(folder.toAbsolutePath());
        Runtime.getRuntime().addShutdownHook(group.hook);
        return group;
    }

    private static void removeLeftovers(Path parent) throws IOException {
        try (Stream<Path> runs = Files.list(parent)) {
            for (Path run : runs.filter(p -> p.getFileName().toString().matches(RUN + "\\d{1,18}"))
                    .toList()) {
                long pid = Long.parseLong(run.getFileName().toString().substring(RUN.length()));
                if (ProcessHandle.of(pid).isEmpty()) {
                    delete(run);
                }
            }
        }
    }

    /** Returns the folder of this run, which has the logs. */
    public Path folder() {
        return folder;
    }

    /** Returns a folder for the data of one process, and creates it if it is absent. */
    public Path folder(String name) {
        try {
            return Files.createDirectories(folder.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a main class of the class path of this JVM. Its output goes to a log file. */
    public ChildProcess java(
            String stage, String jvmArguments, String main, Map<String, ?> settings, String... arguments) {
        return java(List.of(), stage, jvmArguments, main, settings, arguments);
    }

    /**
     * Starts a main class of the class path of this JVM. Its output goes to a log file.
     *
     * @param wrapper command that runs the command that follows it, such as {@code ip netns exec name}; may be empty
     * @param stage name of the process, of its working folder and of its log
     * @param jvmArguments arguments of the JVM, separated by single spaces
     * @param main name of the main class
     * @param settings system properties
     */
    public ChildProcess java(
            List<String> wrapper,
            String stage,
            String jvmArguments,
            String main,
            Map<String, ?> settings,
            String... arguments) {
        List<String> command = new ArrayList<>(wrapper);
        command.addAll(javaCommand(jvmArguments, main, settings, arguments));
        return start(stage, command);
    }

    /** Starts a main class whose standard input and output are pipes of this JVM. Its errors go to a log file. */
    public ChildProcess javaWithPipes(String stage, String jvmArguments, String main) {
        return start(stage, javaCommand(jvmArguments, main, Map.of()), true);
    }

    private static List<String> javaCommand(
            String jvmArguments, String main, Map<String, ?> settings, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(Arrays.asList(jvmArguments.split(" ", -1)));
        command.addAll(userOptions());
        settings.forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main);
        command.addAll(Arrays.asList(arguments));
        return command;
    }

    /** Returns the JVM options of PATHPROOF_JAVA_OPTS, which the JVMs of {@code ./pathproof} have, too. */
    private static List<String> userOptions() {
        String options = System.getenv().getOrDefault("PATHPROOF_JAVA_OPTS", "").strip();
        return options.isEmpty() ? List.of() : List.of(options.split(" +"));
    }

    /** Starts a program. Its output goes to a log file. */
    public ChildProcess start(String stage, List<String> command) {
        return start(stage, command, false);
    }

    private ChildProcess start(String stage, List<String> command, boolean pipes) {
        List<String> whole = new ArrayList<>();
        setpriv.ifPresent(program -> whole.addAll(List.of(program, "--pdeathsig", "KILL", "--")));
        whole.addAll(command);
        Path log = folder.resolve(stage + "-" + started.incrementAndGet() + ".log");
        ProcessBuilder builder =
                new ProcessBuilder(whole).directory(folder(stage).toFile()).redirectError(log.toFile());
        if (!pipes) {
            builder.redirectErrorStream(true).redirectOutput(log.toFile());
            builder.redirectInput(new File("/dev/null"));
        }
        try {
            ChildProcess process = new ChildProcess(stage, builder.start(), log);
            processes.add(process);
            if (closed.get()) {
                process.kill();
            }
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(stage + " cannot be started: " + e.getMessage(), e);
        }
    }

    /** Returns the live processes of a stage, in the order of their start. */
    public List<ChildProcess> of(String stage) {
        return processes.stream()
                .filter(process -> process.name().equals(stage) && process.isAlive())
                .toList();
    }

    /** Returns all live processes. */
    public List<ChildProcess> alive() {
        return processes.stream().filter(ChildProcess::isAlive).toList();
    }

    /** Kills all processes and removes their files. */
    @Override
    public void close() throws IOException {
        endAll();
        Runtime.getRuntime().removeShutdownHook(hook);
    }

    private void killAtExit() {
        try {
            endAll();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void endAll() throws IOException {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        processes.forEach(process -> process.process().destroyForcibly());
        processes.forEach(ChildProcess::kill);
        delete(folder);
    }

    private static void delete(Path root) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(root)) {
            files = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
    }
}
