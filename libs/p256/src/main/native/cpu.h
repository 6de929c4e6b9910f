/* SPDX-License-Identifier: Apache-2.0
 *
 * Detection of the kernels that a processor and its operating system can run.
 */
#ifndef PP_CPU_H
#define PP_CPU_H

#include <stdint.h>

/* Features of an x86-64 processor (CPUID), and the registers that the operating system saves (XCR0; 0 where it cannot
 * be read). */
typedef struct {
    uint32_t leaf1_ecx, leaf7_ebx;
    uint64_t xcr0;
} cpu_facts;

/* Returns 1 if an x86-64 machine with these features can run the kernel, else 0. */
int cpu_allows(const cpu_facts *facts, int kernel);

/* Returns 1 if this machine can run the kernel, else 0. */
int cpu_runs(int kernel);

#endif
