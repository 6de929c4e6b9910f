// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.questions;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import org.pathproof.history.engine.Archive;
import org.pathproof.history.engine.Engine;
import org.pathproof.history.engine.View;

/** Runs questions, each on one view, with limits of time, rows and concurrent queries. Thread-safe. */
public final class QuestionRunner {
    private static final long ROUND_UP_NANOS = TimeUnit.SECONDS.toNanos(1) - 1;
    private static final Duration MAX_WAIT = Duration.ofSeconds(2);

    private final Engine engine;
    private final Archive archive;
    private final Duration timeout;
    private final Semaphore permits;
    private final LongAdder count = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final AtomicLong nanos = new AtomicLong();

    /**
     * Creates a runner.
     *
     * @param timeout time limit of one query
     * @param concurrent number of questions that run at the same time
     */
    public QuestionRunner(Engine engine, Archive archive, Duration timeout, int concurrent) {
        this.engine = engine;
        this.archive = archive;
        this.timeout = timeout;
        this.permits = new Semaphore(concurrent, true);
    }

    /** The questions that one request asks, about one view. */
    public final class Session {
        private final View view;
        private final SessionBook book;
        private final DuckDBConnection connection;
        private final long deadline = System.nanoTime() + timeout.toNanos();

        private Session(View view, DuckDBConnection connection) throws SQLException {
            this.view = view;
            this.connection = connection;
            this.book = SessionBook.read(view, connection);
        }

        /** Returns the view. */
        public View view() {
            return view;
        }

        /** Returns the names of the sessions. */
        public SessionBook book() {
            return book;
        }

        /**
         * Runs a question.
         *
         * @param limit maximum number of rows
         * @throws UnansweredException if the time limit or the memory is exceeded
         */
        public Answer ask(Question question, int limit) throws SQLException {
            RowReader reader = new RowReader(question.columns(), book);
            List<List<@Nullable Object>> rows = new ArrayList<>();
            long left = TimeUnit.NANOSECONDS.toSeconds(deadline - System.nanoTime() + ROUND_UP_NANOS);
            if (left <= 0) {
                throw timedOut(null);
            }
            try (Statement statement = connection.createStatement()) {
                statement.setQueryTimeout((int) left);
                try (ResultSet result =
                        statement.executeQuery("SELECT * FROM (" + question.sql() + ") LIMIT " + (limit + 1L))) {
                    while (rows.size() <= limit && result.next()) {
                        rows.add(reader.read(result));
                    }
                }
            } catch (SQLException e) {
                if (e instanceof SQLTimeoutException || message(e).contains("INTERRUPT")) {
                    throw timedOut(e);
                }
                if (message(e).contains("Out of Memory")) {
                    throw new UnansweredException(
                            "the question needs more memory than pathproof.history.memory: ask for a shorter period",
                            e);
                }
                throw e;
            }
            boolean isTruncated = rows.size() > limit;
            if (isTruncated) {
                rows.removeLast();
            }
            return new Answer(reader.names(), rows, isTruncated);
        }

        private static String message(SQLException e) {
            return String.valueOf(e.getMessage());
        }

        private UnansweredException timedOut(@Nullable Throwable cause) {
            return new UnansweredException(
                    "the question took more than " + timeout.toSeconds()
                            + " s: ask for a shorter period, or raise pathproof.history.query-timeout",
                    cause);
        }
    }

    /** Asks questions in a session. */
    @FunctionalInterface
    public interface Asking<T> {
        /** Returns the result. */
        T ask(Session session) throws SQLException;
    }

    /**
     * Opens a session, and closes it afterwards.
     *
     * @throws UnansweredException if too many questions run, or a limit is exceeded
     */
    public <T> T run(Asking<T> asking) {
        boolean isPermitted = false;
        long start = System.nanoTime();
        count.increment();
        try {
            isPermitted = permits.tryAcquire(MAX_WAIT.toMillis(), TimeUnit.MILLISECONDS);
            if (!isPermitted) {
                throw new UnansweredException("too many questions are running: repeat the request later", null);
            }
            try (View view = archive.view();
                    DuckDBConnection connection = engine.connect()) {
                return asking.ask(new Session(view, connection));
            }
        } catch (SQLException e) {
            failures.increment();
            throw new IllegalStateException("the question failed: " + e.getMessage(), e);
        } catch (UnansweredException e) {
            failures.increment();
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnansweredException("the history is stopping", e);
        } finally {
            if (isPermitted) {
                permits.release();
            }
            nanos.addAndGet(System.nanoTime() - start);
        }
    }

    /** Returns the number of questions. */
    public double count() {
        return count.sum();
    }

    /** Returns the number of questions without an answer. */
    public double failures() {
        return failures.sum();
    }

    /** Returns the time of all questions in seconds. */
    public double seconds() {
        return nanos.get() / 1e9;
    }
}
