// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

/** A measured combination: a contestant, a job, a batch size and a number of threads. */
record Cell(Contestant contestant, Job job, int batch, int threads) {}
