// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.rate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class TokenBucketTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    @Test
    void tokensReturnAtTheirRateUpToTheCapacity() {
        TokenBucket bucket = new TokenBucket(10, 60, 0);
        assertThat(bucket.take(10, 0)).isTrue();
        assertThat(bucket.take(0)).isFalse();
        assertThat(bucket.has(2 * SECOND - 1)).isTrue();
        assertThat(bucket.take(3, 2 * SECOND)).as("two tokens returned").isFalse();
        assertThat(bucket.take(2, 2 * SECOND)).isTrue();
        assertThat(bucket.isFull(11 * SECOND)).isFalse();
        assertThat(bucket.isFull(100 * SECOND)).isTrue();
        assertThat(bucket.take(11, 100 * SECOND)).isFalse();
    }
}
