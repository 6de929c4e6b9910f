// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The order in which the points of a signature are added. The points of a group follow each other: first those of u1 G,
 * then those of u2 Q, each by column. Each level adds the points of a group in pairs, until one point is left in each
 * group. The sums S of the groups give the result by Horner's rule: ((S[d-1] 2 + S[d-2]) 2 + ...) 2 + S[0].
 */
final class AdditionOrder {
    private final int points;
    private final int[][] levels;
    private final int[] sums;

    private AdditionOrder(int points, int[][] levels, int[] sums) {
        this.points = points;
        this.levels = levels;
        this.sums = sums;
    }

    /** @param scalars the columns of the scalars, in the order of their points, all with the same number of groups */
    static AdditionOrder of(Digits... scalars) {
        List<List<Integer>> groups = new ArrayList<>();
        int points = 0;
        for (int group = 0; group < scalars[0].spacing(); group++) {
            int first = group;
            int size = Arrays.stream(scalars)
                    .mapToInt(digits -> Math.ceilDiv(digits.columns() - first, digits.spacing()))
                    .sum();
            groups.add(IntStream.range(points, points + size).boxed().toList());
            points += size;
        }
        List<int[]> levels = new ArrayList<>();
        while (groups.stream().anyMatch(group -> group.size() > 1)) {
            List<Integer> pairs = new ArrayList<>();
            groups.replaceAll(group -> level(group, pairs));
            levels.add(pairs.stream().mapToInt(Integer::intValue).toArray());
        }
        int[] sums = groups.stream().mapToInt(List::getFirst).toArray();
        return new AdditionOrder(points, levels.toArray(int[][]::new), sums);
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

    /** Returns the number of points. */
    int points() {
        return points;
    }

    /** Returns the pairs of each level, not a copy: two indices per pair. The sum replaces the first point. */
    int[][] levels() {
        return levels;
    }

    /** Returns the number of groups. */
    int groups() {
        return sums.length;
    }

    /** Returns the index of the point that is left in a group. */
    int sum(int group) {
        return sums[group];
    }
}
