/* SPDX-License-Identifier: Apache-2.0
 *
 * Tables of odd multiples of a point. All entries are computed in Jacobian coordinates and converted to affine
 * together, with one inversion.
 *
 * The incomplete addition is safe here. Slot s starts from B = 2^(step s) P, a point of the prime order n, never
 * infinity. (2 j - 1) B + 2 B has equal x on both sides only if 2 j - 1 = +-2 mod n, and 2 j - 1 is odd, positive and
 * below 2^12.
 */
#include <stdlib.h>

#include "engine.h"
#include "point.h"

/* Converts `count` points to affine (Montgomery's trick). In: Z != 0. `scratch` holds `count` elements. */
static void make_affine(const jacobian *in, affine *out, int count, fp *scratch) {
    fp product = FP_ONE;
    for (int i = 0; i < count; i++) {
        scratch[i] = product;
        product = fp_mul(product, in[i].z);
    }
    fp inverse = fp_inv(product);
    for (int i = count - 1; i >= 0; i--) {
        fp z = fp_mul(inverse, scratch[i]);
        inverse = fp_mul(inverse, in[i].z);
        fp zz = fp_sqr(z);
        out[i].x = fp_mul(in[i].x, zz);
        out[i].y = fp_mul(in[i].y, fp_mul(zz, z));
    }
}

static int fill(entry *table, affine point, int window, int step, int slots, int extra_doublings) {
    int entries = 1 << (window - 1), points = entries * slots;
    jacobian *work = malloc(sizeof(jacobian) * (size_t)points);
    affine *made = malloc(sizeof(affine) * (size_t)points);
    fp *scratch = malloc(sizeof(fp) * (size_t)points);
    int status = -1;
    if (work != NULL && made != NULL && scratch != NULL && slots > 0 && 2 * slots <= points) {
        /* B and 2 B of every slot, affine. */
        jacobian base = jacobian_of(point);
        for (int s = 0; s < slots; s++) {
            work[2 * s] = base;
            work[2 * s + 1] = point_double(base);
            for (int k = 0; k < step && s + 1 < slots; k++) base = point_double(base);
        }
        make_affine(work, made, 2 * slots, scratch);
        /* From this line on, `work` is written before it is read. */
        for (int s = 0; s < slots; s++) {
            jacobian multiple = jacobian_of(made[2 * s]);
            for (int j = 0; j < entries; j++) {
                work[s * entries + j] = multiple;
                if (j + 1 < entries) {
                    /* 3 B = B + 2 B: the x coordinates differ, so the incomplete addition applies. */
                    multiple = point_add_affine(multiple, made[2 * s + 1]);
                }
            }
        }
        make_affine(work, made, points, scratch);
        for (int i = 0; i < points; i++) {
            fp x = made[i].x, y = made[i].y;
            for (int k = 0; k < extra_doublings; k++) {
                x = fp_add(x, x);
                y = fp_add(y, y);
            }
            table[i].x = x;
            table[i].y = y;
        }
        status = 0;
    }
    free(work);
    free(made);
    free(scratch);
    return status;
}

int table_fill(entry *table, const uint8_t *xy, int window, int step, int slots, int extra_doublings) {
    u256 x = u256_load(xy), y = u256_load(xy + 32);
    if (!u256_is_less(&x, &FP_P) || !u256_is_less(&y, &FP_P)) return -1;
    affine point = {fp_from(x), fp_from(y)};
    if (!affine_is_on_curve(point)) return -1;
    return fill(table, point, window, step, slots, extra_doublings);
}

int table_fill_generator(entry *table, int extra_doublings) {
    return fill(table, CURVE_G, G_WINDOW, G_WINDOW, G_DIGITS, extra_doublings);
}
