/* SPDX-License-Identifier: Apache-2.0
 *
 * Tests cpu.c: a kernel is not allowed if one of its instructions, or the support of the operating system for it, is
 * missing. Compares the result for this machine with that of the compiler.
 */
#include "cpu.h"
#include "pathproof_p256.h"
#include "reference.h"

static const uint32_t LEAF1 = 1u << 27 | 1u << 23;
static const uint32_t SCALAR7 = 1u << 8 | 1u << 19;
static const uint32_t IFMA7 = 1u << 5 | 1u << 8 | 1u << 16 | 1u << 17 | 1u << 19 | 1u << 21 | 1u << 31;
static const uint32_t AVX2_LEAF1 = 1u << 27, AVX2_LEAF7 = 1u << 5 | 1u << 8;
static const uint64_t HALF_VECTORS = 1u << 1 | 1u << 2;
static const uint64_t VECTORS = 1u << 1 | 1u << 2 | 1u << 5 | 1u << 6 | 1u << 7;

static int allows(uint32_t leaf1, uint32_t leaf7, uint64_t xcr0, int kernel) {
    cpu_facts facts = {leaf1, leaf7, xcr0};
    return cpu_allows(&facts, kernel);
}

int main(void) {
    CHECK(allows(0, SCALAR7, 0, PP_SCALAR), "mulx and adx are enough for the scalar kernel");
    CHECK(allows(LEAF1, IFMA7, VECTORS, PP_IFMA), "all features of the ifma kernel are present");
    CHECK(allows(AVX2_LEAF1, AVX2_LEAF7, HALF_VECTORS, PP_AVX2), "all features of the avx2 kernel are present");
    CHECK(!allows(~0u, ~0u, ~(uint64_t)0, 3) && !allows(~0u, ~0u, ~(uint64_t)0, -1), "there is no other kernel");
    for (int bit = 0; bit < 32; bit++) {
        uint32_t without = ~(1u << bit);
        CHECK(allows(~0u, without, ~(uint64_t)0, PP_SCALAR) == !(SCALAR7 >> bit & 1), "scalar without bit %d of leaf 7", bit);
        CHECK(allows(~0u, without, ~(uint64_t)0, PP_AVX2) == !(AVX2_LEAF7 >> bit & 1), "avx2 without bit %d of leaf 7", bit);
        CHECK(allows(without, ~0u, ~(uint64_t)0, PP_AVX2) == !(AVX2_LEAF1 >> bit & 1), "avx2 without bit %d of leaf 1", bit);
        CHECK(allows(~0u, ~0u, ~((uint64_t)1 << bit), PP_AVX2) == !(HALF_VECTORS >> bit & 1), "avx2 without bit %d of XCR0", bit);
        CHECK(allows(~0u, without, ~(uint64_t)0, PP_IFMA) == !(IFMA7 >> bit & 1), "ifma without bit %d of leaf 7", bit);
        CHECK(allows(without, ~0u, ~(uint64_t)0, PP_IFMA) == !(LEAF1 >> bit & 1), "ifma without bit %d of leaf 1", bit);
        CHECK(allows(~0u, ~0u, ~((uint64_t)1 << bit), PP_IFMA) == !(VECTORS >> bit & 1), "ifma without bit %d of XCR0", bit);
    }
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (cpu_runs(PP_IFMA)) {
        CHECK(__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512ifma") && __builtin_cpu_supports("avx512dq"), "cpu.c and the compiler's detection differ");
        CHECK(__builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("bmi2"), "cpu.c and the compiler's detection differ");
    }
    if (cpu_runs(PP_AVX2)) CHECK(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"), "cpu.c and the compiler's detection differ");
    if (cpu_runs(PP_SCALAR)) CHECK(__builtin_cpu_supports("bmi2"), "cpu.c and the compiler's detection differ");
#endif
    printf("cpu_test: %ld checks; scalar %s, avx2 %s, ifma %s here\n", checks_made, cpu_runs(PP_SCALAR) ? "runs" : "does not run",
           cpu_runs(PP_AVX2) ? "runs" : "does not run", cpu_runs(PP_IFMA) ? "runs" : "does not run");
    return 0;
}
