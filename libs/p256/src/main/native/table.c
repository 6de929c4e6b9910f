/* SPDX-License-Identifier: Apache-2.0
 *
 * Tables of combs (shape.h). All blocks of a table grow together: each tooth B turns the entries T into T - B and T +
 * B, which share a denominator, and all denominators of a tooth share an inversion.
 *
 * The incomplete addition is safe here. Apart from a power of two, T is a multiple of P whose factor is the highest
 * tooth plus or minus lower ones: positive, and below 2^242. B has the factor of a lower tooth. T + B and T - B have
 * factors between 0 and 2^242 too, and P has the prime order n. So T and B are never equal, opposite or infinite.
 */
#include <stdlib.h>

#include "engine.h"
#include "point.h"

/* Inverts `count` numbers in place (Montgomery's trick). In: not 0. `scratch` holds `count` numbers. */
static void invert_all(fp *numbers, int count, fp *scratch) {
    fp product = FP_ONE;
    for (int i = 0; i < count; i++) {
        scratch[i] = product;
        product = fp_mul(product, numbers[i]);
    }
    fp inverse = fp_inv(product);
    for (int i = count - 1; i >= 0; i--) {
        fp own = fp_mul(inverse, scratch[i]);
        inverse = fp_mul(inverse, numbers[i]);
        numbers[i] = own;
    }
}

/* Computes 2^(i columns + b spacing) P for every tooth i and block b, at index i blocks + b. */
static void fill_teeth(affine point, const comb *c, affine *teeth, jacobian *work, fp *inverses, fp *scratch) {
    int count = c->teeth * c->blocks, last = (c->teeth - 1) * c->columns + (c->blocks - 1) * c->spacing;
    jacobian power = jacobian_of(point);
    for (int exponent = 0; exponent <= last; exponent++) {
        for (int i = 0; i < c->teeth && i * c->columns <= exponent; i++) {
            int above = exponent - i * c->columns;
            if (above % c->spacing == 0 && above / c->spacing < c->blocks) work[i * c->blocks + above / c->spacing] = power;
        }
        power = point_double(power);
    }
    for (int i = 0; i < count; i++) inverses[i] = work[i].z;
    invert_all(inverses, count, scratch);
    for (int i = 0; i < count; i++) {
        fp zz = fp_sqr(inverses[i]);
        teeth[i].x = fp_mul(work[i].x, zz);
        teeth[i].y = fp_mul(work[i].y, fp_mul(zz, inverses[i]));
    }
}

/* a + (b.x, y). In: the inverse of b.x - a.x. */
static entry add_with(const entry *a, const affine *b, fp y, fp inverse) {
    fp slope = fp_mul(fp_sub(y, a->y), inverse);
    entry sum;
    sum.x = fp_sub(fp_sub(fp_sqr(slope), a->x), b->x);
    sum.y = fp_sub(fp_mul(slope, fp_sub(a->x, sum.x)), a->y);
    return sum;
}

/* Doubles the number of filled entries of each block: tooth i becomes bit i of the index. */
static void add_tooth(entry *table, const comb *c, int i, const affine *teeth, fp *inverses, fp *scratch) {
    int filled = 1 << i;
    size_t block = (size_t)1 << (c->teeth - 1);
    for (int b = 0; b < c->blocks; b++) {
        for (int j = 0; j < filled; j++) inverses[b * filled + j] = fp_sub(teeth[b].x, table[(size_t)b * block + (size_t)j].x);
    }
    invert_all(inverses, c->blocks * filled, scratch);
    for (int b = 0; b < c->blocks; b++) {
        fp opposite = fp_neg(teeth[b].y);
        for (int j = 0; j < filled; j++) {
            entry *at = table + (size_t)b * block + (size_t)j, from = *at;
            fp inverse = inverses[b * filled + j];
            at[0] = add_with(&from, &teeth[b], opposite, inverse);
            at[filled] = add_with(&from, &teeth[b], teeth[b].y, inverse);
        }
    }
}

static int fill(entry *table, affine point, const comb *c, int extra_doublings) {
    size_t bases = (size_t)(c->teeth * c->blocks), entries = (size_t)c->blocks << (c->teeth - 1), numbers = bases > entries / 2 ? bases : entries / 2;
    jacobian *work = malloc(sizeof(jacobian) * bases);
    affine *teeth = malloc(sizeof(affine) * bases);
    fp *inverses = malloc(sizeof(fp) * numbers), *scratch = malloc(sizeof(fp) * numbers);
    int status = -1;
    if (work != NULL && teeth != NULL && inverses != NULL && scratch != NULL) {
        fill_teeth(point, c, teeth, work, inverses, scratch);
        for (int b = 0; b < c->blocks; b++) {
            affine highest = teeth[(c->teeth - 1) * c->blocks + b];
            table[(size_t)b << (c->teeth - 1)] = (entry){highest.x, highest.y};
        }
        for (int i = 0; i < c->teeth - 1; i++) add_tooth(table, c, i, teeth + i * c->blocks, inverses, scratch);
        for (size_t i = 0; i < entries; i++) {
            for (int k = 0; k < extra_doublings; k++) {
                table[i].x = fp_add(table[i].x, table[i].x);
                table[i].y = fp_add(table[i].y, table[i].y);
            }
        }
        status = 0;
    }
    free(work);
    free(teeth);
    free(inverses);
    free(scratch);
    return status;
}

int table_fill(entry *table, const uint8_t *xy, const comb *c, int extra_doublings) {
    u256 x = u256_load(xy), y = u256_load(xy + 32);
    if (!u256_is_less(&x, &FP_P) || !u256_is_less(&y, &FP_P)) return -1;
    affine point = {fp_from(x), fp_from(y)};
    if (!affine_is_on_curve(point)) return -1;
    return fill(table, point, c, extra_doublings);
}

int table_fill_generator(entry *table, int extra_doublings) {
    comb c = comb_of(G_TEETH, G_SPACING);
    return fill(table, CURVE_G, &c, extra_doublings);
}
