// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the validator.
 *
 * @param enabled whether it runs at all; a process that only wants its beans turns it off
 * @param applicationId of Kafka Streams: names the consumer group and the changelog. Instances that share the work have the same
 * @param stateDirectory folder in which Kafka Streams keeps the identity of this instance, one for each, best kept over restarts; when
 *     empty, below $STATE_DIRECTORY, $XDG_STATE_HOME or ~/.local/state, and closed to other users
 * @param threads of Kafka Streams; partitions are spread over them
 * @param guarantee of processing: docs/adr/0002 says why it is exactly-once
 * @param commitInterval the longest time until verdicts become visible to readers of committed records; a thread that has nothing to do
 *     commits earlier
 * @param linger how long a producer waits to fill a batch
 * @param maxPollRecords the most route events that are verified ahead in one go; none of them is judged before all are verified
 * @param aheadSignatures the most signatures of one poll that are verified ahead, which bounds how long a poll takes (some 2 µs each on a
 *     core with AVX-512 IFMA, 25 µs without native code); the rest is verified record by record
 * @param verifierThreads how many batches of signatures are computed at a time; 0 for as many as there are processors
 * @param verifierBatch how many signatures the engine gets at a time
 * @param rememberedSignatures how many answers about signatures are kept, 16 octets each
 * @param p384Suite an experiment: the number of the suite ECDSA P-384 with SHA-384, 247 to 250 (RFC 8608 section 2.1); 0 for none, so that
 *     its Signature_Blocks are skipped. What was judged before it was changed stays as it is until its route changes
 * @param sessionTimeout after which an instance that is silent is taken for dead; at least the brokers' {@code group.min.session.timeout.ms},
 *     which is 6 s unless they were told otherwise
 * @param transactionTimeout after which the broker aborts the transaction of an instance that does not come back, if no other instance does
 *     so; longer than the brokers take to replace one of them, or else every broker that dies makes all rows be restored
 * @param standbyReplicas copies of the state on other instances
 * @param retry the pause before trying again what failed
 */
@ConfigurationProperties("pathproof.validator")
public record ValidatorSettings(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("pathproof-validator") String applicationId,
        @Nullable Path stateDirectory,
        @DefaultValue("1") int threads,
        @DefaultValue("exactly-once") Guarantee guarantee,
        @DefaultValue("100ms") Duration commitInterval,
        @DefaultValue("5ms") Duration linger,
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
    /** What holds when a process is killed. */
    public enum Guarantee {
        /** State, verdicts and offsets are committed together. */
        EXACTLY_ONCE,
        /** They are not: a verdict may be missing after a kill until its route changes again. */
        AT_LEAST_ONCE
    }

    /**
     * The folder of the state: the configured one, else one that only this user can read ({@link StateDirectory}).
     *
     * @throws IllegalStateException when none is configured and there is no place for it
     */
    public Path home() {
        return stateDirectory != null
                ? stateDirectory
                : StateDirectory.usual(System.getenv(), System.getProperty("user.home", ""), applicationId);
    }
}
