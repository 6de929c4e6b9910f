// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.input;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The state of the writer, for health and metrics. Thread-safe. */
public final class WriterStatus {
    private final AtomicLong changes = new AtomicLong();
    private final AtomicLong records = new AtomicLong();
    private final AtomicLong rejected = new AtomicLong();
    private final AtomicLong sliceFailures = new AtomicLong();
    private volatile boolean isComplete;
    private volatile @Nullable String problem = "the history has not started to read yet";
    private volatile long readUs;
    private volatile long lagRecords = -1;
    private volatile long recentRows;
    private volatile long liveRoutes;

    /** Returns the number of changes since the start of the process. */
    public long changes() {
        return changes.get();
    }

    /** Returns the number of records of verdicts since the start of the process. */
    public long records() {
        return records.get();
    }

    /** Returns the number of records that could not be decoded. */
    public long rejected() {
        return rejected.get();
    }

    /** Returns the number of slices that could not be written. */
    public long sliceFailures() {
        return sliceFailures.get();
    }

    /** Returns true once the records from before the history, or those after a gap, were read. */
    public boolean isComplete() {
        return isComplete;
    }

    /** Returns the present fault of the writer; null if there is none. */
    public @Nullable String problem() {
        return problem;
    }

    /** Returns the time up to which all records were read, microseconds since 1970; 0 before the first. */
    public long readUs() {
        return readUs;
    }

    /** Returns the number of unread records; negative while it is unknown. */
    public long lagRecords() {
        return lagRecords;
    }

    /** Returns the number of rows that no file has. */
    public long recentRows() {
        return recentRows;
    }

    /** Returns the number of live routes. */
    public long liveRoutes() {
        return liveRoutes;
    }

    void addChange() {
        changes.incrementAndGet();
    }

    void addRecords(long read) {
        records.addAndGet(read);
    }

    void addRejected() {
        rejected.incrementAndGet();
    }

    void addSliceFailure() {
        sliceFailures.incrementAndGet();
    }

    void setComplete(boolean complete) {
        isComplete = complete;
    }

    void setProblem(@Nullable String text) {
        problem = text;
    }

    void setProgress(long readUpToUs, long lag, long rows, long routes) {
        readUs = readUpToUs;
        lagRecords = lag;
        recentRows = rows;
        liveRoutes = routes;
    }
}
