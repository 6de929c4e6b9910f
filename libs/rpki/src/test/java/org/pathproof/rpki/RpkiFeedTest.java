// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

@Timeout(60)
class RpkiFeedTest {
    private static final int CHANGES = 2_000;

    private static Vrp vrp(int asn) {
        return new Vrp(Prefix.parse("198.51.100.0/24"), 24, asn);
    }

    @Test
    void mergesChangesWhileAListenerIsBusy() throws InterruptedException {
        BlockingQueue<RpkiChange> heard = new LinkedBlockingQueue<>();
        CountDownLatch isBusy = new CountDownLatch(1);
        CountDownLatch mayGoOn = new CountDownLatch(1);
        try (RpkiFeed feed = new RpkiFeed("test")) {
            feed.onChange(change -> {
                heard.add(change);
                isBusy.countDown();
                awaitQuietly(mayGoOn);
            });
            RpkiSnapshot set = RpkiSnapshot.of(1, new Serial(1), List.of(vrp(0)));
            feed.publish(RpkiSnapshot.change(null, set));
            isBusy.await();
            List<WeakReference<RpkiSet>> passed = new ArrayList<>();
            for (int i = 1; i <= CHANGES; i++) {
                RpkiChange change = set.apply(set.serial().next(), List.of(vrp(i)), List.of(vrp(i - 1)));
                set = (RpkiSnapshot) change.after();
                feed.publish(change);
                if (i < CHANGES) {
                    passed.add(new WeakReference<>(set));
                }
            }
            while (passed.stream().anyMatch(reference -> reference.get() != null)) {
                System.gc();
            }
            mayGoOn.countDown();
            assertThat(heard.take().announced()).containsExactly(vrp(0));
            RpkiChange merged = heard.take();
            assertThat(merged.after()).isSameAs(set);
            assertThat(merged.announced()).containsExactly(vrp(CHANGES));
            assertThat(merged.withdrawn()).containsExactly(vrp(0));
            assertThat(heard.poll(50, TimeUnit.MILLISECONDS)).isNull();
        }
    }

    @Test
    void aListenerReceivesChangesAfterItsRegistration() throws InterruptedException {
        BlockingQueue<RpkiChange> heard = new LinkedBlockingQueue<>();
        try (RpkiFeed feed = new RpkiFeed("test")) {
            RpkiSnapshot first = RpkiSnapshot.of(1, new Serial(1), List.of(vrp(0)));
            feed.publish(RpkiSnapshot.change(null, first));
            feed.onChange(heard::add);
            RpkiChange second = first.apply(new Serial(2), List.of(vrp(1)), List.of());
            feed.publish(second);
            assertThat(heard.take()).isSameAs(second);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
