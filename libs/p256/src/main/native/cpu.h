/* SPDX-License-Identifier: Apache-2.0
 *
 * Which kernels a processor and its operating system can run.
 */
#ifndef PP_CPU_H
#define PP_CPU_H

#include <stdint.h>

/* What an x86-64 processor says of itself (CPUID), and which registers the operating system saves (XCR0; 0 where it cannot be asked). */
typedef struct {
    uint32_t leaf1_ecx, leaf7_ebx;
    uint64_t xcr0;
} cpu_facts;

/* 1 if an x86-64 machine of these facts can run the kernel, else 0. */
int cpu_allows(const cpu_facts *facts, int kernel);

/* 1 if this machine can run the kernel, else 0. */
int cpu_runs(int kernel);

#endif
