// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the verdict store.
 *
 * @param validatorGroup Consumer group of the validators. Must equal their pathproof.validator.application-id.
 * @param maxDelay Delay of the table behind the collectors' route events above which health fails. Minimum: 1s.
 * @param metricSeries Maximum number of time series of each metric of invalid routes by session or AS. Further ones are
 *     summed.
 * @param snapshotDirectory Directory for snapshots of the table, from which a restarted policy API starts without
 *     reading all verdicts. Each policy API needs a directory of its own. Empty: no snapshots.
 * @param snapshotInterval Time between two snapshots. Minimum: 1s.
 */
@ConfigurationProperties("pathproof.policy-api")
public record VerdictStoreSettings(
        @DefaultValue("pathproof-validator") String validatorGroup,
        @DefaultValue("2s") Duration maxDelay,
        @DefaultValue("100") int metricSeries,
        @DefaultValue("") String snapshotDirectory,
        @DefaultValue("5m") Duration snapshotInterval) {}
