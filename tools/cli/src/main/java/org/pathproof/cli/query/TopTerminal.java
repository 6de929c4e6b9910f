// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.DecimalText;

/**
 * A terminal that shows a screen in place, by ANSI sequences (ECMA-48). {@code stty} of the system reads the size and
 * switches the line mode of the keys off. {@link #close} restores both, also at Ctrl-C.
 */
final class TopTerminal implements AutoCloseable {
    private static final String OPEN = "\033[?1049h\033[?25l";
    private static final String CLOSE = "\033[0m\033[?25h\033[?1049l";
    private static final String HOME = "\033[H";
    private static final String END_LINE = "\033[K\r\n";
    private static final String END_SCREEN = "\033[J";
    private static final String RESET = "\033[0m";
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,4}) ([0-9]{1,4})");
    private static final File DEVICE = new File("/dev/tty");

    private final PrintWriter out;
    private final boolean colors;
    private final CountDownLatch quit = new CountDownLatch(1);
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Thread hook = new Thread(this::restore, "terminal-restore");
    private final @Nullable String settings;

    /**
     * The size of a terminal.
     *
     * @param width in characters
     * @param height in lines
     */
    record Size(int width, int height) {}

    private TopTerminal(PrintWriter out, boolean colors) {
        this.out = out;
        this.colors = colors;
        this.settings = stty("-g");
        if (settings != null) {
            stty("-icanon", "-echo", "min", "1");
        }
        out.print(OPEN);
        out.flush();
        Runtime.getRuntime().addShutdownHook(hook);
        Thread.ofPlatform().daemon().name("terminal-keys").start(this::readKeys);
    }

    /** Opens the terminal. Colors are off if the environment variable NO_COLOR is set and not empty. */
    static TopTerminal open(PrintWriter out) {
        String noColor = System.getenv("NO_COLOR");
        return new TopTerminal(out, noColor == null || noColor.isEmpty());
    }

    /** Returns true if standard input and output are a terminal. */
    @SuppressWarnings("SystemConsoleNull") // the default of JDK 25 returns null again
    static boolean isThere() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    private void readKeys() {
        try {
            for (int key = System.in.read(); key >= 0; key = System.in.read()) {
                if (key == 'q' || key == 'Q') {
                    quit.countDown();
                    return;
                }
            }
        } catch (IOException e) {
            return; // The terminal is gone: Ctrl-C or the end of the session ends the program.
        }
    }

    /** Returns the present size; 80 x 24 if the terminal does not tell it. */
    Size size() {
        String answer = stty("size");
        Matcher matcher = SIZE.matcher(answer == null ? "" : answer);
        if (matcher.matches()) {
            int height = number(matcher.group(1));
            int width = number(matcher.group(2));
            if (width > 0 && height > 0) {
                return new Size(width, height);
            }
        }
        return new Size(80, 24);
    }

    private static int number(String text) {
        return Math.toIntExact(DecimalText.parse(text, 9_999).orElse(0));
    }

    /** Replaces the screen. Does nothing once the terminal is restored. */
    synchronized void show(List<TopScreen.Line> lines) {
        if (!closed.get()) {
            out.print(frame(lines, colors));
            out.flush();
        }
    }

    /** Returns the text that replaces a screen. The last line has no line end, so that the terminal does not scroll. */
    static String frame(List<TopScreen.Line> lines, boolean colors) {
        StringBuilder frame = new StringBuilder(HOME);
        for (int i = 0; i < lines.size(); i++) {
            TopScreen.Line line = lines.get(i);
            String style = !colors
                    ? ""
                    : switch (line.style()) {
                        case PLAIN -> "";
                        case TITLE -> "\033[1m";
                        case FAULT -> "\033[31m";
                    };
            frame.append(style).append(line.text()).append(style.isEmpty() ? "" : RESET);
            frame.append(i < lines.size() - 1 ? END_LINE : "\033[K");
        }
        return frame.append(END_SCREEN).toString();
    }

    /** Waits for a time. Returns true if the user has pressed q. */
    boolean awaitQuit(Duration time) throws InterruptedException {
        return quit.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    private synchronized void restore() {
        if (closed.compareAndSet(false, true)) {
            out.print(CLOSE);
            out.flush();
            if (settings != null) {
                stty(settings);
            }
        }
    }

    @Override
    public void close() {
        restore();
        Runtime.getRuntime().removeShutdownHook(hook);
    }

    /** Runs {@code stty} for the terminal. Returns its output; null if it fails. */
    private static @Nullable String stty(String... arguments) {
        String[] command = new String[arguments.length + 1];
        command[0] = "stty";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectInput(DEVICE)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String text = new String(process.getInputStream().readAllBytes(), US_ASCII).strip();
            return process.waitFor() == 0 ? text : null;
        } catch (IOException e) {
            return null; // no stty, or no terminal
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }
}
