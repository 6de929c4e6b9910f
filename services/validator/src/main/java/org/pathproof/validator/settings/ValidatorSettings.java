// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.settings;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the validator.
 *
 * @param enabled Starts the validator. A process that needs only its beans disables it.
 * @param applicationId Application id of Kafka Streams: the name of the consumer group and of the changelogs. The same
 *     for all validators of a cluster.
 * @param stateDirectory Folder for the identity of this instance, unique and kept over restarts. Empty: a folder below
 *     $STATE_DIRECTORY, $XDG_STATE_HOME or ~/.local/state, closed to other users.
 * @param threads Number of stream threads, which share the partitions.
 * @param guarantee Processing guarantee: exactly-once, or at-least-once for measurements
 *     (docs/adr/0002-exactly-once.md).
 * @param maxPollRecords Maximum number of route events that are verified as one batch.
 * @param aheadSignatures Maximum number of signatures of one poll that are verified as a batch; it bounds the duration
 *     of a poll. The remaining ones are verified record by record.
 * @param verifierThreads Number of signature batches that are verified in parallel. 0: the number of processors.
 * @param verifierBatch Number of signatures in one call of the engine.
 * @param rememberedSignatures Number of cached verification results, of 16 bytes each.
 * @param p384Suite Number of the experimental suite ECDSA P-384 with SHA-384, 247 to 250 (RFC 8608 section 2.1). 0:
 *     disabled, and its Signature_Blocks are skipped. After a change, routes keep their verdict until they change.
 * @param sessionTimeout Silence after which an instance is considered dead. The brokers' group.min.session.timeout.ms
 *     (6 s by default) is the minimum.
 * @param transactionTimeout Time after which the brokers abort the transaction of a dead instance that no other
 *     instance has ended. Must exceed the replacement of a broker; otherwise every broker failure restores all rows.
 * @param standbyReplicas Number of copies of the state on other instances.
 * @param retry Pause before a failed operation is retried.
 */
@ConfigurationProperties("pathproof.validator")
public record ValidatorSettings(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("pathproof-validator") String applicationId,
        @Nullable Path stateDirectory,
        @DefaultValue("1") int threads,
        @DefaultValue("exactly-once") Guarantee guarantee,
        @DefaultValue("2000") int maxPollRecords,
        @DefaultValue("20000") int aheadSignatures,
        @DefaultValue("0") int verifierThreads,
        @DefaultValue("512") int verifierBatch,
        @DefaultValue("2000000") long rememberedSignatures,
        @DefaultValue("0") int p384Suite,
        @DefaultValue("3s") Duration sessionTimeout,
        @DefaultValue("20s") Duration transactionTimeout,
        @DefaultValue("0") int standbyReplicas,
        @DefaultValue("1s") Duration retry) {
    /** Guarantee for a killed process. */
    public enum Guarantee {
        /** State, verdicts and offsets are committed together. */
        EXACTLY_ONCE,
        /** State, verdicts and offsets may differ: after a kill, a verdict may be missing until its route changes. */
        AT_LEAST_ONCE
    }

    public ValidatorSettings {
        if (verifierBatch > aheadSignatures) {
            throw new IllegalArgumentException("pathproof.validator.verifier-batch " + verifierBatch
                    + " is above pathproof.validator.ahead-signatures " + aheadSignatures
                    + ", so that no batch is ever full: lower verifier-batch, or raise ahead-signatures");
        }
    }

    /**
     * Returns the folder of the state: the configured folder, else the folder of {@link StateDirectory}, which only
     * this user can read.
     *
     * @throws IllegalStateException if none is configured and {@link StateDirectory#usual} finds none
     */
    public Path home() {
        return stateDirectory != null
                ? stateDirectory
                : StateDirectory.usual(System.getenv(), System.getProperty("user.home", ""), applicationId);
    }
}
