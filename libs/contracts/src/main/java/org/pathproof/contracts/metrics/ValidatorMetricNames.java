// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts.metrics;

import static org.pathproof.contracts.metrics.MetricLabels.FINDING;
import static org.pathproof.contracts.metrics.MetricLabels.STATE;
import static org.pathproof.contracts.metrics.MetricLabels.TYPE;

/** Names of metrics of the validator: verdicts, stored routes, and work that waits. */
public final class ValidatorMetricNames {
    // Validator
    /** Published verdicts, by state. */
    @Labels(STATE)
    public static final String VERDICTS = "pathproof_verdicts_total";

    /** Findings of verdicts, by finding. */
    @Labels(FINDING)
    public static final String FINDINGS = "pathproof_findings_total";

    /** Repeated validations of stored routes: after a change of the RPKI, or after a failed validation. */
    public static final String REVALIDATED = "pathproof_rejudged_total";

    /** Routes stored by a validator, by state. */
    @Labels(STATE)
    public static final String ROUTES = "pathproof_routes";

    /** Memory of the rows of routes, by type: key (prefixes, sessions, Path Identifiers; shared ones once), rest. */
    @Labels(TYPE)
    public static final String ROW_BYTES = "pathproof_row_bytes";

    /** Withdrawals of unknown routes. */
    public static final String WITHDRAWALS_UNKNOWN = "pathproof_withdrawals_unknown_total";

    /** Time from receiving a route to its verdict. */
    public static final String VERDICT_LATENCY = "pathproof_verdict_latency_seconds";

    /** Validations of routes that failed because of an error in Pathproof. */
    public static final String VALIDATION_FAILURES = "pathproof_judge_failures_total";

    /**
     * Routes whose last validation failed because of an error in Pathproof. Their verdicts have the finding {@code
     * judging-failed}.
     */
    public static final String ROUTES_FAILED = "pathproof_routes_judging_failed";

    /**
     * Routes that await a new proof because a signature engine gave a wrong result. Their verdicts have the finding
     * {@code proof-doubted}.
     */
    public static final String ROUTES_PROOF_UNTRUSTED = "pathproof_routes_proof_doubted";

    /** Route events of an epoch that has ended. */
    public static final String STALE_EVENTS = "pathproof_stale_events_total";

    /** Routes withdrawn because their session went down or did not announce them again. */
    public static final String SWEPT = "pathproof_swept_total";

    /** Router keys in use; 0 without a complete RPKI set. */
    public static final String VALIDATOR_KEYS = "pathproof_validator_keys";

    /** 1 while the RPKI set is complete. */
    public static final String VALIDATOR_READY = "pathproof_validator_ready";

    /** Serial of the RPKI set in use by the validator. */
    public static final String VALIDATOR_SERIAL = "pathproof_validator_rpki_serial";

    /** Partitions of route events whose records were deleted before this validator processed them. */
    public static final String ROUTE_GAPS = "pathproof_route_gaps_total";

    /** Partitions whose rows this validator lost with a changelog, or whose topic of route events was deleted. */
    public static final String STATE_LOSSES = "pathproof_state_losses_total";

    /**
     * Sessions whose routes may be wrong: route events were deleted unprocessed, a topic lost its content, or a
     * signature engine gave a wrong result. A session counts until its table is complete again.
     */
    public static final String GAP_SESSIONS = "pathproof_gap_sessions";

    /** Unprocessed route events of a validator's partitions, from offsets; NaN while unknown. */
    public static final String VALIDATOR_LAG = "pathproof_validator_lag";

    /** Rows still to be read from changelogs, of new partitions and of standby copies. */
    public static final String VALIDATOR_RESTORE_LAG = "pathproof_validator_restore_lag";

    /**
     * Age of the oldest pending revalidation after a change of the RPKI, or pending sweep after the end of a session; 0
     * without any.
     */
    public static final String VALIDATOR_UPKEEP = "pathproof_validator_upkeep_delay_seconds";

    /** Partitions with a standby copy in this validator. */
    public static final String VALIDATOR_STANDBY_PARTITIONS = "pathproof_validator_standby_partitions";

    private ValidatorMetricNames() {}
}
