// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rpki;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.pathproof.wire.Bytes;

final class PerRouterKeyTest {
    private final AtomicInteger made = new AtomicInteger();
    private final PerRouterKey<String> names =
            new PerRouterKey<>(String.class, key -> key.asn() + "/" + made.incrementAndGet());

    private static RouterKey key(int asn) {
        return new RouterKey(asn, Bytes.EMPTY, Bytes.EMPTY);
    }

    @Test
    void computesOnceForEachKeyObject() {
        List<RouterKey> keys =
                IntStream.range(0, 1000).mapToObj(i -> key(i % 10)).toList();
        List<String> first = keys.stream().map(names::of).toList();
        assertThat(first).doesNotHaveDuplicates();
        assertThat(keys.stream().map(names::of)).containsExactlyElementsOf(first);
        assertThat(made).hasValue(1000);
    }

    @Test
    void computesASecondKindAtEveryAccess() {
        PerRouterKey<Long> numbers = new PerRouterKey<>(Long.class, RouterKey::asn);
        RouterKey key = key(7);
        String name = names.of(key);
        assertThat(numbers.of(key)).isEqualTo(7);
        assertThat(numbers.of(key)).isEqualTo(7);
        assertThat(names.of(key)).isEqualTo(name);
        assertThat(made).hasValue(1);
    }

    @Test
    void severalThreadsSeeOneValueForAKey() {
        List<RouterKey> keys = IntStream.range(0, 5000).mapToObj(i -> key(i)).toList();
        ConcurrentHashMap<RouterKey, String> seen = new ConcurrentHashMap<>();
        List<String> different = new ArrayList<>();
        List<CompletableFuture<Void>> threads = IntStream.range(0, 4)
                .mapToObj(t -> CompletableFuture.runAsync(() -> {
                    for (RouterKey key : keys) {
                        String mine = names.of(key);
                        String before = seen.putIfAbsent(key, mine);
                        if (before != null && !before.equals(mine)) {
                            synchronized (different) {
                                different.add(before + " and " + mine);
                            }
                        }
                    }
                }))
                .toList();
        threads.forEach(CompletableFuture::join);
        assertThat(different).isEmpty();
    }
}
