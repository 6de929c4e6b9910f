// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts.metrics;

import static org.pathproof.contracts.metrics.MetricLabels.ENGINE;
import static org.pathproof.contracts.metrics.MetricLabels.TYPE;

/** Names of metrics of the P-256 engine and of the verification of signatures with it. */
public final class EngineMetricNames {
    // Signature engine
    /** Signatures verified. */
    public static final String SIGNATURES = "pathproof_signatures_total";

    /** Signatures that were not verified: the result was cached, or another row has the proof of the path. */
    public static final String SIGNATURES_REMEMBERED = "pathproof_signatures_remembered_total";

    /**
     * Cached verification results. The hit rate is pathproof_signatures_remembered_total /
     * (pathproof_signatures_remembered_total + pathproof_signatures_total).
     */
    public static final String SIGNATURES_KNOWN = "pathproof_signatures_known";

    /** Signatures in one call of the engine. */
    public static final String SIGNATURE_BATCH = "pathproof_signature_batch";

    /** Signatures verified during processing, because they were not verified ahead. */
    public static final String AHEAD_MISSES = "pathproof_ahead_misses_total";

    /** Polls whose signatures could not be verified ahead because of an error. */
    public static final String AHEAD_FAILURES = "pathproof_ahead_failures_total";

    /** Always 1; its label names the engine that verifies signatures. */
    @Labels(ENGINE)
    public static final String ENGINE_NAME = "pathproof_engine";

    /**
     * 1 while the engine is trusted; 0 after a wrong result or a failure, when Bouncy Castle verifies alone and slowly.
     */
    public static final String ENGINE_TRUSTED = "pathproof_engine_trusted";

    /**
     * Verified signatures, by type: fast, slow (key without a table, or with too many undecided signatures), undecided
     * (left to Bouncy Castle).
     */
    @Labels(TYPE)
    public static final String ENGINE_RESULTS = "pathproof_engine_answers_total";

    /** Router keys known to the engine, with and without a table. */
    public static final String ENGINE_KEYS = "pathproof_engine_keys";

    /** Tables of router keys built. */
    public static final String ENGINE_TABLES_BUILT = "pathproof_engine_tables_built_total";

    /** Tables of router keys evicted for others. A steady increase means that the memory for tables is too small. */
    public static final String ENGINE_TABLES_EVICTED = "pathproof_engine_tables_evicted_total";

    /** Memory of the tables of router keys, outside the Java heap. */
    public static final String ENGINE_TABLE_BYTES = "pathproof_engine_table_bytes";

    /** Results rechecked with Bouncy Castle. */
    public static final String ENGINE_CHECKED = "pathproof_engine_checked_total";

    /** Wrong results among the rechecked ones. Alert on any increase. */
    public static final String ENGINE_DISAGREEMENTS = "pathproof_engine_disagreements_total";

    private EngineMetricNames() {}
}
