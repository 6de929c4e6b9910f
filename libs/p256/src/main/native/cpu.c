/* SPDX-License-Identifier: Apache-2.0
 *
 * Detects features of the processor and the operating system (Intel SDM volume 1, section 15.2: detection of AVX-512).
 * The compiler flags of this file allow any processor of its family, so it must not use the features that it detects.
 */
#include "cpu.h"

#include "pathproof_p256.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

enum {
    OSXSAVE = 1 << 27, POPCNT = 1 << 23,                       /* of leaf 1, ECX */
    AVX2 = 1 << 5, BMI2 = 1 << 8, ADX = 1 << 19,               /* of leaf 7, EBX */
    AVX512F = 1 << 16, AVX512DQ = 1 << 17, AVX512IFMA = 1 << 21,
    AVX_STATE = 0x6, AVX512_STATE = 0xe6                       /* of XCR0: SSE and AVX; also opmask, and both halves of ZMM */
};

static const uint32_t AVX512VL = (uint32_t)1 << 31;            /* of leaf 7, EBX */

static int has(uint32_t flags, uint32_t wanted) { return (flags & wanted) == wanted; }

int cpu_allows(const cpu_facts *facts, int kernel) {
    /* mulx and adx need no support of the operating system. */
    if (kernel == PP_SCALAR) return has(facts->leaf7_ebx, BMI2 | ADX);
    if (!has(facts->leaf1_ecx, OSXSAVE)) return 0;
    if (kernel == PP_AVX2) return has(facts->leaf7_ebx, BMI2 | AVX2) && (facts->xcr0 & AVX_STATE) == AVX_STATE;
    return kernel == PP_IFMA && has(facts->leaf1_ecx, POPCNT) &&
           has(facts->leaf7_ebx, BMI2 | ADX | AVX2 | AVX512F | AVX512DQ | AVX512IFMA | AVX512VL) && (facts->xcr0 & AVX512_STATE) == AVX512_STATE;
}

#if defined(__x86_64__)
static cpu_facts facts_here(void) {
    cpu_facts facts = {0, 0, 0};
    unsigned eax, ebx, ecx, edx;
    if (__get_cpuid(1, &eax, &ebx, &ecx, &edx)) facts.leaf1_ecx = ecx;
    if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx)) facts.leaf7_ebx = ebx;
    if (has(facts.leaf1_ecx, OSXSAVE)) {
        uint32_t low, high;
        __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
        facts.xcr0 = (uint64_t)high << 32 | low;
    }
    return facts;
}

int cpu_runs(int kernel) {
    cpu_facts facts = facts_here();
    return cpu_allows(&facts, kernel);
}
#else
int cpu_runs(int kernel) { return kernel == PP_SCALAR; }
#endif
