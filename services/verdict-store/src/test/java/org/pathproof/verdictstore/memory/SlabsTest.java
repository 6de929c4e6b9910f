// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SlabsTest {
    private final Chunks chunks = new Chunks();
    private final Slabs slabs = new Slabs(chunks);
    private final Random random = new Random(1);
    private final List<Place> places = new ArrayList<>();

    private record Place(int handle, int size, byte content) {}

    @Test
    void placesDoNotOverlap() {
        for (int i = 0; i < 20_000; i++) {
            if (random.nextInt(3) > 0) {
                allocate(8 + random.nextInt(random.nextInt(10) == 0 ? Slabs.MAX_SIZE - 8 : 500));
            } else if (!places.isEmpty()) {
                free(random.nextInt(places.size()));
            }
        }
        places.forEach(this::check);
        while (!places.isEmpty()) {
            free(places.size() - 1);
        }
        assertThat(slabs.liveBytes()).isZero();
    }

    @Test
    void pagesWithoutPlacesServeOtherSizes() {
        for (int size = 32; size < 4000; size += 300) {
            for (int i = 0; i < 500; i++) {
                allocate(size);
            }
            while (!places.isEmpty()) {
                free(places.size() - 1);
            }
        }
        assertThat(chunks.memoryBytes()).isLessThan(5 << 20);
    }

    @Test
    void compactionEmptiesSparsePages() {
        for (int i = 0; i < 20_000; i++) {
            allocate(300);
        }
        for (int i = places.size() - 1; i >= 0; i--) {
            if (random.nextInt(4) > 0) {
                free(i);
            }
        }
        assertThat(slabs.pageBytes()).isGreaterThan(3 * slabs.liveBytes());
        slabs.beginCompaction();
        for (int i = places.size() - 1; i >= 0; i--) {
            if (slabs.isSparse(places.get(i).handle())) {
                free(i);
                allocate(300);
            }
        }
        slabs.endCompaction();
        places.forEach(this::check);
        assertThat(slabs.pageBytes()).isLessThan(slabs.liveBytes() * 5 / 4);
    }

    private void allocate(int size) {
        int handle = slabs.allocate(size);
        assertThat(slabs.capacity(handle)).isGreaterThanOrEqualTo(size);
        byte content = (byte) random.nextInt();
        byte[] array = slabs.array(handle);
        int at = Chunks.offset(handle);
        java.util.Arrays.fill(array, at, at + size, content);
        places.add(new Place(handle, size, content));
    }

    private void free(int i) {
        Place place = places.get(i);
        check(place);
        places.set(i, places.getLast());
        places.removeLast();
        slabs.free(place.handle());
    }

    private void check(Place place) {
        byte[] array = slabs.array(place.handle());
        int at = Chunks.offset(place.handle());
        for (int i = 0; i < place.size(); i++) {
            if (array[at + i] != place.content()) {
                throw new AssertionError("byte " + i + " of " + place + " is " + array[at + i]);
            }
        }
    }
}
