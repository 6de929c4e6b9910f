/* SPDX-License-Identifier: Apache-2.0
 *
 * The order of additions: the points of each group are added in pairs until one is left, and then Horner's rule adds
 * the groups.
 */
#include "shape.h"

#include <stdlib.h>

typedef struct {
    uint8_t points[MAX_SPACING][MAX_POINTS];
    int counts[MAX_SPACING];
} groups;

static void put(groups *all, int group, int point) { all->points[group][all->counts[group]++] = (uint8_t)point; }

static int most(const groups *all) {
    int largest = 0;
    for (int g = 0; g < MAX_SPACING; g++) {
        if (all->counts[g] > largest) largest = all->counts[g];
    }
    return largest;
}

static void add_pairs(groups *all, step *to) {
    to->kind = ADD;
    for (int g = 0; g < MAX_SPACING; g++) {
        uint8_t *points = all->points[g];
        int kept = 0, i = 0;
        for (; i + 1 < all->counts[g]; i += 2) {
            to->pairs[to->count++] = (pair){points[i], points[i + 1]};
            points[kept++] = points[i];
        }
        if (i < all->counts[g]) points[kept++] = points[i];
        all->counts[g] = kept;
    }
}

static void add_one(pp_shape *shape, int kind, pair p) {
    step *to = &shape->step[shape->steps++];
    to->kind = kind;
    to->pairs[to->count++] = p;
}

pp_shape *pp_shape_new(int32_t teeth, int32_t spacing) {
    if (teeth < MIN_TEETH || teeth > MAX_TEETH || spacing < G_SPACING || spacing > MAX_SPACING || spacing % G_SPACING != 0) return NULL;
    pp_shape *shape = calloc(1, sizeof *shape);
    if (shape == NULL) return NULL;
    shape->key = comb_of(teeth, spacing);
    shape->points = G_COLUMNS + shape->key.columns;

    groups all = {0};
    for (int c = 0; c < G_COLUMNS; c++) {
        put(&all, c % spacing, c);
        shape->block[c] = (uint32_t)(c / spacing * (spacing / G_SPACING)) << (G_TEETH - 1);
    }
    for (int c = 0; c < shape->key.columns; c++) {
        put(&all, c % spacing, G_COLUMNS + c);
        shape->block[G_COLUMNS + c] = (uint32_t)(c / spacing) << (teeth - 1);
    }
    while (most(&all) > 1) add_pairs(&all, &shape->step[shape->steps++]);
    uint8_t top = all.points[spacing - 1][0];
    for (int g = spacing - 2; g >= 0; g--) {
        shape->last = (pair){top, all.points[g][0]};
        add_one(shape, SLOPE, shape->last);
        if (g > 0) add_one(shape, TWICE, shape->last);
    }
    return shape;
}

void pp_shape_free(pp_shape *shape) { free(shape); }

int64_t pp_table_size(const pp_shape *shape) { return (int64_t)shape->key.blocks * ((int64_t)64 << (shape->key.teeth - 1)); }
