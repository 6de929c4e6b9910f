/* SPDX-License-Identifier: Apache-2.0
 *
 * The interface of the library: memory, and the division of calls into batches. The compiler flags of this file allow
 * any processor of its family, so it must not use the features that cpu.c detects.
 */
#define _GNU_SOURCE
#include "engine.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "cpu.h"
#include "order.h"

enum { HUGE_PAGE = 2 << 20, LANES = 8 };

struct pp_workspace {
    int kernel, points, batch;
    size_t bytes;
    void *memory;
};

int32_t pp_abi_version(void) { return PP_ABI_VERSION; }

const char *pp_compiler(void) {
#if defined(__clang__)
    return "clang " __clang_version__;
#else
    return "gcc " __VERSION__;
#endif
}

int32_t pp_usable(int32_t kernel) { return cpu_runs(kernel); }

void *memory_new(size_t bytes) {
    if (bytes < HUGE_PAGE) return aligned_alloc(64, (bytes + 63) & ~(size_t)63);
    size_t rounded = (bytes + HUGE_PAGE - 1) & ~(size_t)(HUGE_PAGE - 1);
    void *memory = aligned_alloc(HUGE_PAGE, rounded);
    if (memory != NULL) (void)madvise(memory, rounded, MADV_HUGEPAGE);
    return memory;
}

void memory_free(void *memory, size_t bytes) {
    (void)bytes;
    free(memory);
}

void *pp_memory_new(int64_t bytes) { return bytes > 0 ? memory_new((size_t)bytes) : NULL; }

void pp_memory_free(void *memory) { free(memory); }

/* The parts in which kernels differ. */
typedef struct {
    int extra_doublings; /* of a Montgomery form with R = 2^256 to the R of the kernel */
    size_t (*workspace_size)(const pp_shape *, int batch);
    void (*verify)(const pp_engine *, const pp_shape *, void *workspace, int batch, int count, const void *const *tables, const uint8_t *digests,
                   const uint8_t *r, const uint8_t *s, uint8_t *answers);
} kernel;

/* By number. */
static const kernel KERNELS[] = {
    [PP_SCALAR] = {0, scalar_workspace_size, scalar_verify},
    [PP_IFMA] = {4, ifma_workspace_size, ifma_verify},
    [PP_AVX2] = {5, avx2_workspace_size, avx2_verify},
};

/* The faster code for tables needs the same processor features as the scalar kernel. */
static int fill(const pp_engine *engine, const uint8_t *xy, const comb *c, entry *table) {
    int doublings = KERNELS[engine->kernel].extra_doublings;
    if (xy == NULL) return pp_usable(PP_SCALAR) ? table_fill_generator(table, doublings) : plain_table_fill_generator(table, doublings);
    return pp_usable(PP_SCALAR) ? table_fill(table, xy, c, doublings) : plain_table_fill(table, xy, c, doublings);
}

pp_engine *pp_engine_new(int32_t kernel) {
    if (!pp_usable(kernel)) return NULL;
    pp_engine *engine = calloc(1, sizeof *engine);
    if (engine == NULL) return NULL;
    engine->kernel = kernel;
    size_t bytes = (size_t)comb_of(G_TEETH, G_SPACING).blocks * (sizeof(entry) << (G_TEETH - 1));
    engine->generator = memory_new(bytes);
    if (engine->generator == NULL || fill(engine, NULL, NULL, engine->generator) != 0) {
        pp_engine_free(engine);
        return NULL;
    }
    return engine;
}

void pp_engine_free(pp_engine *engine) {
    if (engine == NULL) return;
    free(engine->generator);
    free(engine);
}

int32_t pp_table_build(const pp_engine *engine, const pp_shape *shape, const uint8_t *xy, void *table) {
    return fill(engine, xy, &shape->key, table);
}

pp_workspace *pp_workspace_new(const pp_engine *engine, const pp_shape *shape, int32_t batch) {
    if (batch < 1 || batch > 1 << 20) return NULL;
    pp_workspace *workspace = calloc(1, sizeof *workspace);
    if (workspace == NULL) return NULL;
    workspace->kernel = engine->kernel;
    workspace->points = shape->points;
    workspace->batch = (batch + LANES - 1) / LANES * LANES;
    workspace->bytes = KERNELS[engine->kernel].workspace_size(shape, workspace->batch);
    workspace->memory = memory_new(workspace->bytes);
    if (workspace->memory == NULL) {
        free(workspace);
        return NULL;
    }
    return workspace;
}

void pp_workspace_free(pp_workspace *workspace) {
    if (workspace == NULL) return;
    memory_free(workspace->memory, workspace->bytes);
    free(workspace);
}

scalars scalars_load(const uint8_t *digests, const uint8_t *r, const uint8_t *s, int i) {
    static const u256 one = {{1, 0, 0, 0}};
    scalars in;
    in.r = u256_load(r + 32 * (size_t)i);
    in.s = u256_load(s + 32 * (size_t)i);
    in.h = u256_load(digests + 32 * (size_t)i);
    in.in_range = !u256_is_zero(&in.r) && !u256_is_zero(&in.s) && u256_is_less(&in.r, &ORDER_N) && u256_is_less(&in.s, &ORDER_N);
    if (!in.in_range) in.r = in.s = one;
    return in;
}

int32_t pp_verify(const pp_engine *engine, const pp_shape *shape, pp_workspace *workspace, int32_t count, const void *const *tables,
                  const uint8_t *digests, const uint8_t *r, const uint8_t *s, uint8_t *answers) {
    if (workspace->kernel != engine->kernel || workspace->points < shape->points || count < 0) return -1;
    for (int32_t done = 0; done < count; done += workspace->batch) {
        int32_t part = count - done < workspace->batch ? count - done : workspace->batch;
        size_t bytes = 32 * (size_t)done;
        KERNELS[engine->kernel].verify(engine, shape, workspace->memory, workspace->batch, part, tables + done, digests + bytes, r + bytes, s + bytes,
                                       answers + done);
    }
    int32_t undecided = 0;
    for (int32_t i = 0; i < count; i++) undecided += answers[i] == PP_UNDECIDED;
    return undecided;
}
