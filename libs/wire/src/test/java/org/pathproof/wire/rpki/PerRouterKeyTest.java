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
    private final PerRouterKey<String> names = new PerRouterKey<>(key -> key.asn() + "/" + made.incrementAndGet());

    private static RouterKey key(int asn) {
        return new RouterKey(asn, Bytes.EMPTY, Bytes.EMPTY);
    }

    @Test
    void madeOnceForEachObjectAlsoWhenTheirOctetsAreEqual() {
        List<RouterKey> keys =
                IntStream.range(0, 1000).mapToObj(i -> key(i % 10)).toList();
        List<String> first = keys.stream().map(names::of).toList();
        assertThat(first).doesNotHaveDuplicates();
        assertThat(keys.stream().map(names::of)).containsExactlyElementsOf(first);
        assertThat(made).hasValue(1000);
        assertThat(names.size()).isEqualTo(1000);
    }

    @Test
    void whatNobodyHoldsIsLetGo() {
        RouterKey kept = key(7);
        String name = names.of(kept);
        int asked = 0;
        // The collector runs when it likes: go on until it was noticed.
        while (names.size() > asked / 2 || asked < 10_000) {
            names.of(key(asked++));
            if (asked % 1000 == 0) {
                System.gc();
            }
        }
        assertThat(names.of(kept)).isEqualTo(name);
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
        assertThat(names.size()).isEqualTo(5000);
    }
}
