// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

import java.util.ArrayList;
import java.util.List;

/**
 * The order in which the points of a signature are added. Points of u1 G come first, then points of u2 Q. With stride
 * d, point i of the key is in group i mod d, and points of G are in group 0. The sums S of the groups give the result
 * by Horner's rule: ((S[d-1] 2^w + S[d-2]) 2^w + ...) 2^w + S[0]. Each level adds the points of a group in pairs, until
 * few points are left.
 */
final class AdditionOrder {
    /**
     * Number of points of a group that are left for Jacobian additions, because a further level would save less than
     * its inversion costs.
     */
    private static final int TAIL = 3;

    private final int points;
    private final int[][] levels;
    private final int[][] left;

    private AdditionOrder(int points, int[][] levels, int[][] left) {
        this.points = points;
        this.levels = levels;
        this.left = left;
    }

    /** Returns the number of points. */
    int points() {
        return points;
    }

    /** Returns the pairs of each level, not a copy: two indices per pair. The sum replaces the first point. */
    int[][] levels() {
        return levels;
    }

    /** Returns the indices of the points that are left in each group, not a copy. */
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
        // A level handles all groups. So with several groups, levels follow until one point is left in each group.
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
