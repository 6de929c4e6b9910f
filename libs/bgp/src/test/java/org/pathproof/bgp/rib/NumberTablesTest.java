// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.rib;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Compares {@link IntTable} and {@link Interner} with maps of the JDK. */
class NumberTablesTest {
    @Property
    void anIntTableIsAMap(@ForAll @Size(max = 300) List<@IntRange(min = 1, max = 60) Integer> keys) {
        IntTable table = new IntTable();
        Map<Integer, Integer> expected = new HashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            int key = keys.get(i) * 0x0100_0001; // keys whose lower bits are alike, too
            int value = i % 3 == 0 ? 0 : i;
            table.put(key, value);
            if (value == 0) {
                expected.remove(key);
            } else {
                expected.put(key, value);
            }
            assertThat(table.size()).isEqualTo(expected.size());
        }
        table.replaceAll((key, value) -> value + 1);
        expected.replaceAll((key, value) -> value + 1);
        assertThat(Arrays.stream(table.keys()).boxed().toList()).containsExactlyInAnyOrderElementsOf(expected.keySet());
        keys.forEach(
                key -> assertThat(table.get(key * 0x0100_0001)).isEqualTo(expected.getOrDefault(key * 0x0100_0001, 0)));
    }

    @Property
    void anInternerCountsUses(@ForAll @Size(max = 300) List<@IntRange(max = 60) Integer> values) {
        Interner<String> interner = new Interner<>();
        Map<String, Integer> numbers = new HashMap<>();
        Map<String, Integer> uses = new HashMap<>();
        for (int i = 0; i < values.size(); i++) {
            String value = "value " + values.get(i);
            if (i % 3 == 2 && uses.containsKey(value)) {
                interner.release(numbers.getOrDefault(value, 0));
                uses.computeIfPresent(value, (key, count) -> count == 1 ? null : count - 1);
            } else {
                int number = interner.take(new String(value));
                if (uses.merge(value, 1, Integer::sum) > 1) {
                    assertThat(number).isEqualTo(numbers.get(value));
                }
                numbers.put(value, number);
            }
            assertThat(interner.size()).isEqualTo(uses.size());
            for (int any : values) {
                String known = "value " + any;
                int number = interner.find(known);
                assertThat(number != 0).isEqualTo(uses.containsKey(known));
                if (number != 0) {
                    assertThat(interner.get(number)).isEqualTo(known);
                }
            }
        }
        assertThat(uses.keySet().stream().map(interner::find)).doesNotHaveDuplicates();
    }
}
