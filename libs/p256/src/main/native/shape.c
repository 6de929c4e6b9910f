/* SPDX-License-Identifier: Apache-2.0
 *
 * The order of additions. Each level adds the points of a group in pairs, until few points are left.
 */
#include "shape.h"

#include <stdlib.h>

static int most(const int *counts, int groups) {
    int largest = 0;
    for (int g = 0; g < groups; g++) {
        if (counts[g] > largest) largest = counts[g];
    }
    return largest;
}

pp_shape *pp_shape_new(int32_t window, int32_t stride) {
    if (window < MIN_WINDOW || window > MAX_WINDOW || stride < 1 || stride > MAX_STRIDE) return NULL;
    pp_shape *shape = calloc(1, sizeof *shape);
    if (shape == NULL) return NULL;
    shape->window = window;
    shape->stride = stride;
    shape->digits = (256 + window - 1) / window;
    shape->slots = (shape->digits + stride - 1) / stride;
    shape->points = G_DIGITS + shape->digits;

    uint8_t group[MAX_STRIDE][MAX_POINTS];
    int counts[MAX_STRIDE] = {0};
    for (int i = 0; i < G_DIGITS; i++) group[0][counts[0]++] = (uint8_t)i;
    for (int i = 0; i < shape->digits; i++) group[i % stride][counts[i % stride]++] = (uint8_t)(G_DIGITS + i);

    /* A level handles all groups. So with several groups, levels follow until one point is left in each group. */
    int enough = stride == 1 ? TAIL : 1;
    while (most(counts, stride) > enough) {
        int *pairs = &shape->pairs[shape->levels];
        for (int g = 0; g < stride; g++) {
            int kept = 0, i = 0;
            for (; i + 1 < counts[g]; i += 2) {
                pair p = {group[g][i], group[g][i + 1]};
                shape->pair_at[shape->levels][(*pairs)++] = p;
                group[g][kept++] = group[g][i];
            }
            if (i < counts[g]) group[g][kept++] = group[g][i];
            counts[g] = kept;
        }
        shape->levels++;
    }
    for (int g = 0; g < stride; g++) {
        shape->left[g] = counts[g];
        for (int i = 0; i < counts[g]; i++) shape->left_at[g][i] = group[g][i];
    }
    return shape;
}

void pp_shape_free(pp_shape *shape) { free(shape); }

int64_t pp_table_size(const pp_shape *shape) { return (int64_t)shape->slots * ((int64_t)64 << (shape->window - 1)); }
