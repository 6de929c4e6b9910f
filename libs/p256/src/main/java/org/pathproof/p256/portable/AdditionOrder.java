// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

import java.util.ArrayList;
import java.util.List;

/**
 * In which order the points of a signature are added: those of u1 G first, then those of u2 Q. With a stride d, point i of the key
 * belongs to group i mod d, and those of G to group 0; the sums S of the groups make the result by Horner's rule,
 * ((S[d-1] 2^w + S[d-2]) 2^w + ...) 2^w + S[0]. In each level the points of a group are added in pairs, until few are left.
 */
final class AdditionOrder {
    /** Points of a group that are left to additions with an inversion in common: a further level would cost one for little. */
    private static final int TAIL = 3;

    private final int points;
    private final int[][] levels;
    private final int[][] left;

    private AdditionOrder(int points, int[][] levels, int[][] left) {
        this.points = points;
        this.levels = levels;
        this.left = left;
    }

    /** How many points there are. */
    int points() {
        return points;
    }

    /** For each level the pairs, two indices a pair; the sum replaces the first. The order's own array. */
    int[][] levels() {
        return levels;
    }

    /** For each group the points that are left, by index. The order's own array. */
    int[][] left() {
        return left;
    }

    static AdditionOrder of(int generatorDigits, int keyDigits, int stride) {
        List<List<Integer>> groups = new ArrayList<>();
        for (int g = 0; g < stride; g++) {
            groups.add(new ArrayList<>());
        }
        for (int i = 0; i < generatorDigits; i++) {
            groups.getFirst().add(i);
        }
        for (int i = 0; i < keyDigits; i++) {
            groups.get(i % stride).add(generatorDigits + i);
        }
        // With several groups a level serves them all, so that levels go on until the largest is small.
        int enough = stride == 1 ? TAIL : 1;
        List<int[]> levels = new ArrayList<>();
        while (groups.stream().anyMatch(group -> group.size() > enough)) {
            List<Integer> pairs = new ArrayList<>();
            groups.replaceAll(group -> level(group, pairs));
            levels.add(array(pairs));
        }
        return new AdditionOrder(
                generatorDigits + keyDigits,
                levels.toArray(int[][]::new),
                groups.stream().map(AdditionOrder::array).toArray(int[][]::new));
    }

    private static List<Integer> level(List<Integer> group, List<Integer> pairs) {
        List<Integer> kept = new ArrayList<>();
        for (int i = 0; i < group.size(); i += 2) {
            kept.add(group.get(i));
            if (i + 1 < group.size()) {
                pairs.addAll(group.subList(i, i + 2));
            }
        }
        return kept;
    }

    private static int[] array(List<Integer> list) {
        return list.stream().mapToInt(Integer::intValue).toArray();
    }
}
