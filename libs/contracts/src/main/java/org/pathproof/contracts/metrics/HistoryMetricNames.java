// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts.metrics;

/** Names of metrics of the history. */
public final class HistoryMetricNames {
    // History
    /** Changes of routes that the history has found. */
    public static final String CHANGES = "pathproof_history_changes_total";

    /** Records of verdicts that the history has read. */
    public static final String RECORDS = "pathproof_history_records_total";

    /** Records that the history could not decode. */
    public static final String REJECTED = "pathproof_history_rejected_records_total";

    /** Slices that could not be written, for example because the disk is full. Each is tried again. */
    public static final String SLICE_FAILURES = "pathproof_history_slice_failures_total";

    /** Questions to the history. */
    public static final String QUESTIONS = "pathproof_history_questions_total";

    /** Questions to the history that exceeded a limit or failed. */
    public static final String QUESTION_FAILURES = "pathproof_history_question_failures_total";

    /** Time of all questions to the history. */
    public static final String QUESTION_SECONDS = "pathproof_history_question_seconds_total";

    /** Live routes whose last state the history keeps. */
    public static final String LIVE_ROUTES = "pathproof_history_live_routes";

    /** Records of verdicts that the history has not read; NaN while unknown. */
    public static final String LAG = "pathproof_history_lag_records";

    /** Time by which the history is behind the verdicts; NaN before it is complete. */
    public static final String DELAY = "pathproof_history_delay_seconds";

    /** Changes in memory that no file has yet. After a restart, they are read from Kafka again. */
    public static final String RECENT_ROWS = "pathproof_history_recent_rows";

    /** Files of the history. */
    public static final String FILES = "pathproof_history_files";

    /** Size of all files of the history. */
    public static final String FILE_BYTES = "pathproof_history_file_bytes";

    /** Rows in all files of the history. */
    public static final String FILE_ROWS = "pathproof_history_file_rows";

    /** Periods of which changes may be missing. */
    public static final String GAPS = "pathproof_history_gaps";

    /** Time since which the history has all changes, in seconds since 1970; NaN before it is complete. */
    public static final String COMPLETE_SINCE = "pathproof_history_complete_since_timestamp_seconds";

    /** Memory of the history's database, outside of the Java heap. */
    public static final String MEMORY = "pathproof_history_memory_bytes";

    private HistoryMetricNames() {}
}
