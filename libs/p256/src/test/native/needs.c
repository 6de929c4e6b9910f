/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks the processor before main() of a test program for a kernel, and ends the program if the kernel cannot run.
 * This file is compiled for any processor, because main may contain instructions that the processor lacks.
 *
 * -DNEEDS=PP_SCALAR, PP_AVX2 or PP_IFMA
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "cpu.h"
#include "pathproof_p256.h"

__attribute__((constructor)) static void ask(void) {
    if (cpu_runs(NEEDS)) return;
    printf("%s: NOT TESTED: this processor or its operating system lacks %s\n", program_invocation_short_name,
           NEEDS == PP_IFMA ? "AVX-512 IFMA" : NEEDS == PP_AVX2 ? "AVX2" : "BMI2 or ADX");
    exit(0);
}
